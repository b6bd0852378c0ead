"""A smaller model: n-grams that matter little are left out, and what begins with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from legibly.ngram.model import Level, Ngram, child_key

# For the n-grams of an order (columns of word numbers, the first word first; their log-scores):
# which are wanted.
Wanted = Callable[[Sequence[NDArray[np.int64]], NDArray[np.float64]], NDArray[np.bool_]]


def prune(model: Ngram, wanted: Wanted) -> Ngram:
    """Unigrams all stay; a context stays as long as something that begins with it does."""
    columns = _columns(model)
    keep = [np.ones(len(model.levels[0].keys), bool)]
    keep += [
        wanted(columns[k], np.asarray(level.logs, np.float64))
        for k, level in enumerate(model.levels[1:], 1)
    ]
    for k in range(model.order - 1, 0, -1):
        parents = (model.levels[k].keys[keep[k]] >> np.uint64(32)).astype(np.int64)
        keep[k - 1][parents] = True

    levels = [Level(*(np.asarray(array) for array in model.levels[0]))]
    for k in range(1, model.order):
        level = model.levels[k]
        places = np.cumsum(keep[k - 1]) - 1
        keys = level.keys[keep[k]]
        parents = places[(keys >> np.uint64(32)).astype(np.int64)]
        keys = child_key(parents, keys & np.uint64(0xFFFFFFFF))
        levels.append(
            Level(keys, np.asarray(level.logs)[keep[k]], np.asarray(level.backoffs)[keep[k]])
        )

    return Ngram.of(levels, model.vocabulary, model.missing)


def _columns(model: Ngram) -> list[list[NDArray[np.int64]]]:
    """For each order the words of its n-grams."""
    out = [[np.arange(len(model.levels[0].keys), dtype=np.int64)]]
    for level in model.levels[1:]:
        parents = (level.keys >> np.uint64(32)).astype(np.int64)
        words = (level.keys & np.uint64(0xFFFFFFFF)).astype(np.int64)
        out.append([column[parents] for column in out[-1]] + [words])
    return out
