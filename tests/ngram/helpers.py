"""Small models, and the obvious way to count."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from hypothesis import strategies as st

from legibly.ngram.counting import Run, all_counts, count_slice, unpack, words_of_slices
from legibly.ngram.estimate import estimate
from legibly.ngram.model import Ngram
from legibly.ngram.vocabulary import BEGIN, END, PAD, SIGNS, Vocabulary

Gram = tuple[int, ...]

NAMES = Vocabulary.of([*SIGNS, *"abcdef"])
TEXTS = st.lists(st.lists(st.integers(4, 9), max_size=8), max_size=8)  # by the numbers of NAMES


def corpus(count: int = 400, seed: int = 1) -> list[list[str]]:
    chance = random.Random(seed)
    return [
        [chance.choice("aaaabbbccdef") for _ in range(chance.randint(1, 12))] for _ in range(count)
    ]


def trained(
    texts: list[list[str]], order: int, method: str, folder: Path, cutoffs: Sequence[int] = ()
) -> Ngram:
    share = count_slice(texts, order, folder / f"{order}")
    words = words_of_slices([share], 1)
    counts = all_counts([share], order, words)
    return estimate(counts, order, Vocabulary.of(words), method, cutoffs)


def plainly(texts: Sequence[Sequence[int]], order: int) -> Counter[Gram]:
    """N-grams that end at each word and end, with what comes before a text as padding."""
    found: Counter[Gram] = Counter()
    for text in texts:
        row = [*[PAD] * (order - 1), BEGIN, *text, END]
        for i in range(order, len(row)):
            found[tuple(row[i - order + 1 : i + 1])] += 1
    return found


def as_counter(run: Run, order: int) -> Counter[Gram]:
    columns = unpack(run, order)[::-1]
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return Counter(dict(zip(rows, run.counts.tolist(), strict=True)))


def ngrams_of(model: Ngram) -> dict[Gram, tuple[float, float]]:
    """Everything that is in a model: n-grams with their log-scores and backoff weights."""
    out: dict[Gram, tuple[float, float]] = {}
    above: list[Gram] = []
    for k, level in enumerate(model.levels):
        keys = [int(level.keys[i]) for i in range(len(level.keys))]
        grams = [(key,) if k == 0 else (*above[key >> 32], key & 0xFFFFFFFF) for key in keys]
        for i, gram in enumerate(grams):
            out[gram] = float(level.logs[i]), float(level.backoffs[i])
        above = grams
    return out
