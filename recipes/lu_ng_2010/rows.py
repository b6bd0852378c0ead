"""The tables of the page, and what they say beside the paper's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from legibly.metrics.bootstrap import Comparison, compare
from legibly.metrics.counts import OVERALL
from legibly.metrics.score import Score
from recipes.lu_ng_2010.measure import FACTORIAL, HIDDEN_EVENTS, LINEAR, METHODS, Result
from recipes.lu_ng_2010.tasks import CALLS
from recipes.lu_ng_2010.why import AS_ABOVE, CHANGES, CORPORA, Change
from recipes.lu_ng_2010_lm.measure import ALL_SETTINGS
from recipes.pages import listed
from recipes.tables import difference, markdown, overall_f1, percent

Results = Mapping[str, Result]  # by corpus
Studies = Mapping[tuple[str, Change], Result]
COMPARED = {
    "linear": (HIDDEN_EVENTS, LINEAR),
    "factorial": (LINEAR, FACTORIAL),
    "both": (HIDDEN_EVENTS, FACTORIAL),
}
F1 = f"marks/{OVERALL}/f1"
LITTLE = 0.005  # of F1


def score_table(results: Results) -> str:
    rows = []
    for name, result in results.items():
        for ends, scores in (("given", result.given), ("to be found", result.open)):
            each = [scores[method] for method in METHODS]
            marks = [score.counts.marks[OVERALL] for score in each]
            both = (f"{percent(slots.precision)} / {percent(slots.recall)}" for slots in marks)
            rows += [[name, ends, "F1", *map(overall_f1, each)], ["", "", "P / R", *both]]

    return markdown(("corpus", "ends", "", *METHODS), rows)


def difference_table(results: Results) -> str:
    """Of F1, of pairs of methods, where ends are to be found."""
    head = ("corpus", *(f"{first} to {second}" for first, second in COMPARED.values()))
    rows = [[name, *map(difference, changes(result))] for name, result in results.items()]
    return markdown(head, rows)


def changes(result: Result) -> Iterator[Comparison | None]:
    for first, second in COMPARED.values():
        yield compare(result.open[first], result.open[second]).get(F1)


def call_table(results: Results) -> str:
    """Table 6: all systems on the words of a recogniser."""
    calls = {name: result for name, result in results.items() if result.events}
    rows = []
    for settings in ALL_SETTINGS:
        found = [result.events[settings] for result in calls.values()]
        rows.append([settings.name, *_both(found)])
    for method in METHODS[1:]:
        found = [(result.given[method], result.open[method]) for result in calls.values()]
        rows.append([method, *_both(found)])
    names = [
        f"{name.split('; ')[1]}, {ends}" for name in calls for ends in ("given", "to be found")
    ]
    return markdown(("system", *names), rows)


def _both(found: list[tuple[Score, Score]]) -> Iterator[str]:
    return (overall_f1(score) for pair in found for score in pair)


def size_table(results: Results) -> str:
    return markdown(("corpus", *METHODS), [[name, *each.notes] for name, each in results.items()])


def study_table(results: Results, studies: Studies) -> str:
    """What may be the reason, changed; ends are to be found."""
    rows = []
    for corpus in CORPORA:
        for name, result in _studied(results, studies, corpus):
            scores = (result.open[method] for method in (HIDDEN_EVENTS, LINEAR, FACTORIAL))
            linear, factorial, _ = changes(result)
            rows.append(
                [corpus, name, *map(overall_f1, scores), difference(linear), difference(factorial)]
            )
    steps = (f"{first} to {second}" for first, second in list(COMPARED.values())[:2])
    return markdown(("corpus", "changed", HIDDEN_EVENTS, LINEAR, FACTORIAL, *steps), rows)


def _studied(results: Results, studies: Studies, corpus: str) -> Iterator[tuple[str, Result]]:
    yield AS_ABOVE, results[corpus]
    for change in CHANGES:
        yield change.name, studies[corpus, change]


def readings(results: Results, studies: Studies) -> dict[str, object]:
    """Where each method is surely above and surely below the one before it in the paper's order,
    and what changes that.
    """
    fields: dict[str, object] = {}
    for name in COMPARED:
        above, below = (_surely(results, name, sign) for sign in (1, -1))
        fields |= {
            f"{name}_above": listed(above),
            f"{name}_below": listed(below),
            f"{name}_never_below": not below,
        }
    opened = [name for name, result in results.items() if _changed_by_ends(result)]
    calls = CALLS.format("reference")
    order = [results[calls].open[method] for method in (HIDDEN_EVENTS, LINEAR, FACTORIAL)]
    return fields | {
        "ends_matter": bool(opened),
        "opened": listed(opened),
        "calls_order": _f1(order[0]) < _f1(order[1]) < _f1(order[2]),
        "paper_order": all(
            _f1(r.open[HIDDEN_EVENTS]) < _f1(r.open[LINEAR]) < _f1(r.open[FACTORIAL])
            for r in results.values()
        ),
        "linear_reasons": _reasons(results, studies, 0),
        "factorial_reasons": _reasons(results, studies, 1),
    }


def _surely(results: Results, name: str, sign: int) -> list[str]:
    at = list(COMPARED).index(name)
    return [corpus for corpus, result in results.items() if _sure(list(changes(result))[at], sign)]


def _sure(change: Comparison | None, sign: int) -> bool:
    if change is None:
        return False
    return (change.interval.low if sign > 0 else -change.interval.high) > 0


def _changed_by_ends(result: Result) -> bool:
    return any(
        abs(_f1(result.given[method]) - _f1(result.open[method])) > LITTLE for method in METHODS
    )


def _reasons(results: Results, studies: Studies, at: int) -> str:
    """Per corpus, the difference as above, and the changes by which it moves by a point or more."""
    told = []
    for corpus in CORPORA:
        before = _points(results[corpus], at)
        moved = [
            f"{change.name} ({_points(studies[corpus, change], at):+.1f})"
            for change in CHANGES
            if abs(_points(studies[corpus, change], at) - before) >= 1.0
        ]
        told.append(f"{corpus} {before:+.1f}; moved a point or more by {listed(moved)}")
    return ". ".join(told)


def _points(result: Result, at: int) -> float:
    first, second = list(COMPARED.values())[at]
    return 100 * (_f1(result.open[second]) - _f1(result.open[first]))


def _f1(score: Score) -> float:
    return score.counts.marks[OVERALL].f1 or 0.0
