"""From visible words and their scores to the columns that the search goes through, one a word."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeGuard

from legibly.casing import Case
from legibly.formatting.plan import Plan
from legibly.formatting.visible import VisibleWords
from legibly.lattice.arcs import Arc, Column, MarkChoice, ScoredArc
from legibly.lattice.chains import Chain
from legibly.lattice.pairs import FLOOR, UNLIKELY, Pairs, with_opening_mark
from legibly.lattice.scoring import SequenceScorer, Skippable, State, TagTable
from legibly.lattice.search import Search, Start
from legibly.lattice.tag_scores import SOME_CAPITAL, TagScores
from legibly.marks import NONE, SENTENCE_ENDS
from legibly.window import Window

HIDDEN_END = 0.7  # log-score that the full stop behind an abbreviation costs
LOOKED_AT = 4  # times as many words as the longest proposal
WeightedTables = Sequence[tuple[float, Sequence[TagTable]]]  # a weight and tables a scorer


class Upcoming(NamedTuple):
    """Words that proposers may join, looked at once for many places."""

    first: int  # the position of the first
    words: list[str]  # in lower case
    ended: bool  # whether nothing can be joined to the last
    alike: bool  # whether all have the same speaker
    memos: dict[int, dict[Any, Any]]  # what proposers noted, by their identity

    def serves(self, position: int, longest: int) -> bool:
        """Whether as many words as any proposer wants are there from a position on."""
        left = self.first + len(self.words) - position
        return (
            self.first <= position
            and left > 0
            and (self.ended or left >= longest)
            and (self.alike or position == self.first)
        )


class Columns:
    """`add` the scores of the next words, then `push` the column of each word to the search."""

    def __init__(self, plan: Plan, visible: VisibleWords) -> None:
        self._plan, self._visible = plan, visible
        self._marks = (NONE, *plan.marks)
        self._openings = (NONE, *plan.openings.values()) if plan.openings else ()
        self._scores = TagScores()
        # By scorer and table, with the weight.
        self._chains: dict[tuple[int, int], tuple[Chain, float]] = {}
        self._ending: dict[int, list[Arc]] = {}  # arcs of several words, by where they end
        self._starts: dict[int, int] = {}  # where the longest of them begins, likewise
        self._unmarked: Window[float] = Window([0.0])  # what no mark at all scored up to a position
        self._choice_reach = plan.choice_reach
        self._longest = max((item.max_words for item in plan.proposers), default=1)
        self._upcoming: Upcoming | None = None
        self._whole_until: dict[int, int] = {}  # by proposer: where it may propose again
        self._choice_until = 0  # the position up to which skippable scorers have something to say
        self._written_until = 0  # the position up to which somebody else decided
        self.pushed = 0  # the position of the next column

    def add(self, tables: WeightedTables, count: int) -> None:
        """The weighted tables of the next `count` words."""
        flat = []
        for i, (weight, group) in enumerate(tables):
            for j, table in enumerate(group):
                if table.is_chain:
                    self._chains.setdefault((i, j), (Chain(), weight))[0].append(table)
                else:
                    flat.append((weight, table))
        self._scores.add(flat, count, self._marks, self._openings, self._plan.none_score)

    def retrace_until(self, position: int) -> None:
        """Nothing is proposed before a position: its words are written already. No scorer is
        skipped there, nor as long behind it as what was proposed there may matter.
        """
        self._written_until = position
        self._choice_until = position + (self._choice_reach or 0)

    def restart(self, position: int) -> None:
        """Begin anew from a position, without scores."""
        self.pushed = position
        self._upcoming = None
        self._scores.restart(position)
        self._unmarked = Window([0.0], first=position)
        self._whole_until.clear()
        self._ending.clear()
        self._starts.clear()
        self._chains = {key: (Chain(position), weight) for key, (_, weight) in self._chains.items()}

    def new_search(self, *, k: int = 1, start: Start | None = None) -> Search:
        """For these words. It can only be made when the first scores are there, which tell whether
        there are chains.
        """
        scorers = [*self._plan.sequence_scorers, *self._chains.values()]
        if self._pairs_marks:
            scorers.append((Pairs(self._plan.openings, self._visible.opening_at), 1.0))
        return Search(
            scorers,
            k=k,
            beam=self._plan.options.beam,
            capitals=self._plan.options.case and not self._visible.existing.cased,
            start=start,
        )

    @property
    def _pairs_marks(self) -> bool:
        return bool(self._openings) and not self._visible.existing.punctuated

    def push(self, search: Search) -> None:
        """The column of the next word: its arcs, those of several words that end with it, and the
        marks.
        """
        position = self.pushed
        arcs = self._word_arcs(position)
        if self._plan.proposers and position >= self._written_until:
            arcs += self._proposed(position)
        if self._ending:
            arcs += self._ending_with(position)
        live_from = min(self._starts.values(), default=None)

        skip = (
            self._choice_reach is not None
            and not self._chains
            and not self._pairs_marks
            and position >= self._choice_until
        )
        if not skip and search.skipped:
            search.resume(self._states_at(position))
        choices = self._mark_choices(position)
        search.push(Column(arcs, choices), live_from, skip_scorers=skip)
        scores = self._scores[position]
        if scores.mark_shares is not None:
            allowed = [choice.mark for choice in choices]
            self._visible.mark_shares.note(position, scores.mark_shares, allowed)
        self._unmarked.append(self._unmarked[position] + scores.marks[0])
        self.pushed += 1

    def forget_before(self, position: int) -> None:
        position = min(position, self.pushed)
        self._scores.forget_before(position)
        self._unmarked.forget_before(position)
        for chain, _ in self._chains.values():
            chain.forget_before(position)

    def _word_arcs(self, position: int) -> list[ScoredArc]:
        """The ways to write one word; what somebody wrote over several is noted for
        where it ends.
        """
        scores = self._scores[position]
        word_arcs = self._opened(self._visible.words[position].arcs, position)
        hidden = self._end_is_hidden(position - 1)
        capital = Case.CAPITAL if any(arc.case is Case.MIXED for arc in word_arcs) else SOME_CAPITAL
        arcs = []
        for arc in word_arcs:
            if arc.length > 1:
                self._note(arc, position)
            elif arc.case is None:
                arcs.append(ScoredArc(arc, arc.score, arc.score))
            else:
                case = capital if arc.case is Case.CAPITAL else arc.case
                if hidden and arc.case is Case.CAPITAL:
                    arc = arc._replace(inside=False)
                arcs.append(
                    ScoredArc(
                        arc, arc.score + scores.case[case], arc.score + scores.opening_case[case]
                    )
                )

        return arcs

    def _proposed(self, position: int) -> list[ScoredArc]:
        """Arcs of one word that are proposed; those of several are noted for where they end."""
        words = self._visible.words
        word = words[position].word.text.lower()
        following = words[position + 1].word.text.lower() if position + 1 in words else ""
        proposers = [
            proposer
            for proposer in self._plan.proposers
            if position >= self._whole_until.get(id(proposer), 0)
            and proposer.begins(word, following)
        ]
        if not proposers:
            return []

        upcoming = self._upcoming_from(position)
        at = position - upcoming.first
        arcs = []
        for proposer in proposers:
            memo = upcoming.memos.setdefault(id(proposer), {})
            for arc in proposer.propose(upcoming.words, at, memo):
                self._choice_until = max(
                    self._choice_until, position + arc.length + (self._choice_reach or 0)
                )
                if arc.whole:
                    self._whole_until[id(proposer)] = position + arc.length
                for opened in self._opened((arc,), position):
                    if arc.length == 1:
                        arcs.append(ScoredArc(opened, opened.score, opened.score))
                    else:
                        self._note(opened, position)

        return arcs

    def _opened(self, arcs: Sequence[Arc], position: int) -> Sequence[Arc]:
        """Beside each arc the same behind a mark that opens a question or an exclamation: at the
        beginning of a sentence, and wherever the scorers expect one.
        """
        if not self._pairs_marks or not self._visible.may_open(position):
            return arcs
        scores = self._scores[position].openings
        if not scores:  # nobody tells: where the sentence begins
            scores = [0.0] * len(self._openings)
        found = [arc._replace(score=arc.score + scores[0]) for arc in arcs]
        for opening, score in zip(self._openings[1:], scores[1:], strict=True):
            expected = score > math.log(UNLIKELY) and any(scores)
            found += [
                with_opening_mark(arc, opening, max(score, FLOOR), inside=expected)
                for arc in arcs
                if arc.tokens
            ]
        return found

    def _note(self, arc: Arc, position: int) -> None:
        """An arc of several words, for where it ends."""
        end = position + arc.length
        self._ending.setdefault(end, []).append(arc)
        self._starts.setdefault(end, position)  # positions only grow: the first is the longest

    def _upcoming_from(self, position: int) -> Upcoming:
        """What was looked at before, while enough of it is left."""
        known = self._upcoming
        if known is None or not known.serves(position, self._longest):
            known = self._upcoming = self._look_ahead(position)
        return known

    def _look_ahead(self, position: int) -> Upcoming:
        """The words from a position up to the next speaker, tag, mark or silence. A word of which
        nobody says who spoke it does not join the speakers on both sides.
        """
        words = self._visible.words
        first = words[position].word
        reachable, speaker = [first.text.lower()], first.speaker
        alike = True
        last = min(position + LOOKED_AT * self._longest, words.end)
        ended = self._visible.closed and last == words.end
        for following in range(position + 1, last):
            word = words[following].word
            if self._visible.is_barrier(following) or (
                speaker is not None and word.speaker not in (None, speaker)
            ):
                ended = True
                break
            alike = alike and word.speaker == first.speaker
            speaker = speaker if word.speaker is None else word.speaker
            reachable.append(word.text.lower())
        return Upcoming(position, reachable, ended, alike, {})

    def _ending_with(self, position: int) -> list[ScoredArc]:
        """Arcs of several words; no mark stands inside one."""
        self._starts.pop(position + 1, None)
        arcs = []
        for arc in self._ending.pop(position + 1, ()):
            inside = self._unmarked[position] - self._unmarked[position + 1 - arc.length]
            score = arc.score + inside
            arcs.append(ScoredArc(arc, score, score))
        return arcs

    def _states_at(self, position: int) -> tuple[State, ...]:
        """Of the sequence scorers, after words that there was no choice about."""
        words = self._visible.words.between(max(0, position - (self._choice_reach or 0)), position)
        texts = [item.word.text for item in words]
        return tuple(
            scorer.state_after(texts)
            for scorer, _ in self._plan.sequence_scorers
            if _is_skippable(scorer)
        )

    def _mark_choices(self, position: int) -> list[MarkChoice]:
        visible = self._visible
        ends_turn, ends_line = visible.turn_ends(position), visible.line_ends(position)
        existing, on_tag = visible.mark_after(position), visible.tag_mark_after(position)
        if not existing and on_tag is not None:
            return [MarkChoice(NONE, 0.0, ends_turn or ends_line or on_tag in SENTENCE_ENDS)]
        finished = visible.existing.punctuated or visible.words[position].finished
        if existing or finished or not self._plan.options.punctuation:
            ends = ends_turn or ends_line or existing in SENTENCE_ENDS
            return [MarkChoice(existing, 0.0, ends)]

        scores = self._scores[position].marks
        if self._end_is_hidden(position):
            scores = [
                max(score, scores[0] - HIDDEN_END) if mark == "." else score
                for mark, score in zip(self._marks, scores, strict=True)
            ]
        if visible.bracket_opens(position + 1):
            scores = self._without_inner_marks(scores)
        choices = [
            MarkChoice(mark, score, ends_line or mark in SENTENCE_ENDS)
            for mark, score in zip(self._marks, scores, strict=True)
            if not ends_turn or mark in SENTENCE_ENDS
        ]
        return choices or [MarkChoice(NONE, 0.0, True)]

    def _without_inner_marks(self, scores: Sequence[float]) -> list[float]:
        """Before a bracket stands no comma: its share goes to no mark."""
        ends = [mark in SENTENCE_ENDS for mark in self._marks]
        inner = [score for score, end in zip(scores, ends, strict=True) if not end]
        return [
            max(inner),
            *(s if end else FLOOR for s, end in zip(scores[1:], ends[1:], strict=True)),
        ]

    def _end_is_hidden(self, position: int) -> bool:
        """Whether only the capital of the next word tells if a sentence ends: "at 3 p.m. Please".
        The scorers saw the full stop in the abbreviation, and nothing behind it.
        """
        if not self._plan.options.punctuation or self._visible.existing.punctuated:
            return False
        words, language = self._visible.words, self._plan.language
        if not language.openers or position + 1 >= words.end or position < words.first:
            return False
        if words[position + 1].word.text.lower() not in language.openers:
            return False
        before = words[position - 1].word.text if position > words.first else ""
        return language.abbreviations.may_hide_end(words[position].word.text, before)


def _is_skippable(scorer: SequenceScorer) -> TypeGuard[Skippable]:
    return isinstance(scorer, Skippable)
