"""How the outputs of a feature table become scores of tags and of neighbouring tags.

A model has states; each state is a tag, or a tag in each of several layers (a factorial CRF as one
chain of pairs). A *factor* is a part of the state, or of two neighbouring ones, that features have
weights for: Lu & Ng's cliques. With factors of single states only it is a maximum entropy model;
one of tag pairs makes it a linear-chain CRF; both layers' pairs and the pair of layers make it
their factorial CRF, searched exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from legibly.casing import Case
from legibly.lattice.scoring import Tag

Index = NDArray[np.int64]
TAGGED_MARKS = ("", ",", ".", "?", "!")
TYPES = ("DEBEG", "DEIN", "QNBEG", "QNIN", "EXBEG", "EXIN")
TYPE_OF_END = {".": "DE", "?": "QN", "!": "EX"}


@dataclass(frozen=True)
class Layout:
    """Tags of the states, and for every output of the table which states, or pairs of states, it
    belongs to.
    """

    tags: tuple[Tag, ...]
    nodes: tuple[Index, ...]  # each: [states] -> output
    edges: tuple[Index, ...] = ()  # each: [states, states] -> output
    outputs: int = 0

    @property
    def states(self) -> int:
        return len(self.tags)

    def node_scores(self, outputs: NDArray[np.float64]) -> NDArray[np.float64]:
        """[words, states]"""
        total = np.zeros((len(outputs), self.states))
        for index in self.nodes:
            total += outputs[:, index]
        return total

    def edge_scores(self, outputs: NDArray[np.float64]) -> NDArray[np.float64] | None:
        """[words, states, states]: from the state of the word before to its own."""
        if not self.edges:
            return None
        total = np.zeros((len(outputs), self.states, self.states))
        for index in self.edges:
            total += outputs[:, index]
        return total


def _layout(
    tags: Sequence[Tag], nodes: Sequence[Sequence[object]], edges: Sequence[Sequence[object]]
) -> Layout:
    """`nodes` and `edges` give for each factor a part of every state; outputs are numbered by what
    they are.
    """
    count = 0
    node_indices: list[Index] = []
    for parts in nodes:
        numbers: dict[object, int] = {}
        for part in parts:
            numbers.setdefault(part, count + len(numbers))
        node_indices.append(np.array([numbers[part] for part in parts], np.int64))
        count += len(numbers)

    edge_indices: list[Index] = []
    for parts in edges:
        pairs: dict[object, int] = {}
        for before in parts:
            for after in parts:
                pairs.setdefault((before, after), count + len(pairs))
        edge_indices.append(np.array([[pairs[b, a] for a in parts] for b in parts], np.int64))
        count += len(pairs)

    return Layout(tuple(tags), tuple(node_indices), tuple(edge_indices), count)


def mark_layout(marks: Sequence[str] = TAGGED_MARKS, *, chain: bool = False) -> Layout:
    """Maximum entropy, or a linear chain."""
    return _layout([Tag(mark=mark) for mark in marks], [marks], [marks] if chain else [])


def case_layout(*, chain: bool = False) -> Layout:
    cases = list(Case)
    return _layout([Tag(case=case) for case in cases], [cases], [cases] if chain else [])


def restart_layout() -> Layout:
    """Whether words are written, or left out for those behind them."""
    return _layout([Tag(), Tag()], [(False, True)], [])


def factorial_states() -> list[tuple[str, str]]:
    """Marks and sentence types that go together: an end has the type of its sentence."""
    return [
        (mark, kind)
        for mark in TAGGED_MARKS
        for kind in TYPES
        if mark not in TYPE_OF_END or kind.startswith(TYPE_OF_END[mark])
    ]


def factorial_layout() -> Layout:
    """The two layers of Lu & Ng: within-chain edges of both, the edge between them, and the single
    tags.
    """
    states = factorial_states()
    tags = [Tag(mark=mark, hidden=kind) for mark, kind in states]
    marks, kinds = [mark for mark, _ in states], [kind for _, kind in states]
    return _layout(tags, [marks, kinds, states], [marks, kinds])


def sentence_types(marks: Sequence[str]) -> list[str]:
    """The second layer of a text, from its marks: what remains open at the end is a statement."""
    out: list[str] = []
    begin = 0
    for at, mark in enumerate([*marks, "."]):
        if mark in TYPE_OF_END:
            kind = TYPE_OF_END[mark]
            length = min(at + 1, len(marks)) - begin
            out += [f"{kind}BEG" if i == 0 else f"{kind}IN" for i in range(length)]
            begin = at + 1
    return out
