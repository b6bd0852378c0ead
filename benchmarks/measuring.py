"""What benchmarks share: timing, and made-up speech."""

from __future__ import annotations

import time
from collections.abc import Callable

from legibly.transcript import Transcript, Word

SPEECH = (
    "so we met bill in london on monday and he said that nasa had called him is that true i "
    "asked well he said it is"
).split()
SPOKEN_WORDS_PER_SECOND = 3


def seconds(work: Callable[[], object], repeat: int = 1) -> float:
    """The best of a few runs: the others were disturbed."""
    best = float("inf")
    for _ in range(repeat):
        begin = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - begin)
    return best


def per_second(count: int, work: Callable[[], object], repeat: int = 1) -> float:
    return count / seconds(work, repeat)


def spoken_words(count: int, first: int = 0) -> list[Word]:
    """The same few sentences again and again, at speaking rate; `first` counts from their start."""
    rate = SPOKEN_WORDS_PER_SECOND
    return [
        Word(SPEECH[i % len(SPEECH)], i / rate, (i + 0.9) / rate)
        for i in range(first, first + count)
    ]


def spoken(count: int) -> Transcript:
    return Transcript([word._replace(start=None, end=None) for word in spoken_words(count)])
