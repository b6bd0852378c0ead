"""Small scorers and a search that tries everything, to hold the real one against."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from random import Random

import numpy as np

from legibly.lattice.arcs import Column, Step
from legibly.lattice.chains import Chain
from legibly.lattice.scoring import SequenceScorer, State, TagTable


class ToyLm:
    """A bigram model with made-up scores; `hidden` adds a choice that nobody sees."""

    marks = ("", ",", ".", "?")

    def __init__(self, seed: int, hidden: int = 1) -> None:
        self._seed = seed
        self._hidden = hidden

    def start(self) -> State:
        return ("<s>", 0)

    def extend(
        self, states: Sequence[State], steps: Sequence[Step]
    ) -> list[Iterable[tuple[float, State]]]:
        return [self._follow(state, step) for state, step in zip(states, steps, strict=True)]

    def finish(self, state: State) -> float:
        return self._score(state, "</s>")

    def _follow(self, state: State, step: Step) -> list[tuple[float, State]]:
        written = " ".join(token.text for token in step.arc.tokens) + step.mark
        following = [(written, choice) for choice in range(self._hidden)]
        return [(self._score(state, new), new) for new in following]

    def _score(self, state: State, new: object) -> float:
        return Random(f"{self._seed}{state}{new}").uniform(-3, 0)


def exhaustive(
    columns: Sequence[Column],
    scorers: Sequence[tuple[SequenceScorer, float]],
    *,
    capitals: bool = True,
) -> list[tuple[float, list[Step]]]:
    """Every path with its score, the best first. Slow and obvious."""
    found = [
        (score + tail, steps)
        for steps, score in _ways(columns, 0, True, capitals)
        for tail in _sequence_scores(steps, scorers)
    ]
    return sorted(found, key=lambda item: -item[0])


def _ways(
    columns: Sequence[Column], first: int, ended: bool, capitals: bool
) -> Iterator[tuple[list[Step], float]]:
    if first == len(columns):
        yield [], 0.0
        return
    for last in range(first + 1, len(columns) + 1):
        for arc, score, opening_score in columns[last - 1].arcs:
            if arc.length != last - first:
                continue
            if capitals and not (arc.opens if ended else arc.inside):
                continue
            for mark, mark_score, ends in columns[last - 1].marks:
                here = (opening_score if ended and capitals else score) + mark_score
                for steps, rest in _ways(columns, last, ends, capitals):
                    yield [Step(arc, mark, last), *steps], here + rest


def _sequence_scores(
    steps: Sequence[Step], scorers: Sequence[tuple[SequenceScorer, float]]
) -> list[float]:
    """The score of a path under all scorers: one for each combination of hidden choices."""
    totals = [0.0]
    for scorer, weight in scorers:
        ways: list[tuple[float, State]] = [(0.0, scorer.start())]
        for step in steps:
            ways = [
                (score + more, after)
                for score, state in ways
                for more, after in scorer.extend([state], [step])[0]
            ]
        totals = [
            total + weight * (score + scorer.finish(state))
            for total, (score, state) in itertools.product(totals, ways)
        ]
    return totals


def chain_of(table: TagTable) -> Chain:
    chain = Chain()
    chain.append(table)
    return chain


def random_scores(seed: int, *shape: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.random.default_rng(seed).normal(size=shape)
