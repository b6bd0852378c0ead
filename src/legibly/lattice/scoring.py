"""The two kinds of scorer, and what they give.

A *tag scorer* gives tables of log-scores for every word: the mark after it, its case. Where it is a
chain model (a CRF), a table also has scores for neighbouring tags. A *sequence scorer* walks what
is written, step by step, with a state (an n-gram model). A model is a list of either kind, each
with a weight.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from legibly.casing import Case
from legibly.lattice.arcs import Step
from legibly.transcript import Word

Scores = NDArray[np.float64]
State = Hashable


class Tag(NamedTuple):
    """What a tag says about its word; None leaves that open. `hidden` is a layer that is not
    written (sentence types of a factorial CRF): several tags may share mark and case. `opening` is
    the mark before it (¿ ¡), and stands alone.
    """

    mark: str | None = None
    case: Case | None = None
    hidden: str | None = None
    opening: str | None = None


@dataclass(frozen=True)
class TagTable:
    """Log-scores of tags, a row a word."""

    tags: tuple[Tag, ...]
    scores: Scores  # [words, tags]
    # [tags, tags] or [words, tags, tags]: from the tag of the word before.
    neighbours: Scores | None = None
    start: Scores | None = None  # [tags], of the first word of a recording
    end: Scores | None = None  # [tags], of its last
    # Whether case scores also hold for words that open a sentence; if not, lower case counts as a
    # capital there.
    sentence_starts: bool = True

    @property
    def is_chain(self) -> bool:
        """Needs a state in the search, rather than a sum over words."""
        return self.neighbours is not None or any(
            t.mark is not None and t.case is not None for t in self.tags
        )


class Context(NamedTuple):
    """How many words to the left and right a tag scorer looks at."""

    left: int = 0
    right: int = 0


class Block(NamedTuple):
    """Words to score: the rows `first` to `last` of `words`; the others are context.

    `begins` and `ends` say whether `words` starts and stops where the recording does.
    """

    words: Sequence[Word]
    first: int
    last: int
    begins: bool
    ends: bool


@runtime_checkable
class TagScorer(Protocol):
    @property
    def marks(self) -> tuple[str, ...]:
        """Canonical marks that it tells apart, "" for none among them; () if it has no say."""

    @property
    def context(self) -> Context: ...

    def tables(self, blocks: Sequence[Block]) -> list[list[TagTable]]:
        """For each block its tables; a block's result never depends on the others."""


@runtime_checkable
class SequenceScorer(Protocol):
    @property
    def marks(self) -> tuple[str, ...]: ...

    def start(self) -> State: ...

    def extend(
        self, states: Sequence[State], steps: Sequence[Step]
    ) -> list[Iterable[tuple[float, State]]]:
        """For each pair of a state and what is written next: log-scores and the states that follow.

        Mostly there is one. Several stand for a hidden choice; none means that it cannot be.
        """

    def finish(self, state: State) -> float:
        """The log-score of ending here."""


@runtime_checkable
class KnowsForms(Protocol):
    """A scorer that has seen words written in mixed case (iPhone, McDonald's)."""

    def form(self, word: str) -> str | None: ...


@runtime_checkable
class Skippable(Protocol):
    """A sequence scorer for which case and marks are one: it can be skipped where there is no
    choice of words.
    """

    @property
    def reach(self) -> int | None:
        """How many words after the last choice it still tells ways to write apart; None: always."""

    def state_after(self, words: Sequence[str]) -> State:
        """After plain words in the middle of a text."""
