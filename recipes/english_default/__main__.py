"""Measures the shipped English model beside the baseline: writes docs/research/results-english.md.

Marks on IWSLT (reference and recogniser words), on Earnings-21 (words of a Kaldi recogniser), on
AMI meetings and on dialogues; case on held-out text with its marks given.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import legibly
from legibly.metrics.bootstrap import intervals
from legibly.metrics.score import Score, Settings
from recipes.english_default import seams
from recipes.english_default.truecase_peer import NAME as TRUECASE
from recipes.english_default.truecase_peer import Truecase
from recipes.english_tests import Pairs, ami, compare, dialogue, earnings, heldout, iwslt
from recipes.pages import save_page
from recipes.place import Place, options, parsed
from recipes.tables import markdown, percent

MODELS = ("en", "en-baseline")
HELDOUT_LINES = 150  # of each source
MARKS_GIVEN = "held-out text, its marks given"
TESTS: dict[str, Callable[[Place], Pairs]] = {
    "IWSLT test2011, reference words": lambda place: iwslt(place, "test2011"),
    "IWSLT test2011, recogniser words": lambda place: iwslt(place, "test2011asr"),
    "Earnings-21 test, Rev Kaldi words": earnings,
    "AMI test, reference words": ami,
    "DailyDialog test, utterances": lambda place: dialogue(place, "dailydialog"),
    "SGD test, utterances": lambda place: dialogue(place, "sgd"),
    "MultiWOZ 2.1 test, utterances": lambda place: dialogue(place, "multiwoz21"),
    "held-out text": lambda place: heldout(place, heldout_lines(place)),
    MARKS_GIVEN: lambda place: heldout(place, heldout_lines(place), marks=True),
}
HEAD = (
    *("test", "model", "words", "marks P/R/F1", "95 %", "F1 ,", "F1 .", "F1 ?", "SER"),
    *("case F1, matching words", "WER'"),
)


def heldout_lines(place: Place) -> int:
    return place.sized(HELDOUT_LINES, 2)


def row(test: str, model: str, score: Score) -> list[str]:
    counts = score.counts
    return [
        test,
        model,
        f"{counts.words.in_reference:,}",
        *(["-"] * 6 if test == MARKS_GIVEN else mark_cells(score)),
        percent(counts.case["matched"].f1) if score.has_capitals else "-",
        percent(counts.words.wer),
    ]


def mark_cells(score: Score) -> list[str]:
    """Precision, recall and F1, the interval of F1, each mark, and the slot error rate."""
    counts = score.counts
    marks = counts.marks["overall"]
    low, high = intervals(score).get("marks/overall/f1", (None, None))
    return [
        f"{percent(marks.precision)}/{percent(marks.recall)}/**{percent(marks.f1)}**",
        f"{percent(low)} to {percent(high)}",
        *(percent(counts.marks[mark].f1) for mark in (",", ".", "?")),
        percent(marks.ser),
    ]


def rows(place: Place) -> Iterator[list[str]]:
    for test, pairs in TESTS.items():
        for model in MODELS:
            score = compare(legibly.load(model, numbers=False), pairs(place))
            yield row(test, model, score)
    try:
        truecase = Truecase()
    except ImportError:
        print("truecase left out: pip install 'legibly[peers]'", file=sys.stderr)
    else:
        yield row(MARKS_GIVEN, TRUECASE, compare(truecase, TESTS[MARKS_GIVEN](place)))


def main(arguments: Sequence[str] | None = None) -> None:
    place, _ = parsed(options(__doc__), arguments)
    place.need("en/iwslt", "timed/earnings21", "timed/ami", "en/heldout", "dialogue/en")
    measured = []
    for cells in rows(place):
        measured.append(cells)
        print(cells, file=sys.stderr)

    differing, total = seams.count_seams(place)
    save_page(
        place,
        Path(__file__).with_name("page.md"),
        "results-english.md",
        heldout_lines=heldout_lines(place),
        rows=markdown(HEAD, measured),
        seam_cuts=", ".join(map(str, seams.CUTS)),
        seam_distance=seams.DISTANCE,
        seams_differing=differing,
        seams=total,
        seams_percent=percent(differing / total, 2),
        signature=Settings().signature,
    )


if __name__ == "__main__":
    main()
