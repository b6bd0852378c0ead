"""A model of texts that fit into one process: count and estimate in one go."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from legibly.errors import DataError
from legibly.ngram.counting import all_counts, count_slice, words_of_slices
from legibly.ngram.estimate import estimate
from legibly.ngram.model import Ngram
from legibly.ngram.vocabulary import SIGNS, Vocabulary


def model_of(
    texts: Iterable[Sequence[str]],
    order: int,
    method: str = "kneser-ney",
    *,
    min_count: int = 1,
    cutoffs: Sequence[int] = (),
    also: Sequence[str] = (),
) -> Ngram:
    """`also` are words that the model has to know even where they do not occur."""
    with tempfile.TemporaryDirectory() as folder:
        counted = count_slice(texts, order, Path(folder) / "counts")
        words = words_of_slices([counted], min_count)
        if len(words) == len(SIGNS):
            raise DataError("no words in the corpora; expected text")
        words += [word for word in also if word not in words]
        return estimate(
            all_counts([counted], order, words), order, Vocabulary.of(words), method, cutoffs
        )
