"""The words that the search sees, and what is kept aside of the others to be put back when the
words are written.

Tags and dropped fillers are not seen by the search. So there are two ways to count: a *position*
counts the words that are seen, a *place* counts all words as they were heard.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from typing import NamedTuple

from legibly.casing import Case, case_of
from legibly.drawing import BREAKS
from legibly.formatting.disfluencies import DISFLUENCY, FILLER
from legibly.formatting.existing_marks import Existing
from legibly.formatting.mark_shares import MarkShares
from legibly.formatting.plan import Plan
from legibly.formatting.quoting import Quoting
from legibly.formatting.spoken_marks import TAKEN_OUT
from legibly.lattice.arcs import Arc, Step
from legibly.lattice.forms import fixed
from legibly.marks import (
    CLOSING,
    NONE,
    OPENING,
    SENTENCE_ENDS,
    WIDE,
    core_mark,
    is_initialism,
    is_only_marks,
    stronger_mark,
)
from legibly.scripts import is_han
from legibly.sound_tags import is_tag, is_unknown_word
from legibly.transcript import Alternative, MarkChance, Token, Transcript, Word, speaker_changes
from legibly.window import Window

BRACKETS = "([{"
NUMBER_PAUSE_SECONDS = 1.0  # of silence that no number reaches across


class VisibleWord(NamedTuple):
    word: Word  # as the scorers are told of it
    place: int  # among all words
    arcs: tuple[Arc, ...]  # that begin there
    finished: bool = False  # somebody wrote the sentence from its capital to its end


def _anew(
    tokens: Iterable[Token], words: Sequence[Word], openings: Collection[str]
) -> Iterator[Token]:
    """A token a word, as it was heard; of the marks around it quotes and brackets stay."""
    for token in tokens:
        before = "".join(char for char in token.before if char in OPENING and char not in openings)
        after = "".join(char for char in token.after if char in CLOSING)
        for i in range(token.first, token.last):
            yield Token(
                words[i].text,
                i,
                i + 1,
                before if i == token.first else "",
                after if i + 1 == token.last else "",
            )


class VisibleWords:
    """Words go in as they are heard; `give` takes out what was decided, as a
    transcript of its own.
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        # The marks and capitals that the input has, as far as it was judged.
        self.existing = Existing()
        self.name: str | None = None
        self.closed = False  # whether the last word was heard
        self._quoting = Quoting(plan.language) if plan.options.quotes else None
        self._finished = False  # what is added at the moment
        self.decided = 0  # the position up to which words cannot be changed any more
        self.heard: Window[Word] = Window()  # by place, all that were not given out
        self.words: Window[VisibleWord] = Window()  # by position
        self._before: dict[int, str] = {}  # by position, marks that the input has before the word
        self._after: dict[int, str] = {}  # and after it
        self._closing: dict[int, str] = {}  # the mark of a tag that follows the word
        self._opening = ""  # marks that open before the next word
        self._opened: dict[int, str] = {}  # by position, what of the marks before was said
        self._barriers: set[int] = set()  # positions after a tag, which no arc may cross
        self._broken: set[int] = set()  # positions of words behind which a line ends
        self._hidden: dict[int, Token] = {}  # by place, tags and dropped fillers
        self._alternatives: list[Alternative] = []  # by place
        self.mark_shares = MarkShares((NONE, *plan.marks))

    def fork(self) -> VisibleWords:
        """The same, to look ahead with: what is added there is not added here."""
        other = copy(self)
        other.heard, other.words = self.heard.copy(), self.words.copy()
        copied = ("_before", "_after", "_closing", "_barriers", "_broken", "_hidden", "_opened")
        for name in copied:
            setattr(other, name, copy(getattr(self, name)))
        other._alternatives, other.mark_shares = (
            list(self._alternatives),
            MarkShares((NONE, *self._plan.marks)),
        )
        return other

    @property
    def end(self) -> int:
        """The position of the next word."""
        return self.words.end

    def add(
        self,
        words: Sequence[Word],
        tokens: Iterable[Token],
        *,
        finished: bool = False,
    ) -> None:
        """Words as they were heard, and the tokens over them, counted from the first. What is
        finished keeps its marks and letters.
        """
        place = self.heard.end
        self.heard.extend(words)
        self._finished = finished
        if self._plan.options.redo and not finished:
            tokens = _anew(tokens, words, self._plan.openings.values())
        for token in tokens:
            self._add_token(token, words, place)

    def add_written(self, words: Sequence[Word], tokens: Sequence[Token]) -> None:
        """What was given out elsewhere. Fillers are told by their words, as they were then."""
        if self._quoting is not None:
            tokens = self._quoting.again(tokens, words)
        known = [
            token._replace(text=words[token.first].text, kind="word")
            if token.kind == FILLER
            else token
            for token in tokens
        ]
        self.add(words, known, finished=True)

    def settle(self, opening: str) -> None:
        """All that was added is decided, and given out; `opening` waits for the next word."""
        self._opening = opening
        self.decided = self.end
        self.heard.forget_before(self.heard.end)
        self._hidden.clear()

    @property
    def opening(self) -> str:
        """What was given out opens before the word that comes next."""
        if self.decided < self.end:
            return self._opened.get(self.decided, "")
        return self._opening

    def add_alternatives(self, alternatives: Iterable[Alternative], waiting: int) -> None:
        """For words that come next, behind some that are waiting."""
        place = self.heard.end + waiting
        self._alternatives.extend(item.shifted(place) for item in alternatives)

    def add_mark_to_last(self, mark: str, undecided: int) -> bool:
        """A mark for the last word that was heard; False where that is not seen, or stands before
        `undecided`.
        """
        last = self.end - 1
        if last < undecided or self.words[last].place != self.heard.end - 1:
            return False
        self._after[last] = stronger_mark(self._after.get(last, ""), mark)
        return True

    def _add_token(self, token: Token, words: Sequence[Word], place: int) -> None:
        if token.kind in TAKEN_OUT or token.kind == DISFLUENCY:
            self._take_out(token, words[token.first], place)
            return

        text, position = token.text, self.end
        if token.last - token.first > 1 or (token.kind not in ("word", "tag") and text):
            self._add_fixed_token(token, words, place)
            return

        if not text:
            self._hide(token, place)
            return

        if (is_tag(text) and not is_unknown_word(text)) or is_only_marks(text):
            self._hide(token._replace(kind="tag"), place)
            return

        lower = text if text.islower() else text.lower()
        if lower in self._plan.dropped:
            self._take_out(token._replace(kind=FILLER), words[token.first], place)
            return

        if token.before or self._opening:
            self._before[position] = self._opening + token.before
            self._opened[position], self._opening = self._opening, ""

        if token.after:
            self._after[position] = token.after
        self.words.append(
            VisibleWord(
                words[token.first],
                place + token.first,
                self._word_arcs(text, lower),
                self._finished,
            )
        )

    def _word_arcs(self, text: str, lower: str) -> tuple[Arc, ...]:
        options = self._plan.options
        if not options.case or self.existing.cased or self._finished or is_unknown_word(text):
            return fixed(text)
        if options.redo and is_initialism(text):
            return fixed(text.upper())
        has_capitals = lower is not text and case_of(text) not in (None, Case.LOWER)
        if has_capitals and not self.existing.shouted and not options.redo:
            return fixed(text)
        return self._plan.forms(lower)

    def _add_fixed_token(self, token: Token, words: Sequence[Word], place: int) -> None:
        """A token that somebody made of several words stays one."""
        length = token.last - token.first
        if token.before:
            self._before[self.end] = token.before
        if token.after:
            self._after[self.end + length - 1] = token.after
        arcs: tuple[Arc, ...] = (
            Arc(length, (token._replace(first=0, last=length, before="", after=""),)),
        )
        for i in range(token.first, token.last):
            self.words.append(VisibleWord(words[i], place + i, arcs))
            arcs = ()

    def _hide(self, token: Token, place: int) -> None:
        """A tag, or what was dropped before. A mark on it closes the sentence before it, and is
        written where it is.
        """
        self._hidden[place + token.first] = token
        self._barriers.add(self.end)
        if core_mark(token.after) and self.end:
            self._closing.setdefault(self.end - 1, core_mark(token.after))

    def _take_out(self, token: Token, heard: Word, place: int) -> None:
        """A filler, or a mark that was said. The marks around it go to the words that stay: what
        opens to the next, what closes to the one before.
        """
        self._hidden[place + token.first] = token._replace(text="", before="", after="")
        last = self.end - 1
        if last in self.words:
            word = self.words[last].word
            if heard.end is not None:
                # For the scorers, the speaker was not silent meanwhile.
                word = word._replace(end=heard.end)
                self.words[last] = self.words[last]._replace(word=word)
            if speaker_changes(word, heard) or token.kind in BREAKS:
                self._barriers.add(self.end)
        if token.kind in BREAKS:
            self._broken.add(last)

        self._opening += token.before
        if token.after and 0 <= last < self.decided:  # too late for the word before
            self._hidden[place + token.first] = token._replace(text="", before="")
            self._closing.setdefault(last, core_mark(token.after))
        elif token.after and last in self.words:
            self._after[last] = stronger_mark(self._after.get(last, ""), token.after)

    def is_barrier(self, position: int) -> bool:
        """Whether no arc may reach from the word before to this one."""
        before, word = self.words[position - 1].word, self.words[position].word
        return (
            position in self._barriers
            or (
                before.end is not None
                and word.start is not None
                and word.start - before.end >= NUMBER_PAUSE_SECONDS
            )
            or self.mark_after(position - 1) != NONE
            or speaker_changes(before, word)
        )

    def opening_at(self, position: int) -> str:
        """What somebody wrote there to open a question or an exclamation."""
        written = self._before.get(position, "")
        return next((mark for mark in self._plan.openings.values() if mark in written), "")

    def bracket_opens(self, position: int) -> bool:
        """Whether the next words stand in brackets, before which there is no comma."""
        return any(char in BRACKETS for char in self._before.get(position, ""))

    def may_open(self, position: int) -> bool:
        return not self.words[position].finished and not self.opening_at(position)

    def mark_after(self, position: int) -> str:
        """The mark that the input has there."""
        return core_mark(self._after[position]) if position in self._after else NONE

    def tag_mark_after(self, position: int) -> str | None:
        """The mark on a tag that follows; None where there is none."""
        return self._closing.get(position)

    def turn_ends(self, position: int) -> bool:
        """Whether the speaker changes after a word, or nothing comes after it."""
        if position + 1 < self.end:
            return speaker_changes(self.words[position].word, self.words[position + 1].word)
        return self.closed

    def line_ends(self, position: int) -> bool:
        """Whether somebody said that a new line or paragraph begins after a word."""
        return position in self._broken

    def sentence_is_closed(self, position: int) -> bool:
        """By a mark on the tag that follows a word."""
        return self._closing.get(position, NONE) in SENTENCE_ENDS or position in self._broken

    def place_after(self, step: Step) -> int:
        """The place behind the last word of a step."""
        return self.words[step.last - 1].place + 1

    def place_without_hidden(self, place: int) -> int:
        """From a place on, the next one that is neither a tag nor a dropped filler."""
        while place in self._hidden:
            place += 1
        return place

    def tears_alternative(self, place: int) -> bool:
        """Whether something that the recogniser would also accept lies on both sides."""
        return any(item.first < place < item.last for item in self._alternatives)

    def written(self, steps: Sequence[Step], last: int) -> Transcript:
        """The words up to a place as the steps write them."""
        first = self.heard.first
        alternatives = [
            item.shifted(-first) for item in self._alternatives if item.first < last or self.closed
        ]
        return Transcript(
            tuple(self.heard.between(first, last)),
            tuple(token.shifted(-first) for token in self._tokens(steps, last)),
            self._plan.language.code,
            self.name,
            tuple(alternatives),
            continued=not self.closed,
            mark_chances=self._mark_chances(steps, last),
        )

    def give(self, steps: Sequence[Step], last: int) -> Transcript:
        """The same, for good: what was given out is forgotten."""
        part = self.written(steps, last)
        if self._quoting is not None:
            part = replace(part, tokens=tuple(self._quoting(part.tokens, part.words)))
        self.heard.forget_before(last)
        self._alternatives = [
            item for item in self._alternatives if item.first >= last and not self.closed
        ]
        self._hidden = {place: token for place, token in self._hidden.items() if place >= last}
        self.mark_shares.forget(steps)
        return part

    def _mark_chances(self, steps: Sequence[Step], last: int) -> list[MarkChance | None]:
        """By place; nothing for tags and dropped fillers."""
        first = self.heard.first
        chances: list[MarkChance | None] = [None] * (last - first)
        for position, chance in self.mark_shares.chances(steps):
            chances[self.words[position].place - first] = chance
        return chances

    def _tokens(self, steps: Sequence[Step], last: int) -> Iterator[Token]:
        """Tokens of the steps, by place, with what the search did not see between them."""
        reached = self.heard.first
        for step in steps:
            tokens = step.arc.tokens
            for token in tokens:
                start = self.words[step.first + token.first].place
                stop = self.words[step.first + token.last - 1].place + 1
                yield from self._hidden_between(reached, start)
                before = self._before.get(step.first, "") if token is tokens[0] else ""
                after = self.drawn_mark(step) if token is tokens[-1] else token.after
                before += token.before
                yield Token(token.text, start, stop, before, after, token.kind)
                reached = stop

        yield from self._hidden_between(reached, last)

    def _hidden_between(self, first: int, last: int) -> Iterator[Token]:
        for place in range(first, last):
            yield self._hidden[place]._replace(first=place, last=place + 1)

    def drawn(self, step: Step) -> Iterator[Token]:
        """The tokens of one step with the marks around them, wherever they are."""
        tokens = step.arc.tokens
        for token in tokens:
            after = self.drawn_mark(step) if token is tokens[-1] else token.after
            before = self._before.get(step.first, "") if token is tokens[0] else ""
            yield Token(token.text, 0, 1, before + token.before, after)

    def drawn_mark(self, step: Step) -> str:
        existing = self._after.get(step.last - 1, "")
        if core_mark(existing) or not step.mark:
            return existing
        if step.mark == "." and step.arc.tokens[-1].text.endswith("."):
            return existing  # "Inc." at the end of a sentence has its full stop
        glyph = self._plan.language.glyph(step.mark)
        return existing + (
            WIDE.get(glyph, glyph) if is_han(step.arc.tokens[-1].text[-1:]) else glyph
        )

    def forget_before(self, position: int) -> None:
        """Visible words that no scorer needs any more."""
        if position <= self.words.first:
            return
        self.words.forget_before(position)
        self._before = {at: mark for at, mark in self._before.items() if at >= position}
        self._opened = {at: mark for at, mark in self._opened.items() if at >= position}
        self._after = {at: mark for at, mark in self._after.items() if at >= position - 1}
        self._closing = {at: mark for at, mark in self._closing.items() if at >= position - 1}
        self._barriers = {at for at in self._barriers if at >= position}
        self._broken = {at for at in self._broken if at >= position - 1}
