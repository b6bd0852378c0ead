"""Arcs: the ways to write some words. They hold no position of their own, so that one is made once
and used wherever its words occur.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from legibly.casing import Case, capitalise, case_of
from legibly.transcript import Token


class Arc(NamedTuple):
    """One way to write `length` words, as one token or several; their positions count from the
    arc's first word.

    `case` is the column of case tables that counts; None where they do not apply (numbers, tags).
    """

    length: int
    tokens: tuple[Token, ...]
    case: Case | None = None
    opens: bool = True  # may be the first thing in a sentence
    inside: bool = True  # may stand elsewhere in it
    score: float = 0.0  # log-score of its own, from a grammar or a rule
    whole: bool = False  # whoever proposed it has nothing to propose that begins inside it


class Step(NamedTuple):
    """What a path writes at a time: an arc, the canonical mark after it, and the position after its
    last word.
    """

    arc: Arc
    mark: str
    last: int

    @property
    def first(self) -> int:
        return self.last - self.arc.length


class MarkChoice(NamedTuple):
    """A mark that may stand after a word, what it scores, and whether the next word opens a
    sentence.
    """

    mark: str
    score: float
    ends: bool


class ScoredArc(NamedTuple):
    arc: Arc
    score: float
    opening_score: float  # where it opens a sentence


class Column(NamedTuple):
    """All that ends at one word: the arcs, and the marks that may follow."""

    arcs: list[ScoredArc]
    marks: list[MarkChoice]


def word_arc(
    text: str, case: Case | None = None, *, opens: bool = True, inside: bool = True
) -> Arc:
    return Arc(1, (Token(text, 0, 1),), case, opens, inside)


def with_opening(length: int, tokens: tuple[Token, ...], score: float) -> Iterator[Arc]:
    """A form that begins with a small letter has a second one for the start of a sentence; mixed
    ones (iPhone) open it as they are.
    """
    opening = capitalise(tokens[0].text)
    if opening == tokens[0].text or case_of(tokens[0].text.partition(" ")[0]) is Case.MIXED:
        yield Arc(length, tokens, score=score)
    else:
        yield Arc(length, tokens, opens=False, score=score)
        yield Arc(
            length, (tokens[0]._replace(text=opening), *tokens[1:]), inside=False, score=score
        )
