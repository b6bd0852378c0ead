"""A sorted table of fingerprints, and the weights of each feature: one number for every output of a
model.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from legibly.errors import DataError
from legibly.features.templates import Fingerprints, WordFeatures
from legibly.files.arrays import read_arrays

Rows = NDArray[np.int64]
Scores = NDArray[np.float64]


class FeatureTable:
    """Row `len(keys)` is that of features which are not there, and nought."""

    def __init__(
        self, templates: tuple[str, ...], keys: Fingerprints, weights: NDArray[np.float32]
    ) -> None:
        self.templates, self.keys, self.weights = templates, keys, weights
        self._with_none = np.concatenate([weights, np.zeros((1, weights.shape[1]), np.float32)])

    @property
    def outputs(self) -> int:
        return int(self.weights.shape[1])

    def rows(self, prints: Fingerprints) -> Rows:
        if not len(self.keys):
            return np.zeros(len(prints), np.int64)
        places = np.searchsorted(self.keys, prints)
        places[places == len(self.keys)] = 0
        return np.where(self.keys[places] == prints, places, len(self.keys))

    def scores(self, features: WordFeatures) -> Scores:
        """[words, outputs]: the weights of all features of each word, times their values."""
        out = np.zeros((len(features), self.outputs), np.float32)
        for name in self.templates:
            weights = self._with_none[self.rows(features.fingerprints(name))]
            values = features.values(name)
            out += weights if values is None else weights * values[:, None]
        return out.astype(np.float64)

    def sums(self, columns: Iterable[Fingerprints]) -> Scores:
        """[events, outputs]: the weights of the features of events, a column a feature."""
        return sum(
            (self._with_none[self.rows(prints)].astype(np.float64) for prints in columns),
            start=np.zeros((1, self.outputs)),
        )

    def save(self, path: Path) -> None:
        with path.open("wb") as file:
            np.savez(file, keys=self.keys, weights=self.weights.astype(np.float16))

    @classmethod
    def load(cls, path: Path, templates: tuple[str, ...], outputs: int) -> FeatureTable:
        keys, stored = read_arrays(path, ["keys", "weights"], "feature weights")
        if stored.dtype.kind != "f" or keys.dtype != np.uint64:
            raise DataError(f"{path}: damaged feature weights (other types); train the model anew")
        weights = stored.astype(np.float32)
        if keys.ndim != 1 or weights.shape != (*keys.shape, outputs):
            found = f"{weights.shape} weights for {keys.size} features and {outputs} outputs"
            raise DataError(f"{path}: damaged feature weights ({found}); train the model anew")
        if (keys[1:] <= keys[:-1]).any():
            raise DataError(f"{path}: damaged feature weights (out of order); train the model anew")
        if not np.isfinite(weights).all():
            message = "damaged feature weights (weights that are no numbers)"
            raise DataError(f"{path}: {message}; train the model anew")
        return cls(templates, keys, weights)
