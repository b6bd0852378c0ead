"""A maximum entropy model of what editors leave out, and of what people repeat on purpose."""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, takewhile
from pathlib import Path

import numpy as np

from legibly.features.feature_table import FeatureTable
from legibly.features.restarts import TEMPLATES, features, fingerprints
from legibly.languages import Language
from legibly.training.feature_data import Data, FeatureSettings
from legibly.training.fitting import train
from legibly.transcript import Transcript
from recipes.disfluencies.pairs import Shown, Verbatim, said_words

SHOWN = tuple(Shown(marks, dashes) for marks in (False, True) for dashes in (False, True))
WRITTEN_WEIGHT = 0.02  # of a place in written text, where nothing is left out, beside one that is
WRITTEN_WORDS = 120_000  # of each text
SETTINGS = FeatureSettings("maxent", "restarts", TEMPLATES, cutoff=2, prior=1.0, passes=60)


@dataclass
class Examples:
    """Places where somebody may have begun anew."""

    rows: list[list[str]] = field(default_factory=list)
    left_out: list[int] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)

    def add(self, text: Verbatim, weight: float) -> None:
        for restart in text.restarts():
            self.rows.append(features(text.words, restart))
            self.left_out.append(int(text.is_left_out(restart)))
            self.weights.append(weight)

    def __add__(self, other: Examples) -> Examples:
        return Examples(
            self.rows + other.rows,
            self.left_out + other.left_out,
            self.weights + other.weights,
        )


def spoken_examples(texts: Iterable[Verbatim]) -> Examples:
    """The same words count once, in however many ways they are seen."""
    found = Examples()
    for text in texts:
        found.add(text, 1 / len(SHOWN))
    return found


def written_examples(paths: Iterable[Path], language: Language, most: int) -> Examples:
    """Of text that was written or edited: nothing is left out of it."""
    found = Examples()
    for path in paths:
        for number, line in enumerate(_lines(path, most)):
            shown = Shown(marks=number % 2 == 1)
            words = said_words(Transcript.from_text(line), language, shown)
            found.add(Verbatim(words, [False] * len(words)), WRITTEN_WEIGHT)
    return found


def _lines(path: Path, most: int) -> Iterator[str]:
    with lzma.open(path, "rt", encoding="utf-8") as file:
        lines = [line for line, _ in zip(file, range(most), strict=False) if line.strip()]
    counts = accumulate(len(line.split()) for line in lines)
    kept = takewhile(lambda pair: pair[1] < most, zip(lines, counts, strict=True))
    return (line for line, _ in kept)


def fit(examples: Examples, threshold: float = 0.0) -> FeatureTable:
    """Above nought, odds are for leaving out: the threshold is taken off."""
    data = Data(
        fingerprints(examples.rows),
        [None] * len(TEMPLATES),
        np.array(examples.left_out, np.int64),
        [1] * len(examples.rows),
        np.array(examples.weights, np.float32),
    )
    return lowered(train(data, SETTINGS), threshold)


def lowered(table: FeatureTable, threshold: float) -> FeatureTable:
    """The same table, whose odds are lower by a threshold."""
    (bias,) = fingerprints([[""] * len(TEMPLATES)])[-1]
    keys = np.union1d(table.keys, [bias])
    weights = np.zeros((len(keys), table.outputs), np.float32)
    weights[np.searchsorted(keys, table.keys)] = table.weights
    weights[np.searchsorted(keys, bias), 0] += threshold
    return FeatureTable(table.templates, keys, weights)


def folds(count: int, of: int) -> Sequence[list[int]]:
    """Numbers up to a count, in so many heaps."""
    return [list(range(first, count, of)) for first in range(min(of, count))]
