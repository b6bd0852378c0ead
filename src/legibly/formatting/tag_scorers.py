"""The tag scorers of a formatter, asked together for many blocks at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from legibly.formatting.columns import WeightedTables
from legibly.formatting.session import Session
from legibly.lattice.scoring import Block, TagScorer


class TagScorers:
    def __init__(self, weighted: Sequence[tuple[TagScorer, float]]) -> None:
        self._weighted = weighted

    def __bool__(self) -> bool:
        return bool(self._weighted)

    def tables(self, blocks: Sequence[Block]) -> Iterator[WeightedTables]:
        """For each block the tables of all scorers, with their weights."""
        by_scorer = [(weight, scorer.tables(blocks)) for scorer, weight in self._weighted]
        for i in range(len(blocks)):
            yield [(weight, tables[i]) for weight, tables in by_scorer]

    def advance(self, sessions: Sequence[Session]) -> None:
        """Score what is ready in all sessions at once, and let each search go on."""
        owners = [(session, block) for session in sessions for block in session.blocks()]
        blocks = [block for _, block in owners]
        if not blocks:
            return
        for (session, _), tables in zip(owners, self.tables(blocks), strict=True):
            session.accept(tables)
