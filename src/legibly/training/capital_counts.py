"""Capitals from counts of n-grams (Batista et al. 2008, section 4.1.3), for more text than can be
held as events.

Each n-gram is an event of its middle word, as often as it occurs: the class is that word's
capitalisation, the features are those that lie within the n-gram.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from legibly.casing import Case, case_of
from legibly.errors import DataError, UsageError
from legibly.features.templates import (
    BIAS,
    LEXICA,
    SUFFIXES,
    NgramTemplate,
    WordFeatures,
    parse_template,
)
from legibly.ngram.count_files import read_counts
from legibly.ngram.vocabulary import SIGNS
from legibly.training.feature_data import Data, FeatureSettings, check_classes
from legibly.transcript import Word

COUNT_TEMPLATES = ("w0", "2w-1", "2w0")  # W, PB and NB of the paper
BATCH_EVENTS = 500_000  # words looked at at a time


def fits(name: str, length: int) -> bool:
    """Whether an n-gram of this length says what a feature of its middle word is."""
    template = parse_template(name)
    if isinstance(template, NgramTemplate):
        middle = length // 2
        return (
            template.stream == "w"
            and -middle <= template.start <= length - middle - template.length
        )
    return name in (BIAS, *LEXICA, *SUFFIXES)


def gather_counts(paths: Sequence[str | Path], settings: FeatureSettings, least: int = 1) -> Data:
    """Events of the middle words of n-grams that occur so often."""
    if settings.target != "case":
        raise UsageError("counts of n-grams teach capitals only; marks need text")

    prints: list[list[np.ndarray]] = [[] for _ in settings.templates]
    states: list[int] = []
    counts: list[int] = []
    cases = list(Case)
    for path in paths:
        waiting: list[str] = []
        length = 0

        def learn(waiting: list[str], length: int) -> None:
            features = WordFeatures([Word(word) for word in waiting], lexica=settings.lexica)
            for k, name in enumerate(settings.templates):
                prints[k].append(features.fingerprints(name)[length // 2 :: length])
            waiting.clear()

        for words, count in read_counts(path, least):
            length = len(words)
            if not waiting:
                _check(settings.templates, length, path)
            middle = words[length // 2]
            if middle in SIGNS:
                continue
            waiting += words
            states.append(cases.index(case_of(middle) or Case.LOWER))
            counts.append(count)
            if len(waiting) >= BATCH_EVENTS:
                learn(waiting, length)
        if waiting:
            learn(waiting, length)

    if not states:
        raise DataError(
            f"{paths[0]}: no n-grams that occur {least} times; expected words, a tab and a count"
        )

    found = np.array(states, np.int64)
    check_classes(found, settings)
    return Data(
        [np.concatenate(rows) for rows in prints],
        [None] * len(settings.templates),
        found,
        [1] * len(states),
        np.array(counts, np.float32),
    )


def middle_words(paths: Sequence[str | Path], least: int = 1) -> Iterator[tuple[str, int]]:
    """The words that n-grams are events of, with how often they occur."""
    for path in paths:
        for words, count in read_counts(path, least):
            if words[len(words) // 2] not in SIGNS:
                yield words[len(words) // 2], count


def _check(templates: Sequence[str], length: int, path: str | Path) -> None:
    missing = [name for name in templates if not fits(name, length)]
    if missing:
        kept = f"n-grams of {length} words do not hold the features {', '.join(missing)}"
        raise DataError(
            f"{path}: {kept}; expected three words (legibly lm counts, SRILM's -write3)"
        )


def joined(one: Data, other: Data) -> Data:
    """Both, as if they were one text; features have the same templates."""

    def counts(data: Data) -> np.ndarray:
        return np.ones(len(data.states), np.float32) if data.counts is None else data.counts

    return Data(
        [np.concatenate(pair) for pair in zip(one.prints, other.prints, strict=True)],
        [None] * len(one.values),
        np.concatenate([one.states, other.states]),
        [*one.lengths, *other.lengths],
        np.concatenate([counts(one), counts(other)]),
    )
