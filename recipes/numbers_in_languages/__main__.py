"""Numbers in Portuguese, Spanish and Chinese: tables of others, round trips through independent
libraries, over-formatting, speed; writes docs/research/numbers-in-languages.md.

    python -m recipes.numbers_in_languages [--peers PYTHON] [--class-models es,pt]

PYTHON is an interpreter with nemo_text_processing 1.2.0 and wetext 0.1.8 (a gigabyte; `pip install`
both into an environment of their own). Without it the peers are left out.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from legibly.metrics.bootstrap import Interval95
from recipes.numbers_in_languages.class_models import with_weights
from recipes.numbers_in_languages.over_formatting import over_formatting
from recipes.numbers_in_languages.portions import DEV, FRESH, SEEN, digitless, numbered
from recipes.numbers_in_languages.rates import Rate
from recipes.numbers_in_languages.round_trip import Errors, errors, trips
from recipes.numbers_in_languages.tables_of_others import (
    Item,
    kinds_table,
    nemo_items,
    nemo_writer,
    ours_of_wetext,
    right,
    wetext_items,
)
from recipes.numbers_in_languages.writers import Other, Writer, grammars_of
from recipes.pages import save_page
from recipes.place import Place, options, parsed
from recipes.shugrina_2010.writers import Peer
from recipes.tables import markdown, with_interval

LANGUAGES = {"es": "Spanish", "pt": "Portuguese", "zh": "Chinese"}
OURS = "legibly"
PORTIONS = (DEV, SEEN, FRESH)
DIGITS_ONLY, ALL = "all numbers in digits", "all"
PEERS = {"es": ("nemo",), "pt": ("nemo",), "zh": ("nemo", "wetext")}


def peers_of(python: str | None, language: str) -> dict[str, Writer]:
    if python is None:
        return {}
    return {name: Other(Peer(python, name, language=language)) for name in PEERS[language]}


def nemo_tables(items: Sequence[Item], language: str, peers: Mapping[str, Writer]) -> str:
    lines = [item.spoken for item in items]
    writers = {OURS: nemo_writer(language), **peers}
    found = {name: right(items, writer(lines), language) for name, writer in writers.items()}
    return kinds_table(items, found)


def wetext_table(items: Sequence[Item], peers: Mapping[str, Writer]) -> str:
    lines = [item.spoken for item in items]
    others = {name: right(items, writer(lines), "zh") for name, writer in peers.items()}
    return kinds_table(items, {OURS: ours_of_wetext(items), **others})


def trips_table(place: Place) -> str:
    rows = []
    for language, name in LANGUAGES.items():
        writer = grammars_of(language)
        for portion in PORTIONS:
            paragraphs = numbered(place, language, portion)
            said = trips(paragraphs, language)
            digits = [trip for trip in said if not trip.in_words]
            for which, some in ((DIGITS_ONLY, digits), (ALL, said)):
                share = f"{len(some)} of {len(paragraphs)}"
                rows.append(
                    [name, portion, which, share, *trips_row(errors(writer, some, language))]
                )
    head = ["language", "text", "which", "paragraphs", "numbers", "wrong", "missing", "added"]
    return markdown([*head, "right, %"], rows)


def trips_row(found: Errors) -> list[str]:
    low, high = found.rate.interval
    right = with_interval(1 - found.rate.value, Interval95(1 - high, 1 - low))
    return [*map(str, (found.rate.all, found.wrong, found.missing, found.added)), right]


def over_table(place: Place) -> str:
    rows = []
    for language, name in LANGUAGES.items():
        writer = grammars_of(language)
        for portion in PORTIONS:
            paragraphs = digitless(place, language, portion)
            rate = over_formatting(writer, paragraphs, language)
            rows.append(
                [name, portion, f"{len(paragraphs):,}", f"{rate.all:,}", per_thousand(rate)]
            )
    return markdown(["language", "text", "paragraphs", "words or characters", "per 1,000"], rows)


def class_models_table(place: Place, languages: Sequence[str]) -> str:
    """On the development text, where weights are chosen."""
    if not languages:
        return ""
    rows = []
    for language in languages:
        paragraphs = digitless(place, language, DEV)
        said = trips(numbered(place, language, DEV), language)
        digits = [trip for trip in said if not trip.in_words]
        for weight, writer in with_weights(place, language):
            rate = over_formatting(writer, paragraphs, language)
            right = (trips_row(errors(writer, some, language))[-1] for some in (digits, said))
            rows.append([LANGUAGES[language], f"{weight:g}", per_thousand(rate), *right])
    head = ["language", "weight", "over-formatting per 1,000", "round trip, digits only", "all"]
    return markdown(head, rows)


def per_thousand(rate: Rate) -> str:
    low, high = rate.interval
    return f"**{1000 * rate.value:.2f}** ({1000 * low:.2f}-{1000 * high:.2f})"


def speeds_table(
    tables: Mapping[str, Sequence[Item]], peers: Mapping[str, Mapping[str, Writer]]
) -> str:
    rows = []
    for language, items in tables.items():
        lines = [item.spoken for item in items]
        ours = nemo_writer(language)
        for _ in range(2):  # the first builds what it remembers
            ours(lines)
        rows.append([f"{LANGUAGES[language]}, {OURS}", f"{ours.units_a_second:,.0f}", ""])
        for name, peer in peers[language].items():  # as they were over the tables
            ratio = ours.units_a_second / peer.units_a_second
            speed = f"{peer.units_a_second:,.0f}"
            rows.append([f"{LANGUAGES[language]}, {name}", speed, f"{ratio:.0f} x"])
    return markdown(["", "a second", "legibly is"], rows)


def recipe_options() -> argparse.ArgumentParser:
    parser = options(__doc__)
    parser.add_argument("--peers", metavar="PYTHON", help="the interpreter of the peers")
    parser.add_argument(
        "--class-models", metavar="CODES", default="", help="languages to learn one of: es,pt,zh"
    )
    return parser


def main(arguments: Sequence[str] | None = None) -> None:
    place, given = parsed(recipe_options(), arguments)
    place.need("itn/nemo/es", "itn/nemo/pt", "itn/nemo/zh", "itn/wetext/chinese")
    held_out = [f"{language}/heldout" for language in LANGUAGES]
    place.need(*held_out)
    tables = {language: nemo_items(place, language) for language in LANGUAGES}
    peers = {language: peers_of(given.peers, language) for language in LANGUAGES}
    nemo = {
        f"nemo_{language}": nemo_tables(items, language, peers[language])
        for language, items in tables.items()
    }
    save_page(
        place,
        Path(__file__).with_name("page.md"),
        "numbers-in-languages.md",
        **nemo,
        speeds=speeds_table(tables, peers),
        wetext=wetext_table(wetext_items(place), peers["zh"]),
        trips=trips_table(place),
        digits_only=DIGITS_ONLY,
        all=ALL,
        over=over_table(place),
        class_models=class_models_table(place, list(filter(None, given.class_models.split(",")))),
        with_class_models=bool(given.class_models),
        with_peers=bool(given.peers),
    )


if __name__ == "__main__":
    main()
