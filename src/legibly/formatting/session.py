"""One recording on its way through the lattice: words in, tokens out, in bounded memory.

A session only conducts: words are judged (`existing_marks`), made visible (`visible`), scored in
blocks (`blocks`), made into columns (`columns`), searched, and given out.
"""

from __future__ import annotations

from legibly.formatting.blocks import Blocks
from legibly.formatting.columns import Columns, WeightedTables
from legibly.formatting.existing_marks import FirstWords, Stretches
from legibly.formatting.plan import Plan
from legibly.formatting.visible import VisibleWords
from legibly.lattice.arcs import Step
from legibly.lattice.scoring import Block
from legibly.lattice.search import Search
from legibly.transcript import Span, Transcript


class Session:
    """`push` parts, `close`; in between, score the `blocks`, `accept` the tables and `take` what is
    settled.
    """

    def __init__(self, plan: Plan, *, k: int = 1) -> None:
        self._k = k
        self._first_words: FirstWords | None = FirstWords(plan.options, plan.language)
        self._stretches: Stretches | None = None  # of what is partly written
        self._held_back = plan.hold_back()
        self._visible = VisibleWords(plan)
        self._blocks = Blocks(plan.context.left, plan.lookahead)
        self._columns = Columns(plan, self._visible)
        self._search: Search | None = None
        self._settled: list[Step] = []  # but not given out yet
        self._begun = False

    def push(self, part: Transcript) -> None:
        if not self._begun:
            self._begun, self._visible.name = True, part.name
        if self._first_words is None:
            self._show(part)
        elif self._first_words.add(part):
            self._judge(self._first_words)

    def add_mark_to_last(self, mark: str) -> bool:
        """A mark for the last word that was pushed; whether there is one that is not
        decided yet.
        """
        if self._first_words is not None:
            return self._first_words.add_mark_to_last(mark)
        if self._held_back.add_mark_to_last(mark):
            return True
        if self._stretches is not None and self._stretches.add_mark_to_last(mark):
            return True
        return self._visible.add_mark_to_last(mark, max(self._columns.pushed, self._blocks.scored))

    def close(self) -> None:
        if self._first_words is not None:
            self._judge(self._first_words)
        if (rest := self._held_back.flush(closing=True)) is not None:
            self._show_words(rest)
        for stretch, finished in self._stretches.flush() if self._stretches else ():
            self._visible.add(stretch.words, stretch.tokens, finished=finished)
        self._visible.closed = True

    def blocks(self) -> list[Block]:
        """What can be scored now."""
        return self._blocks.ready(self._visible)

    def accept(self, tables: WeightedTables) -> None:
        """The weighted tables of one block, in the order of `blocks`."""
        count = self._blocks.next_awaited()
        self._columns.add(tables, count)
        if self._search is None:
            self._search = self._columns.new_search(k=self._k)
        for _ in range(count):
            self._columns.push(self._search)

    def take(self) -> Transcript | None:
        """What will not change any more and was not taken yet."""
        if not self._begun:
            return None

        closed = self._visible.closed
        if self._search is not None:
            self._settled += self._search.best().steps if closed else self._search.settled()
        steps = self._settled[: len(self._settled) if closed else self._whole_steps()]
        if not steps and not closed:
            return None

        last = self._visible.heard.end if closed else self._visible.place_after(steps[-1])
        part = self._visible.give(steps, last)
        del self._settled[: len(steps)]
        if steps:
            self._forget_before(steps[-1].last)
        return part

    def places(self, step: Step) -> Span:
        """The words of a step, among all that were heard."""
        return Span(self._visible.words[step.first].place, self._visible.place_after(step))

    def best(self, most: int | None = None) -> list[tuple[float, Transcript]]:
        """The `k` best readings of a closed session that nothing was taken from, or so many, with
        their log-scores.
        """
        if not self._begun:
            return []
        last = self._visible.heard.end
        paths = self._search.finish(most) if self._search is not None else []
        readings = [(path.score, self._visible.written(path.steps, last)) for path in paths]
        return readings or [(0.0, self._visible.written([], last))]

    def _judge(self, first_words: FirstWords) -> None:
        """Enough words are there to tell what marks and capitals the input has."""
        self._visible.existing = first_words.judge()
        if self._visible.existing.partial:
            self._stretches = Stretches()
        for part in first_words.parts:
            self._show(part)
        self._first_words = None

    def _show(self, part: Transcript) -> None:
        """Words that were judged; those that wait in between come before the alternatives."""
        waiting = sum(step.waiting for step in (self._held_back, self._stretches) if step)
        self._visible.add_alternatives(part.alternatives, waiting)
        if (known := self._held_back.add(part)) is not None:
            self._show_words(known)

    def _show_words(self, part: Transcript) -> None:
        if self._stretches is None:
            self._visible.add(part.words, part.tokens)
            return
        for stretch, finished in self._stretches.add(part):
            self._visible.add(stretch.words, stretch.tokens, finished=finished)

    def _whole_steps(self) -> int:
        """How many settled steps can be given out without tearing an alternative apart."""
        for count in range(len(self._settled), 0, -1):
            if not self._visible.tears_alternative(
                self._visible.place_after(self._settled[count - 1])
            ):
                return count
        return 0

    def _forget_before(self, position: int) -> None:
        """Let go of what was given out, but for the context that later blocks need."""
        position = min(position, self._blocks.context_begins)
        self._visible.forget_before(position)
        self._columns.forget_before(position)
