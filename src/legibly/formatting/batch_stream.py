"""A stream without a limit: formatted as in batch, and given out where nothing
can change any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from legibly.formatting.session import Session
from legibly.formatting.stream import Stream, Update
from legibly.transcript import Transcript, Word

if TYPE_CHECKING:
    from legibly.formatting.formatter import Formatter

MAX_PROVISIONAL_WORDS = 50


class BatchStream(Stream):
    def __init__(self, formatter: Formatter, *, partials: bool = True) -> None:
        super().__init__(formatter.language.abbreviations)
        self._formatter, self._partials = formatter, partials
        self._session = Session(formatter.plan)
        self._undecided: list[Word] = []

    def mark(self, mark: str) -> Update:
        self._session.add_mark_to_last(mark)
        return self.tick()

    def tick(self) -> Update:
        return Update([], [], self._as_heard())

    def flush(self) -> Update:
        """There is nothing to decide before the end."""
        return Update([], [])

    def _push(self, parts: Sequence[Transcript]) -> Update:
        for part in parts:
            self._session.push(replace(part, continued=True))
            self._undecided += part.words
        self._formatter.advance([self._session])
        update = self._update(self._session.take())
        del self._undecided[: len(update.words)]
        return update._replace(provisional=self._as_heard())

    def _close(self) -> Update:
        self._session.close()
        return self._push([])

    def _as_heard(self) -> str:
        """The last words that wait."""
        if not self._partials or self._closed:
            return ""
        return " ".join(word.text for word in self._undecided[-MAX_PROVISIONAL_WORDS:])
