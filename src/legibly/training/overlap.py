"""Keeps test sets out of training text: paragraphs that share runs of eight words with them are
left out.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from legibly.transcript import Transcript

RUN_WORDS = 8  # words; of signs without spaces there must be more
MAX_RUN_WORDS = 32
OVERLAP_FRACTION = 0.02  # of a paragraph's runs, and at least two, that make it an overlap

_MULTIPLIERS = np.array(
    [0x9E3779B97F4A7C15 * (2 * i + 1) % 2**64 for i in range(MAX_RUN_WORDS)], dtype=np.uint64
)


@lru_cache(maxsize=200_000)
def _number(word: str) -> int:
    return zlib.crc32(word.encode())


def runs(texts: Sequence[str], length: int = RUN_WORDS) -> NDArray[np.uint64]:
    """A number for every run of so many words; case, marks and apostrophes do not count."""
    words = re.findall(r"[^\W_]+", " ".join(texts).lower().replace("'", "").replace("’", ""))
    if len(words) < length:
        return np.empty(0, np.uint64)
    numbers = np.array([_number(word) for word in words], dtype=np.uint64)
    count = len(words) - length + 1
    total = np.zeros(count, np.uint64)
    for i in range(length):
        total += numbers[i : i + count] * _MULTIPLIERS[i]
    return total


class Banned:
    """The runs of test sets."""

    def __init__(self, tests: Iterable[Transcript], length: int = RUN_WORDS) -> None:
        self._length = length
        found = [runs([token.text for token in test.tokens], length) for test in tests]
        self._runs = np.unique(np.concatenate(found)) if found else np.empty(0, np.uint64)

    def __len__(self) -> int:
        return len(self._runs)

    def overlaps(self, transcript: Transcript) -> bool:
        text_runs = runs([token.text for token in transcript.tokens], self._length)
        if not len(text_runs) or not len(self._runs):
            return False
        places = np.minimum(np.searchsorted(self._runs, text_runs), len(self._runs) - 1)
        shared = int((self._runs[places] == text_runs).sum())
        return shared >= 2 and shared >= OVERLAP_FRACTION * len(text_runs)

    def leave_out(self, corpus: Iterable[Transcript]) -> Iterator[Transcript]:
        return (transcript for transcript in corpus if not self.overlaps(transcript))
