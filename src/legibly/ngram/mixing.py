"""Several models as one: weights by EM on a development text (SRILM's compute-best-mix), and the
mixed model itself.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from legibly.errors import UsageError
from legibly.ngram.estimate import backed_off
from legibly.ngram.model import Level, Ngram, child_key
from legibly.ngram.smoothing import LEAST_BACKOFF
from legibly.ngram.vocabulary import BEGIN, PAD, SIGNS, UNKNOWN, Vocabulary

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
ROUNDS, ENOUGH = 100, 1e-5


class Mix(NamedTuple):
    weights: list[float]
    perplexity: float
    alone: list[float]  # perplexities of the models by themselves


def best_mix(models: Sequence[Ngram], texts: Iterable[Sequence[str]]) -> Mix:
    """Weights with which the models together expect a text best."""
    rows: list[list[float]] = [[] for _ in models]
    for text in texts:
        for row, model in zip(rows, models, strict=True):
            row += model.text_score(model.vocabulary.encode(text))

    chances = np.exp(np.array(rows, np.float64))  # [models, tokens]
    if not chances.size:
        raise UsageError(
            "the development text is empty; expected some text to choose the weights on"
        )

    weights = np.full(len(models), 1 / len(models))
    for _ in range(ROUNDS):
        shares = weights[:, None] * chances
        shares /= shares.sum(0)
        new = shares.mean(1)
        if np.abs(new - weights).max() < ENOUGH:
            weights = new
            break
        weights = new

    together = _perplexity(weights @ chances)
    return Mix(weights.tolist(), together, [_perplexity(row) for row in chances])


def _perplexity(chances: Floats) -> float:
    return math.exp(-float(np.log(np.maximum(chances, 1e-300)).mean()))


def mixed(models: Sequence[Ngram], weights: Sequence[float]) -> Ngram:
    """All n-grams that any of the models has, each with the weighted mean of what they say of it;
    what is left of a context goes to the words that it was not seen with.
    """
    if any(model.missing for model in models):
        raise UsageError(
            "stupid backoff gives no probabilities, so it cannot be mixed; train with another "
            "smoothing"
        )

    words = list(
        dict.fromkeys([*SIGNS, *(word for model in models for word in model.vocabulary.words())])
    )
    vocabulary = Vocabulary.of(words)
    maps = [
        np.array([vocabulary.number(word) for word in model.vocabulary.words()], np.int64)
        for model in models
    ]
    back = [np.array(model.vocabulary.encode(words), np.int64) for model in models]
    order = max(model.order for model in models)
    levels: list[Level] = []
    for k in range(order):
        if k == 0:
            columns: list[Ints] = [np.arange(len(words), dtype=np.int64)]
        else:
            ngrams = [
                columns_of(m, k, numbers)
                for m, numbers in zip(models, maps, strict=True)
                if m.order > k
            ]
            rows = np.unique(np.concatenate([np.stack(item, 1) for item in ngrams]), axis=0)
            columns = [rows[:, j] for j in range(k + 1)]
        total = np.zeros(len(columns[0]))
        for model, weight, numbers in zip(models, weights, back, strict=True):
            shorter = columns[max(0, k + 1 - model.order) :]
            ours = [numbers[column] for column in shorter]
            chances = np.exp(backed_off(model.levels, ours, model.order))
            # A word that a model does not know has no share of its unknown word's chance.
            chances[(ours[-1] == UNKNOWN) & (columns[-1] != UNKNOWN)] *= 1e-4
            total += weight * chances
        if k == 0:
            total[[PAD, BEGIN]] = 0.0
            total /= total.sum()
            logs = np.log(np.maximum(total, 1e-30))
            logs[[PAD, BEGIN]] = -99 * math.log(10)
            levels.append(Level(np.arange(len(words), dtype=np.uint64), logs, np.zeros(len(words))))
            continue
        parents = columns[0]
        for j in range(1, k):
            parents = np.searchsorted(levels[j].keys, child_key(parents, columns[j]))
        keys = child_key(parents, columns[k])
        sort = np.argsort(keys)
        lower = np.exp(backed_off(levels, columns[1:], k))
        contexts = len(levels[k - 1].keys)
        given = np.bincount(parents, weights=total, minlength=contexts)
        rest = np.bincount(parents, weights=lower, minlength=contexts)
        left = np.maximum(1 - given, LEAST_BACKOFF) / np.maximum(1 - rest, 1e-6)
        has = given > 0
        levels[k - 1] = levels[k - 1]._replace(backoffs=np.where(has, np.log(left), 0.0))
        levels.append(
            Level(keys[sort], np.log(np.maximum(total, 1e-30))[sort], np.zeros(len(keys)))
        )

    return Ngram.of(levels, vocabulary)


def columns_of(model: Ngram, k: int, numbers: Ints) -> list[Ints]:
    """The n-grams of a level as columns, by other word numbers."""
    found: list[Ints] = []
    at: Ints | None = None
    for j in range(k, 0, -1):
        keys = np.asarray(model.levels[j].keys, np.uint64)
        level_keys = keys if at is None else keys[at]
        found.append(numbers[(level_keys & np.uint64(0xFFFFFFFF)).astype(np.int64)])
        at = (level_keys >> np.uint64(32)).astype(np.int64)
    assert at is not None
    return [numbers[at], *found[::-1]]
