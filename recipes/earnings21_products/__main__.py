"""Scores the stored 2021 outputs of three products on Earnings-21, and writes
docs/research/products-earnings21.md.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from legibly.formats import read
from legibly.metrics.bootstrap import intervals
from legibly.metrics.conventions import CONVENTIONS, Convention
from legibly.metrics.counts import Counts
from legibly.metrics.pairs import align_pair
from legibly.metrics.score import Score, Settings, score_aligned, sum_scores
from recipes.pages import save_page
from recipes.place import Place, options, parsed
from recipes.tables import markdown, percent

PRODUCTS = {"google": "Google STT", "amazon": "Amazon Transcribe", "speechmatics": "Speechmatics"}
HEAD = (
    *("product (2021)", ", P/R/F1", ". P/R/F1", "? P/R/F1", "all P/R/F1", "95 % of F1", "SER"),
    *("case F1", "case F1, matching words", "WER'", "WER with marks", "NEER"),
)


class Figures(NamedTuple):
    """Of all marks and of case, in percent."""

    f1: float
    ser: float
    case_f1: float


# An earlier count of the same outputs, over 44 calls: `;` as a comma, the ellipsis left out, case
# on matching words.
EARLIER_CONVENTION = Convention("earlier", {",": ",", ";": ",", ".": ".", "?": "?"})
EARLIER = {
    "google": Figures(32.0, 84.4, 65.8),
    "amazon": Figures(51.0, 72.2, 75.3),
    "speechmatics": Figures(50.9, 70.2, 79.6),
}
EARLIER_HEAD = ("product", "F1 of all marks", "SER", "case F1")


def references(place: Place) -> list[Path]:
    return place.files("timed/earnings21/*/*[0-9].jsonl.xz")


def score(place: Place, product: str) -> tuple[Score, Score]:
    """With our convention, and with that of the earlier count, over the same alignments."""
    ours, earlier = Settings(), Settings(convention=EARLIER_CONVENTION.name)
    our_scores, earlier_scores = [], []
    for path in references(place):
        hypothesis = place.data / "asr/earnings21" / product / path.parent.name / path.name
        pair = align_pair(path.name, read(path), read(hypothesis))
        our_scores.append(score_aligned(pair, ours))
        earlier_scores.append(score_aligned(pair, earlier))
    return sum_scores(our_scores, ours), sum_scores(earlier_scores, earlier)


def triple(counts: Counts, mark: str) -> str:
    slots = counts.marks[mark]
    return "/".join(percent(rate) for rate in (slots.precision, slots.recall, slots.f1))


def row(product: str, result: Score) -> list[str]:
    counts, interval = result.counts, intervals(result)["marks/overall/f1"]
    return [
        PRODUCTS[product],
        *(triple(counts, mark) for mark in (",", ".", "?", "overall")),
        f"{percent(interval.low)} to {percent(interval.high)}",
        percent(counts.marks["overall"].ser),
        percent(counts.case["overall"].f1),
        percent(counts.case["matched"].f1),
        percent(counts.words.wer),
        percent(counts.words_and_marks.wer),
        percent(counts.numbers["overall"].neer),
    ]


def earlier_row(product: str, ours: Counts, like_earlier: Counts) -> list[str]:
    """Each figure of this page, counted the earlier way here, and of the earlier count."""
    marks, marks_like_earlier = ours.marks["overall"], like_earlier.marks["overall"]
    case, case_like_earlier = ours.case["overall"], like_earlier.case["matched"]
    earlier = EARLIER[product]
    return [
        PRODUCTS[product],
        f"{percent(marks.f1)} / {percent(marks_like_earlier.f1)} / {earlier.f1}",
        f"{percent(marks.ser)} / {percent(marks_like_earlier.ser)} / {earlier.ser}",
        f"{percent(case.f1)} / {percent(case_like_earlier.f1)} / {earlier.case_f1}",
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    place, _ = parsed(options(__doc__), arguments)
    place.need("timed/earnings21", "asr/earnings21")
    # Settings know conventions by their names.
    CONVENTIONS[EARLIER_CONVENTION.name] = EARLIER_CONVENTION
    rows, earlier_rows = [], []
    for product in PRODUCTS:
        ours, like_earlier = score(place, product)
        rows.append(row(product, ours))
        earlier_rows.append(earlier_row(product, ours.counts, like_earlier.counts))
        print(rows[-1], file=sys.stderr)

    save_page(
        place,
        Path(__file__).with_name("page.md"),
        "products-earnings21.md",
        calls=len(references(place)),
        products=markdown(HEAD, rows),
        signature=Settings().signature,
        earlier=markdown(EARLIER_HEAD, earlier_rows),
    )


if __name__ == "__main__":
    main()
