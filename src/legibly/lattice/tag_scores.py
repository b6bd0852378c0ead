"""What tag scorers say of each word, summed over the marks and cases that may be written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from legibly.casing import Case, fold_case
from legibly.lattice.scoring import Scores, TagTable
from legibly.marks import fold
from legibly.window import Window


def mark_columns(table: TagTable, marks: Sequence[str]) -> Scores:
    """Scores of the marks that may be written, from a table that may know more or fewer.

    A mark that the table does not know has the score of the one it is folded into; one that may not
    be written gives its share to the one it is folded into.
    """
    known = {tag.mark for tag in table.tags if tag.mark is not None}
    columns = []
    for mark in marks:
        wanted = fold(mark, known)
        tags = [
            i
            for i, tag in enumerate(table.tags)
            if tag.mark is not None
            and (
                tag.mark == wanted
                if tag.mark in marks or tag.mark == wanted
                else fold(tag.mark, marks) == mark
            )
        ]
        columns.append(np.logaddexp.reduce(table.scores[:, tags], axis=1))

    return np.stack(columns, axis=1)


# Behind the cases: a capital where no mixed form of the word is known; a mixed one would mostly
# begin with a capital.
SOME_CAPITAL = len(Case)


def case_columns(table: TagTable) -> Scores:
    """Scores of all cases and of SOME_CAPITAL, from a table that may know fewer."""
    known = {tag.case: i for i, tag in enumerate(table.tags) if tag.case is not None}
    columns = table.scores[
        :, [known[fold_case(case, known)] for case in (*Case, Case.CAPITAL)]
    ].astype(np.float64)
    if Case.MIXED in known:
        columns[:, SOME_CAPITAL] = np.logaddexp(columns[:, Case.CAPITAL], columns[:, Case.MIXED])
    return columns


def opening_columns(table: TagTable) -> Scores:
    columns = case_columns(table)
    if not table.sentence_starts:
        for capital in (Case.CAPITAL, SOME_CAPITAL):
            columns[:, capital] = np.logaddexp(columns[:, Case.LOWER], columns[:, capital])
    return columns


class WordScores(NamedTuple):
    marks: list[float]  # none first, then those that may be written
    case: list[float]  # the cases, then SOME_CAPITAL
    opening_case: list[float]
    openings: list[float]  # none first; nothing where no scorer tells what opens a question
    mark_shares: list[float] | None  # how likely each is; None where no scorer tells


class TagScores(Window[WordScores]):
    """Sums of the words that were scored, kept as long as arcs may begin there."""

    def add(
        self,
        tables: Sequence[tuple[float, TagTable]],
        count: int,
        known: Sequence[str],
        known_openings: Sequence[str] = (),
        none_score: float = 0.0,
    ) -> None:
        """Weighted tables of the next words; `known` are the marks that columns are wanted for,
        `known_openings` what may stand before a word. `none_score` is added to that of no mark: the
        wish of a user, which does not make it likelier.
        """
        marks = np.zeros((count, len(known)))
        openings = np.zeros((count, len(known_openings)))
        told = False
        case, opening_case = (np.zeros((count, SOME_CAPITAL + 1)) for _ in range(2))
        for weight, table in tables:
            if table.tags[0].opening is not None:
                told = True
                places = {tag.opening: i for i, tag in enumerate(table.tags)}
                columns = [places[opening] for opening in known_openings]
                openings += weight * table.scores[:, columns]
            elif table.tags[0].mark is not None:
                marks += weight * mark_columns(table, known)
            else:
                case += weight * case_columns(table)
                opening_case += weight * opening_columns(table)
        openings = openings if told else openings[:, :0]
        chosen = (np.abs(marks).sum(axis=1) > 0).tolist()
        shares = [
            row if is_chosen else None
            for row, is_chosen in zip(mark_shares(marks).tolist(), chosen, strict=True)
        ]
        marks[:, 0] += none_score
        rows = (table.tolist() for table in (marks, case, opening_case, openings))
        self.extend(map(WordScores, *rows, shares))


def mark_shares(marks: Scores) -> Scores:
    """How likely each mark is behind each word, by log-scores."""
    shares = np.exp(marks - marks.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True)  # type: ignore[no-any-return]
