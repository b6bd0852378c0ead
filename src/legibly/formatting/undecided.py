"""The words of a live stream that are not decided: scored and searched anew with every look.

A look knows more of the words to come than the one before. The search begins in the state in which
the last decision left it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import replace

from legibly.drawing import draw, needs_space
from legibly.formatting.columns import Columns, WeightedTables
from legibly.formatting.existing_marks import Existing
from legibly.formatting.plan import Plan
from legibly.formatting.resuming import ResumePoint
from legibly.formatting.tag_scorers import TagScorers
from legibly.formatting.visible import VisibleWords
from legibly.lattice.scoring import Block
from legibly.lattice.search import Path, Start
from legibly.transcript import Token, Transcript, Word, speaker_changes

# Words before the undecided ones that are scored again with every look; more cost time and bring
# nothing.
LEFT_CONTEXT_WORDS = 20


class Undecided:
    def __init__(self, plan: Plan) -> None:
        self._plan, self._context = plan, plan.context
        self._visible = VisibleWords(plan)
        self._visible.existing = Existing(shouted=True)  # until a small letter is heard
        self._columns = Columns(plan, self._visible)
        self._start: Start | None = None
        self._last_decided: Word | None = None

    def told(self, point: ResumePoint) -> ResumePoint:
        """The point with what its tokens do not tell."""
        ended = self._start is None or self._start.ended
        visible = self._visible
        return replace(
            point, ended=ended, shouted=visible.existing.shouted, opening=visible.opening
        )

    def retrace(self, point: ResumePoint, tag_scorers: TagScorers) -> None:
        """Go over words that were decided elsewhere, and come to the state in which that left the
        search.
        """
        visible = self._visible
        visible.add_written(point.words, point.tokens)
        visible.existing = Existing(shouted=point.shouted)
        if self.positions:
            self._columns.retrace_until(visible.end)
            (tables,) = tag_scorers.tables([self.block()])
            path = self.look(tables)
            ended = path.ended[-1] if point.ended is None else point.ended
            self._start = Start(visible.end, ended, path.states[-1])
            self._last_decided = self.word(visible.end - 1)
        visible.settle(point.opening)

    def fork(self) -> Undecided:
        """The same, to look ahead with."""
        other = copy(self)
        other._visible = self._visible.fork()
        other._columns = Columns(self._plan, other._visible)
        return other

    @property
    def positions(self) -> range:
        """Of the words that are seen by the search."""
        return range(self._visible.decided, self._visible.end)

    @property
    def places(self) -> range:
        """Of all words that were not given out."""
        return range(self._visible.heard.first, self._visible.heard.end)

    def place(self, position: int) -> int:
        return self._visible.words[position].place

    def word(self, position: int) -> Word:
        """As it was heard, whatever the scorers are told of it."""
        return self._visible.heard[self.place(position)]

    def add(self, words: Sequence[Word], token: Token) -> None:
        """The words of one token, which counts from the first."""
        if self._visible.existing.shouted and any(
            char.islower() for word in words for char in word.text
        ):
            self._visible.existing = Existing()
        self._visible.add(words, [token])

    def add_parts(self, parts: Iterable[Transcript]) -> None:
        for part in parts:
            for token in part.tokens:
                self.add(part.words[token.first : token.last], token.shifted(-token.first))

    def add_mark_to_last(self, mark: str) -> bool:
        """Whether the last word is not decided yet."""
        return self._visible.add_mark_to_last(mark, self._visible.decided)

    def end_sentence(self) -> None:
        """A mark came after the word that it belongs to was given out."""
        if self._start is not None:
            self._start = self._start._replace(ended=True)

    def close(self) -> None:
        self._visible.closed = True

    def block(self) -> Block:
        """To be scored for the next look."""
        first, end = self._visible.decided, self._visible.end
        begin = max(0, first - min(LEFT_CONTEXT_WORDS, self._context.left))
        words = [item.word for item in self._visible.words.between(begin, end)]
        return Block(words, first - begin, end - begin, begin == 0, self._visible.closed)

    def look(self, tables: WeightedTables) -> Path:
        """The best way to write the words as things stand."""
        self._columns.restart(self._visible.decided)
        self._columns.add(tables, len(self.positions))
        start = self._start
        if start is not None and self._sentence_ended():
            start = start._replace(ended=True)
        search = self._columns.new_search(start=start)
        for _ in self.positions:
            self._columns.push(search)
        return search.best() if self._visible.closed else search.leading()

    def _sentence_ended(self) -> bool:
        """Between what is decided and what is not: another speaker, or a mark on a tag."""
        first = self._visible.decided
        if self._last_decided is None or not self.positions:
            return False
        return self._visible.sentence_is_closed(first - 1) or speaker_changes(
            self._last_decided, self.word(first)
        )

    def decide(self, path: Path | None, last: int) -> Transcript | None:
        """For good: the steps that begin at or before a position, and what stands between and
        behind them.
        """
        steps = [step for step in path.steps if step.first <= last] if path is not None else []
        reached = self._visible.heard.first
        if path is not None and steps:
            i = len(steps) - 1
            self._start = Start(steps[i].last, path.ended[i], path.states[i])
            self._last_decided = self.word(steps[i].last - 1)
            self._visible.decided = steps[i].last
            reached = self._visible.place_after(steps[i])

        reached = (
            self._visible.heard.end
            if self._visible.closed
            else self._visible.place_without_hidden(reached)
        )
        if reached == self._visible.heard.first:
            return None

        part = self._visible.give(steps, reached)
        if steps:
            self._visible.forget_before(self._visible.decided - self._context.left)
        return part

    def drawn(self, path: Path, after: int) -> str:
        """The text of the steps that begin after a position."""
        text = ""
        for step in path.steps:
            if step.first <= after:
                continue
            for token in self._visible.drawn(step):
                drawn = draw(token)
                text += f" {drawn}" if text and needs_space(text, drawn) else drawn
        return text
