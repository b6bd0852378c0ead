"""Words as word pieces with labels, in one long row.

The mark is a label of a word's last piece, the case and what opens a sentence of its first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from legibly.languages import Language
from legibly.scorers.neural import NETWORK_MARKS
from legibly.training.spoken_form import Spoken

IGNORED = 255
Cut = Callable[[str], Sequence[int]]  # a word into the numbers of its pieces


@dataclass(frozen=True)
class Labels:
    """What labels stand for, by their numbers."""

    marks: tuple[str, ...] = NETWORK_MARKS
    openings: tuple[str, ...] = ()  # "" first, where a language has any

    @classmethod
    def of(cls, language: Language) -> Labels:
        openings = tuple(language.openings.values())
        return cls((*NETWORK_MARKS, *language.own_marks), ("", *openings) if openings else ())


@dataclass(frozen=True)
class Encoded:
    """Rows of equal length: piece numbers, labels of marks, of cases, of what opens a sentence."""

    pieces: NDArray[np.uint16]
    marks: NDArray[np.uint8]
    cases: NDArray[np.uint8]
    openings: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.pieces)

    def save(self, out: BinaryIO) -> None:
        np.savez_compressed(out, **vars(self))

    @classmethod
    def load(cls, path: Path) -> Encoded:
        with np.load(path, allow_pickle=False) as file:
            return cls(*(file[name] for name in ("pieces", "marks", "cases", "openings")))


def join(parts: Sequence[Encoded]) -> Encoded:
    return Encoded(
        np.concatenate([part.pieces for part in parts]),
        np.concatenate([part.marks for part in parts]),
        np.concatenate([part.cases for part in parts]),
        np.concatenate([part.openings for part in parts]),
    )


def encode(texts: Iterable[Sequence[Spoken]], pieces: Cut, labels: Labels = Labels()) -> Encoded:
    rows: list[int] = []
    marks: list[int] = []
    cases: list[int] = []
    openings: list[int] = []
    mark_numbers = {mark: i for i, mark in enumerate(labels.marks)}
    opening_numbers = {opening: i for i, opening in enumerate(labels.openings or ("",))}
    for words in texts:
        for word in words:
            found = pieces(word.text)
            inner = len(found) - 1
            rows += found
            marks += [IGNORED] * inner
            marks.append(mark_numbers[word.mark])
            cases.append(int(word.case))
            cases += [IGNORED] * inner
            openings.append(opening_numbers[word.opening])
            openings += [IGNORED] * inner

    labelled = (np.array(row, np.uint8) for row in (marks, cases, openings))
    return Encoded(np.array(rows, np.uint16), *labelled)
