"""Marks and capitals of the class model alone (Shugrina 2010, Figure 5); writes
docs/research/shugrina-2010-marks.md.

    python -m recipes.shugrina_2010.marks [--words 2000000] [--tests 10000]
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from legibly.formatting.formatter import Formatter
from legibly.formatting.options import Options
from legibly.metrics.bootstrap import compare, intervals
from legibly.metrics.counts import Slots
from legibly.metrics.pairs import align_pair
from legibly.metrics.score import Score, Settings, score_aligned, sum_scores
from legibly.model_folders.loading import load_folder
from legibly.training.corpus import read_corpus
from legibly.training.ngram import NgramSettings, train
from legibly.transcript import Transcript, Word
from recipes.pages import listed, save_page
from recipes.place import Place, options, parsed
from recipes.tables import markdown, percent, with_interval

EVERY = 25  # paragraphs of the held-out text
QUICK_WORDS, QUICK_TESTS = 20_000, 500
# Precision and recall in the paper's Figure 5, with 176 million words.
PAPER = {"capitals": (0.790, 0.536), "comma": (0.553, 0.313), "full stop": (0.667, 0.678)}


class ClassModel(NamedTuple):
    name: str
    classes: str
    spaces: bool
    order: int


MODELS = (
    ClassModel("A, spaces, 5-gram", "A", True, 5),
    ClassModel("B, spaces, 5-gram", "B", True, 5),
    ClassModel("A, no spaces, 3-gram", "A", False, 3),
)


def trained(place: Place, model: ClassModel, words: int, folder: Path) -> Formatter:
    settings = NgramSettings(
        tuple(str(path) for path in place.files("en/*.txt.xz")),
        order=model.order,
        method="katz",
        symbols="two",
        classes=model.classes,
        spaces=model.spaces,
        max_tokens=words * (2 if model.spaces else 1),
    )
    train(settings, folder, "shugrina", workers=place.sized(2, 1))
    return load_folder(folder, Options(beam=6.0, numbers=False, marks=(",", ".")))


def references(place: Place, words: int) -> list[Transcript]:
    """Held-out paragraphs of all sources until there are more than so many words, each token a
    word.
    """
    files = [str(path) for path in place.files("en/heldout/*.xz")]
    chosen, total = [], 0
    for text in islice(read_corpus(files, "en"), 0, None, EVERY):
        heard = tuple(Word(token.text.lower()) for token in text.tokens)
        tokens = [token._replace(first=i, last=i + 1) for i, token in enumerate(text.tokens)]
        chosen.append(Transcript(heard, tokens, "en"))
        total += len(heard)
        if total > words:
            break
    return chosen


def measure(formatter: Formatter, tests: Sequence[Transcript]) -> Score:
    settings = Settings("gravano2")
    scores = [
        score_aligned(align_pair("", test, formatter(Transcript(test.words))), settings)
        for test in tests
    ]
    return sum_scores(scores, settings)


def _counted(score: Score) -> Iterator[tuple[str, Slots, str]]:
    """Each kind, its slots, and the name of its F."""
    yield "capitals", score.counts.case["overall"], "case/overall/f1"
    yield "comma", score.counts.marks[","], "marks/,/f1"
    yield "full stop", score.counts.marks["."], "marks/./f1"


def rows(name: str, score: Score) -> Iterator[list[str]]:
    interval_of = intervals(score)
    for kind, slots, path in _counted(score):
        f1 = with_interval(slots.f1, interval_of.get(path))
        yield [name, kind, percent(slots.precision), percent(slots.recall), f1]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = options(__doc__)
    parser.add_argument("--words", type=int, default=2_000_000, help="words of training text")
    parser.add_argument("--tests", type=int, default=10_000, help="words of held-out text")
    place, given = parsed(parser, arguments)
    place.need("en/heldout")
    words = place.sized(given.words, min(given.words, QUICK_WORDS))
    tests = references(place, place.sized(given.tests, min(given.tests, QUICK_TESTS)))

    table: list[list[str]] = []
    scores: list[Score] = []
    for model in MODELS:
        with tempfile.TemporaryDirectory() as folder:
            formatter = trained(place, model, words, Path(folder) / "model")
            scores.append(measure(formatter, tests))
        table += rows(model.name, scores[-1])
        print(*table[-3:], sep="\n", file=sys.stderr)

    save_page(
        place,
        Path(__file__).with_name("marks.md"),
        "shugrina-2010-marks.md",
        words=words,
        tests=sum(len(test.words) for test in tests),
        rows=markdown(["class model", "", "P", "R", "F"], table),
        **readings(*scores),
    )


def readings(first: Score, second: Score, without_spaces: Score) -> dict[str, object]:
    """Set A with spaces beside the paper's; what set B changes, and leaving spaces out."""
    counted = {kind: slots for kind, slots, _ in _counted(first)}
    more_precise = [
        kind for kind, (precision, _) in PAPER.items() if (counted[kind].precision or 0) > precision
    ]
    more_found = [
        kind for kind, (_, recall) in PAPER.items() if (counted[kind].recall or 0) > recall
    ]
    of_sets, of_spaces = (_changed(first, other) for other in (second, without_spaces))
    return {
        "more_precise": listed(more_precise),
        "less_precise": listed(kind for kind in PAPER if kind not in more_precise),
        "more_found": listed(more_found),
        "less_found": listed(kind for kind in PAPER if kind not in more_found),
        "sets_alike": not any(of_sets.values()),
        "sets_differ": _described(of_sets),
        "spaces_alike": not any(of_spaces.values()),
        "spaces_differ": _described(of_spaces),
    }


def _changed(first: Score, second: Score) -> dict[str, int]:
    """By kind: 1 where the second is surely better, -1 where it is surely worse."""
    found = compare(first, second)
    changed = {}
    for kind, _, path in _counted(first):
        change = found.get(path)
        if change is not None:
            changed[kind] = int(change.interval.low > 0) - int(change.interval.high < 0)
    return changed


def _described(changed: Mapping[str, int]) -> str:
    ways = {1: "better", -1: "worse"}
    return listed(f"{kind} ({ways[sign]})" for kind, sign in changed.items() if sign)


if __name__ == "__main__":
    main()
