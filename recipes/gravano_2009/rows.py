"""The tables of the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import log10
from statistics import fmean

from legibly.metrics.bootstrap import Comparison, compare, intervals
from legibly.metrics.counts import CASE_ERRORS, OVERALL
from legibly.metrics.score import Score
from recipes.gravano_2009.data import ALL, TESTS
from recipes.gravano_2009.measure import Known
from recipes.gravano_2009.models import SMOOTHED, STUPID, CountedText, Model
from recipes.pages import listed
from recipes.tables import difference, markdown, percent, with_interval

Scores = Mapping[tuple[Model, str], Score]  # by model and test
Step = tuple[Model, Model]

HEAD = (
    *("training words", "n", "symbols", "test"),
    *("capitals P/R/F", "comma", "full stop", "question mark", "dash"),
    *("coverage of n-grams, %", "unknown words, %"),
)
TEXT_HEAD = (
    *("training text", "words", "tokens with marks"),
    *("counting, s", "building a 5-gram of two symbols, s"),
)
CLASSES = {"capitals": "case/overall/f1", "comma": "marks/,/f1", "full stop": "marks/./f1"}
FOUR_CLASSES = {**CLASSES, "question mark": "marks/?/f1", "dash": "marks/—/f1"}
LITTLE = 0.02  # of F
WRITTEN = "news"  # the others are spoken


def label(size: int) -> str:
    return "all" if size == ALL else f"{size:,}"


def text_row(size: int, text: CountedText, building: float) -> list[str]:
    counts = (f"{text.words:,}", f"{text.tokens:,}")
    return [label(size), *counts, f"{text.seconds:.0f}", f"{building:.0f}"]


def score_row(model: Model, test: str, score: Score, found: Known) -> list[str]:
    head = [label(model.size), str(model.order), model.symbols, test]
    return [*head, *_cells(score), percent(found.coverage), percent(found.unknown)]


def _cells(score: Score) -> list[str]:
    """Precision, recall and F of capitals and of each mark."""
    interval, marks = intervals(score), score.counts.marks
    slots = {"case/overall": score.counts.case[OVERALL]}
    slots |= {f"marks/{mark}": marks[mark] for mark in (",", ".", "?", "—") if mark in marks}
    cells = []
    for path, counted in slots.items():
        f1 = with_interval(counted.f1, interval.get(f"{path}/f1"))
        cells.append(f"{percent(counted.precision)}/{percent(counted.recall)}/{f1}")
    return [*cells, *["-"] * (5 - len(cells))]


def gains(scores: Scores, texts: Mapping[int, CountedText]) -> str:
    """What each step to more text brings, two symbols; the last rows are means of those above."""
    steps = _steps(scores, list(texts))
    changes = {
        (step, test): compare(scores[step[0], test], scores[step[1], test])
        for step in steps
        for test in TESTS
    }
    ratios = [texts[more.size].words / texts[less.size].words for less, more in steps]
    means = [_mean_change([changes[step, test] for test in TESTS]) for step in steps]
    by_ten = [mean / log10(ratio) for mean, ratio in zip(means, ratios, strict=True)]

    rows = [
        [test, name, *(difference(changes[step, test].get(path)) for step in steps)]
        for test in TESTS
        for name, path in CLASSES.items()
    ]
    rows.append(["mean", "", *(f"{mean:+.1f}" for mean in means)])
    rows.append(["mean, for ten times the text", "", *(f"{mean:+.1f}" for mean in by_ten)])
    names = [_step_name(step, ratio) for step, ratio in zip(steps, ratios, strict=True)]
    return markdown(["test", "F of", *names], rows)


def _steps(scores: Scores, sizes: Sequence[int]) -> list[Step]:
    """From each size to the next, where both were measured."""
    steps = [
        (Model(less, order, "two"), Model(more, order, "two"))
        for order in (5, 3)
        for less, more in pairwise(sizes)
    ]
    return [
        step for step in steps if all((model, test) in scores for model in step for test in TESTS)
    ]


def _mean_change(changes: Sequence[Mapping[str, Comparison]]) -> float:
    return fmean(100 * change[path].difference for change in changes for path in CLASSES.values())


def _step_name(step: Step, ratio: float) -> str:
    less, more = step
    return f"n = {less.order}: {label(less.size)} to {label(more.size)} (times {ratio:.1f})"


def orders(scores: Scores, models: Sequence[Model], symbols: str, method: str = STUPID) -> str:
    """What longer n-grams bring over 3-grams of the same text."""
    longer = [
        model
        for model in models
        if model.order > 3
        and (model.symbols, model.method) == (symbols, method)
        and _as_trigrams(model) in models
    ]
    classes = FOUR_CLASSES if symbols == "four" else CLASSES
    rows = []
    for test in TESTS:
        changes = [
            compare(scores[_as_trigrams(model), test], scores[model, test]) for model in longer
        ]
        rows += [
            [test, name, *(difference(change.get(path)) for change in changes)]
            for name, path in classes.items()
        ]

    names = [f"{label(model.size)}, n = {model.order}" for model in longer]
    return markdown(["test", "F of", *names], rows)


def _as_trigrams(model: Model) -> Model:
    return model._replace(order=3)


def smoothing_table(scores: Scores, models: Sequence[Model]) -> str:
    """F with stupid backoff, with Kneser-Ney, and what that changes."""
    rows = []
    for model in (each for each in models if each.method == SMOOTHED):
        stupid = model._replace(method=STUPID)
        for test in TESTS:
            changes = compare(scores[stupid, test], scores[model, test])
            cells = (difference(changes.get(path)) for path in CLASSES.values())
            rows.append([label(model.size), str(model.order), test, *cells])
    return markdown(["training words", "n", "test", *(f"F of {name}" for name in CLASSES)], rows)


def share_table(counted: Mapping[str, Mapping[str, int]]) -> str:
    """Of all marks of a text, how many are of each kind, in %."""
    marks = (",", ".", "?", "!", ":", ";", "—", "…", "( )")
    rows = []
    for name, counts in counted.items():
        total = sum(counts.values()) or 1
        rows.append([name, *(percent(counts.get(mark, 0) / total) for mark in marks)])
    return markdown(["", *(f"`{mark}`" for mark in marks)], rows)


def beams(narrow: Mapping[str, Score], wide: Mapping[str, Score]) -> str:
    """What a wider beam changes, by test."""
    rows = []
    for test in TESTS:
        changes = compare(narrow[test], wide[test])
        rows.append([test, *(difference(changes.get(path)) for path in CLASSES.values())])
    return markdown(["test", *(f"F of {name}" for name in CLASSES)], rows)


def wrong_capitals(scores: Mapping[str, Score]) -> str:
    """How many of all wrong ones, by test."""
    rows = []
    for test in TESTS:
        errors = scores[test].counts.case_errors
        total = sum(errors.values()) or 1
        rows.append([test, *(percent(errors.get(kind, 0) / total, 0) for kind in CASE_ERRORS)])
    kinds = ("`" + kind.replace(">", "` as `") + "`" for kind in CASE_ERRORS)
    return markdown(["test", *kinds], rows)


def readings(scores: Scores, texts: Mapping[int, CountedText]) -> dict[str, object]:
    """What the tables say of more text, of longer n-grams and of wrong capitals."""
    steps = _steps(scores, list(texts))
    by_text = {step: _changes_of(scores, *step) for step in steps}
    growing = [
        fmean(change.difference for change in changes.values()) > 0 for changes in by_text.values()
    ]
    longer = {
        model: _changes_of(scores, _as_trigrams(model), model)
        for model in dict.fromkeys(model for model, _ in scores)
        if model.order > 3
        and (model.symbols, model.method) == ("two", STUPID)
        and (_as_trigrams(model), next(iter(TESTS))) in scores
    }
    gained = [f"{label(m.size)}, n = {m.order}" for m, found in longer.items() if _sure(found, 1)]
    lost = [f"{label(m.size)}, n = {m.order}" for m, found in longer.items() if _sure(found, -1)]
    fallen = [
        f"{name} (n = {less.order}, {label(less.size)} to {label(more.size)})"
        for (less, more), changes in by_text.items()
        for name in _sure(changes, -1)
    ]
    return {
        **_smoothing_readings(scores),
        **_kind_readings(scores),
        **_symbol_readings(scores),
        "grows": all(growing),
        "any_fall": bool(fallen),
        "fallen": listed(fallen),
        "longer_gain": bool(gained),
        "gained": listed(gained),
        "longer_lose": bool(lost),
        "lost": listed(lost),
    }


def _smoothing_readings(scores: Scores) -> dict[str, object]:
    """Whether longer n-grams lose with Kneser-Ney smoothing, too, and whether it is the better."""
    models = [m for m in dict.fromkeys(model for model, _ in scores) if m.method == SMOOTHED]
    lost, better, worse = [], [], []
    for model in models:
        name = f"{label(model.size)}, n = {model.order}"
        trigrams = _as_trigrams(model)
        if model.order > 3 and _sure(_changes_of(scores, trigrams, model), -1):
            lost.append(name)
        changes = _changes_of(scores, model._replace(method=STUPID), model)
        better += [name] if _sure(changes, 1) else []
        worse += [name] if _sure(changes, -1) else []
    return {
        "smoothed_lose": bool(lost),
        "smoothed_lost": listed(lost),
        "smoothed_better": listed(better),
        "smoothed_worse": listed(worse),
    }


def _kind_readings(scores: Scores) -> dict[str, object]:
    """Written against spoken, by the 5-grams of four symbols of the largest text."""
    model = max(m for m, _ in scores if (m.order, m.symbols, m.method) == (5, "four", STUPID))
    f1 = {test: _f1s(scores[model, test]) for test in TESTS}
    spoken = [test for test in TESTS if test != WRITTEN]
    best = [name for name in CLASSES if all(f1[WRITTEN][name] > f1[test][name] for test in spoken)]
    question = [test for test in spoken if f1[test]["question mark"] > f1[WRITTEN]["question mark"]]
    return {
        "written_best": bool(best),
        "written_classes": listed(best),
        "questions_spoken": bool(question),
        "question_tests": listed(question),
    }


def _f1s(score: Score) -> dict[str, float]:
    marks = score.counts.marks
    slots = {"capitals": score.counts.case[OVERALL], "comma": marks[","], "full stop": marks["."]}
    slots |= {name: marks[m] for name, m in (("question mark", "?"), ("dash", "—")) if m in marks}
    return {name: each.f1 or 0.0 for name, each in slots.items()}


def _symbol_readings(scores: Scores) -> dict[str, object]:
    """Whether four symbols instead of two change capitals. The references differ in their ends of
    sentences, so this is no paired comparison.
    """
    most = 0.0
    for model, test in scores:
        if (model.symbols, model.method) == ("four", STUPID):
            two = scores[model._replace(symbols="two"), test]
            change = _f1s(scores[model, test])["capitals"] - _f1s(two)["capitals"]
            most = max(most, abs(change))
    return {"capitals_alike": most < LITTLE, "capitals_change": f"{100 * most:.1f}"}


def end_readings(scores: Mapping[str, Score]) -> dict[str, object]:
    """How many wrong capitals come with a sentence end, put in or missed."""
    shares = {}
    for test in TESTS:
        errors = scores[test].counts.case_errors
        ends = sum(errors.get(kind, 0) for kind in CASE_ERRORS if "." in kind)
        shares[test] = ends / (sum(errors.values()) or 1)
    return {
        "ends_most": all(share > 0.5 for share in shares.values()),
        "ends": listed(f"{test} {share:.0%}" for test, share in shares.items()),
    }


def _changes_of(scores: Scores, before: Model, after: Model) -> dict[str, Comparison]:
    """Of the F of each class and test."""
    found: dict[str, Comparison] = {}
    for test in TESTS:
        changes = compare(scores[before, test], scores[after, test])
        for name, path in CLASSES.items():
            if path in changes:
                found[f"{name}, {test}"] = changes[path]
    return found


def _sure(changes: Mapping[str, Comparison], sign: int) -> list[str]:
    """Changes whose interval lies on one side of nought."""
    return [
        name
        for name, change in changes.items()
        if (change.interval.low if sign > 0 else -change.interval.high) > 0
    ]
