"""Prosodic features while somebody speaks: a word is ready 0.2 s after its end, with the pause as
long as it has been.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

import numpy as np

from legibly.prosody.features import LOOK_BACK_WORDS, NAMES, labelled
from legibly.speech.audio import Samples
from legibly.speech.frames import FRAMES_A_SECOND, RATE, Frames, measure
from legibly.speech.word_prosody import WINDOW_FRAMES, word_features
from legibly.transcript import Word

MEMORY_SECONDS = 30.0  # of sound; a speaker's level is that of these
WAIT_SECONDS = WINDOW_FRAMES / FRAMES_A_SECOND


class LiveProsody:
    """`hear` sound (mono, RATE samples a second), `add` words; `ready` gives words with labels."""

    def __init__(self) -> None:
        self._sound = np.zeros(0, np.float32)
        self._forgotten = 0  # samples before what is remembered
        self._waiting: deque[Word] = deque()
        self._before: deque[Word] = deque(maxlen=LOOK_BACK_WORDS)

    @property
    def seconds(self) -> float:
        """How much was heard."""
        return (self._forgotten + len(self._sound)) / RATE

    def hear(self, samples: Samples) -> None:
        self._sound = np.concatenate([self._sound, samples.astype(np.float32, copy=False)])
        extra = len(self._sound) - int(MEMORY_SECONDS * RATE)
        if extra > 0:
            self._sound, self._forgotten = self._sound[extra:], self._forgotten + extra

    def add(self, word: Word) -> None:
        self._waiting.append(word)

    def ready(self, *, closed: bool = False) -> Iterator[Word]:
        """Words that ended 0.2 s ago, or behind which the next was heard; all, once `closed`."""
        while self._waiting:
            word = self._waiting[0]
            late = word.end is not None and self.seconds >= word.end + WAIT_SECONDS
            if not (closed or late or len(self._waiting) > 1):
                return
            yield self._labelled(word)
            self._before.append(self._waiting.popleft())

    def _labelled(self, word: Word) -> Word:
        following = [self._waiting[1]] if len(self._waiting) > 1 else []
        shift = self._forgotten / RATE
        words = [shifted(one, shift) for one in (*self._before, word, *following)]
        values = word_features(words, self._frames())[len(self._before)]
        return word._replace(labels={**word.labels, **labelled(values[None, :], NAMES)[0]})

    def _frames(self) -> Frames:
        return measure([self._sound]) if len(self._sound) else measure([])


def shifted(word: Word, seconds: float) -> Word:
    """As if the sound that is remembered were all there is."""
    return word._replace(
        start=None if word.start is None else word.start - seconds,
        end=None if word.end is None else word.end - seconds,
    )
