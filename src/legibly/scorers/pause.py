"""Full stops at long pauses: the baseline that needs nothing but times."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from pathlib import Path
from typing import Any

import numpy as np

from legibly.errors import DataError
from legibly.files.model_files import ModelFiles
from legibly.lattice.scoring import Block, Context, Tag, TagTable

CERTAINTY = 0.9  # of a full stop at a long pause, and of none elsewhere


class PauseScorer:
    marks = ("", ".")
    context = Context(0, 1)
    _tags = (Tag(mark=""), Tag(mark="."))

    def __init__(self, seconds: float = 0.5) -> None:
        self.seconds = seconds

    def tables(self, blocks: Sequence[Block]) -> list[list[TagTable]]:
        return [[self._table(block)] for block in blocks]

    def _table(self, block: Block) -> TagTable:
        long = np.array(
            [self._long_pause(block, i) for i in range(block.first, block.last)], dtype=bool
        )
        likely, unlikely = log(CERTAINTY), log(1 - CERTAINTY)
        stop = np.where(long, likely, unlikely)
        none = np.where(long, unlikely, likely)
        return TagTable(self._tags, np.stack([none, stop], axis=1))

    def _long_pause(self, block: Block, position: int) -> bool:
        if position + 1 >= len(block.words):
            return False
        end, start = block.words[position].end, block.words[position + 1].start
        return end is not None and start is not None and start - end >= self.seconds


def load(folder: Path | ModelFiles, settings: dict[str, Any]) -> PauseScorer:
    files = ModelFiles.of(folder)
    seconds = settings.get("seconds", 0.5)
    if not isinstance(seconds, (int, float)) or isinstance(seconds, bool) or not seconds > 0:
        raise DataError(
            f"{files}: pause scorer has seconds = {seconds!r}; expected a number above 0"
        )
    return PauseScorer(float(seconds))
