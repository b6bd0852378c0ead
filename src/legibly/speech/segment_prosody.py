"""What the sound of a recording says of its words, segment by segment, in bounded memory.

A segment is measured when the next one is there, together with the one before it: a word's pause
lasts until the next word, and a speaker's level is that of these two segments.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from legibly.prosody.features import LOOK_BACK_WORDS, NAMES, labelled
from legibly.speech.audio import Samples
from legibly.speech.frames import RATE, measure
from legibly.speech.live_prosody import shifted
from legibly.speech.sphinx import SAMPLE_RATE
from legibly.speech.word_prosody import word_features
from legibly.transcript import Transcript, Word

AHEAD_SECONDS = 1.0  # of the next segment
LONGEST_GAP_SECONDS = 10.0  # between segments; more of a silence says no more


class _Heard(NamedTuple):
    part: Transcript
    samples: Samples  # at RATE
    start: float


class SegmentProsody:
    """`add` gives the part before with its labels."""

    def __init__(self) -> None:
        self._before: _Heard | None = None
        self._open: _Heard | None = None
        self._words_before: list[Word] = []

    def add(self, part: Transcript, samples: Samples, start: float) -> Iterator[Transcript]:
        heard = _Heard(part, _at_rate(samples), start)
        if self._open is not None:
            yield self._labelled(self._open, heard)
        self._open = heard

    def close(self) -> Iterator[Transcript]:
        if self._open is not None:
            yield self._labelled(self._open, None)
            self._open = None

    def _labelled(self, heard: _Heard, behind: _Heard | None) -> Transcript:
        words = heard.part.words
        following = list(behind.part.words[:1]) if behind is not None else []
        sound, begin = self._sound(heard, behind)
        around = [*self._words_before, *words, *following]
        values = word_features([shifted(word, begin) for word in around], measure([sound]))
        first = len(self._words_before)
        labels = labelled(values[first : first + len(words)], NAMES)
        found = [
            word._replace(labels={**word.labels, **of_word})
            for word, of_word in zip(words, labels, strict=True)
        ]
        self._before = heard
        self._words_before = [*self._words_before, *words][-LOOK_BACK_WORDS:]
        return replace(heard.part, words=found)

    def _sound(self, heard: _Heard, behind: _Heard | None) -> tuple[Samples, float]:
        """With some of what is before and behind; silence where nobody spoke."""
        pieces = [heard]
        if self._before is not None and _gap(self._before, heard) <= LONGEST_GAP_SECONDS:
            pieces.insert(0, self._before)
        if behind is not None and _gap(heard, behind) <= LONGEST_GAP_SECONDS:
            ahead = behind.samples[: int(AHEAD_SECONDS * RATE)]
            pieces.append(behind._replace(samples=ahead))
        begin = pieces[0].start
        count = round((pieces[-1].start - begin) * RATE) + len(pieces[-1].samples)
        sound = np.zeros(count, np.float32)
        for piece in pieces:
            at = round((piece.start - begin) * RATE)
            sound[at : at + len(piece.samples)] = piece.samples[: count - at]
        return sound, begin


def _gap(before: _Heard, after: _Heard) -> float:
    return after.start - before.start - len(before.samples) / RATE


def _at_rate(samples: Samples) -> Samples:
    import soxr

    library: Any = soxr
    found: Samples = library.resample(samples, SAMPLE_RATE, RATE)
    return found
