"""Trains maximum entropy models, linear and factorial CRFs: one trainer for all, as they share their features.

The likelihood of a chain is counted with the forward algorithm over its states; its gradient comes from torch. Weights
are those of a feature table, so that only features of a batch are touched; a Gaussian prior pulls them to nought, or to
the weights of another model (Chelba & Acero 2004), which is how a model is adapted with little data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from legibly.casing import Case, case_of
from legibly.errors import DataError
from legibly.features.chains import MARKS, TYPE_OF_END, Layout, factorial_states, sentence_types
from legibly.features.pos import PosTagger
from legibly.features.scorer import find_layout
from legibly.features.table import FeatureTable
from legibly.features.templates import ABSENT, NO_LEXICA, Lexica, Seen
from legibly.marks import core_mark, fold
from legibly.model import Transcript, Word
from legibly.speech import is_tag
from legibly.training.conditioning import condition

if TYPE_CHECKING:
    import torch

LONGEST = 128  # words of a chain; longer texts are cut
Report = Callable[[int, int, float], None]


@dataclass(frozen=True)
class FeaturePlan:
    kind: str  # maxent, crf, fcrf
    target: str = "marks"
    templates: tuple[str, ...] = ()
    marks: tuple[str, ...] = MARKS
    cutoff: int = 2  # rarer features are left out
    passes: int = 8
    rate: float = 0.2
    prior: float = 1e-6  # strength of the Gaussian prior, a word
    confident: bool = False  # the recogniser's confidence as the value of word features
    batch: int = 4096  # words a step
    seed: int = 1
    lexica: Lexica = field(default=NO_LEXICA)
    tagger: PosTagger | None = None

    @property
    def layout(self) -> Layout:
        return find_layout(self.kind, self.target, self.marks)


class Labelled(NamedTuple):
    """Words as heard, with the mark and the case that should be written."""

    words: list[Word]
    marks: list[str]
    cases: list[Case]


def labelled(text: Transcript) -> Labelled:
    """Text is put into spoken form; words that somebody has timed stay as they are, so that times belong to them."""
    if any(word.start is not None for word in text.words):
        tokens = [token for token in text.tokens if token.text and not is_tag(token.text)]
        words = [text.words[token.first]._replace(text=token.text.lower()) for token in tokens]
        marks = [core_mark(token.after) for token in tokens]
        return Labelled(words, marks, [case_of(token.text) or Case.LOWER for token in tokens])
    spoken = condition(text)
    return Labelled([Word(w.text) for w in spoken], [w.mark for w in spoken], [w.case for w in spoken])


def states_of(item: Labelled, plan: FeaturePlan) -> list[int]:
    """The number of each word's state."""
    if plan.target == "case":
        return [list(Case).index(case) for case in item.cases]
    marks = [fold(mark, plan.marks) for mark in item.marks]
    if plan.kind != "fcrf":
        return [plan.marks.index(mark) for mark in marks]
    if marks and marks[-1] not in TYPE_OF_END:
        marks[-1] = "."
    numbers = {state: i for i, state in enumerate(factorial_states())}
    return [numbers[state] for state in zip(marks, sentence_types(marks), strict=True)]


class Data(NamedTuple):
    """All chains one after another."""

    prints: list[NDArray[np.uint64]]  # by template
    values: list[NDArray[np.float32] | None]
    states: NDArray[np.int64]
    lengths: list[int]


def gather(texts: Iterable[Transcript], plan: FeaturePlan) -> Data:
    """Features and states of texts. Raises DataError where there is nothing to learn."""
    prints: list[list[NDArray[np.uint64]]] = [[] for _ in plan.templates]
    values: list[list[NDArray[np.float32]]] = [[] for _ in plan.templates]
    states: list[int] = []
    lengths: list[int] = []
    for text in texts:
        item = labelled(text)
        for first in range(0, len(item.words), LONGEST):
            last = first + LONGEST
            part = Labelled(item.words[first:last], item.marks[first:last], item.cases[first:last])
            pos = plan.tagger.tag([word.text for word in part.words]) if plan.tagger is not None else None
            seen = Seen(
                part.words,
                pos=pos,
                begins=first == 0,
                ends=last >= len(item.words),
                lexica=plan.lexica,
                confident=plan.confident,
            )
            for k, name in enumerate(plan.templates):
                prints[k].append(seen.prints(name))
                own = seen.values(name)
                values[k].append(np.ones(len(seen), np.float32) if own is None else own)
            states += states_of(part, plan)
            lengths.append(len(part.words))
    if not states:
        raise DataError("no words in the corpora; expected text with marks and capitals")
    found = np.array(states, np.int64)
    if len(np.unique(found)) < 2:
        what = "marks" if plan.target == "marks" else "capitals"
        raise DataError(f"the corpora have no {what} to learn: every word has the same label")
    joined = [np.concatenate(rows) for rows in values]
    return Data(
        [np.concatenate(rows) for rows in prints],
        [None if (row == 1.0).all() else row for row in joined],
        found,
        lengths,
    )


def absent_features(data: Data, plan: FeaturePlan) -> list[str]:
    """Features that the corpora have no label for: never there at any word."""
    return [name for name, row in zip(plan.templates, data.prints, strict=True) if not (row != ABSENT).any()]


def kept_keys(data: Data, cutoff: int) -> NDArray[np.uint64]:
    keys = []
    for row in data.prints:
        found, counts = np.unique(row[row != ABSENT], return_counts=True)
        keys.append(found[counts >= cutoff])
    return np.unique(np.concatenate(keys))


def train(
    data: Data, plan: FeaturePlan, prior: FeatureTable | None = None, report: Report = lambda a, b, c: None
) -> FeatureTable:
    """`prior` is the model whose weights are the prior's means, and where training begins."""
    import torch

    torch.manual_seed(plan.seed)
    torch.sparse.check_sparse_tensor_invariants.disable()  # type: ignore[no-untyped-call]  # else torch warns
    layout = plan.layout
    keys = kept_keys(data, plan.cutoff)
    if prior is not None:
        keys = np.unique(np.concatenate([keys, prior.keys]))
    table = FeatureTable(plan.templates, keys, np.zeros((len(keys), layout.outputs), np.float32))
    means = np.zeros((len(keys) + 1, layout.outputs), np.float32)
    if prior is not None:
        means[table.rows(prior.keys)] = prior.weights
    rows = torch.from_numpy(np.stack([table.rows(prints) for prints in data.prints], axis=1))
    values = torch.from_numpy(
        np.stack([np.ones(len(rows), np.float32) if v is None else v for v in data.values], axis=1)
    )
    weights = torch.nn.Parameter(torch.from_numpy(means.copy()))
    centre = torch.from_numpy(means)
    optimiser = torch.optim.Adagrad([weights], lr=plan.rate)
    states = torch.from_numpy(data.states)
    starts = np.cumsum([0, *data.lengths])
    random = np.random.default_rng(plan.seed)
    batches = _batches(data.lengths, plan.batch)
    step = 0
    for _ in range(plan.passes):
        for number in random.permutation(len(batches)):
            batch = batches[number]
            places = _padded([range(starts[i], starts[i + 1]) for i in batch])
            mask = torch.from_numpy(places >= 0)
            index = torch.from_numpy(np.maximum(places, 0))
            loss = _loss(weights, rows[index], values[index], states[index], mask, layout)
            optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimiser.step()
            with torch.no_grad():  # the prior, on the features of the batch
                touched = torch.from_numpy(np.unique(rows[index][mask].numpy()))
                shrunk = 1.0 - min(0.5, plan.rate * plan.prior * int(mask.sum()))
                weights[touched] = centre[touched] + (weights[touched] - centre[touched]) * shrunk
                weights[-1] = 0.0
            step += 1
            report(step, plan.passes * len(batches), float(loss.detach()) / int(mask.sum()))
    final = weights.detach().numpy()[:-1]
    kept = np.abs(final).max(axis=1) > 1e-4
    return FeatureTable(plan.templates, keys[kept], final[kept].copy())


def _batches(lengths: Sequence[int], words: int) -> list[list[int]]:
    """Chains of like length together, so many words a batch."""
    order = sorted(range(len(lengths)), key=lambda i: lengths[i])
    out: list[list[int]] = [[]]
    for i in order:
        if out[-1] and (len(out[-1]) + 1) * lengths[i] > words:
            out.append([])
        out[-1].append(i)
    return out


def _padded(ranges: Sequence[range]) -> NDArray[np.int64]:
    longest = max(len(item) for item in ranges)
    out = np.full((len(ranges), longest), -1, np.int64)
    for row, item in enumerate(ranges):
        out[row, : len(item)] = item
    return out


def _loss(
    weights: torch.Tensor,
    rows: torch.Tensor,  # [chains, words, features]
    values: torch.Tensor,
    states: torch.Tensor,  # [chains, words]
    mask: torch.Tensor,
    layout: Layout,
) -> torch.Tensor:
    """The negative log-likelihood of the states."""
    import torch

    chains, words, features = rows.shape
    flat = torch.nn.functional.embedding_bag(
        rows.reshape(-1, features), weights, mode="sum", per_sample_weights=values.reshape(-1, features), sparse=True
    )
    outputs = flat.reshape(chains, words, -1)
    nodes = sum(outputs[..., torch.from_numpy(index)] for index in layout.nodes)
    assert isinstance(nodes, torch.Tensor)
    if not layout.edges:
        logs = torch.log_softmax(nodes, -1).gather(-1, states[..., None])[..., 0]
        return -(logs * mask).sum()
    edges = sum(outputs[..., torch.from_numpy(index)] for index in layout.edges)
    assert isinstance(edges, torch.Tensor)
    gold = (nodes.gather(-1, states[..., None])[..., 0] * mask).sum()
    pair = edges.flatten(-2)[:, 1:].gather(-1, (states[:, :-1] * layout.states + states[:, 1:])[..., None])[..., 0]
    gold = gold + (pair * mask[:, 1:]).sum()
    alpha = nodes[:, 0]
    for t in range(1, words):
        following = torch.logsumexp(alpha[:, :, None] + edges[:, t], dim=1) + nodes[:, t]
        alpha = torch.where(mask[:, t, None], following, alpha)
    return torch.logsumexp(alpha, dim=-1).sum() - gold
