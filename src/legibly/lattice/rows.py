"""The sums of what tag scorers say of each word, kept as long as arcs may begin there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from legibly.lattice.columns import SOME_CAPITAL, case_columns, mark_columns, opening_columns
from legibly.scorers.base import TagTable


@dataclass
class Rows:
    """Summed tag scores of scored words, from `first` on."""

    first: int = 0
    marks: list[list[float]] = field(default_factory=list)  # none first, then those that may be written
    case: list[list[float]] = field(default_factory=list)  # the cases, then SOME_CAPITAL
    opening_case: list[list[float]] = field(default_factory=list)

    def drop_before(self, position: int) -> None:
        count = position - self.first
        if count > 0:
            del self.marks[:count], self.case[:count], self.opening_case[:count]
            self.first = position

    def add(self, tables: Sequence[tuple[float, TagTable]], count: int, known: Sequence[str]) -> None:
        """Weighted tables of the next words; `known` are the marks that columns are wanted for."""
        marks = np.zeros((count, len(known)))
        case, opening_case = (np.zeros((count, SOME_CAPITAL + 1)) for _ in range(2))
        for weight, table in tables:
            if table.tags[0].mark is not None:
                marks += weight * mark_columns(table, known)
            else:
                case += weight * case_columns(table)
                opening_case += weight * opening_columns(table)
        self.marks.extend(marks.tolist())
        self.case.extend(case.tolist())
        self.opening_case.extend(opening_case.tolist())
