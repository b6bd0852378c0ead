"""Fits the weights of maximum entropy models, linear and factorial CRFs: one trainer for all, as
they share features.

The likelihood of a chain is counted with the forward algorithm over its states; its gradient comes
from torch. A Gaussian prior pulls the weights to nought, or to the weights of another model (Chelba
& Acero 2004), which is how a model is adapted with little data. L-BFGS finds the one best set of
weights, as the papers' tools did; Adagrad looks at some chains at a time and touches their features
only, for models whose weights would not fit into memory many times.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from legibly.errors import UsageError
from legibly.features.feature_table import FeatureTable
from legibly.features.layouts import Layout
from legibly.training.feature_data import Data, FeatureSettings, Report, kept_keys

if TYPE_CHECKING:
    import torch

HISTORY, SHORT_HISTORY = 5, 3  # steps that L-BFGS remembers, each as large as all weights twice
# Weights: more have the short history, so that a CRF of a million words fits into 6 GB.
SHORT_HISTORY_WEIGHTS = 50_000_000
MAX_SCORES_HELD = 12_000_000  # scores of states, or of their pairs, that L-BFGS holds at a time
ADAGRAD_BATCH_WORDS = 4_096  # words at a time of Adagrad
EVALUATIONS_PER_PASS = 1.25  # of the likelihood, a pass of L-BFGS


def train(
    data: Data,
    settings: FeatureSettings,
    prior: FeatureTable | None = None,
    report: Report = lambda done, total, loss: None,
) -> FeatureTable:
    """`prior` is the model whose weights are the prior's means, and where training begins."""
    import torch

    keys = kept_keys(data, settings.cutoff)
    if prior is not None:
        keys = np.unique(np.concatenate([keys, prior.keys]))
    table = FeatureTable(
        settings.templates, keys, np.zeros((len(keys), settings.layout.outputs), np.float32)
    )
    means = None
    if prior is not None:
        means = torch.zeros(len(keys) + 1, settings.layout.outputs)
        means[torch.from_numpy(table.rows(prior.keys))] = torch.from_numpy(prior.weights)

    torch.manual_seed(settings.seed)
    torch.sparse.check_sparse_tensor_invariants.disable()  # type: ignore[no-untyped-call]  # else torch warns
    chains = Sequences(data, table, settings.layout)
    fit = {"lbfgs": _lbfgs, "adagrad": _adagrad}.get(settings.optimiser)
    if fit is None:
        raise UsageError(f"unknown optimiser {settings.optimiser!r}; expected lbfgs or adagrad")

    begin = torch.zeros(len(keys) + 1, settings.layout.outputs) if means is None else means.clone()
    final = fit(chains, torch.nn.Parameter(begin), means, settings, report).numpy()[:-1]
    kept = np.abs(final).max(axis=1) > 1e-4
    return FeatureTable(settings.templates, keys[kept], final[kept].copy())


class Batch(NamedTuple):
    """Some chains, padded to the longest: [chains, words]."""

    places: torch.Tensor  # where each word is, nought behind a chain's end
    states: torch.Tensor
    counts: torch.Tensor  # how often the event of a word occurred, nought behind a chain's end


class Sequences:
    def __init__(self, data: Data, table: FeatureTable, layout: Layout) -> None:
        import torch

        self.layout, self.lengths = layout, data.lengths
        self.words = len(data.states)
        self.rows = np.stack(
            [table.rows(prints).astype(np.int32) for prints in data.prints], axis=1
        )
        self.values = None  # [words, features], like the rows
        if any(column is not None for column in data.values):
            ones = np.ones(self.words, np.float32)
            self.values = np.stack(
                [ones if column is None else column for column in data.values], axis=1
            )

        self._states = torch.from_numpy(data.states)
        self._counts = (
            torch.ones(self.words) if data.counts is None else torch.from_numpy(data.counts)
        )
        self._starts = np.cumsum([0, *data.lengths])

    def forget_features(self) -> None:
        """When they are held otherwise."""
        self.rows, self.values = self.rows[:0], None

    def batches(self, words: int) -> list[Batch]:
        """Chains of like length together, so many words a batch."""
        import torch

        lengths = np.array(self.lengths, np.int64)
        order = np.argsort(lengths, kind="stable")
        out: list[Batch] = []
        first = 0
        while first < len(order):
            # As many as fit when all are padded to the longest, which is the last.
            sizes = lengths[order[first : first + words]] * np.arange(
                1, min(words, len(order) - first) + 1
            )
            last = first + max(1, int(np.searchsorted(sizes, words, "right")))
            chosen = order[first:last]
            along = np.arange(lengths[chosen[-1]])
            there = torch.from_numpy(along < lengths[chosen, None])
            index = torch.from_numpy(self._starts[chosen, None] + along) * there
            out.append(Batch(index, self._states[index], self._counts[index] * there))
            first = last

        return out


class Products:
    """The features of all words as a sparse matrix, and the same the other way round for the
    gradient.
    """

    def __init__(self, chains: Sequences, features: int) -> None:
        import torch

        rows = chains.rows
        there = rows < features - 1  # the last row is that of features which are not there
        columns = rows[there]
        values = (
            np.ones(len(columns), np.float32) if chains.values is None else chains.values[there]
        )
        words = np.repeat(np.arange(len(rows), dtype=np.int32), there.sum(axis=1))
        order = np.argsort(columns, kind="stable")

        def sparse(
            by: NDArray[np.int32],
            across: NDArray[np.int32],
            own: NDArray[np.float32],
            shape: tuple[int, int],
        ) -> torch.Tensor:
            ends = np.cumsum(np.bincount(by, minlength=shape[0]))
            starts = torch.from_numpy(np.concatenate([[0], ends]).astype(np.int32))
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # torch says that they are new
                return torch.sparse_csr_tensor(
                    starts, torch.from_numpy(across), torch.from_numpy(own), size=shape
                )

        self._matrix = sparse(words, columns, values, (len(rows), features))
        self._turned = sparse(columns[order], words[order], values[order], (features, len(rows)))

    def outputs(self, weights: torch.Tensor) -> torch.Tensor:
        """[words, outputs]"""
        return self._matrix @ weights

    def gradient(self, outputs: torch.Tensor) -> torch.Tensor:
        """[features, outputs], from the gradient of what `outputs` gives."""
        return self._turned @ outputs


def _lbfgs(
    chains: Sequences,
    weights: torch.nn.Parameter,
    means: torch.Tensor | None,
    settings: FeatureSettings,
    report: Report,
) -> torch.Tensor:
    import torch

    batches = chains.batches(
        min(500_000, MAX_SCORES_HELD // chains.layout.states ** (2 if chains.layout.edges else 1))
    )
    products = Products(chains, len(weights))
    chains.forget_features()
    evaluations = int(settings.passes * EVALUATIONS_PER_PASS)
    done, loss_of_a_word = 0, 0.0
    optimiser = torch.optim.LBFGS(
        [weights],
        max_iter=settings.passes,
        max_eval=evaluations,
        history_size=HISTORY if weights.numel() < SHORT_HISTORY_WEIGHTS else SHORT_HISTORY,
        tolerance_grad=1e-4,
        tolerance_change=1e-9,
        line_search_fn="strong_wolfe",
    )

    def objective() -> torch.Tensor:
        nonlocal done, loss_of_a_word
        total = 0.0  # in double precision: steps are small beside it
        with torch.no_grad():
            outputs = products.outputs(weights)
        slopes = torch.zeros_like(outputs)
        for batch in batches:
            scores = outputs[batch.places].requires_grad_()
            loss = negative_likelihood(scores, batch, chains.layout)
            loss.backward()  # type: ignore[no-untyped-call]
            total += float(loss.detach())
            there = batch.counts > 0
            assert scores.grad is not None
            slopes[batch.places[there]] = scores.grad[there]

        with torch.no_grad():
            away = weights if means is None else weights - means
            weights.grad = products.gradient(slopes).add_(away, alpha=settings.prior)
            done = min(done + 1, evaluations)
            loss_of_a_word = total / chains.words
            report(done, evaluations, loss_of_a_word)
            return torch.tensor(
                total + 0.5 * settings.prior * float(away.flatten() @ away.flatten()),
                dtype=torch.float64,
            )

    optimiser.step(objective)  # type: ignore[no-untyped-call]
    report(evaluations, evaluations, loss_of_a_word)
    return weights.detach()


def _adagrad(
    chains: Sequences,
    weights: torch.nn.Parameter,
    means: torch.Tensor | None,
    settings: FeatureSettings,
    report: Report,
) -> torch.Tensor:
    import torch

    optimiser = torch.optim.Adagrad([weights], lr=settings.rate)
    random = np.random.default_rng(settings.seed)
    batches = chains.batches(ADAGRAD_BATCH_WORDS)
    rows = torch.from_numpy(chains.rows)
    values = None if chains.values is None else torch.from_numpy(chains.values)
    for step, number in enumerate(_shuffled(random, len(batches), settings.passes), 1):
        batch = batches[number]
        chosen = batch.places.flatten()
        outputs = torch.nn.functional.embedding_bag(
            rows[chosen],
            weights,
            mode="sum",
            per_sample_weights=None if values is None else values[chosen],
            sparse=True,
        )
        loss = negative_likelihood(outputs.reshape(*batch.places.shape, -1), batch, chains.layout)
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        there = batch.counts > 0
        with torch.no_grad():  # the prior, on the features of the batch
            touched = torch.from_numpy(np.unique(chains.rows[batch.places[there].numpy()])).long()
            shrunk = 1.0 - min(
                0.5, settings.rate * settings.prior * int(there.sum()) / chains.words
            )
            centre = 0.0 if means is None else means[touched]
            weights[touched] = centre + (weights[touched] - centre) * shrunk
            weights[-1] = 0.0
        report(step, settings.passes * len(batches), float(loss.detach()) / int(there.sum()))

    return weights.detach()


def _shuffled(random: np.random.Generator, count: int, passes: int) -> Iterator[int]:
    for _ in range(passes):
        yield from map(int, random.permutation(count))


def negative_likelihood(outputs: torch.Tensor, batch: Batch, layout: Layout) -> torch.Tensor:
    """The negative log-likelihood of the states of some chains; only events of single words are
    weighted by counts.

    `outputs` [chains, words, outputs] are the sums of the weights of each word's features.
    """
    import torch

    nodes = outputs @ _spread(layout.nodes, layout.outputs)
    states = batch.states
    if not layout.edges:
        logs = torch.log_softmax(nodes, -1).gather(-1, states[..., None])[..., 0]
        return -(logs * batch.counts).sum()

    there = batch.counts > 0
    pairs = outputs @ _spread(layout.edges, layout.outputs)
    edges = pairs.reshape(*states.shape, layout.states, layout.states)
    gold = (nodes.gather(-1, states[..., None])[..., 0] * there).sum()
    pair = pairs[:, 1:].gather(-1, (states[:, :-1] * layout.states + states[:, 1:])[..., None])[
        ..., 0
    ]
    gold = gold + (pair * there[:, 1:]).sum()
    alpha, *others = nodes.unbind(1)
    for node, edge, now in zip(others, edges.unbind(1)[1:], there.unbind(1)[1:], strict=True):
        following = torch.logsumexp(alpha[:, :, None] + edge, dim=1) + node
        alpha = torch.where(now[:, None], following, alpha)

    total: torch.Tensor = torch.logsumexp(alpha, dim=-1).sum() - gold
    return total


def _spread(indices: Sequence[NDArray[np.int64]], outputs: int) -> torch.Tensor:
    """[outputs, states or pairs of states]: which outputs each is the sum of; a product is faster
    than looking up.
    """
    import torch

    table = torch.zeros(outputs, indices[0].size)
    for index in indices:
        table[torch.from_numpy(index.ravel()), torch.arange(index.size)] += 1.0
    return table
