"""How sure a model was, beside how often it was right (expected calibration error)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from recipes.calibration.decisions import UNIT_WORDS, Numbers

BINS = 10
SAMPLES = 500


class Bin(NamedTuple):
    decisions: int
    sure: float  # on average
    right: float


def bins(sure: Numbers, right: Numbers) -> list[Bin]:
    """As many of equal width, those with something in them."""
    places = np.minimum((sure * BINS).astype(int), BINS - 1)
    found = []
    for place in range(BINS):
        inside = places == place
        if inside.any():
            found.append(
                Bin(int(inside.sum()), float(sure[inside].mean()), float(right[inside].mean()))
            )
    return found


def calibration_error(sure: Numbers, right: Numbers) -> float:
    """The mean distance between the two, by decision."""
    found = bins(sure, right)
    return sum(each.decisions * abs(each.sure - each.right) for each in found) / max(1, len(sure))


def interval(sure: Numbers, right: Numbers, seed: int = 1) -> tuple[float, float]:
    """Of the error, 95 %: pieces of the text are drawn again and again."""
    random = np.random.default_rng(seed)
    pieces = np.array_split(np.arange(len(sure)), max(1, len(sure) // UNIT_WORDS))
    errors = []
    for _ in range(SAMPLES):
        drawn = np.concatenate([pieces[i] for i in random.integers(len(pieces), size=len(pieces))])
        errors.append(calibration_error(sure[drawn], right[drawn]))
    low, high = np.percentile(errors, [2.5, 97.5])
    return float(low), float(high)
