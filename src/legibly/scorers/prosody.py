"""What the voice says of marks, as a tag scorer: `log p(y|r) - log p(y)` of trees over prosodic
features (Kim & Woodland 2003, equation 7). Its weight is their scale factor.

A feature is taken from a word's labels (`legibly prosody`) where they have it; those of times alone
are computed here. A word behind which no pause is known gets nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from legibly.errors import DataError
from legibly.files.model_files import ModelFiles
from legibly.lattice.scoring import Block, Context, Tag, TagTable
from legibly.prosody.features import (
    LOOK_BACK_WORDS,
    NAMES,
    TIME_NAMES,
    Values,
    from_labels,
    from_times,
)
from legibly.prosody.trees import Trees, load_trees
from legibly.transcript import Word

PROSODY_FILE = "prosody.npz"
PROSODY_MARKS = ("", ",", ".", "?")
SURE = 12.0  # scores beyond this say no more


class ProsodyScorer:
    marks = PROSODY_MARKS
    context = Context(LOOK_BACK_WORDS, 1)
    _tags = tuple(Tag(mark=mark) for mark in PROSODY_MARKS)

    def __init__(self, trees: Trees, features: Sequence[str]) -> None:
        self._trees, self.features = trees, tuple(features)

    def tables(self, blocks: Sequence[Block]) -> list[list[TagTable]]:
        return [[self._table(block)] for block in blocks]

    def _table(self, block: Block) -> TagTable:
        rows = feature_rows(block.words, ("pause", *self.features))[block.first : block.last]
        return TagTable(self._tags, self.scores(rows[:, 1:], rows[:, 0]))

    def scores(self, rows: Values, pauses: Values) -> Values:
        """[rows, PROSODY_MARKS]; nought where no pause is known."""
        scores = np.zeros((len(rows), len(PROSODY_MARKS)))
        known = np.isfinite(pauses)
        if known.any():
            scores[known] = np.clip(self._trees.scores(rows[known]), -SURE, SURE)
        return scores

    def save(self, folder: Path) -> dict[str, Any]:
        self._trees.save(folder / PROSODY_FILE)
        return {"kind": "prosody", "file": PROSODY_FILE, "features": list(self.features)}


def feature_rows(words: Sequence[Word], names: Sequence[str]) -> Values:
    """[words, names]: labels where they are there, times where those tell."""
    rows = from_labels(words, names)
    columns = [column for column, name in enumerate(names) if name in TIME_NAMES]
    if columns and words:
        told = from_times(words)[:, [TIME_NAMES.index(names[column]) for column in columns]]
        rows[:, columns] = np.where(np.isnan(rows[:, columns]), told, rows[:, columns])
    return rows


def load(folder: Path | ModelFiles, settings: dict[str, Any]) -> ProsodyScorer:
    files = ModelFiles.of(folder)
    features = settings.get("features")
    if not isinstance(features, list) or not features or not set(map(str, features)) <= set(NAMES):
        raise DataError(
            f"{files}: prosody scorer has features = {features!r}; expected names among "
            f"{', '.join(NAMES)}"
        )
    path = files / settings.get("file", PROSODY_FILE)
    return ProsodyScorer(load_trees(path, len(features), len(PROSODY_MARKS)), features)
