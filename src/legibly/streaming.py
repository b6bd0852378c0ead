"""Words in as they are heard, tokens out within a promised delay; what was given out never changes.

With every push the words that are not decided yet are scored anew, with what is now known of the words after them,
and searched from the state in which the last decision left the search. A word is decided at the latest when
`max_delay` more words were heard, when `max_wait` seconds have passed, or when the speaker changes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from legibly.errors import UsageError
from legibly.existing import Existing
from legibly.formats.text import draw, needs_space
from legibly.formatter import Formatter
from legibly.lattice.chains import Chain
from legibly.lattice.search import Path, Start
from legibly.marks import split_marks
from legibly.model import Token, Transcript, Word, speaker_changes
from legibly.scorers.base import Block, TagTable
from legibly.session import Plan, Session
from legibly.speech import is_tag


class Update(NamedTuple):
    """What a push brings: tokens that are firm, their words, and how the rest would be written as things stand.

    Positions count from the start of the stream.
    """

    committed: list[Token]
    words: list[Word]
    provisional: str = ""


class _LiveSession(Session):
    """A session whose undecided words are scored and searched again with every step."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self._existing = Existing()
        self._start: Start | None = None
        self._weights: dict[tuple[int, int], float] = {}

    @property
    def undecided(self) -> range:
        """Visible positions."""
        return range(self._scored, self._count)

    @property
    def given(self) -> int:
        """Words whose tokens were given out."""
        return self._taken

    @property
    def heard(self) -> int:
        return self._taken + len(self._words)

    def place(self, position: int) -> int:
        """Of a visible word, among all."""
        return self._at[position - self._dropped]

    def word(self, position: int) -> Word:
        return self._seen[position - self._dropped]

    def block(self) -> Block:
        begin = max(0, self._scored - self._plan.context.left)
        words = self._seen[begin - self._dropped :]
        return Block(words, self._scored - begin, self._count - begin, begin == 0, self._closed)

    def look(self, tables: Sequence[tuple[float, Sequence[TagTable]]]) -> Path:
        """The best way to write the undecided words."""
        self._rows.first = self._pushed = self._scored
        for rows in (self._rows.marks, self._rows.case, self._rows.opening_case):
            rows.clear()
        self._ending.clear()
        self._chains = {key: (Chain(self._scored), weight) for key, weight in self._weights.items()}
        self._sum_tables(tables, self._count - self._scored)
        self._weights = {key: weight for key, (_, weight) in self._chains.items()}
        self._search = self._new_search(self._start)
        while self._pushed < self._count:
            self._push_column(self._pushed)
            self._pushed += 1
        return self._search.best() if self._closed else self._search.leading()

    def decide(self, path: Path | None, last: int) -> Transcript | None:
        """Commit the steps that begin at or before a visible position, and what stands between and behind them."""
        steps = [step for step in path.steps if step.first <= last] if path is not None else []
        if steps:
            assert path is not None
            at = len(steps) - 1
            self._start = Start(steps[-1].last, path.ended[at], path.states[at])
            self._scored = steps[-1].last
        reached = self._at[steps[-1].last - 1 - self._dropped] + 1 if steps else self._taken
        while reached in self._unseen:
            reached += 1
        if self._closed:
            reached = self.heard
        count = reached - self._taken
        if not count:
            return None
        part = self._transcript(steps, count)
        del self._words[:count]
        self._taken = reached
        self._unseen = {at: token for at, token in self._unseen.items() if at >= reached}
        if steps:
            self._forget(steps[-1].last)
        return part

    def drawn(self, path: Path, after: int) -> str:
        """The text of the steps that begin after a visible position."""
        text = ""
        for step in path.steps:
            if step.first <= after:
                continue
            for token in step.arc.tokens:
                mark = self._drawn_mark(step) if token is step.arc.tokens[-1] else ""
                own = draw(Token(token.text, 0, 1, after=mark))
                text += f" {own}" if text and needs_space(text, own) else own
        return text


class Stream:
    """Made by `Formatter.stream`."""

    def __init__(
        self,
        formatter: Formatter,
        *,
        max_delay: int | None = 4,
        max_wait: float | None = None,
        partials: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if max_delay is not None and max_delay < 0:
            raise UsageError(f"max_delay is {max_delay}; expected words, 0 or more, or None for no limit")
        if max_wait is not None and max_wait <= 0:
            raise UsageError(f"max_wait is {max_wait}; expected seconds above 0, or None for no limit")
        self._formatter = formatter
        self._max_delay, self._max_wait, self._partials = max_delay, max_wait, partials
        self._clock = clock
        self._batch = max_delay is None and max_wait is None
        self._session = Session(formatter.plan) if self._batch else _LiveSession(formatter.plan)
        self._waiting: list[Word] = []  # heard and not decided, without a limit
        self._arrived: dict[int, float] = {}  # places of undecided words and when they came
        self._newest: float | None = None  # time of the last word that has one
        self._given = 0  # words whose tokens were given out
        self._provisional = ""
        self._closed = False

    def push(self, *words: Word | str) -> Update:
        """Words as they are heard; marks that are on them already stay."""
        if self._closed:
            raise UsageError("the stream is closed; open another one")
        heard = [Word(word) if isinstance(word, str) else word for word in words]
        if self._batch:
            return self._push_whole(heard)
        assert isinstance(self._session, _LiveSession)
        if not heard:
            return Update([], [], self._provisional)
        updates = []
        for word in heard:
            self._arrived[self._session.heard] = self._clock()
            own = word.end if word.end is not None else word.start
            self._newest = own if own is not None else self._newest
            self._session.push(self._as_transcript(word))
            updates.append(self._advance(draw=word is heard[-1]))
        return _joined(updates)

    def tick(self) -> Update:
        """Time has passed without a word: decide what has waited long enough."""
        if self._batch or self._closed:
            return Update([], [], " ".join(word.text for word in self._waiting))
        return self._advance(draw=True, by_clock=True)

    def flush(self) -> Update:
        """Decide everything now; the stream goes on. Without a limit there is nothing to decide before the end."""
        if self._batch or self._closed:
            return Update([], [])
        return self._advance(draw=False, everything=True)

    def close(self) -> Update:
        """The end: everything is decided, and the last word ends a sentence."""
        if self._closed:
            return Update([], [])
        self._closed = True
        self._session.close()
        if self._batch:
            return self._push_whole([])
        return self._advance(draw=False, everything=True)

    def _push_whole(self, heard: list[Word]) -> Update:
        """Without a limit: as a batch, given out where nothing can change any more."""
        for word in heard:
            self._session.push(self._as_transcript(word))
        self._waiting += heard
        self._formatter.advance([self._session])
        update = self._give(self._session.take())
        del self._waiting[: len(update.words)]
        if self._partials and not self._closed:
            update = update._replace(provisional=" ".join(word.text for word in self._waiting))
        return update

    def _as_transcript(self, word: Word) -> Transcript:
        """One word with the marks on it taken apart; it is the same in any portion."""
        if not word.text or is_tag(word.text):
            return Transcript((word,), (Token(word.text, 0, 1),), continued=True)
        before, text, after = split_marks(word.text, self._formatter.language.abbreviations)
        if not text:
            before, text, after = "", word.text, ""
        return Transcript((word._replace(text=text),), (Token(text, 0, 1, before, after),), continued=True)

    def _advance(self, *, draw: bool, everything: bool = False, by_clock: bool = False) -> Update:
        session = self._session
        assert isinstance(session, _LiveSession)
        last = session.undecided.stop - 1 if everything else self._due(by_clock)
        path: Path | None = None
        due = last >= session.undecided.start
        if session.undecided and (due or (draw and self._partials)):
            (tables,) = self._formatter.tables([session.block()])
            path = session.look(tables)
        text = session.drawn(path, last) if path is not None and draw and self._partials else ""
        part = session.decide(path if due else None, last)
        self._arrived = {place: came for place, came in self._arrived.items() if place >= session.given}
        self._provisional = text
        return self._give(part)._replace(provisional=text)

    def _due(self, by_clock: bool) -> int:
        """The last visible position that cannot wait."""
        session = self._session
        assert isinstance(session, _LiveSession)
        undecided = session.undecided
        last = undecided.start - 1
        for position in undecided:
            word = session.word(position)
            following = position + 1
            if self._is_late(session.place(position), word, by_clock) or (
                following < undecided.stop and speaker_changes(word, session.word(following))
            ):
                last = position
        return last

    def _is_late(self, place: int, word: Word, by_clock: bool) -> bool:
        assert isinstance(self._session, _LiveSession)
        if self._max_delay is not None and self._session.heard - 1 - place >= self._max_delay:
            return True
        if self._max_wait is None:
            return False
        own = word.end if word.end is not None else word.start
        if own is not None and self._newest is not None and self._newest - own >= self._max_wait:
            return True
        return (by_clock or own is None) and self._clock() - self._arrived.get(place, 0.0) >= self._max_wait

    def _give(self, part: Transcript | None) -> Update:
        if part is None:
            return Update([], [])
        shift, self._given = self._given, self._given + len(part.words)
        tokens = [token._replace(first=token.first + shift, last=token.last + shift) for token in part.tokens]
        return Update(tokens, list(part.words))


def _joined(updates: Iterable[Update]) -> Update:
    updates = list(updates)
    return Update(
        [token for update in updates for token in update.committed],
        [word for update in updates for word in update.words],
        updates[-1].provisional if updates else "",
    )
