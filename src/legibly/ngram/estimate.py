"""From counts to a model: stupid backoff, backoff without discounts, Katz, modified Kneser-Ney.

All four give for each n-gram a log-score and for each context a weight with which shorter ones are taken instead, so
that they are kept, asked and written as ARPA alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from legibly.errors import UsageError
from legibly.ngram.counting import Run, unpack
from legibly.ngram.model import Level, Ngram, child_key
from legibly.ngram.vocabulary import BEGIN, PAD, UNKNOWN, Vocabulary

METHODS = ("stupid", "none", "katz", "kneser-ney")
ALPHA = 0.4  # of stupid backoff (Brants et al. 2007)
LEAST_BACKOFF = 1e-4  # without discounts nothing is left for what was not seen; this much is given to it all the same
GOOD_TURING_MAX = 7  # counts up to this are discounted by Katz

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Counts(NamedTuple):
    """The n-grams of one order: word numbers in columns (the first word first), counts, and how many words precede."""

    columns: list[Ints]
    counts: Ints
    continuations: Ints


def counts_by_order(run: Run, order: int) -> list[Counts]:
    """Read off the packed order: n-grams that end alike stand together."""
    columns = unpack(run, order)  # the last word first
    changes = np.zeros(len(run.counts), bool)
    if len(changes):
        changes[0] = True
    out: list[Counts] = []
    starts: list[Ints] = []
    for k in range(order):
        changes = changes.copy()
        changes[1:] |= columns[k][1:] != columns[k][:-1]
        starts.append(np.flatnonzero(changes))
    for k in range(order):
        firsts = starts[k]
        own = [column[firsts] for column in columns[: k + 1]][::-1]
        sums = np.add.reduceat(run.counts, firsts) if len(firsts) else run.counts[:0]
        if k + 1 < order and len(firsts):
            longer = starts[k + 1]
            before = columns[k + 1][longer] != PAD
            groups = np.searchsorted(firsts, longer, side="right") - 1
            preceding = np.bincount(groups, weights=before, minlength=len(firsts)).astype(np.int64)
        else:
            preceding = sums.copy()
        real = np.logical_and.reduce([column != PAD for column in own]) if len(firsts) else np.zeros(0, bool)
        opens = own[0] == BEGIN  # nothing precedes the beginning: its own count stands
        preceding = np.where(opens, sums, preceding)
        out.append(Counts([column[real] for column in own], sums[real], preceding[real]))
    return out


def estimate(
    run: Run, order: int, vocabulary: Vocabulary, method: str = "stupid", cutoffs: Sequence[int] = ()
) -> Ngram:
    """`cutoffs` are the least counts by order, from bigrams on; the last one holds for all longer ones."""
    if method not in METHODS:
        raise UsageError(f"unknown method {method!r}; expected one of {', '.join(METHODS)}")
    found = counts_by_order(run, order)
    levels: list[Level] = []
    for k, own in enumerate(found):
        least = 1 if k == 0 or not cutoffs else cutoffs[min(k - 1, len(cutoffs) - 1)]
        whole = own.counts
        used = own.continuations if method == "kneser-ney" and k + 1 < order else own.counts
        if k == 0:
            values = np.zeros(len(vocabulary), np.int64)
            np.add.at(values, own.columns[0], used)
            values[[PAD, BEGIN]] = 0
            levels.append(
                Level(np.arange(len(vocabulary), dtype=np.uint64), _unigrams(values, method), _ones(len(values)))
            )
            continue
        kept = whole >= least
        rows = [column[kept] for column in own.columns]
        parents = rows[0]
        for j in range(1, k):
            parents = _find(levels[j].keys, child_key(parents, rows[j]))
        there = parents >= 0  # a context that was cut off takes what follows it along
        keys = child_key(parents[there], rows[k][there])
        values = used[kept][there]
        sort = np.argsort(keys)
        parent = parents[there][sort]
        word = rows[k][there][sort]
        # Kneser-Ney's denominators, and the others', are over all that follows a context, cut off or not.
        lower = _lower(levels, k, parent, word)
        scores = _scores(method, used, values[sort], parent, lower, len(levels[k - 1].keys))
        levels[k - 1] = levels[k - 1]._replace(backoffs=scores.backoffs)
        levels.append(Level(keys[sort], scores.logs, _ones(len(keys))))
    missing = float(np.log(ALPHA)) if method == "stupid" else 0.0
    if method == "stupid":
        levels = [level._replace(backoffs=np.full(len(level.keys), missing)) for level in levels]
    return Ngram.of(levels, vocabulary, missing)


class _Scores(NamedTuple):
    logs: Floats
    backoffs: Floats  # of the contexts


def _ones(count: int) -> Floats:
    return np.zeros(count)


def _find(keys: NDArray[np.uint64], wanted: NDArray[np.uint64]) -> Ints:
    """Places of keys; -1 where they are not there."""
    at = np.searchsorted(keys, wanted)
    at[at == len(keys)] = 0
    return np.where(keys[at] == wanted, at, -1) if len(keys) else np.full(len(wanted), -1)


def _unigrams(values: Ints, method: str) -> Floats:
    """Every word has some chance, the unknown one too; padding and the beginning have none."""
    words = np.ones(len(values), bool)
    words[[PAD, BEGIN]] = False
    total = float(values.sum())
    if method == "kneser-ney":
        discounts = kneser_ney_discounts(values[values > 0])
        discounted = values - discounts[np.minimum(values, 3)]
        left = float((discounts[np.minimum(values, 3)] * (values > 0)).sum()) / max(1.0, total)
        chances = discounted / max(1.0, total) + left / words.sum()
    else:
        # As if the unknown word, and each that was cut off, had been seen half a time.
        seen = values.astype(np.float64)
        seen[(values == 0) & words] = 0.5 if method != "stupid" else 0.1
        chances = seen / seen.sum()
    chances = np.where(words, np.maximum(chances, 1e-12), 1.0)
    logs = np.log(chances)
    logs[[PAD, BEGIN]] = -99 * np.log(10)
    if values[UNKNOWN] == 0 and method == "stupid":
        logs[UNKNOWN] = np.log(0.1 / max(1.0, total))
    return logs


def _lower(levels: Sequence[Level], k: int, parent: Ints, word: Ints) -> Floats:
    """Log-scores of the same n-grams without their first word, by the levels that are done."""
    # The context without its first word, word by word from the trie.
    columns: list[Ints] = []
    at = parent
    for j in range(k - 1, 0, -1):
        columns.append((levels[j].keys[at] & np.uint64(0xFFFFFFFF)).astype(np.int64))
        at = (levels[j].keys[at] >> np.uint64(32)).astype(np.int64)
    shorter = [*columns[::-1][0:], word]  # without the first word of all
    return backed_off(levels, shorter, k)


def backed_off(levels: Sequence[Level], columns: Sequence[Ints], order: int) -> Floats:
    """Log-scores of n-grams given in columns, by levels up to `order` words."""
    total = np.zeros(len(columns[-1]))
    done = np.zeros(len(total), bool)
    for first in range(len(columns)):
        path = list(columns[first:])
        at = path[0]
        for j in range(1, len(path)):
            at = np.where(at >= 0, _find(levels[j].keys, child_key(np.maximum(at, 0), path[j])), -1)
        hit = (at >= 0) & ~done
        total[hit] += levels[len(path) - 1].logs[at[hit]]
        done |= hit
        if len(path) > 1:
            context = path[0]
            for j in range(1, len(path) - 1):
                context = np.where(context >= 0, _find(levels[j].keys, child_key(np.maximum(context, 0), path[j])), -1)
            rest = ~done & (context >= 0)
            total[rest] += levels[len(path) - 2].backoffs[context[rest]]
    return total


def _scores(method: str, all_values: Ints, values: Ints, parent: Ints, lower: Floats, contexts: int) -> _Scores:
    sums = np.bincount(parent, weights=values, minlength=contexts)
    has = sums > 0
    safe = np.where(has, sums, 1.0)
    if method in ("stupid", "none"):
        chances = values / safe[parent]
        backoffs = np.where(has, np.log(LEAST_BACKOFF), 0.0)
        return _Scores(np.log(chances), backoffs)
    if method == "kneser-ney":
        discounts = kneser_ney_discounts(all_values)
        taken = discounts[np.minimum(values, 3)]
        weight = np.bincount(parent, weights=taken, minlength=contexts) / safe
        chances = (values - taken) / safe[parent] + weight[parent] * np.exp(lower)
        return _Scores(np.log(np.maximum(chances, 1e-300)), np.where(has, np.log(np.maximum(weight, 1e-12)), 0.0))
    shares = good_turing(all_values)
    chances = values * shares[np.minimum(values, len(shares) - 1)] / safe[parent]
    given = np.bincount(parent, weights=chances, minlength=contexts)
    rest = np.bincount(parent, weights=np.exp(lower), minlength=contexts)
    none_left = (1.0 - rest < 1e-3) & has  # hardly a word that was not seen: those that were take all
    chances = chances * np.where(none_left, 1.0 / np.maximum(given, 1e-9), 1.0)[parent]
    left = np.maximum(1.0 - given, LEAST_BACKOFF) / np.maximum(1.0 - rest, 1e-6)
    left = np.where(none_left, 1.0, left)
    return _Scores(np.log(np.maximum(chances, 1e-300)), np.where(has, np.log(np.maximum(left, 1e-12)), 0.0))


def kneser_ney_discounts(values: Ints) -> Floats:
    """By count: 0, 1, 2, 3 and more (Chen & Goodman 1998). Where there are too few to tell, half and three quarters."""
    n = [float((values == k).sum()) for k in range(1, 5)]
    if min(n) == 0:
        return np.array([0.0, 0.5, 0.75, 0.9])
    y = n[0] / (n[0] + 2 * n[1])
    found = [k - (k + 1) * y * n[k] / n[k - 1] for k in (1, 2, 3)]
    return np.array([0.0, *(min(max(value, 0.05), k - 0.05) for k, value in zip((1, 2, 3), found, strict=True))])


def good_turing(values: Ints) -> Floats:
    """What is left of each count, by count; the last holds for all larger ones (Katz 1987)."""
    n = [float((values == k).sum()) for k in range(1, GOOD_TURING_MAX + 2)]
    shares = np.ones(GOOD_TURING_MAX + 2)
    common = (GOOD_TURING_MAX + 1) * n[GOOD_TURING_MAX] / n[0] if n[0] else 1.0
    for r in range(1, GOOD_TURING_MAX + 1):
        if n[r - 1] and n[r] and common < 1:
            adjusted = (r + 1) * n[r] / n[r - 1] / r
            share = (adjusted - common) / (1 - common)
            shares[r] = share if 0 < share < 1 else 1.0
    return shares
