"""Recognisers and voices that tests make up: loud sound is speech, and every segment is known."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from legibly.recognition.voice import Speech
from legibly.speech.audio import Samples
from legibly.speech.sphinx import SAMPLE_RATE
from legibly.transcript import Transcript, Word

LOUD = 0.01


def by_loudness() -> Speech:
    return lambda samples: float(np.abs(samples).max() > LOUD)


def noise(seconds: float, seed: int = 1) -> Samples:
    random = np.random.default_rng(seed)
    found: Samples = random.normal(0, 0.1, round(seconds * SAMPLE_RATE)).astype(np.float32)
    return found


def quiet(seconds: float) -> Samples:
    return np.zeros(round(seconds * SAMPLE_RATE), np.float32)


class MadeUpEngine:
    """Says "one two" of every segment, in its first second; `fails` says of which it does not."""

    enough_seconds, longest_seconds, coarse_times = 4.0, 8.0, False

    def __init__(self, fails: Callable[[int], bool] = lambda number: False) -> None:
        self.calls, self._fails = 0, fails

    def recognise(self, samples: Samples) -> Transcript:
        self.calls += 1
        if self._fails(self.calls):
            raise RuntimeError("out of order")
        return Transcript([Word("one", 0.2, 0.5, 0.9), Word("two", 0.6, 0.9, 0.8)], language="en")


class AlongEngine(MadeUpEngine):
    """A word a second while it hears."""

    def begin(self) -> None:
        self._heard = 0.0

    def hear(self, samples: Samples) -> Sequence[Word]:
        self._heard += len(samples) / SAMPLE_RATE
        return [Word("word", at, at + 0.5) for at in range(int(self._heard))]

    def end(self) -> Transcript:
        words = [Word("word", at, at + 0.5) for at in range(int(self._heard))]
        return Transcript(words, language="en")
