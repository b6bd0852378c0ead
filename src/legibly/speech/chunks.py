"""Sound as it streams by: chunks that end where it is quiet, and stretches by their times."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from legibly.speech.audio import Samples

SHORTEST_CHUNK_SECONDS, LONGEST_CHUNK_SECONDS = 8.0, 16.0
QUIET_SECONDS = 0.2  # the quietest stretch of this length ends a chunk
STEP_SECONDS = 0.02


class Chunk(NamedTuple):
    start: float
    samples: Samples


def quiet_chunks(blocks: Iterable[Samples], rate: int) -> Iterator[Chunk]:
    """All of the sound in chunks of some seconds."""
    rest = np.zeros(0, np.float32)
    passed = 0
    for block in blocks:
        rest = np.concatenate([rest, block])
        while len(rest) > LONGEST_CHUNK_SECONDS * rate:
            cut = _quietest(rest, rate)
            yield Chunk(passed / rate, rest[:cut])
            rest, passed = rest[cut:], passed + cut
    if len(rest):
        yield Chunk(passed / rate, rest)


def _quietest(samples: Samples, rate: int) -> int:
    """The middle of the quietest stretch between the shortest and the longest chunk."""
    first = int(SHORTEST_CHUNK_SECONDS * rate)
    step = int(STEP_SECONDS * rate)
    part = samples[first : int(LONGEST_CHUNK_SECONDS * rate)]
    steps = part[: len(part) // step * step].reshape(-1, step)
    energy = np.square(steps, dtype=np.float64).sum(axis=1)
    width = round(QUIET_SECONDS / STEP_SECONDS)
    sums = np.convolve(energy, np.ones(width), "valid")
    return first + (int(sums.argmin()) + width // 2) * step


class SoundWindow:
    """Any stretch of a sound that streams by, as long as later ones are not asked for first."""

    def __init__(self, blocks: Iterable[Samples], rate: int) -> None:
        self._blocks, self._rate = iter(blocks), rate
        self._first = 0
        self._held = np.zeros(0, np.float32)

    def between(self, start: float, end: float) -> Samples:
        first, last = (max(0, round(seconds * self._rate)) for seconds in (start, end))
        while self._first + len(self._held) < last:
            block = next(self._blocks, None)
            if block is None:
                break
            self._held = np.concatenate([self._held, block])
            self._forget(min(first, self._first + len(self._held)))
        return self._held[max(0, first - self._first) : max(0, last - self._first)]

    def forget_before(self, seconds: float) -> None:
        self._forget(min(round(seconds * self._rate), self._first + len(self._held)))

    def _forget(self, sample: int) -> None:
        if sample > self._first:
            self._held = self._held[sample - self._first :]
            self._first = sample
