"""What the tables say, beside what the paper says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from legibly.metrics.counts import OVERALL, Slots
from legibly.metrics.score import Score
from recipes.batista_2008_case.capitals import MIXED, SMOOTHED, Model, Results
from recipes.batista_2008_case.mark_rates import COUNTED_MARKS, Marks, sums_by_kind
from recipes.batista_2008_case.sentences import SOURCES, TESTS
from recipes.pages import listed

AllResults = Mapping[Model, Results]
ORDERS = (1, 2, 3)


def capital_readings(results: AllResults) -> dict[str, object]:
    """Which sentences hold, and the names in them."""
    falling = {
        source: [test for test in TESTS if _falls(results, source, test)]
        for source in (*SOURCES, MIXED)
    }
    own = [source for source in SOURCES if source in TESTS]
    kin = [source for source in own if _best_of_sources(results, source) == source]
    mixed_best = [test for test in TESTS if _best_of_all(results, test) == MIXED]
    smoothed_better = [
        test for test in TESTS if _ser(results, SMOOTHED, 3, test) < _ser(results, MIXED, 3, test)
    ]
    both = [pair for result in results.values() for pair in result.both.values()]
    alike = sum(_slots(tagger) == _slots(transducer) for tagger, transducer in both)
    return {
        "falls": bool(falling["news"]),
        "rises": all(_rises(results, source, source) for source in own),
        "kin": kin == own,
        "mixture": bool(mixed_best),
        "smoothing": bool(smoothed_better),
        "alike": alike == len(both),
        "falling": listed(falling["news"]),
        "falling_other": "; ".join(
            f"{source}: {listed(tests)}" for source, tests in falling.items() if source != "news"
        ),
        "kin_best": listed(kin),
        "mixed_best": listed(mixed_best),
        "smoothed_better": listed(smoothed_better),
        "alike_rows": f"{alike} of {len(both)}",
    }


def mark_readings(marks: Sequence[Marks]) -> dict[str, object]:
    """What the paper finds of Tables 10 and 11."""
    sums = sums_by_kind(marks)
    comma = COUNTED_MARKS.index(",")
    first = [key for key, each in sums.items() if each.rates[comma] == max(each.rates)]
    other = [key for key in sums if key not in first]
    stop = COUNTED_MARKS.index(".")
    written = {
        language: each.rates[stop] for (language, kind), each in sums.items() if kind == "written"
    }
    fewest = min(written, key=lambda language: written[language])
    return {
        "comma_first": bool(first),
        "comma_kinds": _kinds(first),
        "other_kinds": _kinds(other),
        "fewest_stops": fewest == "pt",
        "fewest": fewest,
    }


def _kinds(keys: Sequence[tuple[str, str]]) -> str:
    return listed(f"{language} {kind}" for language, kind in sorted(keys))


def _slots(score: Score) -> Slots:
    return score.counts.marks[OVERALL]


def _ser(results: AllResults, source: str, order: int, test: str) -> float:
    ser = _slots(results[Model(source, order)].scores[test]).ser
    return float("inf") if ser is None else ser


def _falls(results: AllResults, source: str, test: str) -> bool:
    """With every order, as in Table 5."""
    return all(a > b for a, b in pairwise(_ser(results, source, n, test) for n in ORDERS))


def _rises(results: AllResults, source: str, test: str) -> bool:
    precisions = [_slots(results[Model(source, n)].scores[test]).precision or 0.0 for n in ORDERS]
    return precisions == sorted(precisions)


def _best_of_sources(results: AllResults, test: str) -> str:
    return min(SOURCES, key=_worse(results, test))


def _best_of_all(results: AllResults, test: str) -> str:
    """Of the models without discounts."""
    return min((*SOURCES, MIXED), key=_worse(results, test))


def _worse(results: AllResults, test: str) -> Callable[[str], float]:
    return lambda source: _ser(results, source, 3, test)
