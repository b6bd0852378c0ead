"""Numbers in Portuguese, Spanish and Chinese: tables of others, round trips through independent
libraries, over-formatting, speed; writes docs/research/numbers-in-languages.md.

    python -m recipes.numbers_in_languages [--peers PYTHON] [--heldout PATTERN]

PYTHON is an interpreter with nemo_text_processing 1.2.0 and wetext 0.1.8 (a gigabyte; `pip install`
both into an environment of their own). Without it the peers are left out.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from legibly.formatting.formatter import Formatter
from legibly.formatting.options import make_options
from legibly.languages import language as find_language
from legibly.model_folders.finding import model_folders
from legibly.model_folders.loading import load_folder
from legibly.scorers.ngram import NgramScorer
from recipes.numbers_in_languages.over_formatting import digitless, digits_per_thousand
from recipes.numbers_in_languages.round_trip import errors, trips
from recipes.numbers_in_languages.tables_of_others import (
    Item,
    kinds_table,
    nemo_items,
    nemo_writer,
    ours_of_wetext,
    right,
    wetext_items,
)
from recipes.numbers_in_languages.writers import Grammars, Other, Writer, grammars_of
from recipes.pages import save_page
from recipes.place import Place, options, parsed
from recipes.shugrina_2010.writers import Peer
from recipes.tables import markdown, percent

LANGUAGES = {"es": "Spanish", "pt": "Portuguese", "zh": "Chinese"}
OURS = "legibly"
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


def with_class_models(language: str) -> dict[str, Writer]:
    """Grammars alone, and with the class model that the language's package brings, if any."""
    writers: dict[str, Writer] = {"grammars alone": grammars_of(language)}
    folder = model_folders().get(f"{language}-baseline")
    if folder is not None:
        switches = make_options(punctuation=False, case=False)
        scorers = [
            item
            for item in load_folder(folder, switches).scorers
            if isinstance(item.scorer, NgramScorer)
        ]
        formatter = Formatter(scorers, find_language(language), switches)
        writers["with its class model"] = Grammars(formatter)
    return writers


def trips_table(place: Place, heldout: str) -> str:
    rows = []
    for language, name in LANGUAGES.items():
        paragraphs = trips(place, language, f"{language}/{heldout}/*.txt.xz")
        for system, writer in with_class_models(language).items():
            found = errors(writer, paragraphs, language)
            counts = (found.numbers, found.wrong, found.missing, found.added)
            share = f"{percent(1 - found.rate)} %"
            rows.append([f"{name}, {system}", str(len(paragraphs)), *map(str, counts), share])
    head = ["", "paragraphs", "numbers", "wrong", "missing", "added", "right"]
    return markdown(head, rows)


def over_table(place: Place, heldout: str) -> str:
    rows = []
    for language, name in LANGUAGES.items():
        lines = digitless(place, language, f"{language}/{heldout}/*.txt.xz")
        for system, writer in with_class_models(language).items():
            rate = digits_per_thousand(writer, lines)
            size = f"{sum(map(writer.size, lines)):,}"
            rows.append([f"{name}, {system}", str(len(lines)), size, f"{rate:.2f}"])
    return markdown(["", "paragraphs", "words or characters", "per 1,000"], rows)


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
    parser.add_argument("--heldout", default="heldout", help="folder of a language's paragraphs")
    return parser


def main(arguments: Sequence[str] | None = None) -> None:
    place, given = parsed(recipe_options(), arguments)
    place.need("itn/nemo/es", "itn/nemo/pt", "itn/nemo/zh", "itn/wetext/chinese")
    held_out = [f"{language}/{given.heldout}" for language in LANGUAGES]
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
        trips=trips_table(place, given.heldout),
        over=over_table(place, given.heldout),
        with_peers=bool(given.peers),
    )


if __name__ == "__main__":
    main()
