"""CART (Breiman et al. 1984): grown by scikit-learn, pruned by cost and complexity, where
cross-validation says how far.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from legibly.errors import UsageError
from legibly.prosody.features import Values
from legibly.prosody.trees import LEAF, Trees
from legibly.scorers.prosody import PROSODY_MARKS
from legibly.training.prosody_data import Classes, ProsodyData

PRIORS = ("natural", "equal")
CRITERIA = ("gini", "entropy")
LEAF_SMOOTHING_WORDS = 1.0  # words of the whole that are added to each leaf
MAX_STEPS = 200  # of pruning that cross-validation looks at


@dataclass(frozen=True)
class TreeSettings:
    criterion: str = "entropy"
    folds: int = 10
    least_leaf: int = 20  # words
    priors: str = "natural"
    smoothing: float = LEAF_SMOOTHING_WORDS
    seed: int = 1


@dataclass(frozen=True)
class Grown:
    """A tree with the costs at which its nodes become leaves, as scikit-learn numbers them."""

    feature: Classes
    threshold: Values
    left: Classes
    right: Classes
    missing_left: Classes
    shares: Values  # [nodes, PROSODY_MARKS], by weight
    counts: Values  # words in each node
    collapse: Values  # cost of complexity from which on a node is a leaf

    def leaves_of(self, rows: Values, cost: float) -> Classes:
        """The leaf of each row, in the tree that is pruned at `cost`."""
        nodes = np.zeros(len(rows), np.int64)
        at = np.arange(len(rows))
        while (asking := self.collapse[nodes] > cost).any():
            asked = rows[at, np.maximum(self.feature[nodes], 0)]
            left = np.where(
                np.isnan(asked), self.missing_left[nodes] == 1, asked <= self.threshold[nodes]
            )
            nodes = np.where(asking, np.where(left, self.left[nodes], self.right[nodes]), nodes)
        return nodes

    def smoothed(self, smoothing: float) -> Values:
        """[nodes, PROSODY_MARKS]: shares, with some words of the root added."""
        counts = self.shares * self.counts[:, None] + smoothing * self.shares[0]
        shares: Values = counts / counts.sum(axis=1, keepdims=True)
        return shares


def train_tree(data: ProsodyData, settings: TreeSettings) -> tuple[Trees, float]:
    """The tree whose values are `log p(y|r) - log p(y)`, and the cost that it is pruned at."""
    grown = grow(data, settings)
    cost = best_cost(data, settings, grown)
    return _as_trees(grown, cost, settings.smoothing), cost


def grow(data: ProsodyData, settings: TreeSettings) -> Grown:
    """As deep as its leaves may be small."""
    classifier = sklearn_tree("DecisionTreeClassifier")(
        criterion=settings.criterion,
        min_samples_leaf=settings.least_leaf,
        class_weight="balanced" if settings.priors == "equal" else None,
        random_state=settings.seed,
    )
    classifier.fit(data.rows.astype(np.float32), data.marks)
    tree = classifier.tree_
    shares = np.zeros((tree.node_count, len(PROSODY_MARKS)))
    shares[:, classifier.classes_] = tree.value[:, 0, :]
    shares /= shares.sum(axis=1, keepdims=True)
    weights = tree.weighted_n_node_samples / tree.weighted_n_node_samples[0]
    return Grown(
        feature=tree.feature.astype(np.int64),
        threshold=tree.threshold,
        left=tree.children_left.astype(np.int64),
        right=tree.children_right.astype(np.int64),
        missing_left=np.asarray(tree.missing_go_to_left, np.int64),
        shares=shares,
        counts=tree.n_node_samples.astype(np.float64),
        collapse=collapse_costs(tree.children_left, tree.children_right, weights * tree.impurity),
    )


def sklearn_tree(name: str) -> Any:
    """A kind of tree of scikit-learn, which the extra for training brings."""
    try:
        import sklearn.tree
    except ImportError as error:
        raise UsageError(f"this trainer needs: pip install 'legibly[train]' ({error})") from None
    return getattr(sklearn.tree, name)


def collapse_costs(left: Classes, right: Classes, risks: Values) -> Values:
    """For every node the cost of a leaf from which on it is one: that of the weakest link, cut one
    after another (Breiman et al., section 3.3). Leaves have -1.
    """
    count = len(risks)
    parent = np.full(count, -1, np.int64)
    for node in range(count):
        if left[node] != LEAF:
            parent[left[node]] = parent[right[node]] = node
    below, leaves = _risks_below(left, right, risks)
    costs = np.where(left == LEAF, -1.0, np.inf)
    heap = [
        ((risks[node] - below[node]) / (leaves[node] - 1), node)
        for node in range(count)
        if left[node] != LEAF
    ]
    heapq.heapify(heap)
    reached = 0.0
    while heap:
        link, node = heapq.heappop(heap)
        if costs[node] != np.inf or leaves[node] == 1:
            continue
        now = (risks[node] - below[node]) / (leaves[node] - 1)
        if now > link + 1e-15:
            heapq.heappush(heap, (now, node))
            continue
        reached = max(reached, now)
        _cut(node, left, right, costs, reached)
        saved, fewer = risks[node] - below[node], leaves[node] - 1
        above = node
        while above != -1:
            below[above] += saved
            leaves[above] -= fewer
            if above != node:
                link = (risks[above] - below[above]) / max(leaves[above] - 1, 1)
                heapq.heappush(heap, (link, int(above)))
            above = parent[above]
    return costs


def _risks_below(left: Classes, right: Classes, risks: Values) -> tuple[Values, Values]:
    """The risk and the number of the leaves below each node; children have higher numbers."""
    below, leaves = risks.copy(), np.ones(len(risks))
    for node in range(len(risks) - 1, -1, -1):
        if left[node] != LEAF:
            below[node] = below[left[node]] + below[right[node]]
            leaves[node] = leaves[left[node]] + leaves[right[node]]
    return below, leaves


def _cut(node: int, left: Classes, right: Classes, costs: Values, cost: float) -> None:
    waiting = [node]
    while waiting:
        here = waiting.pop()
        if left[here] != LEAF and costs[here] == np.inf:
            costs[here] = cost
            waiting += [int(left[here]), int(right[here])]


def best_cost(data: ProsodyData, settings: TreeSettings, grown: Grown) -> float:
    """The cost of complexity at which trees of the other folds are least surprised by each."""
    costs = _candidates(grown.collapse)
    folds = fold_of_groups(data.groups, settings.folds, settings.seed)
    losses = np.zeros(len(costs))
    for fold in range(folds.max() + 1):
        held = data.of(folds == fold)
        other = grow(data.of(folds != fold), settings)
        logs = np.log(other.smoothed(settings.smoothing) + 1e-9)
        for number, cost in enumerate(costs):
            leaves = other.leaves_of(held.rows, cost)
            losses[number] -= logs[leaves, held.marks].sum()
    return float(costs[int(np.argmin(losses))])


def _candidates(collapse: Values) -> Values:
    """From the whole tree to its root alone: between the costs at which it loses a node."""
    steps = np.unique(collapse[collapse >= 0])
    if not len(steps):
        return np.zeros(1)
    between = np.sqrt(steps[:-1] * steps[1:])
    if len(between) > MAX_STEPS:
        between = between[np.linspace(0, len(between) - 1, MAX_STEPS).round().astype(int)]
    return np.unique(np.concatenate([[steps[0] / 2], between, [steps[-1]]]))


def fold_of_groups(groups: Classes, folds: int, seed: int) -> Classes:
    """A fold for each word, the same for all of a recording; of a single recording, runs of it."""
    names, places = np.unique(groups, return_inverse=True)
    if len(names) < folds:
        return np.arange(len(groups)) * folds // len(groups)
    order = np.random.default_rng(seed).permutation(len(names))
    return (order % folds)[places]


def _as_trees(grown: Grown, cost: float, smoothing: float) -> Trees:
    """The nodes that stay, parents first."""
    shares = grown.smoothed(smoothing)
    scores = np.log(shares + 1e-9) - np.log(shares[0] + 1e-9)
    order = [0]
    for node in order:
        if grown.collapse[node] > cost:
            order += [int(grown.left[node]), int(grown.right[node])]
    places = {node: place for place, node in enumerate(order)}
    chosen = np.array(order)
    asking = grown.collapse[chosen] > cost
    return Trees(
        roots=np.zeros(1, np.int64),
        feature=np.where(asking, grown.feature[chosen], LEAF),
        threshold=np.where(asking, grown.threshold[chosen], 0.0).astype(np.float32),
        left=_children(grown.left[chosen], asking, places),
        right=_children(grown.right[chosen], asking, places),
        missing=grown.missing_left[chosen].astype(np.int8),
        values=scores[chosen].astype(np.float32),
    )


def _children(nodes: Classes, asking: Classes, places: dict[int, int]) -> Classes:
    chosen: Sequence[int] = [
        places[int(node)] if inner else 0 for node, inner in zip(nodes, asking, strict=True)
    ]
    return np.array(chosen, np.int64)
