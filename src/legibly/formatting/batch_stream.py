"""A stream without a limit: formatted as in batch, and given out where nothing
can change any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from legibly.formatting.plan import Plan
from legibly.formatting.session import Session
from legibly.formatting.stream import Stream, Update
from legibly.formatting.tag_scorers import TagScorers
from legibly.transcript import Transcript, Word

MAX_PROVISIONAL_WORDS = 50


class BatchStream(Stream):
    def __init__(self, plan: Plan, tag_scorers: TagScorers, *, partials: bool = True) -> None:
        super().__init__(plan.language.abbreviations)
        self._tag_scorers, self._partials = tag_scorers, partials
        self._session = Session(plan)
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
        self._tag_scorers.advance([self._session])
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
