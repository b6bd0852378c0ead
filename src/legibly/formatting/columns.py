"""From visible words and their scores to the columns that the search goes through, one a word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeGuard

from legibly.casing import Case
from legibly.formatting.plan import Plan
from legibly.formatting.visible import VisibleWords
from legibly.lattice.arcs import Arc, Column, MarkChoice, ScoredArc
from legibly.lattice.chains import Chain
from legibly.lattice.scoring import SequenceScorer, Skippable, State, TagTable
from legibly.lattice.search import Search, Start
from legibly.lattice.tag_scores import SOME_CAPITAL, TagScores
from legibly.marks import NONE, SENTENCE_ENDS

WeightedTables = Sequence[tuple[float, Sequence[TagTable]]]  # a weight and tables a scorer


class Columns:
    """`add` the scores of the next words, then `push` the column of each word to the search."""

    def __init__(self, plan: Plan, visible: VisibleWords) -> None:
        self._plan, self._visible = plan, visible
        self._marks = (NONE, *plan.marks)
        self._scores = TagScores()
        # By scorer and table, with the weight.
        self._chains: dict[tuple[int, int], tuple[Chain, float]] = {}
        self._ending: dict[int, list[Arc]] = {}  # arcs of several words, by where they end
        self._choice_reach = plan.choice_reach
        self._choice_until = 0  # the position up to which skippable scorers have something to say
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
        self._scores.add(flat, count, self._marks)

    def restart(self, position: int) -> None:
        """Begin anew from a position, without scores."""
        self.pushed = position
        self._scores.restart(position)
        self._ending.clear()
        self._chains = {key: (Chain(position), weight) for key, (_, weight) in self._chains.items()}

    def new_search(self, *, k: int = 1, start: Start | None = None) -> Search:
        """For these words. It can only be made when the first scores are there, which tell whether
        there are chains.
        """
        return Search(
            [*self._plan.sequence_scorers, *self._chains.values()],
            k=k,
            beam=self._plan.options.beam,
            capitals=self._plan.options.case and not self._visible.existing.cased,
            start=start,
        )

    def push(self, search: Search) -> None:
        """The column of the next word: its arcs, those of several words that end with it, and the
        marks.
        """
        position = self.pushed
        arcs = self._word_arcs(position)
        if self._plan.proposers:
            arcs += self._proposed(position)
        if self._ending:
            arcs += self._ending_with(position)
        live_from = min(
            (end - arc.length for end, group in self._ending.items() for arc in group), default=None
        )

        skip = (
            self._choice_reach is not None and not self._chains and position >= self._choice_until
        )
        if not skip and search.skipped:
            search.resume(self._states_at(position))
        column = Column(arcs, self._mark_choices(position))
        search.push(column, live_from, skip_scorers=skip)
        self.pushed += 1

    def forget_before(self, position: int) -> None:
        position = min(position, self.pushed)
        self._scores.forget_before(position)
        for chain, _ in self._chains.values():
            chain.forget_before(position)

    def _word_arcs(self, position: int) -> list[ScoredArc]:
        """The ways to write one word; what somebody wrote over several is noted for
        where it ends.
        """
        scores = self._scores[position]
        word_arcs = self._visible.words[position].arcs
        capital = Case.CAPITAL if any(arc.case is Case.MIXED for arc in word_arcs) else SOME_CAPITAL
        arcs = []
        for arc in word_arcs:
            if arc.length > 1:
                self._ending.setdefault(position + arc.length, []).append(arc)
            elif arc.case is None:
                arcs.append(ScoredArc(arc, arc.score, arc.score))
            else:
                case = capital if arc.case is Case.CAPITAL else arc.case
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
            proposer for proposer in self._plan.proposers if proposer.begins(word, following)
        ]
        if not proposers:
            return []

        following_words = self._reachable_words(position, max(item.max_words for item in proposers))
        arcs = []
        for proposer in proposers:
            for arc in proposer.propose(following_words):
                self._choice_until = max(
                    self._choice_until, position + arc.length + (self._choice_reach or 0)
                )
                if arc.length == 1:
                    arcs.append(ScoredArc(arc, arc.score, arc.score))
                else:
                    self._ending.setdefault(position + arc.length, []).append(arc)

        return arcs

    def _reachable_words(self, position: int, longest: int) -> list[str]:
        """The words from a position up to the next speaker, tag, mark or silence. A word of which
        nobody says who spoke it does not join the speakers on both sides.
        """
        words = self._visible.words
        first = words[position].word
        reachable, speaker = [first.text.lower()], first.speaker
        for following in range(position + 1, min(position + longest, words.end)):
            word = words[following].word
            if self._visible.is_barrier(following):
                break
            if speaker is not None and word.speaker not in (None, speaker):
                break
            speaker = speaker if word.speaker is None else word.speaker
            reachable.append(word.text.lower())
        return reachable

    def _ending_with(self, position: int) -> list[ScoredArc]:
        """Arcs of several words; no mark stands inside one."""
        arcs = []
        for arc in self._ending.pop(position + 1, ()):
            score = arc.score + sum(
                self._scores[position - i].marks[0] for i in range(1, arc.length)
            )
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
        ends_turn = visible.turn_ends(position)
        existing, on_tag = visible.mark_after(position), visible.tag_mark_after(position)
        if not existing and on_tag is not None:
            return [MarkChoice(NONE, 0.0, ends_turn or on_tag in SENTENCE_ENDS)]
        if existing or visible.existing.punctuated or not self._plan.options.punctuation:
            return [MarkChoice(existing, 0.0, ends_turn or existing in SENTENCE_ENDS)]

        choices = [
            MarkChoice(mark, score, mark in SENTENCE_ENDS)
            for mark, score in zip(self._marks, self._scores[position].marks, strict=True)
            if not ends_turn or mark in SENTENCE_ENDS
        ]
        return choices or [MarkChoice(NONE, 0.0, True)]


def _is_skippable(scorer: SequenceScorer) -> TypeGuard[Skippable]:
    return isinstance(scorer, Skippable)
