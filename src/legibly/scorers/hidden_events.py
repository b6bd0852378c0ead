"""The hidden-event language model (Lu & Ng 2010) as a tag scorer: the chance of every mark after
every word.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from legibly.errors import DataError
from legibly.files.model_files import ModelFiles
from legibly.lattice.scoring import Block, Context, Tag, TagTable
from legibly.ngram import binary
from legibly.ngram.hidden_events import BOUNDARY, HiddenEvents, cascade

EVENTS_FILE, SECOND = "events.lm", "second.lm"
MIN_CHANCE = 1e-6  # chance
INNER, ENDS = (",",), (".", "?", "!")


class HiddenEventScorer:
    """Posteriors, or what Viterbi's algorithm or a cascade decides, as a table that leaves no
    doubt.
    """

    context = Context(24, 24)

    def __init__(
        self, first: HiddenEvents, second: HiddenEvents | None = None, *, viterbi: bool = False
    ) -> None:
        self._first, self._second, self._viterbi = first, second, viterbi
        self.marks = (second or first).events

    def tables(self, blocks: Sequence[Block]) -> list[list[TagTable]]:
        tags = tuple(Tag(mark=mark) for mark in self.marks)
        return [[TagTable(tags, self._scores(block)[block.first : block.last])] for block in blocks]

    def _scores(self, block: Block) -> np.ndarray[Any, np.dtype[np.float64]]:
        words = [word.text.lower() for word in block.words]
        if self._second is None and not self._viterbi:
            return np.log(np.maximum(self._first.posteriors(words), MIN_CHANCE))
        if self._second is not None:
            decided = cascade(self._first, self._second, words, viterbi=self._viterbi)
        else:
            decided = self._first.best(words)
        scores = np.full((len(words), len(self.marks)), np.log(MIN_CHANCE))
        for at, mark in enumerate(decided):
            scores[at, self.marks.index(mark)] = 0.0
        return scores


def load(folder: Path | ModelFiles, settings: dict[str, Any]) -> HiddenEventScorer:
    files = ModelFiles.of(folder)
    copied, cascaded = bool(settings.get("copied", False)), bool(settings.get("cascaded", False))
    tied = bool(settings.get("tied", True))
    first = binary.load(files / settings.get("file", EVENTS_FILE))
    ends = (BOUNDARY,) if cascaded else ENDS
    missing = [mark for mark in (*INNER, *ends) if mark not in first.vocabulary]
    if missing:
        raise DataError(f"{files}: the language model does not know the events {' '.join(missing)}")

    second = (
        HiddenEvents(binary.load(files / SECOND), INNER, ENDS, copied, tied) if cascaded else None
    )
    return HiddenEventScorer(
        HiddenEvents(first, INNER, ends, copied, tied),
        second,
        viterbi=bool(settings.get("viterbi", False)),
    )
