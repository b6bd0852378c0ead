"""The training text of a language as numbers: each word's place in a list of its forms, and its
labels. Small enough to send elsewhere; pieces of any vocabulary are looked up in a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from legibly.files.writing import atomic_path
from legibly.training.neural.encoding import IGNORED, Cut, Encoded
from recipes.three_languages.texts import Heard


@dataclass(frozen=True)
class Rows:
    """Words in a row; labels hold a mark in the low four bits, a case in two, an opening in two."""

    words: NDArray[np.uint32]
    labels: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.words)

    def save(self, path: Path) -> None:
        """Bytes of like meaning lie together, so that they can be packed well."""
        planes: dict[str, Any] = {
            f"plane{i}": (self.words >> (8 * i)).astype(np.uint8) for i in range(3)
        }
        with atomic_path(path) as temporary, temporary.open("wb") as out:
            np.savez_compressed(out, labels=self.labels, **planes)

    @classmethod
    def load(cls, path: Path) -> Rows:
        with np.load(path, allow_pickle=False) as file:
            words = sum(file[f"plane{i}"].astype(np.uint32) << (8 * i) for i in range(3))
            return cls(np.asarray(words, np.uint32), file["labels"])


@dataclass(frozen=True)
class PieceTable:
    """The pieces of every form, one behind the other."""

    firsts: NDArray[np.int64]
    lengths: NDArray[np.int64]
    pieces: NDArray[np.uint16]

    @classmethod
    def of(cls, forms: Sequence[str], cut: Cut) -> PieceTable:
        found = [list(cut(form)) for form in forms]
        lengths = np.array([len(pieces) for pieces in found], np.int64)
        return cls(
            np.cumsum(lengths) - lengths,
            lengths,
            np.array([piece for pieces in found for piece in pieces], np.uint16),
        )

    def save(self, path: Path) -> None:
        with atomic_path(path) as temporary, temporary.open("wb") as out:
            np.savez_compressed(out, lengths=self.lengths.astype(np.uint8), pieces=self.pieces)

    @classmethod
    def load(cls, path: Path) -> PieceTable:
        with np.load(path, allow_pickle=False) as file:
            lengths = file["lengths"].astype(np.int64)
            return cls(np.cumsum(lengths) - lengths, lengths, file["pieces"])


def number(texts: Mapping[str, Sequence[Path]]) -> tuple[list[str], dict[str, Rows]]:
    """All forms, the frequent ones first, and the words of each text as their places."""
    counts: Counter[str] = Counter()
    for paths in texts.values():
        for path in paths:
            counts.update(Heard.load(path).words)
    forms = sorted(counts, key=lambda form: (-counts[form], form))
    places = {form: place for place, form in enumerate(forms)}
    return forms, {name: _numbered(paths, places) for name, paths in texts.items()}


def _numbered(paths: Sequence[Path], places: Mapping[str, int]) -> Rows:
    words, labels = [], []
    for path in paths:
        heard = Heard.load(path)
        words.append(np.array([places[word] for word in heard.words], np.uint32))
        labels.append(heard.marks | heard.cases << 4 | heard.openings << 6)
    return Rows(np.concatenate(words), np.concatenate(labels))


def in_pieces(rows: Rows, table: PieceTable) -> tuple[Encoded, NDArray[np.int64]]:
    """Pieces with their labels, and the place of each piece's word."""
    lengths = table.lengths[rows.words]
    ends = np.cumsum(lengths)
    owners = np.repeat(np.arange(len(rows)), lengths)
    inside = np.arange(len(owners)) - np.repeat(ends - lengths, lengths)
    pieces = table.pieces[np.repeat(table.firsts[rows.words], lengths) + inside]
    return Encoded(
        pieces,
        _at(ends - 1, rows.labels & 15, len(owners)),
        _at(ends - lengths, rows.labels >> 4 & 3, len(owners)),
        _at(ends - lengths, rows.labels >> 6, len(owners)),
    ), owners


def _at(places: NDArray[np.int64], labels: NDArray[Any], length: int) -> NDArray[np.uint8]:
    row = np.full(length, IGNORED, np.uint8)
    row[places] = labels
    return row
