"""Words in as they are heard, tokens out within a promised delay; what was given out never changes.

With every push the words that are not decided yet are scored anew, with what is now known of the words after them,
and searched from the state in which the last decision left the search. A word is decided at the latest when
`max_delay` more words were heard, when `max_wait` seconds have passed, or when the speaker changes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from legibly.drawing import draw, needs_space
from legibly.errors import UsageError
from legibly.formatting.existing_marks import Existing
from legibly.formatting.formatter import Formatter
from legibly.formatting.plan import Plan
from legibly.formatting.session import Session
from legibly.lattice.chains import Chain
from legibly.lattice.scoring import Block, TagTable
from legibly.lattice.search import Path, Start
from legibly.marks import SENTENCE_ENDS, core_mark, split_marks
from legibly.sound_tags import is_tag
from legibly.transcript import Token, Transcript, Word, speaker_changes

MAX_WAIT = 1e6  # seconds
SHOWN = 50  # words of provisional text without a limit
LEFT = 20  # words before the undecided ones that are scored again with every word; more cost time and bring nothing
MANY = 64  # undecided words: from here on all are decided whose context is whole, not one at a time


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
        self._existing = Existing(shouted=True)  # until a small letter is heard
        self._start: Start | None = None
        self._last: Word | None = None  # the last that was decided
        self._weights: dict[tuple[int, int], float] = {}

    def push(self, part: Transcript) -> None:
        assert self._existing is not None
        if self._existing.shouted and any(char.islower() for word in part.words for char in word.text):
            self._existing = Existing()
        super().push(part)

    def hang(self, mark: str) -> bool:
        self._pushed = self._scored  # columns are made anew with every look
        return super().hang(mark)

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
        """As it was heard, whatever the scorers are told of it."""
        return self._words[self.place(position) - self._taken]

    def block(self) -> Block:
        begin = max(0, self._scored - min(LEFT, self._plan.context.left))
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
        self._search = self._new_search(self._start and self._start._replace(ended=self._start.ended or self._turns()))
        while self._pushed < self._count:
            self._push_column(self._pushed)
            self._pushed += 1
        return self._search.best() if self._closed else self._search.leading()

    def _turns(self) -> bool:
        """Whether a sentence ended between what is decided and what is not: another speaker, or a mark on a tag."""
        if self._last is None or not self.undecided:
            return False
        closed = self._closed_by.get(self._scored - 1, "") in SENTENCE_ENDS
        return closed or speaker_changes(self._last, self.word(self._scored))

    def _is_decided(self, position: int) -> bool:
        return 0 <= position < self._scored

    def end_sentence(self) -> None:
        """A mark came after the word that it belongs to was given out."""
        if self._start is not None:
            self._start = self._start._replace(ended=True)

    def decide(self, path: Path | None, last: int) -> Transcript | None:
        """Commit the steps that begin at or before a visible position, and what stands between and behind them."""
        steps = [step for step in path.steps if step.first <= last] if path is not None else []
        if steps:
            assert path is not None
            at = len(steps) - 1
            self._start = Start(steps[-1].last, path.ended[at], path.states[at])
            self._last = self.word(steps[-1].last - 1)
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
                mark = self._drawn_mark(step) if token is step.arc.tokens[-1] else token.after
                before = self._before.get(step.first, "") if token is step.arc.tokens[0] else ""
                own = draw(Token(token.text, 0, 1, before, mark))
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
        if max_wait is not None and not 0 < max_wait < MAX_WAIT:
            raise UsageError(f"max_wait is {max_wait}; expected seconds above 0, or None for no limit")
        self._formatter = formatter
        self._max_delay, self._max_wait, self._partials = max_delay, max_wait, partials
        self._clock = clock
        self._batch = max_delay is None and max_wait is None
        self._session = Session(formatter.plan) if self._batch else _LiveSession(formatter.plan)
        self._waiting: list[Word] = []  # heard and not decided, without a limit
        self._arrived: dict[int, float] = {}  # places of undecided words and when they came
        self._newest: float | None = None  # time of the last word that has one
        self._timed = False  # whether the last word has one
        self._turning: int | None = None  # the last position of a speaker whose turn is over
        self._given = 0  # words whose tokens were given out
        self._provisional = ""
        self._unseen = 0  # pushes since the undecided words were looked at
        self._closed = False

    def push(self, *words: Word | str) -> Update:
        """Words as they are heard; marks that are on them already stay."""
        return self.push_tokens(*(self._as_transcript(Word(w) if isinstance(w, str) else w) for w in words))

    def push_tokens(self, *parts: Transcript) -> Update:
        """The same for words whose marks stand apart, or that somebody wrote as one token."""
        if self._closed:
            raise UsageError("the stream is closed; open another one")
        if not parts:
            return self.tick()
        if self._batch:
            return self._push_whole(parts)
        singles = [single for part in parts for single in _singles(part)]
        updates = [self._push_one(single, draw=single is singles[-1]) for single in singles]
        return _joined(updates)

    def mark(self, mark: str) -> Update:
        """A mark for the last word. Where that was given out already it only ends the sentence."""
        session = self._session
        hung = session.hang(mark)
        if (
            not hung
            and core_mark(mark) in SENTENCE_ENDS
            and isinstance(session, _LiveSession)
            and not session.undecided
        ):
            session.end_sentence()
        return self.tick()

    def _push_one(self, part: Transcript, *, draw: bool) -> Update:
        session = self._session
        assert isinstance(session, _LiveSession)
        word = part.words[-1]
        if session.undecided and speaker_changes(session.word(session.undecided[-1]), word):
            self._turning = session.undecided.stop - 1
        now = self._clock()
        for place in range(session.heard, session.heard + len(part.words)):
            self._arrived[place] = now
        own = word.end if word.end is not None else word.start
        self._timed, self._newest = own is not None, own if own is not None else self._newest
        session.push(part)
        return self._advance(draw=draw)

    def tick(self) -> Update:
        """Time has passed without a word: decide what has waited long enough."""
        if self._batch or self._closed:
            return Update([], [], self._raw())
        if self._max_wait is None:
            return Update([], [], self._provisional)
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

    def _push_whole(self, parts: Sequence[Transcript]) -> Update:
        """Without a limit: as a batch, given out where nothing can change any more."""
        for part in parts:
            self._session.push(replace(part, continued=True))
            self._waiting += part.words
        self._formatter.advance([self._session])
        update = self._give(self._session.take())
        del self._waiting[: len(update.words)]
        return update._replace(provisional=self._raw())

    def _raw(self) -> str:
        """The last words that wait, as they were heard."""
        if not self._partials or self._closed:
            return ""
        return " ".join(word.text for word in self._waiting[-SHOWN:])

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
        pending = len(session.undecided)
        self._unseen += 1
        fresh = self._unseen >= pending // 32  # with many words waiting, not every push draws them anew
        text = self._provisional
        if session.undecided and (due or (draw and self._partials and fresh)):
            self._unseen = 0
            (tables,) = self._formatter.tables([session.block()])
            path = session.look(tables)
        if path is not None or not session.undecided:
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
        if self._turning is not None:
            last, self._turning = max(last, self._turning), None
        for position in undecided:
            if self._is_late(session.place(position), session.word(position), by_clock):
                last = max(last, position)
        if last >= undecided.start and len(undecided) > MANY:
            # What has all the context that any scorer asks for gains nothing by waiting, and each look costs.
            last = max(last, undecided.stop - 1 - self._formatter.plan.lookahead)
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
        return (by_clock or own is None or not self._timed) and self._clock() - self._arrived.get(
            place, 0.0
        ) >= self._max_wait

    def _give(self, part: Transcript | None) -> Update:
        if part is None:
            return Update([], [])
        shift, self._given = self._given, self._given + len(part.words)
        tokens = [token._replace(first=token.first + shift, last=token.last + shift) for token in part.tokens]
        return Update(tokens, list(part.words))


def _singles(part: Transcript) -> Iterator[Transcript]:
    """A token each, with its words."""
    for token in part.tokens:
        words = part.words[token.first : token.last]
        yield Transcript(words, (token._replace(first=0, last=len(words)),), continued=True)


def _joined(updates: Iterable[Update]) -> Update:
    updates = list(updates)
    return Update(
        [token for update in updates for token in update.committed],
        [word for update in updates for word in update.words],
        updates[-1].provisional if updates else "",
    )
