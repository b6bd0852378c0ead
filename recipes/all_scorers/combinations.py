"""The network with other scorers beside it, their weights tuned on development sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import legibly
from legibly.formatting.formatter import Formatter, WeightedScorer
from legibly.metrics.score import Score
from legibly.scorers.ngram import NgramScorer
from legibly.training.tuning import tune
from recipes.all_scorers.models import OPTIONS, Folders, formatter_of
from recipes.all_scorers.sets import DEV, TESTS
from recipes.english_tests import compare
from recipes.place import Place

START = 0.02  # weight of what is added, before it is tuned
COMBINED = {
    "network + 5-grams": ("ngram",),
    "network + maximum entropy with pauses": ("maxent-times",),
    "network + CRF": ("crf",),
    "network + factorial CRF": ("fcrf",),
    "network + 5-grams + maximum entropy with pauses": ("ngram", "maxent-times"),
    "network + hidden events": ("events",),
}


class Combination(NamedTuple):
    """Tuned on a domain's development set: weights of what was added, F1 there, its tests."""

    name: str
    domain: str
    weights: list[float]
    before: float  # the network alone
    after: float
    scores: dict[str, Score]


def combine(place: Place, name: str, domain: str, folders: Folders) -> Combination:
    """Tuned on a domain's development set; then its tests, once."""
    network = legibly.load("en", numbers=False)
    # Numbers are off, so the n-grams that choose between ways to write them have nothing to do.
    kept = [item for item in network.scorers if not isinstance(item.scorer, NgramScorer)]
    formatter = Formatter([*kept, *_added(name, folders)], network.language, OPTIONS)
    dev = list(DEV[domain](place))

    def measure(tried: Formatter) -> float:
        return 100 * (compare(tried, dev).counts.marks["overall"].f1 or 0.0)

    tuned = tune(formatter, measure)
    best = _weighted(formatter, tuned.weights)
    scores = {
        test.name: compare(best, test.pairs(place)) for test in TESTS if test.domain == domain
    }
    before = measure(network)
    return Combination(name, domain, tuned.weights[len(kept) :], before, tuned.after, scores)


def _added(name: str, folders: Folders) -> list[WeightedScorer]:
    """What the models of a combination say of marks."""
    return [
        WeightedScorer(item.scorer, START)
        for model in COMBINED[name]
        for item in formatter_of(model, folders).scorers
        if item.scorer.marks
    ]


def _weighted(formatter: Formatter, weights: Sequence[float]) -> Formatter:
    scorers = [
        WeightedScorer(item.scorer, weight)
        for item, weight in zip(formatter.scorers, weights, strict=True)
    ]
    return Formatter(scorers, formatter.language, formatter.options)
