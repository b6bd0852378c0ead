"""What a model decided behind each word, how sure it was, and what the reference has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from legibly.marks import core_mark, fold
from legibly.transcript import Transcript

UNIT_WORDS = 300  # drawn together, for intervals
Numbers = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


class Decision(NamedTuple):
    """Behind one word. Where the model had no choice there is none."""

    shares: Sequence[float]  # of the marks that it may write, none first
    wanted: int  # the place of the reference's mark among them
    written: int


class Decisions(NamedTuple):
    """Of a corpus, as columns."""

    shares: Numbers  # [words, marks]
    wanted: Numbers
    written: Numbers

    @classmethod
    def of(cls, found: Iterable[Decision]) -> Decisions:
        shares, wanted, written = zip(*found, strict=True)
        return cls(np.array(shares), np.array(wanted), np.array(written))

    @property
    def right(self) -> Numbers:
        return np.asarray(self.wanted == self.written, np.float64)

    def sureness(self, temperature: float = 1.0) -> Numbers:
        """Of what was written."""
        at = np.arange(len(self.shares)), self.written.astype(int)
        return np.asarray(tempered(self.shares, temperature)[at])


def tempered(shares: Numbers, temperature: float) -> Numbers:
    """Flatter above a temperature of one, sharper below."""
    raised = np.maximum(shares, 1e-12) ** (1 / temperature)
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def decide(
    formatter: Callable[[Transcript], Transcript], pairs: Iterable[tuple[Transcript, Transcript]]
) -> Iterator[Decision]:
    """References with the same words as they are heard; numbers are left as they are said."""
    for reference, heard in pairs:
        written = formatter(heard)
        for wanted, token in zip(reference.tokens, written.tokens, strict=True):
            chance = written.mark_chances[token.last - 1] if written.mark_chances else None
            if chance is None or chance.written is None:
                continue
            places = [
                chance.marks.index(fold(core_mark(mark), chance.marks))
                for mark in (wanted.after, token.after)
            ]
            yield Decision(chance.shares, *places)


def cost(decisions: Decisions, temperature: float) -> float:
    """Nats a word: what the reference's marks cost by the model's shares."""
    at = np.arange(len(decisions.shares)), decisions.wanted.astype(int)
    return float(-np.log(tempered(decisions.shares, temperature)[at]).mean())


def best_temperature(corpora: Sequence[Decisions], choices: Sequence[float]) -> float:
    """Where all corpora together cost least, each as much as the others."""
    return min(choices, key=lambda choice: sum(cost(each, choice) for each in corpora))
