"""From words to arcs: every way to write them that anybody proposes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from legibly.casing import SMALL_INITIALS, Case, capitalise, case_of, write_case
from legibly.lattice.arcs import Arc, word_arc
from legibly.lattice.guessing import guess_mixed
from legibly.lattice.scoring import KnowsForms
from legibly.marks import is_initialism

MAX_REMEMBERED_FORMS = (
    50_000  # words whose forms are kept; memory must not grow with the vocabulary
)


class Proposer(Protocol):
    """Proposes ways to write several words together: the user's rules, a grammar of numbers."""

    @property
    def max_words(self) -> int: ...

    def begins(self, word: str, following: str) -> bool:
        """Whether anything can begin with a word, seen with the one after it ("" at an end)."""

    def propose(
        self, words: Sequence[str], at: int = 0, memo: dict[Any, Any] | None = None
    ) -> Iterable[Arc]:
        """Arcs over the words (lower-case) from `at` on. The words never reach past a speaker or a
        mark; in `memo`, which is kept for them, something may be noted for the next place.
        """


class Forms:
    """The ways to write single words, remembered."""

    def __init__(
        self, known: Sequence[KnowsForms] = (), user: Mapping[str, str] | None = None
    ) -> None:
        self._known = known
        self._user = user or {}
        self._cache: dict[str, tuple[Arc, ...]] = {}

    def __call__(self, word: str) -> tuple[Arc, ...]:
        """Arcs for a word given in lower case."""
        arcs = self._cache.get(word)
        if arcs is None:
            if len(self._cache) >= MAX_REMEMBERED_FORMS:
                self._cache.clear()
            arcs = self._cache[word] = tuple(self._arcs(word))
        return arcs

    def _arcs(self, word: str) -> Iterable[Arc]:
        if word in self._user:
            return spelt(self._user[word])
        if case_of(word) is None:
            return [word_arc(word)]

        texts = {case: write_case(word, case) for case in (Case.LOWER, Case.CAPITAL, Case.UPPER)}
        if is_initialism(word) and word.rstrip(".") not in SMALL_INITIALS:  # no U.s.
            texts[Case.CAPITAL] = texts[Case.UPPER]
        if (form := self._mixed(word)) is not None:
            texts[Case.MIXED] = form
        arcs: dict[str, Arc] = {}
        for case, text in texts.items():  # a one-letter word has no other capitals than CAPITAL
            arcs.setdefault(
                text,
                word_arc(text, case, opens=case is not Case.LOWER or texts[Case.CAPITAL] == text),
            )

        return arcs.values()

    def _mixed(self, word: str) -> str | None:
        """The form that the last of those who know one gives, or a guess."""
        known = (scorer.form(word) for scorer in reversed(self._known))
        return next((form for form in known if form is not None), None) or guess_mixed(word)


def spelt(form: str) -> list[Arc]:
    """A spelling that the user fixed: as it is, but a sentence still opens with a capital."""
    if case_of(form) is Case.LOWER:
        return [word_arc(form, opens=False), word_arc(capitalise(form), inside=False)]
    return [word_arc(form)]


def fixed(text: str) -> tuple[Arc, ...]:
    """A word that stays as it is."""
    return (word_arc(text),)
