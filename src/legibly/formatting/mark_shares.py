"""How likely each mark is behind each word, from when the scorers said so until it is given out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from legibly.lattice.arcs import Step
from legibly.marks import NONE
from legibly.transcript import MarkChance


class _Noted(NamedTuple):
    shares: tuple[float, ...]  # none first
    allowed: Sequence[str]  # what may be written


class MarkShares:
    """By position. `marks` are those that have a share, none first."""

    def __init__(self, marks: Sequence[str]) -> None:
        self._marks = tuple(marks)
        self._noted: dict[int, _Noted] = {}

    def note(self, position: int, shares: Sequence[float], allowed: Sequence[str]) -> None:
        self._noted[position] = _Noted(tuple(shares), allowed)

    def chances(self, steps: Iterable[Step]) -> Iterator[tuple[int, MarkChance]]:
        """By position: inside what is written of several words stands no mark."""
        for step in steps:
            for position in range(step.first, step.last):
                if position in self._noted:
                    mark = step.mark if position == step.last - 1 else NONE
                    yield position, self._chance(self._noted[position], mark)

    def _chance(self, noted: _Noted, mark: str) -> MarkChance:
        """What was thought of a mark, or of none; where there was no choice nobody chose it."""
        shares = dict(zip(self._marks, noted.shares, strict=True))
        written = None
        if len(noted.allowed) > 1 and mark in noted.allowed:
            total = sum(shares[allowed] for allowed in noted.allowed)
            written = shares[mark] / total if total > 0 else None
        return MarkChance(self._marks, noted.shares, written)

    def forget(self, steps: Iterable[Step]) -> None:
        for step in steps:
            for position in range(step.first, step.last):
                self._noted.pop(position, None)
