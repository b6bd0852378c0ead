"""The tables of the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from legibly.marks import core_mark
from legibly.metrics.bootstrap import compare
from legibly.metrics.counts import OVERALL
from legibly.metrics.score import Score
from legibly.training.corpus import read_corpus
from recipes.batista_2008_case.capitals import MIXED, Model, Results
from recipes.batista_2008_case.sentences import SOURCES, TESTS
from recipes.place import Place
from recipes.tables import difference, markdown, overall_f1, percent

COUNTED_MARKS = (".", ",", "?", "!", ":", ";", "—", "…")
COUNTED_PARAGRAPHS = 400  # of each corpus
MIN_CORPUS_WORDS, QUICK_MIN_CORPUS_WORDS = 1000, 0

AllResults = Mapping[Model, Results]


def score_table(results: AllResults) -> str:
    rows = [
        [model.source, str(model.order), test, *_rates(score)]
        for model, result in results.items()
        for test, score in result.scores.items()
    ]
    return markdown(["trained on", "n", "test", "P", "R", "F", "SER"], rows)


def _rates(score: Score) -> list[str]:
    slots = score.counts.marks[OVERALL]
    rates = (percent(slots.precision), percent(slots.recall))
    return [*rates, overall_f1(score), percent(slots.ser)]


def step_table(results: AllResults) -> str:
    """What longer n-grams, other text and mixing change, on the same sentences."""
    steps = [(Model(source, n), Model(source, n + 1)) for source in SOURCES for n in (1, 2)]
    steps.append((Model("news", 2), Model("parliament", 2)))
    steps += [(Model(source, 3), Model(MIXED, 3)) for source in SOURCES]
    rows = []
    for before, after in steps:
        names = (f"{model.source} {model.order}" for model in (before, after))
        rows.append([*names, *_changes(results[before].scores, results[after].scores)])
    return markdown(["from", "to", *TESTS], rows)


def _changes(before: Mapping[str, Score], after: Mapping[str, Score]) -> Iterator[str]:
    """Of F, by test."""
    for test in TESTS:
        yield difference(compare(before[test], after[test]).get(f"marks/{OVERALL}/f1"))


def automata_table(results: AllResults) -> str:
    """The tagger beside the transducer."""
    rows = []
    for model, result in results.items():
        for test, both in result.both.items():
            slots = [score.counts.marks[OVERALL] for score in both]
            rates = [*(percent(each.f1) for each in slots), *(percent(each.ser) for each in slots)]
            rows.append([model.source, str(model.order), test, *rates])
    head = ("F, HMM tagger", "F, WFST", "SER, HMM tagger", "SER, WFST")
    return markdown(["trained on", "n", "test", *head], rows)


def mark_table(place: Place) -> str:
    """How often each mark stands, a thousand words: like Tables 10 and 11."""
    rows = []
    for language in ("pt", "en"):
        for path in place.files(f"{language}/heldout/*.xz"):
            words, marks = _counted(path, language)
            if words > place.sized(MIN_CORPUS_WORDS, QUICK_MIN_CORPUS_WORDS):
                rates = (f"{1000 * marks[mark] / words:.1f}" for mark in COUNTED_MARKS)
                rows.append([language, path.name.split(".")[0], f"{words:,}", *rates])
    mark_names = (f"`{mark}`" for mark in COUNTED_MARKS)
    return markdown(["language", "held-out corpus", "words", *mark_names], rows)


def _counted(path: Path, language: str) -> tuple[int, Counter[str]]:
    """Words and marks of the first paragraphs."""
    words = 0
    marks: Counter[str] = Counter()
    for text in islice(read_corpus([str(path)], language), COUNTED_PARAGRAPHS):
        words += len(text.words)
        marks.update(core_mark(token.after) for token in text.tokens if token.after)
    return words, marks
