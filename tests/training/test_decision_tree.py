from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legibly.errors import DataError
from legibly.prosody.trees import LEAF
from legibly.training.prosody_data import ProsodyData, gather, timed_words
from legibly.transcript import Token, Transcript, Word

pytest.importorskip("sklearn", reason="needs pip install 'legibly[train]'")

from legibly.training.boosting import (
    BoostSettings,
    log_loss,
    train_boosted,
)
from legibly.training.decision_tree import (
    TreeSettings,
    collapse_costs,
    fold_of_groups,
    grow,
    train_tree,
)


def spoken(count: int = 600, seed: int = 1) -> ProsodyData:
    """Full stops behind most long pauses, and a feature that says nothing."""
    random = np.random.default_rng(seed)
    pauses, noise = random.exponential(0.2, count), random.normal(size=count)
    stops = (pauses > 0.4) & (random.random(count) < 0.9)
    pauses[::29] = np.nan
    return ProsodyData(
        np.stack([pauses, noise], axis=1),
        np.where(stops, 2, 0).astype(np.int64),
        np.arange(count) // 40,
    )


SMALL = TreeSettings(folds=4, least_leaf=5)


def test_a_tree_finds_the_pause_and_leaves_the_noise_out() -> None:
    tree, _ = train_tree(spoken(), SMALL)
    assert set(tree.feature.tolist()) == {LEAF, 0}
    assert tree.leaves <= 4
    long, short = tree.scores(np.array([[1.0, 0.0], [0.05, 0.0]]))
    assert long[2] > 1 > 0 > short[2]


def test_a_single_question_is_kept_where_it_tells_all() -> None:
    marks = np.tile([0, 2], 100)
    rows = np.where(marks[:, None] == 2, 1.0, 0.0)
    tree, _ = train_tree(ProsodyData(rows, marks, np.arange(200) // 20), SMALL)
    assert tree.leaves == 2


def test_values_are_shares_over_the_prior() -> None:
    data = spoken()
    tree, _ = train_tree(data, SMALL)
    shares = np.exp(tree.scores(data.rows)) * data.shares
    assert shares.sum(axis=1) == pytest.approx(1.0, abs=0.02)


def test_equal_priors_count_marks_alike() -> None:
    data = spoken()
    equal = TreeSettings(folds=4, least_leaf=5, priors="equal")
    assert grow(data, SMALL).shares[0] == pytest.approx(data.shares)
    assert grow(data, equal).shares[0] == pytest.approx(np.array([0.5, 0, 0.5, 0]))


@st.composite
def shapes(draw: st.DrawFn) -> tuple[list[int], list[int], list[float]]:
    """Binary trees with risks that fall towards their leaves."""
    left, right, risks = [LEAF], [LEAF], [1.0]
    for _ in range(draw(st.integers(0, 8))):
        leaves = [node for node in range(len(left)) if left[node] == LEAF]
        node = draw(st.sampled_from(leaves))
        share = draw(st.floats(0.05, 0.95))
        kept = risks[node] * draw(st.floats(0.2, 1.0))
        left[node], right[node] = len(left), len(left) + 1
        left += [LEAF, LEAF]
        right += [LEAF, LEAF]
        risks += [kept * share, kept * (1 - share)]
    return left, right, risks


def slow_costs(left: list[int], right: list[int], risks: list[float]) -> list[float]:
    """Cut the weakest link of what is left, again and again."""
    costs = [-1.0 if child == LEAF else np.inf for child in left]
    cut: set[int] = set()

    def below(node: int) -> tuple[float, int]:
        if left[node] == LEAF or node in cut:
            return risks[node], 1
        (a, m), (b, n) = below(left[node]), below(right[node])
        return a + b, m + n

    def inner(node: int) -> list[int]:
        if left[node] == LEAF or node in cut:
            return []
        return [node, *inner(left[node]), *inner(right[node])]

    reached = 0.0
    while alive := inner(0):
        links = {}
        for node in alive:
            risk, leaves = below(node)
            links[node] = (risks[node] - risk) / (leaves - 1)
        weakest = min(links.values())
        node = next(node for node in alive if links[node] <= weakest + 1e-15)
        reached = max(reached, weakest)
        for one in inner(node):
            costs[one] = reached
        cut.add(node)
    return costs


@settings(max_examples=200)
@given(shapes())
def test_the_weakest_link_is_cut_first(shape: tuple[list[int], list[int], list[float]]) -> None:
    left, right, risks = shape
    found = collapse_costs(np.array(left), np.array(right), np.array(risks))
    assert found.tolist() == pytest.approx(slow_costs(left, right, risks), abs=1e-9)


def test_a_tree_pruned_at_no_cost_is_whole() -> None:
    data = spoken()
    grown = grow(data, SMALL)
    nodes = grown.leaves_of(data.rows, -0.5)
    assert (grown.left[nodes] == LEAF).all()
    assert set(grown.leaves_of(data.rows, 1e9).tolist()) == {0}


def test_a_recording_is_never_in_two_folds() -> None:
    groups = np.repeat(np.arange(20), 7)
    folds = fold_of_groups(groups, 5, seed=1)
    assert all(len(set(folds[groups == group])) == 1 for group in range(20))
    assert set(folds) == set(range(5))
    assert set(fold_of_groups(np.zeros(50, np.int64), 5, seed=1)) == set(range(5))


def test_boosted_trees_learn_more_with_every_round() -> None:
    data = spoken()
    losses = []
    for rounds in (1, 10, 40):
        trees = train_boosted(data, BoostSettings(rounds=rounds, least_leaf=5))
        losses.append(log_loss(np.log(data.shares + 1e-6) + trees.scores(data.rows), data.marks))
    assert losses == sorted(losses, reverse=True)


def test_beside_a_text_that_knows_all_there_is_nothing_to_learn() -> None:
    data = spoken()
    sure = np.full((len(data.marks), 4), -8.0)
    sure[np.arange(len(data.marks)), data.marks] = 0.0
    trees = train_boosted(data._replace(text=sure), BoostSettings(rounds=20))
    assert np.abs(trees.scores(data.rows)).max() < 1.0


def timed_text() -> Transcript:
    words = [Word("It", 0.0, 0.2), Word("rains", 0.2, 0.6), Word("Good", 1.2, 1.5), Word("night")]
    tokens = [
        Token("It", 0, 1),
        Token("rains", 1, 2, after="."),
        Token("Good", 2, 3),
        Token("night", 3, 4, after="!"),
    ]
    return Transcript(words, tokens)


def test_marks_and_features_of_timed_words() -> None:
    words, marks = timed_words(timed_text())
    assert [word.text for word in words] == ["it", "rains", "good", "night"]
    assert marks.tolist() == [0, 2, 0, 2]
    data = gather([timed_text()], ("pause", "duration"))
    assert data.rows.tolist() == [pytest.approx([0.0, 0.2]), pytest.approx([0.6, 0.4])]
    assert data.marks.tolist() == [0, 2]


def test_corpora_without_times_or_marks_are_refused() -> None:
    with pytest.raises(DataError, match="no words with times"):
        gather([Transcript([Word("a"), Word("b")])])
    with pytest.raises(DataError, match="no marks behind words with times"):
        gather([Transcript([Word("a", 0, 1), Word("b", 1, 2)])])
