"""A stream with a limit.

A word is decided at the latest when `max_delay` more words were heard, when `max_wait` seconds have
passed, or when the speaker changes.
"""

from __future__ import annotations

from collections.abc import Sequence

from legibly.formatting.deadlines import Deadlines
from legibly.formatting.held_back import HeldBack
from legibly.formatting.plan import Plan
from legibly.formatting.resuming import ResumePoint
from legibly.formatting.stream import Stream, Update, joined
from legibly.formatting.tag_scorers import TagScorers
from legibly.formatting.undecided import Undecided
from legibly.languages import Language
from legibly.lattice.search import Path
from legibly.marks import SENTENCE_ENDS, core_mark
from legibly.transcript import Token, Transcript, Word, as_heard, speaker_changes

# From here on all words are decided whose context is whole, not one at a time: each look at so many
# costs.
MANY_UNDECIDED_WORDS = 64
# With many words waiting, not every push draws them anew: one push in so many words.
WORDS_PER_DRAWING = 32
# A number that is held is over when so many other words were heard: "four hundred dollars and".
WORDS_BEHIND_NUMBER, MAX_HELD_WORDS = 2, 32


def drawn_ahead(undecided: Undecided, tag_scorers: TagScorers, after: int = -1) -> str:
    """All that is not decided as it would be written; from behind a position on."""
    if not undecided.positions:
        return ""
    (tables,) = tag_scorers.tables([undecided.block()])
    return undecided.drawn(undecided.look(tables), max(after, undecided.positions.start - 1))


class LiveStream(Stream):
    def __init__(
        self,
        plan: Plan,
        tag_scorers: TagScorers,
        deadlines: Deadlines,
        *,
        partials: bool = True,
        held_back: HeldBack,
        hold_numbers: bool = False,
        resumed: ResumePoint | None = None,
    ) -> None:
        super().__init__(plan.language.abbreviations, resumed)
        self._tag_scorers, self._deadlines, self._partials = tag_scorers, deadlines, partials
        self._held_back = held_back
        self._number_words = words_of_numbers(plan.language) if hold_numbers else frozenset[str]()
        self._lookahead = plan.lookahead
        self._undecided = Undecided(plan)
        self._turn_end: int | None = None  # the last position of a speaker whose turn is over
        self._provisional = ""
        self._pushes_since_look = 0
        if resumed is not None:
            self._go_on(resumed)

    def resume_point(self) -> ResumePoint:
        return self._undecided.told(super().resume_point())

    def _go_on(self, point: ResumePoint) -> None:
        """As if this stream had given out what stands before."""
        heard = as_heard(point.words)
        self._held_back.all_of([Transcript(point.words, tuple(heard), continued=True)])
        self._undecided.retrace(point, self._tag_scorers)

    def mark(self, mark: str) -> Update:
        if self._held_back.add_mark_to_last(mark):
            return self.tick()
        marked = self._undecided.add_mark_to_last(mark)
        if not marked and core_mark(mark) in SENTENCE_ENDS and not self._undecided.positions:
            self._undecided.end_sentence()
        return self.tick()

    def tick(self) -> Update:
        if self._closed:
            return Update([], [])
        if not self._deadlines.run_by_clock:
            return Update([], [], self._drawn())
        return joined([self._push_waiting(), self._advance(draw=True, by_clock=True)])

    def flush(self) -> Update:
        if self._closed:
            return Update([], [])
        return joined([self._push_waiting(), self._advance(draw=False, everything=True)])

    def _close(self) -> Update:
        waited = self._push_waiting(closing=True)
        self._undecided.close()
        return joined([waited, self._advance(draw=False, everything=True)])

    def _push(self, parts: Sequence[Transcript]) -> Update:
        known = [self._held_back.add(part) for part in parts]
        return self._push_words([part for part in known if part is not None])

    def _push_waiting(self, *, closing: bool = False) -> Update:
        """Words that are held back wait for those behind them no longer."""
        rest = self._held_back.flush(closing=closing)
        return self._push_words([rest] if rest is not None else [])

    def _push_words(self, parts: Sequence[Transcript]) -> Update:
        pairs = [
            (part.words[token.first : token.last], token) for part in parts for token in part.tokens
        ]
        updates = [
            self._push_one(words, token, draw=i == len(pairs))
            for i, (words, token) in enumerate(pairs, 1)
        ]
        return joined(updates) if updates else Update([], [], self._drawn())

    def _push_one(self, words: Sequence[Word], token: Token, *, draw: bool) -> Update:
        undecided = self._undecided
        if undecided.positions and speaker_changes(
            undecided.word(undecided.positions[-1]), words[-1]
        ):
            self._turn_end = undecided.positions[-1]
        heard = undecided.places.stop
        self._deadlines.hear(range(heard, heard + len(words)), words[-1])
        undecided.add(words, token.shifted(-token.first))
        return self._advance(draw=draw)

    def _advance(self, *, draw: bool, everything: bool = False, by_clock: bool = False) -> Update:
        """Look at the words that are not decided, decide those that are due, draw the others."""
        undecided = self._undecided
        draw = draw and self._partials
        positions = undecided.positions
        last = positions.stop - 1 if everything else self._last_due(by_clock)
        due = last >= positions.start
        self._pushes_since_look += 1
        worth_drawing = draw and self._pushes_since_look >= len(positions) // WORDS_PER_DRAWING

        path: Path | None = None
        if positions and (due or worth_drawing):
            self._pushes_since_look = 0
            (tables,) = self._tag_scorers.tables([undecided.block()])
            path = undecided.look(tables)

        if path is not None:
            self._provisional = undecided.drawn(path, last) if draw else ""
        elif not positions:
            self._provisional = ""

        part = undecided.decide(path if due else None, last)
        self._deadlines.forget_before(undecided.places.start)
        return self._update(part, self._drawn())

    def _drawn(self) -> str:
        """What is not firm yet, with what is held back."""
        if self._partials and self._held_back.waiting:
            return self._preview([])
        return self._provisional

    def _preview(self, parts: Sequence[Transcript]) -> str:
        undecided = self._undecided.fork()
        undecided.add_parts(self._held_back.fork().all_of(parts))
        return drawn_ahead(undecided, self._tag_scorers)

    def _last_due(self, by_clock: bool) -> int:
        """The last position that cannot wait."""
        undecided, positions = self._undecided, self._undecided.positions
        last = positions.start - 1
        if self._turn_end is not None:
            last, self._turn_end = max(last, self._turn_end), None
        turn_end = last
        for position in positions:
            word, place = undecided.word(position), undecided.place(position)
            if self._deadlines.is_late(place, word, by_clock=by_clock):
                last = max(last, position)

        if last >= positions.start and self._number_words and not by_clock and last > turn_end:
            last = max(turn_end, self._before_open_number(last))

        if last >= positions.start and len(positions) > MANY_UNDECIDED_WORDS:
            # What has all the context that any scorer asks for gains nothing by waiting.
            last = max(last, positions.stop - 1 - self._lookahead)

        return last

    def _before_open_number(self, last: int) -> int:
        """The position before the number that a position lies in, where more of it may come."""
        positions = self._undecided.positions
        first = end = last
        while end < positions.stop and self._is_of_number(end):
            end += 1
        if end == last or positions.stop - end >= WORDS_BEHIND_NUMBER:
            return last
        while first > positions.start and self._is_of_number(first - 1):
            first -= 1
        return first - 1 if end - first <= MAX_HELD_WORDS else last

    def _is_of_number(self, position: int) -> bool:
        return self._undecided.word(position).text.lower() in self._number_words


def words_of_numbers(language: Language) -> frozenset[str]:
    """What numbers are said with."""
    return language.number_words | language.digit_words | set(language.numbers.inside)
