"""The hundred best of each segment with what the voice says of their marks (ASR+LMPunc_H100):
`log P(words, marks, sound) + scale * LM weight * sum of log p(y|r) / p(y)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from legibly.prosody.features import NAMES, Values
from legibly.prosody.trees import Trees
from legibly.scorers.prosody import PROSODY_MARKS
from legibly.speech.frames import FRAMES_A_SECOND, Frames
from legibly.speech.word_prosody import word_features
from legibly.transcript import Word
from recipes.kim_woodland_2003.recognised import Reading, Spoken

LM_WEIGHT = 6.5  # of pocketsphinx, so that scales compare with the paper's
SECONDS_AROUND = 1.0  # of a segment, that its features are taken from


class Tree(NamedTuple):
    """Trees, and the features that they ask."""

    trees: Trees
    features: tuple[str, ...]

    def scores(self, rows: Values) -> Values:
        """[words, PROSODY_MARKS] of rows of all features; nought where no pause is known."""
        found = np.zeros((len(rows), len(PROSODY_MARKS)))
        known = np.isfinite(rows[:, NAMES.index("pause")])
        columns = [NAMES.index(name) for name in self.features]
        if known.any():
            found[known] = self.trees.scores(rows[known][:, columns])
        return found


class Listed(NamedTuple):
    """The ways to read a segment, the recogniser's best first, with both scores."""

    readings: list[Reading]
    heard: Values  # nats, over the best
    voice: Values

    def best(self, scale: float) -> Reading:
        return self.readings[int((self.heard + scale * LM_WEIGHT * self.voice).argmax())]


def listed(spoken: Spoken, frames: Frames, tree: Tree) -> Listed:
    readings = [spoken.best, *spoken.others]
    top = spoken.best.score
    known: dict[tuple[object, ...], Values] = {}
    voice = []
    for reading in readings:
        words = tuple(word[:3] for word in reading.words)  # labels cannot be looked up by
        if words not in known:
            known[words] = tree.scores(_features(reading.words, frames))
        marks = [PROSODY_MARKS.index(mark) for mark in reading.marks]
        voice.append(float(known[words][np.arange(len(marks)), marks].sum()))
    heard = np.array([reading.score - top for reading in readings])
    # The best is so by other means than the list is ranked by, and comes first where all is equal.
    return Listed(readings, heard, np.array(voice))


def _features(words: Sequence[Word], frames: Frames) -> Values:
    if not words:
        return np.zeros((0, len(NAMES)))
    first = max(0.0, (words[0].start or 0.0) - SECONDS_AROUND)
    last = (words[-1].end or 0.0) + SECONDS_AROUND
    inside = slice(int(first * FRAMES_A_SECOND), int(last * FRAMES_A_SECOND))
    begin = inside.start / FRAMES_A_SECOND
    moved = [
        word._replace(
            start=None if word.start is None else word.start - begin,
            end=None if word.end is None else word.end - begin,
        )
        for word in words
    ]
    return word_features(moved, Frames(frames.hertz[inside], frames.energy[inside]))
