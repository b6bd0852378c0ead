"""Rows of the page's two tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from legibly.metrics.bootstrap import compare
from legibly.metrics.score import Score
from recipes.all_scorers.combinations import Combination
from recipes.all_scorers.models import SINGLE
from recipes.all_scorers.sets import TESTS
from recipes.tables import difference, overall_f1, percent

Scores = Mapping[tuple[str, str], Score]  # by model and test
SINGLE_HEAD = ("model", "", "trained on", "", *(test.name for test in TESTS))
COMBINED_HEAD = (
    *("test", "combination", "weights", "dev F1, network -> tuned", "test F1"),
    "against the network alone",
)


def single_rows(scores: Scores, notes: Mapping[str, str]) -> Iterator[list[str]]:
    """Two rows a model: marks, and case where a test has it."""
    for name, about in SINGLE.items():
        if (name, TESTS[0].name) not in scores:
            continue
        measured = [scores[name, test.name] for test in TESTS]
        yield [name, about, notes.get(name, "shipped"), "marks", *map(overall_f1, measured)]
        yield ["", "", "", "case", *(percent(case_f1(score)) for score in measured)]


def case_f1(score: Score) -> float | None:
    return score.counts.case["matched"].f1 if score.has_capitals else None


def combined_rows(combinations: Sequence[Combination], scores: Scores) -> Iterator[list[str]]:
    """Test by test, each with all combinations."""
    for test in TESTS:
        for tuned in combinations:
            if test.name in tuned.scores:
                yield combined_row(test.name, tuned, scores["en", test.name])


def combined_row(test: str, tuned: Combination, network: Score) -> list[str]:
    score = tuned.scores[test]
    return [
        test,
        tuned.name,
        ", ".join(f"{weight:g}" for weight in tuned.weights),
        f"{tuned.before:.1f} -> {tuned.after:.1f}",
        overall_f1(score),
        difference(compare(network, score).get("marks/overall/f1")),
    ]
