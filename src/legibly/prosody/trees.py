"""Decision trees as arrays: one tree of shares (CART), or many whose values add up (boosting).

A node asks whether a feature is at most its threshold; a value that is not known goes the way that
`missing` says, and an endless threshold asks only whether it is known. Children stand behind their
parents, so that every walk ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from legibly.errors import DataError
from legibly.files.arrays import read_arrays
from legibly.prosody.features import Values

Numbers = NDArray[np.int64]
LEAF = -1
MAX_TREE_BYTES = 64 << 20  # of an array of a file
_ARRAYS = ("roots", "feature", "threshold", "left", "right", "missing", "values")


class Trees(NamedTuple):
    roots: Numbers  # [trees]
    feature: Numbers  # [nodes]; LEAF asks nothing
    threshold: NDArray[np.float32]
    left: Numbers  # where the value is at most the threshold
    right: Numbers
    missing: NDArray[np.int8]  # 1: what is not known goes left
    values: NDArray[np.float32]  # [nodes, outputs]

    @property
    def outputs(self) -> int:
        return int(self.values.shape[1])

    @property
    def leaves(self) -> int:
        return int((self.feature == LEAF).sum())

    def scores(self, rows: Values) -> Values:
        """[rows, outputs]: the sum of the leaves that each row reaches, a tree one."""
        sums: Values = self.values[self.leaves_of(rows)].sum(axis=1, dtype=np.float64)
        return sums

    def leaves_of(self, rows: Values) -> Numbers:
        """[rows, trees]"""
        nodes = np.tile(self.roots, (len(rows), 1))
        while (asking := self.feature[nodes] != LEAF).any():
            nodes = np.where(asking, self._step(rows, nodes), nodes)
        return nodes

    def _step(self, rows: Values, nodes: Numbers) -> Numbers:
        at = np.arange(len(rows))[:, None]
        asked = rows[at, np.maximum(self.feature[nodes], 0)]
        left = np.where(np.isnan(asked), self.missing[nodes] == 1, asked <= self.threshold[nodes])
        return np.where(left, self.left[nodes], self.right[nodes])

    def queries(self, rows: Values, features: int) -> Numbers:
        """[features]: how often each is asked while the rows run down."""
        counts = np.zeros(features, np.int64)
        nodes = np.tile(self.roots, (len(rows), 1))
        while (asking := self.feature[nodes] != LEAF).any():
            counts += np.bincount(self.feature[nodes[asking]], minlength=features)
            nodes = np.where(asking, self._step(rows, nodes), nodes)
        return counts

    def appearances(self, features: int) -> Numbers:
        """[features]: in how many nodes each is asked."""
        return np.bincount(self.feature[self.feature != LEAF], minlength=features)

    def save(self, path: Path) -> None:
        with path.open("wb") as file:
            np.savez_compressed(
                file,
                roots=self.roots.astype(np.int32),
                feature=self.feature.astype(np.int16),
                threshold=self.threshold.astype(np.float32),
                left=self.left.astype(np.int32),
                right=self.right.astype(np.int32),
                missing=self.missing.astype(np.int8),
                values=self.values.astype(np.float32),
            )


def joined(trees: Sequence[Trees]) -> Trees:
    """One forest of several."""
    starts = np.cumsum([0, *(len(tree.feature) for tree in trees)]).tolist()
    shifted = [
        tree._replace(roots=tree.roots + start, left=tree.left + start, right=tree.right + start)
        for start, tree in zip(starts, trees, strict=False)
    ]
    return Trees(*(np.concatenate(arrays) for arrays in zip(*shifted, strict=True)))


def load_trees(path: Path, features: int, outputs: int) -> Trees:
    """Raises DataError for trees that would not end, or ask what is not there."""
    arrays = read_arrays(path, _ARRAYS, "decision trees", MAX_TREE_BYTES)
    roots, feature, threshold, left, right, missing, values = arrays
    wanted = ("i", "i", "f", "i", "i", "i", "f")
    nodes = len(feature) if feature.ndim == 1 else 0
    same = all(
        array.dtype.kind == kind and array.ndim == (2 if array is values else 1)
        for array, kind in zip(arrays, wanted, strict=True)
    ) and all(len(array) == nodes for array in (threshold, left, right, missing, values))
    if not same or not nodes or values.shape[1:] != (outputs,):
        raise _damaged(path, "other shapes")

    asking = feature != LEAF
    places = np.arange(nodes)[asking]
    children = np.stack([left[asking], right[asking]])
    if not (
        (feature >= LEAF).all()
        and (feature < features).all()
        and len(roots)
        and (roots >= 0).all()
        and (roots < nodes).all()
        and (children > places).all()
        and (children < nodes).all()
    ):
        raise _damaged(path, "nodes that lead nowhere")
    if np.isnan(threshold).any() or not np.isfinite(values).all():
        raise _damaged(path, "values that are no numbers")
    return Trees(
        roots.astype(np.int64),
        feature.astype(np.int64),
        threshold.astype(np.float32),
        left.astype(np.int64),
        right.astype(np.int64),
        missing.astype(np.int8),
        values.astype(np.float32),
    )


def _damaged(path: Path, what: str) -> DataError:
    return DataError(f"{path}: damaged decision trees ({what}); train the model anew")
