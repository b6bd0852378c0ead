"""Fits the weights of maximum entropy models, linear and factorial CRFs: one trainer for all, as they share features.

The likelihood of a chain is counted with the forward algorithm over its states; its gradient comes from torch. A
Gaussian prior pulls the weights to nought, or to the weights of another model (Chelba & Acero 2004), which is how a
model is adapted with little data. L-BFGS finds the one best set of weights, as the papers' tools did; Adagrad looks at
some chains at a time and touches their features only, for models whose weights would not fit into memory many times.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from legibly.errors import UsageError
from legibly.features.chains import Layout
from legibly.features.table import FeatureTable
from legibly.training.features import Data, FeaturePlan, Report, kept_keys

if TYPE_CHECKING:
    import torch

HISTORY = 5  # steps that L-BFGS remembers
ROOM = 12_000_000  # scores of states, or of their pairs, that L-BFGS holds at a time
SMALL = 4_096  # words at a time of Adagrad
EVALUATIONS = 1.25  # of the likelihood, a pass of L-BFGS


def train(
    data: Data, plan: FeaturePlan, prior: FeatureTable | None = None, report: Report = lambda done, total, loss: None
) -> FeatureTable:
    """`prior` is the model whose weights are the prior's means, and where training begins."""
    import torch

    keys = kept_keys(data, plan.cutoff)
    if prior is not None:
        keys = np.unique(np.concatenate([keys, prior.keys]))
    table = FeatureTable(plan.templates, keys, np.zeros((len(keys), plan.layout.outputs), np.float32))
    means = np.zeros((len(keys) + 1, plan.layout.outputs), np.float32)
    if prior is not None:
        means[table.rows(prior.keys)] = prior.weights
    torch.manual_seed(plan.seed)
    torch.sparse.check_sparse_tensor_invariants.disable()  # type: ignore[no-untyped-call]  # else torch warns
    chains = Chains(data, table, plan.layout)
    fit = {"lbfgs": _lbfgs, "adagrad": _adagrad}.get(plan.optimiser)
    if fit is None:
        raise UsageError(f"unknown optimiser {plan.optimiser!r}; expected lbfgs or adagrad")
    final = fit(chains, torch.from_numpy(means), plan, report).numpy()[:-1]
    kept = np.abs(final).max(axis=1) > 1e-4
    return FeatureTable(plan.templates, keys[kept], final[kept].copy())


class Batch(NamedTuple):
    """Some chains, padded to the longest."""

    rows: torch.Tensor  # [chains, words, features]
    values: torch.Tensor | None
    states: torch.Tensor  # [chains, words]
    weights: torch.Tensor  # [chains, words]: nought behind a chain's end, else how often the event occurred


class Chains:
    def __init__(self, data: Data, table: FeatureTable, layout: Layout) -> None:
        import torch

        self.layout, self.lengths = layout, data.lengths
        self.words = len(data.states)
        self._rows = torch.from_numpy(np.stack([table.rows(prints).astype(np.int32) for prints in data.prints], axis=1))
        self._values = None
        if any(own is not None for own in data.values):
            ones = np.ones(self.words, np.float32)
            self._values = torch.from_numpy(np.stack([ones if own is None else own for own in data.values], axis=1))
        self._states = torch.from_numpy(data.states)
        self._counts = None if data.counts is None else torch.from_numpy(data.counts)
        self._starts = np.cumsum([0, *data.lengths])

    def batch(self, places: NDArray[np.int64]) -> Batch:
        import torch

        there = torch.from_numpy(places >= 0)
        index = torch.from_numpy(np.maximum(places, 0))
        weights = there.float() if self._counts is None else self._counts[index] * there
        values = None if self._values is None else self._values[index]
        return Batch(self._rows[index], values, self._states[index], weights)

    def batches(self, words: int) -> list[NDArray[np.int64]]:
        """Chains of like length together, so many words a batch: [chains, longest], the places of their words or -1."""
        lengths = np.array(self.lengths, np.int64)
        order = np.argsort(lengths, kind="stable")
        out: list[NDArray[np.int64]] = []
        first = 0
        while first < len(order):
            # As many as fit when all are padded to the longest, which is the last.
            sizes = lengths[order[first : first + words]] * np.arange(1, min(words, len(order) - first) + 1)
            last = first + max(1, int(np.searchsorted(sizes, words, "right")))
            chosen = order[first:last]
            along = np.arange(lengths[chosen[-1]])
            out.append(np.where(along < lengths[chosen, None], self._starts[chosen, None] + along, -1))
            first = last
        return out


def _lbfgs(chains: Chains, means: torch.Tensor, plan: FeaturePlan, report: Report) -> torch.Tensor:
    import torch

    weights = torch.nn.Parameter(means.clone())
    batches = chains.batches(min(500_000, ROOM // chains.layout.states ** (2 if chains.layout.edges else 1)))
    evaluations = int(plan.passes * EVALUATIONS)
    done = 0
    optimiser = torch.optim.LBFGS(
        [weights],
        max_iter=plan.passes,
        max_eval=evaluations,
        history_size=HISTORY,
        tolerance_grad=1e-4,
        tolerance_change=1e-9,
        line_search_fn="strong_wolfe",
    )

    def objective() -> torch.Tensor:
        nonlocal done
        optimiser.zero_grad()
        total = 0.0  # in double precision: steps are small beside it
        for places in batches:
            loss = negative_likelihood(weights, chains.batch(places), chains.layout)
            loss.backward()  # type: ignore[no-untyped-call]
            total += float(loss.detach())
        with torch.no_grad():
            assert weights.grad is not None
            away = weights - means
            weights.grad.add_(away, alpha=plan.prior)
            weights.grad[-1] = 0.0  # features that are not there
            done = min(done + 1, evaluations)
            report(done, evaluations, total / chains.words)
            return torch.tensor(total + 0.5 * plan.prior * float((away * away).sum()), dtype=torch.float64)

    optimiser.step(objective)  # type: ignore[no-untyped-call]
    report(evaluations, evaluations, 0.0)
    return weights.detach()


def _adagrad(chains: Chains, means: torch.Tensor, plan: FeaturePlan, report: Report) -> torch.Tensor:
    import torch

    weights = torch.nn.Parameter(means.clone())
    optimiser = torch.optim.Adagrad([weights], lr=plan.rate)
    random = np.random.default_rng(plan.seed)
    batches = chains.batches(SMALL)
    for step, number in enumerate(_shuffled(random, len(batches), plan.passes), 1):
        batch = chains.batch(batches[number])
        loss = negative_likelihood(weights, batch, chains.layout, sparse=True)
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        there = batch.weights > 0
        with torch.no_grad():  # the prior, on the features of the batch
            touched = torch.from_numpy(np.unique(batch.rows[there].numpy())).long()
            shrunk = 1.0 - min(0.5, plan.rate * plan.prior * int(there.sum()) / chains.words)
            weights[touched] = means[touched] + (weights[touched] - means[touched]) * shrunk
            weights[-1] = 0.0
        report(step, plan.passes * len(batches), float(loss.detach()) / int(there.sum()))
    return weights.detach()


def _shuffled(random: np.random.Generator, count: int, passes: int) -> Iterator[int]:
    for _ in range(passes):
        yield from map(int, random.permutation(count))


def negative_likelihood(weights: torch.Tensor, batch: Batch, layout: Layout, *, sparse: bool = False) -> torch.Tensor:
    """The negative log-likelihood of the states of some chains. Only events of single words are weighted by counts."""
    import torch

    chains, words, features = batch.rows.shape
    values = None if batch.values is None else batch.values.reshape(-1, features)
    flat = torch.nn.functional.embedding_bag(
        batch.rows.reshape(-1, features), weights, mode="sum", per_sample_weights=values, sparse=sparse
    )
    outputs = flat.reshape(chains, words, -1)
    nodes = outputs @ _spread(layout.nodes, layout.outputs)
    states = batch.states
    if not layout.edges:
        logs = torch.log_softmax(nodes, -1).gather(-1, states[..., None])[..., 0]
        return -(logs * batch.weights).sum()
    there = batch.weights > 0
    edges = (outputs @ _spread(layout.edges, layout.outputs)).reshape(chains, words, layout.states, layout.states)
    gold = (nodes.gather(-1, states[..., None])[..., 0] * there).sum()
    pair = edges.flatten(-2)[:, 1:].gather(-1, (states[:, :-1] * layout.states + states[:, 1:])[..., None])[..., 0]
    gold = gold + (pair * there[:, 1:]).sum()
    alpha, *others = nodes.unbind(1)
    for node, edge, now in zip(others, edges.unbind(1)[1:], there.unbind(1)[1:], strict=True):
        following = torch.logsumexp(alpha[:, :, None] + edge, dim=1) + node
        alpha = torch.where(now[:, None], following, alpha)
    total: torch.Tensor = torch.logsumexp(alpha, dim=-1).sum() - gold
    return total


def _spread(indices: Sequence[NDArray[np.int64]], outputs: int) -> torch.Tensor:
    """[outputs, states or pairs of states]: which outputs each is the sum of; a product is faster than looking up."""
    import torch

    table = torch.zeros(outputs, indices[0].size)
    for index in indices:
        table[torch.from_numpy(index.ravel()), torch.arange(index.size)] += 1.0
    return table
