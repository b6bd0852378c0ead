"""Chain tables (CRFs) as sequence scorers: the tag of the last word is the state.

Several tags may fit what is written (hidden layers); the search then follows all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from legibly.casing import Case, fold_case
from legibly.lattice.arcs import Step
from legibly.lattice.scoring import Scores, State, Tag, TagTable
from legibly.marks import NONE, fold
from legibly.window import Window

_BEGIN = -1


class Chain:
    """Scores are appended as words are scored and forgotten as they are left behind; positions are
    the search's.
    """

    def __init__(self, first: int = 0) -> None:
        self.marks: tuple[str, ...] = ()
        self._tags: tuple[Tag, ...] = ()
        self._scores: Window[Scores] = Window(first=first)  # [tags] of each word
        self._neighbours: Window[Scores | None] = Window(first=first)  # [tags, tags] into each word
        self._start: Scores | None = None
        self._end: Scores | None = None
        self._fitting: dict[tuple[str, Case | None], list[int]] = {}

    def append(self, table: TagTable) -> None:
        self._tags = table.tags
        self.marks = tuple({tag.mark for tag in table.tags if tag.mark is not None})
        self._start, self._end = table.start, table.end
        self._scores.extend(table.scores)
        shared = table.neighbours is None or table.neighbours.ndim == 2
        self._neighbours.extend(
            [table.neighbours] * len(table.scores) if shared else table.neighbours  # type: ignore[arg-type]
        )

    def forget_before(self, position: int) -> None:
        self._scores.forget_before(position)
        self._neighbours.forget_before(position)

    def start(self) -> State:
        return _BEGIN

    def extend(
        self, states: Sequence[State], steps: Sequence[Step]
    ) -> list[Iterable[tuple[float, State]]]:
        return [self._extend_one(state, step) for state, step in zip(states, steps, strict=True)]

    def finish(self, state: State) -> float:
        assert isinstance(state, int)
        return 0.0 if self._end is None or state == _BEGIN else float(self._end[state])

    def _extend_one(self, state: State, step: Step) -> list[tuple[float, State]]:
        assert isinstance(state, int)
        reached: dict[int, float] = {state: 0.0}
        for position in range(step.first, step.last):
            if position == step.last - 1:
                fitting = self._tags_for(step.mark, step.arc.case)
            else:
                fitting = self._tags_for(NONE, None)
            reached = self._advance(reached, position, fitting)
        return [(score, tag) for tag, score in reached.items()]

    def _advance(
        self, reached: dict[int, float], position: int, fitting: list[int]
    ) -> dict[int, float]:
        row, between = self._scores[position], self._neighbours[position]
        following: dict[int, float] = {}
        for tag in fitting:
            ways = [
                score + self._transition(before, tag, between) for before, score in reached.items()
            ]
            following[tag] = max(ways) + float(row[tag])
        return following

    def _transition(self, before: int, tag: int, between: Scores | None) -> float:
        if before == _BEGIN:
            return 0.0 if self._start is None else float(self._start[tag])
        return 0.0 if between is None else float(between[before, tag])

    def _tags_for(self, mark: str, case: Case | None) -> list[int]:
        key = (mark, case)
        if key not in self._fitting:
            folded = fold(mark, self.marks)
            by_mark = [
                i for i, tag in enumerate(self._tags) if tag.mark is None or tag.mark == folded
            ]
            cases = {
                tag.case
                for i, tag in enumerate(self._tags)
                if i in by_mark and tag.case is not None
            }
            wanted = fold_case(case, cases) if case is not None else None
            fitting = [i for i in by_mark if wanted is None or self._tags[i].case in (None, wanted)]
            self._fitting[key] = fitting or by_mark

        return self._fitting[key]
