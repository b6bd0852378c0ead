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
from legibly.marks import NONE

Weighted = tuple[SequenceScorer, float]


# What is to come scores all paths to a word alike, but for what their last words tell a sequence
# scorer; a path this much behind never wins.
HOPELESS = 40.0


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


Twins = tuple[Node | None, Node | None]  # with the same states; behind the second a sentence opens
Candidate = tuple[float, Node, Arc]  # a path, an arc that goes on from it, and their score


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
        self._told_marks = any(set(scorer.marks) - {NONE} for scorer, _ in sequence_scorers)
        self._k = k
        self._beam = beam
        self._capitals = capitals
        start = start or Start(0, True, tuple(scorer.start() for scorer, _ in sequence_scorers))
        root = Node(None, None, start.position, 0.0, start.ended, start.states)
        self._frontiers: dict[int, list[Node]] = {start.position: [root]}
        self._twins: dict[int, list[Twins]] = {}  # of the frontiers, as they are asked for
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
        self._twins.pop(self._position, None)

    def push(
        self, column: Column, live_from: int | None = None, *, skip_scorers: bool = False
    ) -> None:
        """One more word. Arcs that are still to come begin at `live_from` or later (default: after
        this word). `skip_scorers` leaves the sequence scorers out, where they could not tell paths
        apart.
        """
        scored = bool(self._scorers) and not skip_scorers
        markless = scored and not self._told_marks
        find = self._best_for_states if markless and self._k == 1 else self._candidates
        candidates = find(column.arcs)
        self._position += 1
        if markless:
            nodes = self._extend_markless(candidates, column.marks)
        elif scored:
            nodes = self._recombine(self._extend(candidates, column.marks))
        else:
            nodes = self._extend_plainly(candidates, column.marks)

        live = self._position if live_from is None else min(live_from, self._position)
        for passed in [at for at in self._frontiers if at < live]:
            del self._frontiers[passed]
            self._twins.pop(passed, None)

        self._frontiers[self._position] = nodes if self._beam is None else _prune(nodes, self._beam)

    def _candidates(self, arcs: Iterable[ScoredArc]) -> list[Candidate]:
        """Arc by arc."""
        found: list[Candidate] = []
        for arc, score, opening_score in arcs:
            nodes = self._frontiers.get(self._position + 1 - arc.length, ())
            if not self._capitals:
                found += [(node.score + score, node, arc) for node in nodes]
                continue
            opens, inside = arc.opens, arc.inside
            for node in nodes:
                if node.ended:
                    if opens:
                        found.append((node.score + opening_score, node, arc))
                elif inside:
                    found.append((node.score + score, node, arc))
        return found

    def _extend_plainly(self, candidates: list[Candidate], marks: list[MarkChoice]) -> list[Node]:
        """Without sequence scorers arcs and marks do not depend on each other, so only the best of
        each matter.
        """
        if self._k > 1:
            best = heapq.nlargest(self._k, candidates, key=_first)
        else:
            best = [max(candidates, key=_first)] if candidates else []

        return self._with_marks(best, (), self._best_marks(marks))

    def _extend_markless(self, candidates: list[Candidate], marks: list[MarkChoice]) -> list[Node]:
        """With sequence scorers to which all marks are one: arcs are scored once for all marks, and
        of those that lead to the same states only the best matter.
        """
        groups: dict[State, list[Candidate]] = {}
        weight, followers = self._followers(candidates)
        for (score, node, arc), after in zip(candidates, followers, strict=True):
            for more, state in after:
                total = score + weight * more
                group = groups.get(state)
                if group is None:
                    groups[state] = [(total, node, arc)]
                elif self._k > 1:
                    group.append((total, node, arc))
                elif total > group[0][0]:
                    group[0] = total, node, arc

        choices = self._best_marks(marks)
        if self._k > 1:
            return [
                node
                for state, group in groups.items()
                for node in self._with_marks(
                    heapq.nlargest(self._k, group, key=_first), self._states(state), choices
                )
            ]
        floor = max((group[0][0] for group in groups.values()), default=0.0) - HOPELESS
        best = [
            (self._states(state), *group[0])
            for state, group in groups.items()
            if group[0][0] >= floor
        ]
        at = self._position
        return [
            Node(node, Step(arc, mark, at), at, score + more, ends, states)
            for mark, more, ends in [choice for some in choices for choice in some]
            for states, score, node, arc in best
        ]

    def _best_for_states(self, arcs: Iterable[ScoredArc]) -> list[Candidate]:
        """Arc by arc; of paths that differ only in whether a sentence ended the better one, as the
        scorers give both the same.
        """
        found: list[Candidate] = []
        for arc, score, opening_score in arcs:
            opens = arc.opens or not self._capitals
            inside = arc.inside or not self._capitals
            more = opening_score if self._capitals else score
            for on, ended in self._twins_at(self._position + 1 - arc.length):
                if on is not None and inside:
                    total = on.score + score
                    if ended is not None and opens and ended.score + more > total:
                        found.append((ended.score + more, ended, arc))
                    else:
                        found.append((total, on, arc))
                elif ended is not None and opens:
                    found.append((ended.score + more, ended, arc))
        return found

    def _twins_at(self, position: int) -> list[Twins]:
        """The paths to a position in twos: the best with the same states that goes on with a
        sentence, and the best that opens one.
        """
        known = self._twins.get(position)
        if known is None:
            best: dict[tuple[State, ...], list[Node | None]] = {}
            for node in self._frontiers.get(position, ()):
                pair = best.setdefault(node.states, [None, None])
                other = pair[node.ended]
                if other is None or node.score > other.score:
                    pair[node.ended] = node
            known = self._twins[position] = [(on, ended) for on, ended in best.values()]
        return known

    def _followers(
        self, candidates: list[Candidate]
    ) -> tuple[float, Sequence[Iterable[tuple[float, State]]]]:
        """A weight, and for each candidate what the sequence scorers give it, with the state that
        follows: a tuple of theirs, where they are several.
        """
        steps: list[Step] = []
        last: Arc | None = None
        for _, _, arc in candidates:  # arc by arc, so that each is made one step of
            if arc is not last:
                last, step = arc, Step(arc, NONE, self._position)
            steps.append(step)
        (first, weight), *others = self._scorers
        after_first = first.extend([node.states[0] for _, node, _ in candidates], steps)
        if not others:
            return weight, after_first
        followers: list[list[tuple[float, tuple[State, ...]]]] = [
            [(weight * more, (state,)) for more, state in after] for after in after_first
        ]
        for i, (scorer, weight) in enumerate(others, 1):
            extended = scorer.extend([node.states[i] for _, node, _ in candidates], steps)
            followers = [
                [
                    (score + weight * more, (*states, state))
                    for more, state in after
                    for score, states in before
                ]
                for before, after in zip(followers, extended, strict=True)
            ]

        return 1.0, followers

    def _states(self, following: State) -> tuple[State, ...]:
        """Of all sequence scorers, from what `_followers` gives."""
        if len(self._scorers) == 1:
            return (following,)
        assert isinstance(following, tuple)
        return following

    def _best_marks(self, marks: list[MarkChoice]) -> tuple[list[MarkChoice], list[MarkChoice]]:
        """Those that end no sentence, and those that end one."""
        inside = [choice for choice in marks if not choice.ends]
        ending = [choice for choice in marks if choice.ends]
        if self._k == 1:
            inside = [max(inside, key=_score)] if inside else []
            ending = [max(ending, key=_score)] if ending else []
        return inside, ending

    def _with_marks(
        self,
        candidates: list[Candidate],
        states: tuple[State, ...],
        choices: tuple[list[MarkChoice], list[MarkChoice]],
    ) -> list[Node]:
        """The best paths that end no sentence here, and the best that do."""
        position = self._position
        nodes = []
        for some in choices:
            pairs = [
                (score + choice.score, node, arc, choice)
                for score, node, arc in candidates
                for choice in some
            ]
            if len(pairs) > self._k:
                pairs = heapq.nlargest(self._k, pairs, key=_first)
            nodes += [
                Node(node, Step(arc, choice.mark, position), position, score, choice.ends, states)
                for score, node, arc, choice in pairs
            ]

        return nodes

    def _extend(self, candidates: Sequence[Candidate], marks: Sequence[MarkChoice]) -> list[Node]:
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

    def finish(self, most: int | None = None) -> list[Path]:
        """Up to `k` complete paths from what was not taken yet, or so many of those that ended in
        different states, the best first.
        """
        ends = [
            (node.score + self._finish_score(node), node)
            for node in self._frontiers[self._position]
        ]
        top = heapq.nlargest(most or self._k, ends, key=lambda end: end[0])
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
