"""A stream without a limit: formatted as in batch, and given out where nothing
can change any more.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace

from legibly.errors import UsageError
from legibly.formatting.live_stream import drawn_ahead
from legibly.formatting.plan import Plan
from legibly.formatting.resuming import ResumePoint
from legibly.formatting.session import Session
from legibly.formatting.stream import Stream, Update
from legibly.formatting.tag_scorers import TagScorers
from legibly.formatting.undecided import Undecided
from legibly.transcript import Transcript

CANNOT_RESUME = "a stream without a limit cannot be resumed; give it a max_delay"
MAX_PROVISIONAL_WORDS, WORDS_BEFORE = 30, 8  # that are drawn; that are looked at before them


class BatchStream(Stream):
    def __init__(self, plan: Plan, tag_scorers: TagScorers, *, partials: bool = True) -> None:
        super().__init__(plan.language.abbreviations)
        self._plan, self._tag_scorers, self._partials = plan, tag_scorers, partials
        self._session = Session(plan)
        # The last tokens as they were heard, those that were given out among them.
        self._recent: deque[Transcript] = deque(maxlen=MAX_PROVISIONAL_WORDS + WORDS_BEFORE)
        self._waiting = 0  # words that were not given out

    def resume_point(self) -> ResumePoint:
        raise UsageError(CANNOT_RESUME)

    def mark(self, mark: str) -> Update:
        self._session.add_mark_to_last(mark)
        return self.tick()

    def tick(self) -> Update:
        return Update([], [], self._drawn())

    def flush(self) -> Update:
        """There is nothing to decide before the end."""
        return Update([], [])

    def _push(self, parts: Sequence[Transcript]) -> Update:
        for part in parts:
            self._session.push(replace(part, continued=True))
            self._waiting += len(part.words)
            self._recent += _token_by_token(part)
        self._tag_scorers.advance([self._session])
        update = self._update(self._session.take())
        self._waiting -= len(update.words)
        return update._replace(provisional=self._drawn())

    def _close(self) -> Update:
        self._session.close()
        return self._push([])

    def _drawn(self) -> str:
        return self._preview([]) if self._partials and not self._closed else ""

    def _preview(self, parts: Sequence[Transcript]) -> str:
        """The last words that wait, and what may follow; a few words before them say whether a
        sentence goes on.
        """
        recent = list(self._recent)
        first = len(recent)
        waiting = min(self._waiting, MAX_PROVISIONAL_WORDS)
        while first and waiting > 0:
            first -= 1
            waiting -= len(recent[first].words)
        undecided = Undecided(self._plan)
        before = self._plan.hold_back().all_of(recent[max(0, first - WORDS_BEFORE) : first])
        undecided.add_parts(before)
        after = undecided.positions.stop - 1
        undecided.add_parts(self._plan.hold_back().all_of([*recent[first:], *parts]))
        return drawn_ahead(undecided, self._tag_scorers, after)


def _token_by_token(part: Transcript) -> Iterator[Transcript]:
    for token in part.tokens:
        words = part.words[token.first : token.last]
        yield Transcript(words, [token.shifted(-token.first)], continued=True)
