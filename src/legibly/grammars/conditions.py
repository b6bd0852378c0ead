"""Phrases that are no words themselves: what must follow, what must not, and what a way to hear
something costs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from legibly.grammars.phrases import NOTHING_HEARD, Around, Heard, Memo, Phrase, Said


class Unless(Phrase):
    """Nothing to hear, where a phrase does not begin."""

    empty = True

    def __init__(self, phrase: Phrase) -> None:
        self._piece = phrase

    def hear(self, words: Sequence[str], at: int, memo: Memo) -> Sequence[Heard]:
        return NOTHING_HEARD if self._piece.may_begin(words, at) else [(at, None, 0.0)]

    def say(self, source: Any, left: Any) -> Iterator[Said]:
        yield left, (), 0.0


class Before(Phrase):
    """Nothing to hear, in front of a word that is none of some."""

    empty = True

    def __init__(self, but: Iterable[str]) -> None:
        self._but = frozenset(but)

    def hear(self, words: Sequence[str], at: int, memo: Memo) -> Sequence[Heard]:
        if at < len(words) and words[at] not in self._but:
            return [(at, None, 0.0)]
        return NOTHING_HEARD

    def say(self, source: Any, left: Any) -> Iterator[Said]:
        yield left, (), 0.0


class Where(Phrase):
    """Nothing to hear, in front of a word that fits; the end is the word ""."""

    empty = True

    def __init__(self, fits: Callable[[str], bool]) -> None:
        self._fits = fits

    def hear(self, words: Sequence[str], at: int, memo: Memo) -> Sequence[Heard]:
        fits = self._fits(words[at] if at < len(words) else "")
        return [(at, None, 0.0)] if fits else NOTHING_HEARD

    def say(self, source: Any, left: Any) -> Iterator[Said]:
        yield left, (), 0.0


class Ahead(Where):
    """Nothing to hear, in front of one of some words, or at the end of what is heard."""

    def __init__(self, words: Iterable[str], *, or_end: bool = False) -> None:
        known = frozenset(words)
        super().__init__(lambda word: word in known if word else or_end)


class Unlike(Around):
    """What is heard in a phrase, but for texts that do not go with the next word."""

    def __init__(self, phrase: Phrase, refused: Callable[[str, str], bool]) -> None:
        super().__init__(phrase)
        self._refused = refused

    def hear(self, words: Sequence[str], at: int, memo: Memo) -> Sequence[Heard]:
        return [
            heard
            for heard in self._piece.hear(words, at, memo)
            if not self._refused(heard[1] or "", words[heard[0]] if heard[0] < len(words) else "")
        ]


class Cost(Phrase):
    """Nothing to hear, at a cost."""

    empty = True

    def __init__(self, cost: float) -> None:
        self._cost = cost

    def hear(self, words: Sequence[str], at: int, memo: Memo) -> Sequence[Heard]:
        return [(at, None, self._cost)]

    def say(self, source: Any, left: Any) -> Iterator[Said]:
        yield left, (), self._cost
