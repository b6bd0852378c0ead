"""Numbers in context (Shugrina 2010): entity errors, class sets, peers, over-formatting; writes
docs/research/shugrina-2010.md.

    python -m recipes.shugrina_2010 [--peers PYTHON] [--words 58000000] [--split test]

PYTHON is an interpreter with nemo_text_processing 1.2.0 and wetext 0.1.8 (a gigabyte; `pip install`
both into an environment of their own). Without it the peers are left out.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

from legibly.formatting.formatter import Formatter
from legibly.formatting.options import Options
from recipes.pages import listed, save_page
from recipes.place import Place, options, parsed
from recipes.shugrina_2010.class_models import (
    DIGITS,
    GRAMMARS,
    SHIPPED,
    class_model_alone,
    shipped_model,
    variants,
    without_shares,
)
from recipes.shugrina_2010.entities import Call, read_call
from recipes.shugrina_2010.entity_errors import (
    Errors,
    by_sentence,
    entity_errors,
    mistakes_table,
    rates_table,
    running,
    signs_table,
)
from recipes.shugrina_2010.google_sample import right_table
from recipes.shugrina_2010.over_formatting import digitless, digits_per_thousand, runs_of_words
from recipes.shugrina_2010.tables_of_nemo import kinds_table
from recipes.shugrina_2010.writers import PEERS, Ours, Peer, Writer, speed
from recipes.tables import markdown

Peers = Mapping[str, Peer]
QUICK_WORDS = 20_000
AMBIGUOUS = (
    "meet me at three thirty",
    "you owe me three thirty",
    "dinner for three thirty minutes later",
)


def with_entities(place: Place, split: str) -> list[Call]:
    calls = map(read_call, place.files(f"timed/earnings22/{split}/*[0-9].jsonl.xz"))
    with_some = [call for call in calls if call.entities]
    return with_some[: place.sized(len(with_some), 1)]


def all_errors(
    place: Place, shipped: Formatter, calls: Sequence[Call], peers: Peers, words: int
) -> Mapping[str, Errors]:
    """Of all variants of ours, and of the peers."""
    systems = {}
    for name, formatter in variants(place, shipped, words):
        systems[name] = entity_errors(calls, running(formatter, calls))
        print(name, systems[name].total, file=sys.stderr)
    for name, peer in peers.items():
        systems[name] = entity_errors(calls, by_sentence(peer, calls))
    return systems


def over_fields(
    place: Place, default: Writer, peers: Peers, most: int, every: int
) -> dict[str, object]:
    """Over-formatting: ours everywhere, and of all programs on some paragraphs."""
    paragraphs = digitless(place)[::every]
    some = min(most, len(paragraphs))
    runs = runs_of_words(Random(1).sample(paragraphs, some))
    rates = {
        name: digits_per_thousand(writer, runs)
        for name, writer in {"legibly": default, **peers}.items()
    }
    rows = ([name, f"{rate:.2f}"] for name, rate in rates.items())
    return {
        "paragraphs": len(paragraphs),
        "over_everywhere": digits_per_thousand(default, paragraphs),
        "some_paragraphs": some,
        "over": markdown(["system", "per 1,000 words"], rows),
    }


def speeds_table(shipped: Formatter, calls: Sequence[Call], peers: Peers) -> str:
    """Of numbers only: the peers write nothing else."""
    numbers_only = Options(punctuation=False, case=False)
    ours = Ours(class_model_alone(shipped).with_options(numbers_only))
    lines = [line for call in calls for line in call.sentences_with_entities()]
    our_speed = speed(ours, lines)
    speeds = {"legibly, numbers only": our_speed}
    speeds |= {name: speed(peer, lines) for name, peer in peers.items()}
    rows = ([name, f"{words:,.0f}", f"{our_speed / words:.1f} x"] for name, words in speeds.items())
    return markdown(["system", "words/s", "legibly is"], rows)


def recipe_options() -> argparse.ArgumentParser:
    parser = options(__doc__)
    parser.add_argument(
        "--peers",
        metavar="PYTHON",
        default=os.environ.get("LEGIBLY_PEERS"),
        help="the interpreter of the peers (default: LEGIBLY_PEERS, or none)",
    )
    parser.add_argument("--words", type=int, default=58_000_000, help="words of training text")
    parser.add_argument("--split", default="test", help="of the calls")
    over = "paragraphs for the peers' over-formatting"
    parser.add_argument("--over", type=int, default=300, help=over)
    parser.add_argument("--google", type=int, default=2000, help="sentences of Google's sample")
    every = "of the held-out paragraphs that have no digit, every so manieth"
    parser.add_argument("--every", type=int, default=1, help=every)
    return parser


def main(arguments: Sequence[str] | None = None) -> None:
    place, given = parsed(recipe_options(), arguments)
    place.need("timed/earnings22", "itn/nemo", "en/heldout")
    peers = {name: Peer(given.peers, name) for name in PEERS} if given.peers else {}
    calls = with_entities(place, given.split)
    words = place.sized(given.words, min(given.words, QUICK_WORDS))

    shipped = shipped_model(DIGITS)
    systems = all_errors(place, shipped, calls, peers, words)
    default = Ours(shipped_model(Options(punctuation=False)))
    short = Ours(shipped_model(Options(digits_from=0, units="short", punctuation=False)))
    save_page(
        place,
        Path(__file__).with_name("page.md"),
        "shugrina-2010.md",
        split=given.split,
        entities=rates_table(systems),
        signs=signs_table(systems),
        mistakes=mistakes_table(systems[SHIPPED]),
        nemo=kinds_table(place, {"legibly": short, **peers}),
        google=right_table(place, {"legibly": default, **peers}, given.google),
        sentences=given.google,
        **over_fields(place, default, peers, given.over, given.every),
        speeds=speeds_table(shipped, calls, peers),
        ambiguous=ambiguous_table(shipped),
        **readings(systems, list(peers)),
    )


def ambiguous_table(shipped: Formatter) -> str:
    """The same words in three contexts, with the class model and without any."""
    writers = {
        "shipped": Ours(shipped),
        "grammars alone": Ours(Formatter([], shipped.language, shipped.options)),
    }
    rows = ([name, *writer(AMBIGUOUS)] for name, writer in writers.items())
    return markdown(["", *AMBIGUOUS], rows)


def readings(systems: Mapping[str, Errors], peers: Sequence[str]) -> dict[str, object]:
    """What the intervals can tell, and the paper's order of sets A and B."""
    low, high = systems[GRAMMARS].interval()
    ours = {name: errors for name, errors in systems.items() if name not in peers}
    apart = [
        name
        for name, errors in ours.items()
        if errors.interval()[0] > high or errors.interval()[1] < low
    ]
    set_a, set_b = (systems[without_shares(classes)] for classes in ("A", "B"))
    (low_a, high_a), (low_b, high_b) = set_a.interval(), set_b.interval()
    spelt = (f"{name} {systems[name].rate('under') / systems[name].rate():.0%}" for name in peers)
    return {
        "alike": not apart,
        "apart": listed(apart),
        "a_better": set_a.is_surely_below(set_b),
        "sets_overlap": high_a >= low_b and high_b >= low_a,
        "set_rates": f"{set_a.rate():.1%} and {set_b.rate():.1%}",
        "with_peers": bool(peers),
        "spelt": listed(spelt),
    }


if __name__ == "__main__":
    main()
