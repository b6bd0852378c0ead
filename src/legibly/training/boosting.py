"""Boosted trees (Friedman 2001): small trees, each on what the ones before leave unexplained.

They may start from what a model of the text says, so that they only learn what the voice adds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from legibly.prosody.features import Values
from legibly.prosody.trees import LEAF, Trees, joined
from legibly.scorers.prosody import PROSODY_MARKS
from legibly.training.decision_tree import sklearn_tree
from legibly.training.prosody_data import Classes, ProsodyData

Report = Callable[[int, int, float], None]


@dataclass(frozen=True)
class BoostSettings:
    rounds: int = 80
    rate: float = 0.1
    leaves: int = 8
    least_leaf: int = 30
    shrinkage: float = 5.0  # of the values of leaves: words that say nothing
    sample: int = 40_000  # words that a round looks at
    seed: int = 1


def train_boosted(
    data: ProsodyData,
    settings: BoostSettings,
    held: ProsodyData | None = None,
    report: Report = lambda done, total, loss: None,
) -> Trees:
    """Trees whose values add up to scores of the marks, over the marks' shares or over what the
    text says. With `held` there are as many rounds as are best there.
    """
    tree = sklearn_tree("DecisionTreeRegressor")
    random = np.random.default_rng(settings.seed)
    offset = _offset(data, data.shares)
    sums = offset.copy()
    held_sums = None if held is None else _offset(held, data.shares)
    found: list[list[Trees]] = []
    best = (np.inf, 0)
    for number in range(settings.rounds):
        chosen = _sample(random, len(sums), settings.sample)
        shares = softmax(sums[chosen])
        of_round = []
        for mark in range(len(PROSODY_MARKS)):
            wanted = (data.marks[chosen] == mark) - shares[:, mark]
            curve = np.maximum(shares[:, mark] * (1 - shares[:, mark]), 1e-6)
            grown = tree(
                max_leaf_nodes=settings.leaves,
                min_samples_leaf=settings.least_leaf,
                random_state=settings.seed,
            ).fit(data.rows[chosen].astype(np.float32), wanted / curve, sample_weight=curve)
            of_round.append(_newton(grown.tree_, data.rows[chosen], wanted, curve, mark, settings))
        added = joined(of_round)
        sums += added.scores(data.rows)
        found.append(of_round)
        loss = log_loss(sums, data.marks)
        if held is not None and held_sums is not None:
            held_sums += added.scores(held.rows)
            loss = log_loss(held_sums, held.marks)
            best = min(best, (loss, number + 1))
        report(number + 1, settings.rounds, loss)
    kept = found if held is None else found[: best[1]]
    return joined([one for of_round in kept for one in of_round] or found[0])


def log_loss(sums: Values, marks: Classes) -> float:
    return float(-np.log(softmax(sums)[np.arange(len(marks)), marks] + 1e-12).mean())


def softmax(sums: Values) -> Values:
    shares = np.exp(sums - sums.max(axis=1, keepdims=True))
    out: Values = shares / shares.sum(axis=1, keepdims=True)
    return out


def _offset(data: ProsodyData, shares: Values) -> Values:
    if data.text is not None:
        return data.text.copy()
    return np.tile(np.log(shares + 1e-6), (len(data.marks), 1))


def _sample(random: np.random.Generator, count: int, size: int) -> Classes:
    return np.arange(count) if count <= size else np.sort(random.choice(count, size, replace=False))


def _newton(
    tree: Any, rows: Values, wanted: Values, curve: Values, mark: int, settings: BoostSettings
) -> Trees:
    """The tree's shape, with values that a step of Newton's gives."""
    shape = Trees(
        roots=np.zeros(1, np.int64),
        feature=np.where(tree.children_left == LEAF, LEAF, tree.feature).astype(np.int64),
        threshold=tree.threshold.astype(np.float32),
        left=tree.children_left.astype(np.int64),
        right=tree.children_right.astype(np.int64),
        missing=np.asarray(tree.missing_go_to_left, np.int8),
        values=np.zeros((tree.node_count, len(PROSODY_MARKS)), np.float32),
    )
    leaves = shape.leaves_of(rows)[:, 0]
    slope = np.bincount(leaves, wanted, tree.node_count)
    bend = np.bincount(leaves, curve, tree.node_count)
    shape.values[:, mark] = settings.rate * slope / (bend + settings.shrinkage * 0.25)
    return shape
