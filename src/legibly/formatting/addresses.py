"""Addresses of e-mail as they are said: "john dot smith at example dot com"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from legibly.languages import Language
from legibly.languages.tables import rows

HOST_WORDS = 3  # before the first point


class Addresses:
    def __init__(self, language: Language) -> None:
        facts = language.numbers
        signs = rows(language.code, "signs", 2, optional=True)
        self._at = {row[1] for row in signs if row[0] == "@"}
        self._point, self._signs = facts.address_point, frozenset(facts.address_signs) - self._at
        self._digits = language.digit_words

    def spans(self, heard: Sequence[str]) -> Iterator[tuple[int, int]]:
        """Where one is said."""
        for at, word in enumerate(heard):
            if word in self._at and at and (last := self._end(heard, at)) is not None:
                yield self._begin(heard, at), last

    def open_from(self, heard: Sequence[str]) -> int:
        """Where one begins that may still go on; the end where there is none."""
        if not self._at or not self._point:
            return len(heard)
        for at in range(max(0, len(heard) - HOST_WORDS - 2), len(heard)):
            if heard[at] in self._at or heard[at] in self._signs:
                return self._begin(heard, at)
        return len(heard)

    def _begin(self, heard: Sequence[str], at: int) -> int:
        """The first word of the name before the sign."""
        first = max(0, at - 1)
        while first > 0 and self._is_joined(heard[first - 1], heard[first]):
            first -= 1
        return first

    def _is_joined(self, before: str, word: str) -> bool:
        return (
            word in self._digits
            or word in self._signs
            or before in self._signs
            or (len(before) == 1 == len(word))
        )

    def _end(self, heard: Sequence[str], at: int) -> int | None:
        for point in range(at + 2, min(at + 2 + HOST_WORDS, len(heard) - 1)):
            if heard[point] == self._point:
                last = point + 2
                while last + 1 < len(heard) and heard[last] == self._point:
                    last += 2
                return last
        return None
