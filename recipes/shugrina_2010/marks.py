"""Shugrina's (2010) own system: one class model for marks and capitals (Figure 5), and for numbers
as well (Tables 4 and 5); writes docs/research/shugrina-2010-marks.md.

    python -m recipes.shugrina_2010.marks [--words 58000000] [--tests 10000] [--split test]
"""

from __future__ import annotations

import sys
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
from legibly.model_folders.finding import find_model
from legibly.model_folders.loading import load_folder
from legibly.training.corpus import read_corpus
from legibly.training.ngram import NgramSettings, train
from legibly.transcript import Transcript, Word
from recipes.pages import listed, save_page
from recipes.place import Place, options, parsed
from recipes.shugrina_2010 import full_system
from recipes.shugrina_2010.entities import Call, read_call
from recipes.shugrina_2010.entity_errors import Errors
from recipes.shugrina_2010.full_system import (
    EXACT,
    STAYS,
    joint_errors,
    mark_table,
    number_table,
    with_words,
)
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


SYSTEMS = {"System A": MODELS[0], "System B": MODELS[1]}
MARKS_ONLY = Options(beam=6.0, numbers=False, marks=(",", "."))
EVERYTHING = Options(beam=6.0, marks=(",", "."))
SHIPPED, GRAMMARS = "shipped", "grammars alone"


def train_model(place: Place, model: ClassModel, words: int, folder: Path) -> None:
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
    parser.add_argument("--words", type=int, default=58_000_000, help="words of training text")
    parser.add_argument("--tests", type=int, default=10_000, help="words of held-out text")
    parser.add_argument("--split", default="test", help="of the calls")
    place, given = parsed(parser, arguments)
    place.need("en/heldout", "timed/earnings22")
    words = place.sized(given.words, min(given.words, QUICK_WORDS))
    tests = references(place, place.sized(given.tests, min(given.tests, QUICK_TESTS)))

    table: list[list[str]] = []
    scores: list[Score] = []
    folders = {}
    for model in MODELS:
        folders[model] = place.work / f"{model.name.replace(', ', '-')}-{words}"
        if not folders[model].is_dir():
            train_model(place, model, words, folders[model])
        scores.append(measure(load_folder(folders[model], MARKS_ONLY), tests))
        table += rows(model.name, scores[-1])
        print(*table[-3:], sep="\n", file=sys.stderr, flush=True)

    calls = [with_words(read_call(path)) for path in call_files(place, given.split)]
    numbers, marks = together(calls, {name: folders[model] for name, model in SYSTEMS.items()})
    save_page(
        place,
        Path(__file__).with_name("marks.md"),
        "shugrina-2010-marks.md",
        words=words,
        tests=sum(len(test.words) for test in tests),
        rows=markdown(["class model", "", "P", "R", "F"], table),
        split=given.split,
        staying=sum(entity.kind == STAYS for call in calls for entity in call.entities),
        entities=sum(len(call.entities) for call in calls),
        numbers=number_table(numbers),
        together=mark_table(marks),
        **readings(*scores),
        **full_system.readings(numbers),
    )


def call_files(place: Place, split: str) -> list[Path]:
    files = place.files(f"timed/earnings22/{split}/*[0-9].jsonl.xz")
    return files[: place.sized(len(files), 1)]


def together(
    calls: Sequence[Call], folders: Mapping[str, Path]
) -> tuple[dict[str, dict[str, Errors]], dict[str, Score]]:
    """Both systems, the shipped model, and the grammars alone, which write no marks."""
    shipped = load_folder(find_model("en"), Options(marks=(",", ".")))
    formatters = {name: load_folder(folder, EVERYTHING) for name, folder in folders.items()}
    formatters |= {SHIPPED: shipped, GRAMMARS: Formatter([], shipped.language, shipped.options)}
    numbers, marks = {}, {}
    for name, formatter in formatters.items():
        numbers[name], score = joint_errors(calls, formatter)
        if name != GRAMMARS:
            marks[name] = score
        print(name, numbers[name][EXACT].total, file=sys.stderr, flush=True)
    return numbers, marks


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
