"""Likelihoods against trying everything, gradients against small steps, and models that learn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

pytest.importorskip("torch", reason="needs pip install 'legibly[train]'")

import torch

from legibly.errors import UsageError
from legibly.features.feature_table import FeatureTable
from legibly.features.layouts import Layout, case_layout, factorial_layout, mark_layout
from legibly.features.templates import BIAS, WITHIN_FIVE, WordFeatures
from legibly.formatting.formatter import Formatter, WeightedScorer
from legibly.formatting.options import Options
from legibly.languages import language
from legibly.scorers.features import FeatureScorer
from legibly.training.feature_data import Data, FeatureSettings, gather, kept_keys
from legibly.training.fitting import Batch, Products, Sequences, negative_likelihood, train
from legibly.transcript import Transcript, Word
from tests.metrics.helpers import written

LINES = [
    "Is it you? Yes, it is me.",
    "We met Bill in London. Did we? No, we did not!",
    "Yes, we met.",
]
THREE = ["So, is it?", "Yes."]  # four words in two chains: few enough to try everything

Weights = Mapping[int, NDArray[np.float64]]  # by fingerprint


def gathered(lines: Sequence[str], settings: FeatureSettings) -> Data:
    return gather([written(line) for line in lines], settings)


def plain_loss(data: Data, layout: Layout, weights: Weights) -> float:
    """The negative log-likelihood of the chains, by trying all states of each."""
    total, first = 0.0, 0
    none = np.zeros(layout.outputs)
    counts = np.ones(len(data.states)) if data.counts is None else data.counts
    for length in data.lengths:
        outputs = np.zeros((length, layout.outputs))
        for row, values in zip(data.prints, data.values, strict=True):
            for t in range(length):
                value = 1.0 if values is None else float(values[first + t])
                outputs[t] += value * weights.get(int(row[first + t]), none)
        nodes, edges = layout.node_scores(outputs), layout.edge_scores(outputs)

        def score(
            path: Sequence[int], nodes: NDArray[np.float64] = nodes, edges: object = edges
        ) -> float:
            sum_of_edges = 0.0
            if isinstance(edges, np.ndarray):
                sum_of_edges = sum(
                    float(edges[t, path[t - 1], path[t]]) for t in range(1, len(path))
                )
            return sum_of_edges + sum(float(nodes[t, state]) for t, state in enumerate(path))

        gold = data.states[first : first + length].tolist()
        everything = [score(path) for path in product(range(layout.states), repeat=length)]
        if edges is None:  # words on their own, as often as they occurred
            for t, state in enumerate(gold):
                alone = float(np.logaddexp.reduce(nodes[t]) - nodes[t, state])
                total += float(counts[first + t]) * alone
        else:
            total += float(np.logaddexp.reduce(everything)) - score(gold)
        first += length
    return total


def plain_slope(
    data: Data, layout: Layout, weights: Weights, key: int, output: int, step: float = 1e-4
) -> float:
    """Of the loss, by a step to either side."""
    sides = []
    for side in (step, -step):
        moved = {other: row.copy() for other, row in weights.items()}
        moved[key][output] += side
        sides.append(plain_loss(data, layout, moved))
    return (sides[0] - sides[1]) / (2 * step)


def as_weights(table: FeatureTable) -> dict[int, NDArray[np.float64]]:
    rows = table.weights.astype(np.float64)
    return dict(zip(map(int, table.keys), rows, strict=True))


@pytest.mark.parametrize(
    "layout",
    [mark_layout(), mark_layout(chain=True), factorial_layout(), case_layout(chain=True)],
    ids=["maxent", "marks", "factorial", "case"],
)
def test_the_likelihood_and_its_gradient_are_those_of_trying_all_states(layout: Layout) -> None:
    random = np.random.default_rng(1)
    data = Data(
        [random.integers(1, 5, 3).astype(np.uint64) for _ in range(2)],
        [random.uniform(0.5, 1.5, 3).astype(np.float32) for _ in range(2)],
        random.integers(0, layout.states, 3),
        [3],
    )
    weights = {key: random.normal(size=layout.outputs) for key in range(1, 5)}
    sums = np.zeros((3, layout.outputs))
    for row, values in zip(data.prints, data.values, strict=True):
        assert values is not None
        sums += np.array([weights[int(key)] for key in row]) * values[:, None]
    outputs = torch.tensor(sums[None], dtype=torch.float32, requires_grad=True)
    batch = Batch(torch.arange(3)[None], torch.tensor(data.states[None]), torch.ones(1, 3))
    loss = negative_likelihood(outputs, batch, layout)
    assert float(loss.detach()) == pytest.approx(plain_loss(data, layout, weights), rel=1e-4)
    (slopes,) = torch.autograd.grad(loss, outputs)
    for key in (1, 4):
        for output in random.integers(0, layout.outputs, 4).tolist():
            own = sum(
                float(values[t]) * float(slopes[0, t, output])
                for row, values in zip(data.prints, data.values, strict=True)
                if values is not None
                for t in range(3)
                if row[t] == key
            )
            assert own == pytest.approx(plain_slope(data, layout, weights, key, output), abs=1e-3)


def test_padding_does_not_count() -> None:
    layout = mark_layout(chain=True)
    outputs, states = torch.randn(1, 3, layout.outputs), torch.randint(0, layout.states, (1, 3))
    index = torch.tensor([[0, 1, 0]])
    alone = negative_likelihood(
        outputs[:, :2], Batch(index[:, :2], states[:, :2], torch.ones(1, 2)), layout
    )
    padded = negative_likelihood(
        outputs, Batch(index, states, torch.tensor([[1.0, 1.0, 0.0]])), layout
    )
    assert float(alone) == pytest.approx(float(padded), rel=1e-5)


@pytest.mark.parametrize("confident", [False, True])
def test_sparse_products_are_sums_over_the_features_of_each_word(confident: bool) -> None:
    settings = FeatureSettings("crf", templates=("w0", "w1", BIAS), cutoff=1)
    data = gathered(LINES, settings)
    if confident:
        share = np.linspace(0.1, 1, len(data.states)).astype(np.float32)
        data = data._replace(values=[share, share, None])
    keys = kept_keys(data, 1)
    table = FeatureTable(
        settings.templates, keys, np.zeros((len(keys), settings.layout.outputs), np.float32)
    )
    chains = Sequences(data, table, settings.layout)
    assert (chains.values is not None) == confident
    weights = torch.randn(len(keys) + 1, settings.layout.outputs)
    weights[-1] = 0.0
    slopes = torch.randn(len(data.states), settings.layout.outputs)
    sums, gradient = torch.zeros_like(slopes), torch.zeros_like(weights)
    for word, row in enumerate(chains.rows.tolist()):
        for k, key in enumerate(row):
            value = 1.0 if chains.values is None else float(chains.values[word, k])
            sums[word] += value * weights[key]
            gradient[key] += value * slopes[word]
    products = Products(chains, len(weights))
    assert torch.allclose(products.outputs(weights), sums, atol=1e-4)
    assert torch.allclose(products.gradient(slopes)[:-1], gradient[:-1], atol=1e-4)


@given(st.lists(st.integers(1, 9), min_size=1, max_size=12), st.integers(1, 30))
def test_batches_hold_every_word_once_and_are_no_larger_than_they_may_be(
    lengths: list[int], words: int
) -> None:
    count = sum(lengths)
    data = Data([np.zeros(count, np.uint64)], [None], np.arange(count), lengths)
    table = FeatureTable(("w0",), np.zeros(0, np.uint64), np.zeros((0, 8), np.float32))
    batches = Sequences(data, table, mark_layout()).batches(words)
    held = [state for batch in batches for state in batch.states[batch.counts > 0].tolist()]
    assert sorted(held) == list(range(count))
    for batch in batches:
        assert batch.places.numel() <= words or len(batch.places) == 1
        assert torch.equal(batch.places[batch.counts > 0], batch.states[batch.counts > 0])
    starts = np.cumsum([0, *lengths])
    pairs = [pair for b in batches for pair in zip(b.states, b.counts, strict=True)]
    rows = [row[there > 0].tolist() for row, there in pairs]
    assert sorted(rows) == [list(range(a, b)) for a, b in pairwise(starts.tolist())]


@pytest.mark.parametrize("kind", ["maxent", "crf"])
def test_the_best_weights_are_where_the_prior_pulls_as_much_as_the_text(kind: str) -> None:
    settings = FeatureSettings(
        kind, templates=("w0", BIAS), marks=("", ",", "."), cutoff=1, prior=0.5
    )
    data = gathered(THREE, settings)
    weights = as_weights(train(data, settings))
    assert len(weights) == 5
    for key, row in weights.items():
        for output in range(settings.layout.outputs):
            slope = plain_slope(data, settings.layout, weights, key, output)
            assert slope + settings.prior * row[output] == pytest.approx(0.0, abs=2e-3)


def test_events_weigh_as_often_as_they_occurred() -> None:
    settings = FeatureSettings("maxent", templates=("w0", BIAS), marks=("", ",", "."), cutoff=1)
    data = gathered(THREE, settings)
    data = data._replace(counts=np.array([3, 1, 2, 5], np.float32))
    weights = as_weights(train(data, settings))
    for key, row in weights.items():
        slope = plain_slope(data, settings.layout, weights, key, 0)
        assert slope + settings.prior * row[0] == pytest.approx(0.0, abs=5e-3)


def test_weights_begin_at_those_of_a_model_and_are_pulled_there() -> None:
    settings = FeatureSettings("maxent", templates=("w0", BIAS), marks=("", ",", "."), cutoff=1)
    before = train(gathered(LINES, settings), settings)
    data = gathered(THREE, settings)
    means = as_weights(before)
    weights = as_weights(train(data, settings, before))
    for key in map(int, np.unique(np.concatenate(data.prints))):
        away = weights[key] - means.get(key, 0.0)
        for output in range(settings.layout.outputs):
            slope = plain_slope(data, settings.layout, weights, key, output)
            assert slope + settings.prior * away[output] == pytest.approx(0.0, abs=5e-3)


def test_adaptation_keeps_what_the_new_text_does_not_speak_of() -> None:
    settings = FeatureSettings("maxent", templates=("w0", "w1", BIAS), prior=0.1, cutoff=1)
    before = train(gathered(LINES * 5, settings), settings)
    after = train(gathered(["Roger over to base. Roger out."] * 5, settings), settings, before)
    you = int(WordFeatures([Word("you")]).fingerprints("w0")[0])
    assert as_weights(after)[you] == pytest.approx(as_weights(before)[you], abs=1e-3)
    assert len(after.keys) > len(before.keys)


@pytest.mark.parametrize("optimiser", ["lbfgs", "adagrad"])
def test_a_strong_prior_holds_a_model_where_it_is(optimiser: str) -> None:
    settings = FeatureSettings("maxent", templates=("w0", BIAS), cutoff=1, prior=0.1)
    before = train(gathered(LINES * 5, settings), settings)
    strong = replace(settings, optimiser=optimiser, prior=1e6, passes=20, rate=0.01)
    after = as_weights(train(gathered(THREE * 5, settings), strong, before))
    for key, row in as_weights(before).items():
        assert after[key] == pytest.approx(row, abs=0.05)
        assert np.abs(row).max() > 0.1


def test_rare_features_are_left_out() -> None:
    settings = FeatureSettings("maxent", templates=("w0",), cutoff=3)
    data = gathered([*LINES, *LINES, "Yes, zebra."], settings)
    kept = set(map(int, train(data, settings).keys))
    words = WordFeatures([Word("it"), Word("zebra")]).fingerprints("w0")
    assert (int(words[0]) in kept, int(words[1]) in kept) == (True, False)


@pytest.mark.parametrize("optimiser", ["lbfgs", "adagrad"])
def test_progress_is_told_to_the_end(optimiser: str) -> None:
    told: list[tuple[int, int, float]] = []
    settings = FeatureSettings(
        "crf", templates=("w0", BIAS), passes=4, optimiser=optimiser, cutoff=1
    )
    train(gathered(LINES, settings), settings, report=lambda *facts: told.append(facts))
    done, total, losses = zip(*told, strict=True)
    assert list(done) == sorted(done)
    assert done[-1] == total[-1]
    assert losses[-1] < losses[0]


def losses_by(settings: FeatureSettings) -> dict[int, float]:
    """What is left of three words' loss, by Adagrad's passes over the text; nought: by L-BFGS."""
    data, three = gathered(LINES * 4, settings), gathered(LINES[2:], settings)
    found = {}
    for passes in (0, 1, 30, 100):
        tried = replace(settings, optimiser="adagrad", passes=passes, rate=0.2)
        weights = as_weights(train(data, tried if passes else settings))
        found[passes] = plain_loss(three, settings.layout, weights)
    return found


def test_adagrad_comes_to_what_lbfgs_finds() -> None:
    losses = losses_by(FeatureSettings("crf", templates=("w0", "w1", BIAS), cutoff=1, prior=0.01))
    assert losses[1] > losses[30] > losses[100] > losses[0]
    assert losses[100] < 0.05


@pytest.mark.xfail(
    strict=True, reason="Adagrad's steps grow smaller, the pull of its prior stays as it is"
)
def test_adagrad_comes_to_what_lbfgs_finds_with_a_prior_that_counts() -> None:
    losses = losses_by(FeatureSettings("crf", templates=("w0", "w1", BIAS), cutoff=1, prior=1.0))
    assert losses[100] <= losses[30]
    assert losses[100] < 2 * losses[0]


def test_unknown_optimisers() -> None:
    settings = FeatureSettings("maxent", templates=("w0",), optimiser="newton")
    with pytest.raises(UsageError, match="unknown optimiser 'newton'; expected lbfgs or adagrad"):
        train(gathered(LINES, settings), settings)


def test_training_is_the_same_every_time() -> None:
    for optimiser in ("lbfgs", "adagrad"):
        settings = FeatureSettings(
            "crf", templates=("w0", "w1", BIAS), passes=3, optimiser=optimiser
        )
        data = gathered(LINES * 4, settings)
        one, other = train(data, settings), train(data, settings)
        np.testing.assert_array_equal(one.weights, other.weights)


def formatter_of(settings: FeatureSettings) -> Formatter:
    table = train(gathered(LINES * 12, settings), settings)
    scorer = FeatureScorer(table, settings.layout)
    return Formatter([WeightedScorer(scorer)], language("en"), Options(numbers=False))


def heard(line: str) -> Transcript:
    return Transcript([Word(word) for word in line.split()], language="en")


@pytest.mark.parametrize("kind", ["maxent", "crf", "fcrf"])
def test_marks_are_learnt(kind: str) -> None:
    settings = FeatureSettings(kind, templates=(*WITHIN_FIVE, BIAS), prior=0.1, cutoff=1)
    found = formatter_of(settings)(heard("is it you yes it is me"))
    assert found.text == "Is it you? Yes, it is me."
    assert [sentence.type for sentence in found.sentences] == ["question", "statement"]


def test_case_is_learnt_too() -> None:
    settings = FeatureSettings("maxent", target="case", templates=("w0", "w1", BIAS), prior=0.1)
    assert formatter_of(settings)(heard("we met bill in london")).text == "We met Bill in London"
