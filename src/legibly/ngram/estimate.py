"""From counts to a model.

Every smoothing gives for each n-gram a log-score and for each context a weight with which shorter
ones are taken instead, so that they are kept, asked and written as ARPA alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from legibly.errors import UsageError
from legibly.ngram.counting import Run, word_column
from legibly.ngram.model import Level, Ngram, child_key
from legibly.ngram.smoothing import (
    ALPHA,
    BY_SHORTER,
    METHODS,
    Followers,
    counts_of_counts,
    scores,
    unigram_logs,
)
from legibly.ngram.vocabulary import BEGIN, PAD, Vocabulary

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Places = NDArray[np.signedinteger[Any]]


class Counts(NamedTuple):
    """The n-grams of one order, those that end alike together: their last and first words, counts,
    and how many words precede. What an n-gram is without its first word stands at `ends` among
    those of the order below; of bigrams that is a word's number.
    """

    words: NDArray[np.int32]
    firsts: NDArray[np.int32]
    ends: Places
    counts: Ints
    continuations: Ints


class _Rows(NamedTuple):
    """Where the n-grams of an order begin among the packed ones, and their numbers among those
    without padding.
    """

    begins: NDArray[np.bool_]
    numbers: Places


def counts_by_order(run: Run, order: int) -> Iterator[Counts]:
    """Read off the packed order: n-grams that end alike stand together. One order at a time, to
    save memory.
    """
    last = word_column(run, 0)
    rows = _Rows(
        np.arange(len(last)) == 0, np.zeros(0, np.int32 if len(last) < 1 << 31 else np.int64)
    )
    counts: Counts | None = None
    for k in range(order):
        rows, longer = _read_order(run, k, last, rows)
        if counts is not None:
            yield counts._replace(continuations=_preceding(counts, longer, unigrams=k == 1))
        counts = longer

    if counts is not None:
        yield counts


def _read_order(run: Run, k: int, last: NDArray[np.int32], above: _Rows) -> tuple[_Rows, Counts]:
    """The n-grams of k + 1 words; those that hold padding are left out."""
    small = above.numbers.dtype.type
    column = word_column(run, k)
    begins = above.begins.copy()
    begins[1:] |= column[1:] != column[:-1]
    starts = np.flatnonzero(begins)
    firsts = column[starts]
    real = firsts != PAD
    if k == 0:
        ends = np.zeros(len(starts), small)
    elif k == 1:
        ends = last[starts].astype(small)
        real &= ends != PAD
    else:
        ends = above.numbers[np.cumsum(above.begins[starts]) - 1]
        real &= ends >= 0

    numbers = np.where(real, np.cumsum(real, dtype=small) - small(1), small(-1))
    sums = np.add.reduceat(run.counts, starts)[real] if len(starts) else run.counts[:0]
    return _Rows(begins, numbers), Counts(last[starts][real], firsts[real], ends[real], sums, sums)


def _preceding(counts: Counts, longer: Counts, *, unigrams: bool) -> Ints:
    """How many words precede is how many longer n-grams end so. Nothing precedes the beginning: its
    count stands.
    """
    if unigrams:  # bigrams end in words, not in places
        found = np.bincount(longer.ends, minlength=int(counts.words.max(initial=0)) + 1)[
            counts.words
        ]
    else:
        found = np.bincount(longer.ends, minlength=len(counts.words))
    return np.where(counts.firsts == BEGIN, counts.counts, found)


def estimate(
    run: Run,
    order: int,
    vocabulary: Vocabulary,
    method: str = "stupid",
    cutoffs: Sequence[int] = (),
) -> Ngram:
    """`cutoffs` are the least counts by order, from bigrams on; the last one holds for all longer
    ones.
    """
    if method not in METHODS:
        raise UsageError(f"unknown method {method!r}; expected one of {', '.join(METHODS)}")

    found = counts_by_order(run, order)
    del run  # large, and only wanted for the orders still to come
    levels: list[Level] = []
    # Of each n-gram: where it stands without its first word; -1 where that was cut off.
    suffixes: list[Places] = []
    below = next(found)
    # Of the n-grams of the order below, among those of the order below that.
    contexts: Places = below.ends
    values = np.zeros(len(vocabulary), np.int64)
    values[below.words] = (
        below.continuations if method == "kneser-ney" and order > 1 else below.counts
    )
    values[[PAD, BEGIN]] = 0
    levels.append(
        Level(
            np.arange(len(vocabulary), dtype=np.uint64),
            unigram_logs(values, method),
            _zeros(len(values)),
        )
    )
    suffixes.append(np.full(len(vocabulary), -1))
    # Of the order below in its level; -1 where it was cut off.
    places: Places = np.arange(len(vocabulary))
    for k, level in enumerate(found, 1):
        contexts = level.firsts if k == 1 else _contexts(level, below, contexts)
        least = cutoffs[min(k - 1, len(cutoffs) - 1)] if cutoffs else 1
        used = level.continuations if method == "kneser-ney" and k + 1 < order else level.counts
        parents = np.where(contexts >= 0, places[contexts], -1)
        there, keys = _kept(level, parents, least)
        ends = places[level.ends[there]]
        followers = Followers(
            used[there],
            (keys >> np.uint64(32)).astype(ends.dtype),
            _lower(levels, k, keys, ends) if method in BY_SHORTER else _zeros(0),
            _totals(used, parents, len(levels[k - 1].keys)),
        )
        found_scores = scores(method, counts_of_counts(used), followers, cut=least > 1)
        levels[k - 1] = levels[k - 1]._replace(backoffs=found_scores.backoffs)
        levels.append(Level(keys, found_scores.logs, _zeros(len(keys))))
        suffixes.append(ends)
        places = np.full(len(level.words), -1, level.ends.dtype)
        places[there] = np.arange(len(there))
        below = level

    missing = float(np.log(ALPHA)) if method == "stupid" else 0.0
    if method == "stupid":
        levels = [level._replace(backoffs=np.full(len(level.keys), missing)) for level in levels]
    return Ngram.of(levels, vocabulary, missing, suffixes)


def _contexts(counts: Counts, below: Counts, contexts: Places) -> Places:
    """Where each n-gram without its last word stands in the order below; -1 where it does not.

    It ends as the context of the n-gram's own end does, and begins with the n-gram's first word.
    N-grams that end alike stand together, so the keys are in order, and what is sought is in order
    too for each last word: hence fast.
    """
    keys = child_key(below.ends, below.firsts)
    return _find(keys, child_key(contexts[counts.ends], counts.firsts)).astype(below.ends.dtype)


def _kept(counts: Counts, parents: Places, least: int) -> tuple[Ints, NDArray[np.uint64]]:
    """Which n-grams are frequent enough, in the order of their keys, and these. A context that was
    cut off takes what follows it along.
    """
    there = np.flatnonzero((counts.counts >= least) & (parents >= 0))
    keys = child_key(parents[there], counts.words[there])
    sort = np.argsort(keys)
    return there[sort], keys[sort]


def _totals(used: Ints, parents: Places, contexts: int) -> Floats:
    """What follows each context, cut off or not."""
    return np.asarray(np.bincount(parents + 1, used, contexts + 1)[1:], np.float64)


def _zeros(count: int) -> Floats:
    return np.zeros(count)


def _find(keys: NDArray[np.uint64], wanted: NDArray[np.uint64]) -> Ints:
    """Places of keys; -1 where they are not there."""
    at = np.searchsorted(keys, wanted)
    at[at == len(keys)] = 0
    return np.where(keys[at] == wanted, at, -1) if len(keys) else np.full(len(wanted), -1)


def _lower(levels: Sequence[Level], k: int, keys: NDArray[np.uint64], ends: Places) -> Floats:
    """Log-scores of the same n-grams without their first word, by the levels that are done."""
    found = np.asarray(levels[k - 1].logs, np.float64)[ends]
    cut = np.flatnonzero(ends < 0)
    if len(cut):  # only where cut-offs are lower for longer n-grams
        columns: list[Ints] = []
        lower_keys = keys[cut]
        for j in range(k, 0, -1):
            columns.append((lower_keys & np.uint64(0xFFFFFFFF)).astype(np.int64))
            lower_keys = levels[j - 1].keys[(lower_keys >> np.uint64(32)).astype(np.int64)]
        found[cut] = backed_off(levels, columns[::-1], k)
    return found


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
                context = np.where(
                    context >= 0,
                    _find(levels[j].keys, child_key(np.maximum(context, 0), path[j])),
                    -1,
                )
            rest = ~done & (context >= 0)
            total[rest] += levels[len(path) - 2].backoffs[context[rest]]

    return total
