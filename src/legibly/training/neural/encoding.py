"""Words as word pieces with labels, in one long row.

The mark is a label of a word's last piece, the case of its first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from legibly.scorers.neural import NETWORK_MARKS
from legibly.scorers.word_pieces import WordPieces
from legibly.training.spoken_form import Spoken

IGNORED = 255

_MARK_NUMBERS = {mark: i for i, mark in enumerate(NETWORK_MARKS)}


@dataclass(frozen=True)
class Encoded:
    """Rows of equal length: piece numbers, labels of marks and of cases."""

    pieces: NDArray[np.uint16]
    marks: NDArray[np.uint8]
    cases: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.pieces)

    def save(self, out: BinaryIO) -> None:
        np.savez_compressed(out, pieces=self.pieces, marks=self.marks, cases=self.cases)

    @classmethod
    def load(cls, path: Path) -> Encoded:
        with np.load(path, allow_pickle=False) as file:
            return cls(file["pieces"], file["marks"], file["cases"])


def join(parts: Sequence[Encoded]) -> Encoded:
    return Encoded(
        np.concatenate([part.pieces for part in parts]),
        np.concatenate([part.marks for part in parts]),
        np.concatenate([part.cases for part in parts]),
    )


def encode(texts: Iterable[Sequence[Spoken]], pieces: WordPieces) -> Encoded:
    rows: list[int] = []
    marks: list[int] = []
    cases: list[int] = []
    for words in texts:
        for word in words:
            found = pieces(word.text)
            inner = len(found) - 1
            rows += found
            marks += [IGNORED] * inner
            marks.append(_MARK_NUMBERS[word.mark])
            cases.append(int(word.case))
            cases += [IGNORED] * inner

    return Encoded(np.array(rows, np.uint16), np.array(marks, np.uint8), np.array(cases, np.uint8))
