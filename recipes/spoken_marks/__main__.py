"""Learns which words a spoken mark stands between, and writes docs/research/spoken-marks.md.

`--out src/legibly/english` also writes the table that is shipped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path

from legibly.files.writing import atomic_text
from legibly.formatting.spoken_marks import COMMAND_COSTS, CONTEXT_TABLE, Context
from recipes.pages import save_page
from recipes.place import options, parsed
from recipes.spoken_marks.context import Place, learn, read_places
from recipes.tables import markdown, percent

TEXTS = (
    *("bbc_news_2004", "mit_ocw", "news_us", "openstax", "presidential_speeches"),
    *("scotus_oral", "standardebooks", "ted", "white_house"),
)
AS_WORDS = ("period", "comma", "colon", "dash", "quote")  # nouns that are commands too
HEAD_OF_TABLE = """\
# What stands before and after marks that are said, against nouns that sound like them, in log-odds.
# Made by `python -m recipes.spoken_marks --out src/legibly/english`.
# word\tbefore an end\tbehind an end\tbefore another mark\tbehind another mark
"""


def write_context(context: Context, path: Path) -> None:
    with atomic_text(path) as out:
        out.write(HEAD_OF_TABLE)
        for word, row in context.rows.items():
            out.write("\t".join([word, *(f"{value:g}" for value in row)]) + "\n")


def measured(
    context: Context, found: Iterable[Place], cost: float
) -> tuple[list[bool], list[bool]]:
    """Whether each mark that is said is taken for one, and each noun."""
    marks, nouns = [], []
    for place in found:
        if place.kind is not None:
            marks.append(context.odds(place.kind, place.before, place.after) > cost)
        elif place.what in AS_WORDS:
            kind = "end" if place.what == "period" else "inner"
            nouns.append(context.odds(kind, place.before, place.after) > cost)
    return marks, nouns


def main(arguments: Sequence[str] | None = None) -> None:
    parser = options(__doc__)
    parser.add_argument("--out", type=Path, help="folder of the language, for its table")
    place, chosen = parsed(parser, arguments)
    place.need("en/ted.txt.xz")
    paths = place.files(*(f"en/{name}.txt.xz" for name in TEXTS))
    context = learn(read_places(paths, heldout=False))
    if chosen.out is not None:
        write_context(context, chosen.out / CONTEXT_TABLE)
    heldout = list(islice(read_places(paths, heldout=True), place.sized(400_000, 200)))
    rows = []
    for cost in COMMAND_COSTS:
        marks, nouns = measured(context, heldout, cost)
        rows.append(
            [
                f"{cost:g}",
                f"{percent(sum(marks) / len(marks))} of {len(marks):,}",
                f"{percent(sum(nouns) / len(nouns)) if nouns else '-'} of {len(nouns):,}",
            ]
        )
    head = ("log-odds asked for", "marks taken for marks, %", "nouns taken for marks, %")
    save_page(
        place,
        Path(__file__).with_name("page.md"),
        "spoken-marks.md",
        rows=markdown(head, rows),
        words=len(context.rows),
        nouns=", ".join(AS_WORDS),
    )


if __name__ == "__main__":
    main()
