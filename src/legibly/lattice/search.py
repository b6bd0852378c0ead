"""The search: word by word, the best ways to get to each state.

A state is what the future depends on: whether the next word opens a sentence, and the states of the
sequence scorers. Paths that meet in a state are one problem from there on, so the time is linear in
the words. A prefix on which all living paths agree is settled and can be taken at any time.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from operator import attrgetter, itemgetter
from typing import NamedTuple

from legibly.lattice.arcs import Arc, Column, MarkChoice, ScoredArc, Step
from legibly.lattice.scoring import SequenceScorer, State

Weighted = tuple[SequenceScorer, float]


class Node:
    """A path, by its last step. Compared by identity; the score is that of the whole path."""

    __slots__ = ("ended", "parent", "position", "score", "states", "step")

    def __init__(
        self,
        parent: Node | None,
        step: Step | None,
        position: int,
        score: float,
        ended: bool,
        states: tuple[State, ...],
    ) -> None:
        self.parent = parent
        self.step = step
        self.position = position
        self.score = score
        self.ended = ended
        self.states = states


class Path(NamedTuple):
    score: float
    steps: list[Step]
    states: list[tuple[State, ...]]  # of the sequence scorers, after each step
    ended: list[bool]  # whether a sentence ended with the step


class Start(NamedTuple):
    """Where a search goes on from what was decided before."""

    position: int
    ended: bool
    states: tuple[State, ...]


class Search:
    """Push a column for each word, take what is settled, finish.

    `capitals` enforces that only arcs which may open a sentence do; `k` paths are kept a state;
    `beam` drops paths whose log-score is that much below the best.
    """

    def __init__(
        self,
        sequence_scorers: Sequence[Weighted] = (),
        *,
        k: int = 1,
        beam: float | None = None,
        capitals: bool = True,
        start: Start | None = None,
    ) -> None:
        self._scorers = sequence_scorers
        self._k = k
        self._beam = beam
        self._capitals = capitals
        start = start or Start(0, True, tuple(scorer.start() for scorer, _ in sequence_scorers))
        root = Node(None, None, start.position, 0.0, start.ended, start.states)
        self._frontiers: dict[int, list[Node]] = {start.position: [root]}
        self._position = start.position

    @property
    def skipped(self) -> bool:
        """Whether the sequence scorers were skipped at the last column."""
        return bool(self._scorers) and not any(
            node.states for node in self._frontiers[self._position]
        )

    def resume(self, states: tuple[State, ...]) -> None:
        """Go on with the sequence scorers in these states."""
        for node in self._frontiers[self._position]:
            node.states = states

    def push(
        self, column: Column, live_from: int | None = None, *, skip_scorers: bool = False
    ) -> None:
        """One more word. Arcs that are still to come begin at `live_from` or later (default: after
        this word). `skip_scorers` leaves the sequence scorers out, where they could not tell paths
        apart.
        """
        candidates = list(self._candidates(column.arcs))
        self._position += 1
        if self._scorers and not skip_scorers:
            nodes = self._recombine(self._extend(candidates, column.marks))
        else:
            nodes = self._extend_plainly(candidates, column.marks)

        live = self._position if live_from is None else min(live_from, self._position)
        if live == self._position:
            self._frontiers.clear()
        else:
            self._frontiers = {at: nodes for at, nodes in self._frontiers.items() if at >= live}

        self._frontiers[self._position] = nodes if self._beam is None else _prune(nodes, self._beam)

    def _candidates(self, arcs: Iterable[ScoredArc]) -> Iterable[tuple[float, Node, Arc]]:
        for arc, score, opening_score in arcs:
            for node in self._frontiers.get(self._position + 1 - arc.length, ()):
                if not self._capitals:
                    yield node.score + score, node, arc
                elif node.ended:
                    if arc.opens:
                        yield node.score + opening_score, node, arc
                elif arc.inside:
                    yield node.score + score, node, arc

    def _extend_plainly(
        self, candidates: list[tuple[float, Node, Arc]], marks: list[MarkChoice]
    ) -> list[Node]:
        """Without sequence scorers arcs and marks do not depend on each other, so only the best of
        each matter.
        """
        position = self._position
        if self._k > 1:
            best = heapq.nlargest(self._k, candidates, key=_first)
        else:
            best = [max(candidates, key=_first)] if candidates else []

        nodes = []
        for ends in (False, True):
            choices = [choice for choice in marks if choice.ends is ends]
            if self._k == 1 and len(choices) > 1:
                choices = [max(choices, key=_score)]
            pairs = [
                (score + choice.score, node, arc, choice.mark)
                for score, node, arc in best
                for choice in choices
            ]
            if len(pairs) > self._k:
                pairs = heapq.nlargest(self._k, pairs, key=_first)
            nodes += [
                Node(node, Step(arc, mark, position), position, score, ends, ())
                for score, node, arc, mark in pairs
            ]

        return nodes

    def _extend(
        self, candidates: Sequence[tuple[float, Node, Arc]], marks: Sequence[MarkChoice]
    ) -> list[Node]:
        position = self._position
        drafts = [
            (score + choice.score, node, Step(arc, choice.mark, position), choice.ends)
            for score, node, arc in candidates
            for choice in marks
        ]
        steps = [step for _, _, step, _ in drafts]
        followers: list[list[tuple[float, tuple[State, ...]]]] = [
            [(score, ())] for score, _, _, _ in drafts
        ]
        for i, (scorer, weight) in enumerate(self._scorers):
            extended = scorer.extend([node.states[i] for _, node, _, _ in drafts], steps)
            followers = [
                [
                    (s + weight * more, (*states, state))
                    for s, states in before
                    for more, state in after
                ]
                for before, after in zip(followers, ([*e] for e in extended), strict=True)
            ]

        return [
            Node(node, step, position, score, ends, states)
            for (_, node, step, ends), after in zip(drafts, followers, strict=True)
            for score, states in after
        ]

    def _recombine(self, nodes: list[Node]) -> list[Node]:
        best: dict[tuple[bool, tuple[State, ...]], list[Node]] = {}
        for node in nodes:
            group = best.setdefault((node.ended, node.states), [])
            if len(group) < self._k:
                group.append(node)
            elif self._k == 1:
                if node.score > group[0].score:
                    group[0] = node
            else:
                worst = min(range(len(group)), key=lambda i: group[i].score)
                if node.score > group[worst].score:
                    group[worst] = node

        return [node for group in best.values() for node in group]

    def settled(self) -> list[Step]:
        """The steps that all living paths share and that were not taken yet; they will not change
        any more.
        """
        return self._take(
            _common_ancestor([n for nodes in self._frontiers.values() for n in nodes])
        )

    def _take(self, anchor: Node | None) -> list[Step]:
        if anchor is None:
            return []
        steps, _, _ = _walk(anchor)
        anchor.parent = anchor.step = None
        return steps

    def best(self) -> Path:
        return self.finish()[0]

    def leading(self) -> Path:
        """The best path so far, while more words are to come."""
        node = max(self._frontiers[self._position], key=_score)
        return Path(node.score, *_walk(node))

    def finish(self) -> list[Path]:
        """Up to `k` complete paths from what was not taken yet, the best first."""
        ends = [
            (node.score + self._finish_score(node), node)
            for node in self._frontiers[self._position]
        ]
        top = heapq.nlargest(self._k, ends, key=lambda end: end[0])
        return [Path(score, *_walk(node)) for score, node in top]

    def _finish_score(self, node: Node) -> float:
        if not node.states:
            return 0.0
        return sum(
            weight * scorer.finish(state)
            for (scorer, weight), state in zip(self._scorers, node.states, strict=True)
        )


_first = itemgetter(0)
_score = attrgetter("score")


def _prune(nodes: list[Node], beam: float) -> list[Node]:
    floor = max((node.score for node in nodes), default=0.0) - beam
    return [node for node in nodes if node.score >= floor]


def _walk(node: Node) -> tuple[list[Step], list[tuple[State, ...]], list[bool]]:
    """Steps and what follows them, from the root (or what was taken last) to a node."""
    steps: list[Step] = []
    states: list[tuple[State, ...]] = []
    ended: list[bool] = []
    at: Node | None = node
    while at is not None and at.step is not None:
        steps.append(at.step)
        states.append(at.states)
        ended.append(at.ended)
        at = at.parent
    return steps[::-1], states[::-1], ended[::-1]


def _common_ancestor(nodes: Iterable[Node]) -> Node | None:
    """Step back from whichever node is furthest on until only one is left."""
    living = {id(node): node for node in nodes}
    while len(living) > 1:
        furthest = max(living.values(), key=lambda node: node.position)
        del living[id(furthest)]
        if furthest.parent is None:
            return None
        living[id(furthest.parent)] = furthest.parent
    return next(iter(living.values()), None)
