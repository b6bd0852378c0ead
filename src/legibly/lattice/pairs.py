"""Marks that come in pairs: ¿ and ?, ¡ and !. What was opened in a sentence must be closed at its
end, and nothing else is.

A sequence scorer, whose state is what stands open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from legibly.lattice.arcs import Arc, Step
from legibly.lattice.scoring import State
from legibly.marks import NONE, SENTENCE_ENDS

UNPAIRED = -60.0  # log-score; only what somebody wrote can leave no other way
UNLIKELY = 0.003  # of a beginning in the middle of a sentence; below it is not looked at
FLOOR = -6.0  # log-score of a beginning with the sentence, where the scorers do not expect it


class Pairs:
    """`written` says what somebody wrote before the word of a position."""

    def __init__(self, openings: Mapping[str, str], written: Callable[[int], str]) -> None:
        self.marks = (NONE, *openings)
        self._openings = openings
        self._written = written

    def start(self) -> State:
        return NONE

    def extend(
        self, states: Sequence[State], steps: Sequence[Step]
    ) -> list[Iterable[tuple[float, State]]]:
        return [self._extend_one(state, step) for state, step in zip(states, steps, strict=True)]

    def finish(self, state: State) -> float:
        return UNPAIRED if state else 0.0

    def _extend_one(self, state: State, step: Step) -> tuple[tuple[float, State], ...]:
        score = 0.0
        opening = opening_of(step.arc) or self._written(step.first)
        if opening:
            if state:
                score += UNPAIRED
            state = opening
        if step.mark in SENTENCE_ENDS:
            if self._openings.get(step.mark, NONE) != state:
                score += UNPAIRED
            state = NONE
        return ((score, state),)


def opening_of(arc: Arc) -> str:
    return arc.tokens[0].before if arc.tokens else ""


def with_opening_mark(arc: Arc, opening: str, score: float, *, inside: bool) -> Arc:
    """The same form behind a mark that opens a question or an exclamation."""
    first, *others = arc.tokens
    return arc._replace(
        tokens=(first._replace(before=opening), *others),
        score=arc.score + score,
        inside=arc.inside and inside,
    )
