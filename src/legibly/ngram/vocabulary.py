"""Words and their numbers. Four are taken: padding (never a word), the unknown word, begin and end
of a text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

PAD, UNKNOWN, BEGIN, END = range(4)
SIGNS = ("<pad>", "<unk>", "<s>", "</s>")
MAX_VOCABULARY = (1 << 21) - 1  # what a packed n-gram has room for


def fingerprint(word: str) -> int:
    return int.from_bytes(blake2b(word.encode(), digest_size=8).digest(), "little")


class Vocabulary:
    """Found by fingerprints in sorted arrays, so that a large one need not be read to be used."""

    def __init__(
        self,
        text: NDArray[np.uint8],
        starts: NDArray[np.uint64],
        prints: NDArray[np.uint64],
        numbers: NDArray[np.uint32],
    ) -> None:
        self.text, self.starts, self.prints, self.numbers = text, starts, prints, numbers
        self._known: dict[str, int] = {}

    @classmethod
    def of(cls, words: Sequence[str]) -> Vocabulary:
        """`words` by number; the first four are the signs."""
        encoded = [word.encode() for word in words]
        starts = np.zeros(len(words) + 1, np.uint64)
        np.cumsum([len(item) for item in encoded], out=starts[1:])
        prints = np.array([fingerprint(word) for word in words], np.uint64)
        order = np.argsort(prints, kind="stable")
        text = np.frombuffer(b"".join(encoded), np.uint8)
        return cls(text, starts, prints[order], order.astype(np.uint32))

    def __len__(self) -> int:
        return len(self.starts) - 1

    def __getitem__(self, number: int) -> str:
        return bytes(self.text[int(self.starts[number]) : int(self.starts[number + 1])]).decode()

    def words(self) -> list[str]:
        data, starts = bytes(self.text), self.starts.tolist()
        return [data[a:b].decode() for a, b in pairwise(starts)]

    def number(self, word: str) -> int:
        """Of a word; that of the unknown word where it is not there."""
        found = self._known.get(word)
        if found is None:
            if len(self._known) >= 200_000:
                self._known.clear()
            found = self._known[word] = self._find(word)
        return found

    def __contains__(self, word: str) -> bool:
        return self.number(word) != UNKNOWN or word == SIGNS[UNKNOWN]

    def _find(self, word: str) -> int:
        wanted = np.uint64(fingerprint(word))
        at = int(np.searchsorted(self.prints, wanted))
        while at < len(self.prints) and self.prints[at] == wanted:
            number = int(self.numbers[at])
            if self[number] == word:
                return number
            at += 1
        return UNKNOWN

    def encode(self, words: Iterable[str]) -> list[int]:
        return [self.number(word) for word in words]
