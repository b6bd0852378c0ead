"""Other ways to write a few words: for each of them, the best path through the lattice that writes
them so.

A sequence scorer that scores nothing remembers what was written of the words. Paths that write them
differently are then in different states, and never compete before the end.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from legibly.errors import UsageError
from legibly.formatting.plan import Plan
from legibly.formatting.session import Session
from legibly.lattice.arcs import Step
from legibly.lattice.scoring import State
from legibly.transcript import Span, Token, Transcript

MAX_READINGS = 20
WORTH_SAYING = 9.0  # log-scores behind the best: one in 8,000


class Reading(NamedTuple):
    """Tokens that cover the words, and perhaps neighbours that they are written with. `share` is
    its best path's, of the best paths of all readings.
    """

    tokens: tuple[Token, ...]
    share: float


def find_readings(
    plan: Plan,
    score: Callable[[Session], object],
    transcript: Transcript,
    span: Span,
    most: int,
) -> list[tuple[float, Transcript]]:
    """The transcript with each way to write the words of the span, with log-scores, the best
    first.
    """
    if not 0 <= span.first < span.last <= len(transcript.words):
        raise UsageError(
            f"words {span.first} to {span.last} are asked for; expected some of the "
            f"{len(transcript.words)} words"
        )
    watch = SpanWatch(span, plan.marks, lambda step: session.places(step))
    session = Session(
        replace(
            plan,
            sequence_scorers=[*plan.sequence_scorers, (watch, 1.0)],
            options=replace(plan.options, beam=WORTH_SAYING),
        )
    )
    session.push(replace(transcript, continued=False))
    session.close()
    score(session)
    return session.best(most)


def shared(found: Iterable[tuple[float, Transcript]], span: Span) -> list[Reading]:
    """What was found, by the tokens over the words alone."""
    scores: dict[tuple[Token, ...], float] = {}
    for score, written in found:
        tokens = tuple(
            token for token in written.tokens if token.first < span.last and token.last > span.first
        )
        scores[tokens] = max(scores.get(tokens, -math.inf), score)
    best = max(scores.values(), default=0.0)
    total = sum(math.exp(score - best) for score in scores.values())
    ranked = sorted(scores.items(), key=lambda item: -item[1])
    return [Reading(tokens, math.exp(score - best) / total) for tokens, score in ranked]


class SpanWatch:
    """Remembers the steps over some words."""

    def __init__(self, span: Span, marks: Sequence[str], places: Callable[[Step], Span]) -> None:
        self._span, self._places = span, places
        self.marks = tuple(marks)

    def start(self) -> State:
        return ()

    def extend(
        self, states: Sequence[State], steps: Sequence[Step]
    ) -> list[Iterable[tuple[float, State]]]:
        return [[(0.0, self._after(*pair))] for pair in zip(states, steps, strict=True)]

    def finish(self, state: State) -> float:
        return 0.0

    def _after(self, state: State, step: Step) -> State:
        first, last = self._places(step)
        if first >= self._span.last or last <= self._span.first:
            return state
        return (state, step.arc.tokens, step.mark)
