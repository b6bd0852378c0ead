"""The steps from counts to a model whose n-grams are spread over shards, ranges of first words.

A shard knows the counts of what begins with its words, and so what follows each of its contexts.
What an n-gram is without its first word lies in another shard. The shards ask each other: a step
takes a shard and what others sent to it, and gives the shard, what it sends, and small facts for
all. Steps are functions of their input alone; whoever runs them, here or on many machines, gets the
model of `estimate.py`, byte for byte.

Nodes are the n-grams of an order, whether cut off or not, in the order of their words. Of those of
order k + 1 a shard has `k.parents` (places of their contexts among the nodes before), `k.words`,
`k.counts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from legibly.errors import DataError, UsageError
from legibly.ngram.counting import Run, merge, pack, tally, unpack, word_column
from legibly.ngram.model import ROOT, child_key
from legibly.ngram.smoothing import (
    ALPHA,
    BY_SHORTER,
    METHODS,
    Followers,
    counts_of_counts,
    scores,
    unigram_logs,
)
from legibly.ngram.vocabulary import BEGIN, END, PAD

Arrays = MutableMapping[str, NDArray[Any]]
Facts = Mapping[str, Any]
MAX_SHARD_NGRAMS = 1 << 31  # of an order; their numbers are 32 bits wide


class Stepped(NamedTuple):
    """A shard after a step, what it sends to others, and what it tells all."""

    shard: Arrays
    sent: Mapping[int, Arrays]
    told: Arrays


# A shard's number, its arrays, what was sent to it by number of the sender, and the facts.
Step = Callable[[int, Arrays, Mapping[int, Arrays], Facts], Stepped]


@dataclass(frozen=True)
class Estimation:
    """What is estimated; `limits` are the first words of all shards but the first."""

    order: int
    words: int  # of the vocabulary
    method: str
    cutoffs: tuple[int, ...]
    limits: tuple[int, ...]

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise UsageError(
                f"unknown method {self.method!r}; expected one of {', '.join(METHODS)}"
            )
        if self.order < 2:
            raise UsageError("shards need an order of at least 2; leave out --shards")
        if list(self.cutoffs) != sorted(self.cutoffs):
            raise UsageError(
                f"cut-offs {' '.join(map(str, self.cutoffs))}: those of longer n-grams are not "
                "smaller in a model of shards"
            )

    @property
    def shards(self) -> int:
        return len(self.limits) + 1

    @property
    def missing(self) -> float:
        return float(np.log(ALPHA)) if self.method == "stupid" else 0.0

    def least(self, k: int) -> int:
        return self.cutoffs[min(k - 1, len(self.cutoffs) - 1)] if self.cutoffs else 1

    def bounds(self, shard: int) -> tuple[int, int]:
        """The words that its n-grams begin with: from, up to."""
        edges = [0, *self.limits, self.words]
        return edges[shard], edges[shard + 1]

    def owners(self, words: NDArray[Any]) -> NDArray[np.int16]:
        return np.searchsorted(self.limits, words, side="right").astype(np.int16)


def limits_for(counts: Sequence[int], shards: int) -> tuple[int, ...]:
    """First words of shards with about as many n-grams each; `counts` are those of all words. No
    shard is smaller than what begins with one word.
    """
    total = np.cumsum(np.asarray(counts, np.int64) + 1)
    wanted = total[-1] * np.arange(1, shards) / shards
    return tuple(sorted({int(at) for at in np.searchsorted(total, wanted) + 1 if at < len(total)}))


def forward(run: Run, order: int) -> Run:
    """The n-grams that begin at each word, and at the beginning of a text, the first word
    foremost; what comes after a text is padding. Made of those that end at each word.
    """
    columns = unpack(run, order)[::-1]
    whole = columns[0] != PAD
    pieces = [tally(*pack([column[whole] for column in columns[::-1]]), run.counts[whole])]
    ends = columns[-1] == END
    tails = [column[ends] for column in columns]
    nothing = np.zeros_like(tails[0])
    for shift in range(1, order):
        shifted = [*tails[shift:], *[nothing] * shift]
        real = shifted[0] != PAD
        rows = [column[real] for column in shifted]
        pieces.append(tally(*pack(rows[::-1]), run.counts[ends][real]))
    return merge(pieces)


def dealt(run: Run, of: Estimation) -> dict[int, Arrays]:
    """A run of forward n-grams, by the shards that they belong to."""
    edges = [0, *of.limits]
    starts = [int(np.searchsorted(run.high, np.uint64(edge) << np.uint64(42))) for edge in edges]
    found: dict[int, Arrays] = {}
    for shard, (begin, end) in enumerate(zip(starts, [*starts[1:], len(run.high)], strict=True)):
        if end > begin:
            high, low, counts = (array[begin:end] for array in run)
            found[shard] = {"high": high, "low": low, "counts": counts}
    return found


def gather(of: Estimation, shard: int, sent: Sequence[Arrays]) -> Stepped:
    """The nodes of a shard, from the runs of all who counted."""
    run = merge(Run(item["high"], item["low"], item["counts"]) for item in sent)
    arrays = _nodes(run, of.order)
    lo, hi = of.bounds(shard)
    firsts = [np.arange(of.words, dtype=np.int32)]
    told: Arrays = {"0.counts": np.zeros(hi - lo, np.int64)}
    told["0.counts"][arrays.pop("0.words") - lo] = arrays.pop("0.counts")
    for k in range(1, of.order):
        parents, words = arrays[f"{k}.parents"], arrays[f"{k}.words"]
        firsts.append(firsts[-1][parents])
        arrays[f"{k}.open"] = firsts[-1] == BEGIN
        below = of.owners(words) if k == 1 else arrays[f"{k - 1}.owners"][parents]
        arrays[f"{k}.owners"] = below
    told["0.preceding"] = np.bincount(arrays["1.words"], minlength=of.words)
    arrays["1.ends"] = arrays["1.words"]
    return Stepped(arrays, {}, told)


def _nodes(run: Run, order: int) -> Arrays:
    if len(run.counts) >= MAX_SHARD_NGRAMS:
        raise DataError(
            f"{len(run.counts):,} n-grams in one shard, and less than {MAX_SHARD_NGRAMS:,} have "
            "room; take more shards, or a smaller text"
        )
    found: Arrays = {}
    begins = np.zeros(len(run.counts), bool)
    begins[:1] = True
    numbers = np.zeros(len(run.counts), np.int32)  # of each row among the nodes of the order above
    for k in range(order):
        column = word_column(run, k)
        begins[1:] |= column[1:] != column[:-1]
        starts = np.flatnonzero(begins)
        words = column[starts]
        real = words != PAD
        sums = np.add.reduceat(run.counts, starts) if len(starts) else run.counts[:0]
        if k > 1:
            found[f"{k}.parents"] = numbers[starts][real]
        elif k == 1:
            found["1.parents"] = word_column(run, 0)[starts][real]
        found[f"{k}.words"], found[f"{k}.counts"] = words[real], sums[real]
        flags = np.zeros(len(column), bool)
        flags[starts[real]] = True
        numbers = (np.cumsum(flags) - 1).astype(np.int32)
    return found


def ask(of: Estimation, k: int) -> Step:
    """Where is each n-gram of k + 1 words without its first word? Below the same of its context."""

    def step(shard: int, arrays: Arrays, sent: Mapping[int, Arrays], facts: Facts) -> Stepped:
        if k > 2:  # where those of the order before are
            arrays[f"{k - 1}.ends"] = _answered(arrays, k - 1, sent)
        parents = arrays[f"{k}.parents"]
        wanted = child_key(arrays[f"{k - 1}.ends"][parents], arrays[f"{k}.words"])
        return Stepped(arrays, _by_owner(arrays, k, wanted, "keys"), {})

    return step


def answer(of: Estimation, k: int) -> Step:
    """Where those lie that others ask for, and how many words precede each."""

    def step(shard: int, arrays: Arrays, sent: Mapping[int, Arrays], facts: Facts) -> Stepped:
        keys = child_key(arrays[f"{k - 1}.parents"], arrays[f"{k - 1}.words"])
        preceding = np.zeros(len(keys), np.int64)
        answers: dict[int, Arrays] = {}
        for asker in sorted(sent):
            places = np.searchsorted(keys, sent[asker]["keys"]).astype(np.int32)
            preceding += np.bincount(places, minlength=len(keys))
            arrays[f"{k}.asked.{asker}"] = places
            answers[asker] = {"places": places}
        counts = arrays[f"{k - 1}.counts"]
        arrays[f"{k - 1}.preceding"] = np.where(arrays[f"{k - 1}.open"], counts, preceding)
        return Stepped(arrays, answers, {})

    return step


def _by_owner(arrays: Arrays, k: int, values: NDArray[Any], name: str) -> dict[int, Arrays]:
    owners = arrays[f"{k}.owners"]
    order = np.argsort(owners, kind="stable")
    ends = np.cumsum(np.bincount(owners)) if len(owners) else np.zeros(0, np.int64)
    pieces = np.split(values[order], ends[:-1])
    return {owner: {name: piece} for owner, piece in enumerate(pieces) if len(piece)}


def _answered(
    arrays: Arrays, k: int, sent: Mapping[int, Arrays], name: str = "places"
) -> NDArray[Any]:
    """What all owners answered, in the order of the nodes."""
    owners = arrays[f"{k}.owners"]
    if not sent:
        return np.zeros(0, np.int64)
    order = np.argsort(owners, kind="stable")
    joined = np.concatenate([sent[owner][name] for owner in sorted(sent)])
    found = np.empty(len(owners), joined.dtype)
    found[order] = joined
    return found


def tell_counts(of: Estimation) -> Step:
    """Counts of counts by order, from which discounts are told."""

    def step(shard: int, arrays: Arrays, sent: Mapping[int, Arrays], facts: Facts) -> Stepped:
        if of.order > 2:
            arrays[f"{of.order - 1}.ends"] = _answered(arrays, of.order - 1, sent)
        told = {f"{k}.of_counts": counts_of_counts(_used(of, k, arrays)) for k in _orders(of)}
        return Stepped(arrays, {}, told)

    return step


def _orders(of: Estimation) -> range:
    return range(1, of.order)


def _used(of: Estimation, k: int, arrays: Arrays) -> NDArray[np.int64]:
    preceding = of.method == "kneser-ney" and k + 1 < of.order
    return arrays[f"{k}.preceding" if preceding else f"{k}.counts"]


def estimate_order(of: Estimation, k: int) -> Step:
    """Which n-grams of k + 1 words stay, their log-scores, and the weights of their contexts."""

    def step(shard: int, arrays: Arrays, sent: Mapping[int, Arrays], facts: Facts) -> Stepped:
        lo, hi = of.bounds(shard)
        parents, words = arrays[f"{k}.parents"], arrays[f"{k}.words"]
        kept_above = parents - lo if k == 1 else arrays[f"{k - 1}.places"][parents]
        there = np.flatnonzero((arrays[f"{k}.counts"] >= of.least(k)) & (kept_above >= 0))
        contexts = hi - lo if k == 1 else len(arrays[f"{k - 1}.logs"])
        used = _used(of, k, arrays)
        followers = Followers(
            used[there],
            kept_above[there],
            _shorter_logs(of, k, arrays, sent, facts)[there]
            if of.method in BY_SHORTER
            else np.zeros(0),
            np.asarray(np.bincount(kept_above + 1, used, contexts + 1)[1:], np.float64),
        )
        found = scores(of.method, facts[f"{k}.of_counts"], followers, cut=of.least(k) > 1)
        arrays[f"{k}.kept"], arrays[f"{k}.logs"] = there, found.logs
        places = np.full(len(words), -1, np.int32)
        places[there] = np.arange(len(there), dtype=np.int32)
        arrays[f"{k}.places"] = places
        arrays[f"{k - 1}.backoffs"] = (
            np.full(contexts, of.missing) if of.method == "stupid" else found.backoffs
        )
        told: Arrays = {f"{k}.length": np.array([len(there)])}
        if k == 1:
            told["0.backoffs"] = arrays.pop("0.backoffs")
            told["0.has_followers"] = np.bincount(kept_above[there], minlength=contexts) > 0
        return Stepped(arrays, _push(of, k, arrays, found.logs, "logs"), told)

    return step


def _shorter_logs(
    of: Estimation, k: int, arrays: Arrays, sent: Mapping[int, Arrays], facts: Facts
) -> NDArray[np.float64]:
    if k == 1:
        return np.asarray(facts["0.logs"][arrays["1.words"]], np.float64)
    return np.asarray(_answered(arrays, k, sent, "logs"), np.float64)


def _push(
    of: Estimation, k: int, arrays: Arrays, values: NDArray[Any], name: str
) -> dict[int, Arrays]:
    """What others asked for in the order above, of the nodes that were kept."""
    if k + 1 == of.order or (name == "logs" and of.method not in BY_SHORTER):
        return {}
    found: dict[int, Arrays] = {}
    prefix = f"{k + 1}.asked."
    for key in list(arrays):
        if key.startswith(prefix):
            at = arrays[f"{k}.places"][arrays[key]]
            answers = values[np.maximum(at, 0)] if len(values) else np.zeros(len(at), values.dtype)
            found[int(key[len(prefix) :])] = {name: answers}
    return found


def link_order(of: Estimation, k: int) -> Step:
    """The states that n-grams of k + 1 words lead to: themselves where something follows them, else
    those of their ends.
    """

    def step(shard: int, arrays: Arrays, sent: Mapping[int, Arrays], facts: Facts) -> Stepped:
        there = arrays[f"{k}.kept"]
        if k == 1:
            shorter = facts["0.states"][arrays["1.words"][there]]
        else:
            shorter = _answered(arrays, k, sent, "states")[there]
        arrays[f"{k}.shorter"] = arrays[f"{k}.states"] = np.asarray(shorter, np.int64)
        if k + 1 < of.order:
            above = arrays[f"{k + 1}.kept"]
            followed = np.zeros(len(there), bool)
            followed[arrays[f"{k}.places"][arrays[f"{k + 1}.parents"][above]]] = True
            followed |= np.abs(arrays[f"{k}.backoffs"] - of.missing) > 1e-7
            own = np.arange(len(there), dtype=np.int64) + int(facts[f"{k}.starts"][shard])
            own += int(facts["offsets"][k])
            arrays[f"{k}.states"] = np.where(followed, own, shorter)
        return Stepped(arrays, _push(of, k, arrays, arrays[f"{k}.states"], "states"), {})

    return step


def model_arrays(of: Estimation, shard: int, arrays: Arrays, facts: Facts) -> Arrays:
    """A shard's part of the arrays of a model, as they stand in its file."""
    small = np.int32 if facts["longest"] < 1 << 29 else np.int64
    found: Arrays = {}
    for k in _orders(of):
        there = arrays[f"{k}.kept"]
        parents = arrays[f"{k}.parents"][there]
        if k > 1:
            parents = arrays[f"{k - 1}.places"][parents] + int(facts[f"{k - 1}.starts"][shard])
        found[f"{k}.keys"] = child_key(parents, arrays[f"{k}.words"][there])
        found[f"{k}.logs"] = arrays[f"{k}.logs"].astype(np.float32)
        if k + 1 < of.order:
            found[f"{k}.backoffs"] = arrays[f"{k}.backoffs"].astype(np.float32)
        found[f"{k}.suffixes"] = arrays[f"{k}.states"].astype(small)
        if k + 1 < of.order:
            found[f"{k}.shorter"] = arrays[f"{k}.shorter"].astype(small)
    return found


class Plan:
    """The steps in order, and what all shards have told so far."""

    def __init__(self, of: Estimation) -> None:
        self.of = of
        self.facts: dict[str, Any] = {}

    def steps(self) -> Iterator[Step]:
        of = self.of
        for k in range(2, of.order):
            yield ask(of, k)
            yield answer(of, k)
        yield tell_counts(of)
        for k in _orders(of):
            yield estimate_order(of, k)
        for k in _orders(of):
            yield link_order(of, k)

    def hear(self, told: Sequence[Arrays]) -> None:
        """What the shards told after a step, in their order."""
        for name in told[0]:
            values = [item[name] for item in told]
            if name.endswith(".of_counts") or name == "0.preceding":
                self.facts[name] = np.sum(values, axis=0)
            elif name.endswith(".length"):
                lengths = np.concatenate(values)
                self.facts[name] = int(lengths.sum())
                starts = name.replace("length", "starts")
                self.facts[starts] = np.concatenate([[0], np.cumsum(lengths)[:-1]])
            else:
                self.facts[name] = np.concatenate(values)
        if "0.preceding" in told[0]:
            self._unigrams()
        if f"{self.of.order - 1}.length" in told[0]:
            self._states()

    def _unigrams(self) -> None:
        counts, preceding = self.facts.pop("0.counts"), self.facts.pop("0.preceding")
        values = np.array(preceding if self.of.method == "kneser-ney" else counts, np.int64)
        values[[PAD, BEGIN]] = 0
        self.facts["0.logs"] = unigram_logs(values, self.of.method)

    def _states(self) -> None:
        of, facts = self.of, self.facts
        lengths = [of.words, *(facts[f"{k}.length"] for k in _orders(of))]
        facts["offsets"] = np.cumsum([0, *lengths])
        facts["longest"] = max(lengths)
        followed = facts["0.has_followers"]
        followed |= np.abs(facts["0.backoffs"] - of.missing) > 1e-7
        facts["0.states"] = np.where(followed, np.arange(of.words), ROOT)

    def base_arrays(self) -> Arrays:
        """What all shards share: the unigrams, but for the vocabulary."""
        small = np.int32 if self.facts["longest"] < 1 << 29 else np.int64
        return {
            "0.logs": self.facts["0.logs"].astype(np.float32),
            "0.backoffs": self.facts["0.backoffs"].astype(np.float32),
            "0.suffixes": self.facts["0.states"].astype(small),
            "0.shorter": np.full(self.of.words, ROOT, small),
        }
