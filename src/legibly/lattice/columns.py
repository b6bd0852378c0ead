"""Scores of the marks and cases that may be written, from tables of scorers that may know more or fewer."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from legibly.casing import Case, fold_case
from legibly.marks import fold
from legibly.scorers.base import Scores, TagTable


def mark_columns(table: TagTable, marks: Sequence[str]) -> Scores:
    """Scores of the marks that may be written, from a table that may know more or fewer.

    A mark that the table does not know has the score of the one it is folded into; one that may not be written gives
    its share to the one it is folded into.
    """
    known = {tag.mark for tag in table.tags if tag.mark is not None}
    columns = []
    for mark in marks:
        wanted = fold(mark, known)
        own = [
            i
            for i, tag in enumerate(table.tags)
            if tag.mark is not None
            and (tag.mark == wanted if tag.mark in marks or tag.mark == wanted else fold(tag.mark, marks) == mark)
        ]
        columns.append(np.logaddexp.reduce(table.scores[:, own], axis=1))
    return np.stack(columns, axis=1)


# Behind the cases: a capital where no mixed form of the word is known; a mixed one would mostly begin with a capital.
SOME_CAPITAL = len(Case)


def case_columns(table: TagTable) -> Scores:
    """Scores of all cases and of SOME_CAPITAL, from a table that may know fewer."""
    known = {tag.case: i for i, tag in enumerate(table.tags) if tag.case is not None}
    columns = table.scores[:, [known[fold_case(case, known)] for case in (*Case, Case.CAPITAL)]].astype(np.float64)
    if Case.MIXED in known:
        columns[:, SOME_CAPITAL] = np.logaddexp(columns[:, Case.CAPITAL], columns[:, Case.MIXED])
    return columns


def opening_columns(table: TagTable) -> Scores:
    columns = case_columns(table)
    if not table.sentence_starts:
        for capital in (Case.CAPITAL, SOME_CAPITAL):
            columns[:, capital] = np.logaddexp(columns[:, Case.LOWER], columns[:, capital])
    return columns
