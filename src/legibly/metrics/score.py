"""Scores: counts of many units, their sum, and what they were counted with.

A unit is about a hundred words of a reference, cut at the end of a sentence; intervals come from
resampling units. Any label of the reference's words can break the counts down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from operator import add
from typing import Any

from legibly.languages import DEFAULT_LANGUAGE
from legibly.languages import language as find_language
from legibly.marks import ends_sentence
from legibly.metrics.conventions import Convention
from legibly.metrics.conventions import convention as find_convention
from legibly.metrics.counts import OVERALL, Counts, Entities
from legibly.metrics.numbers import count_numbers
from legibly.metrics.pairs import AlignedPair, align_pair
from legibly.metrics.slots import SlotTally, count_slots
from legibly.metrics.words import count_words, count_words_and_marks, word_errors
from legibly.transcript import Transcript
from legibly.version import __version__

UNIT_WORDS = 100


@dataclass(frozen=True)
class Settings:
    convention: str = "iwslt"
    by_time: bool = False
    accept_spoken: bool = False
    language: str = DEFAULT_LANGUAGE
    by: str | None = None  # label that breaks the counts down
    half_credit: bool = False  # a wrong mark in the right place is half right

    @property
    def signature(self) -> str:
        """What was counted and how, so that a figure can be quoted."""
        facts = {
            "marks": self.convention,
            "align": "time" if self.by_time else "words(3,3,4)",
            "slots": "counterpart",
            "case": "counterpart",
            "numbers": "spoken-ok" if self.accept_spoken else "written",
            "lang": self.language,
            "version": __version__,
        }
        if self.half_credit:
            facts["credit"] = "half"
        return "|".join(f"{key}:{value}" for key, value in facts.items())


@dataclass(frozen=True)
class Unit:
    group: str  # value of the label that breaks down, "" without one
    counts: Counts
    # Units of one number are drawn together, so that a breakdown does not change the intervals.
    number: int = 0


@dataclass(frozen=True)
class Score:
    """Additive: scores of corpora together are the score of all of them."""

    settings: Settings
    units: tuple[Unit, ...]
    has_marks: bool = False  # the reference has any
    has_capitals: bool = False
    doubtful: tuple[str, ...] = ()  # names of pairs that hardly match

    def __add__(self, other: Score) -> Score:
        if self.settings != other.settings:
            raise ValueError(
                f"scores of different kinds: {self.settings.signature} and "
                f"{other.settings.signature}"
            )

        offset = 1 + max((unit.number for unit in self.units), default=-1)
        return replace(
            self,
            units=self.units
            + tuple(replace(unit, number=unit.number + offset) for unit in other.units),
            has_marks=self.has_marks or other.has_marks,
            has_capitals=self.has_capitals or other.has_capitals,
            doubtful=self.doubtful + other.doubtful,
        )

    @cached_property
    def counts(self) -> Counts:
        return reduce(add, (unit.counts for unit in self.units), Counts())

    @property
    def signature(self) -> str:
        """What was counted and how, so that a figure can be quoted."""
        return self.settings.signature

    @property
    def f1(self) -> float | None:
        """F1 of all marks together; None where there are none."""
        return self.counts.marks[OVERALL].f1 if OVERALL in self.counts.marks else None

    @property
    def ser(self) -> float | None:
        """The slot error rate of all marks together."""
        return self.counts.marks[OVERALL].ser if OVERALL in self.counts.marks else None

    def to_dict(self) -> dict[str, Any]:
        """All counts, rates as fractions and 95 % intervals: what `legibly score --json` prints."""
        from legibly.metrics.bootstrap import intervals
        from legibly.metrics.report import as_json

        return as_json(self, intervals(self))

    def __str__(self) -> str:
        """The table that `legibly score` prints."""
        from legibly.metrics.bootstrap import intervals
        from legibly.metrics.report import table

        return "\n".join(table(self, intervals(self)))

    @property
    def drawn(self) -> int:
        """How many units are resampled."""
        return len({unit.number for unit in self.units})

    def groups(self) -> dict[str, Score]:
        """A score for each value of the label."""
        values = dict.fromkeys(unit.group for unit in self.units)
        return {
            v: replace(self, units=tuple(u for u in self.units if u.group == v)) for v in values
        }


def score_pair(
    ref: Transcript, hyp: Transcript, settings: Settings | None = None, name: str = ""
) -> Score:
    settings = settings or Settings()
    return score_aligned(align_pair(name, ref, hyp, by_time=settings.by_time), settings)


def score_aligned(pair: AlignedPair, settings: Settings) -> Score:
    convention = find_convention(settings.convention)
    cuts = _Units(pair, settings.by)
    return Score(
        settings,
        tuple(_count(pair, settings, convention, cuts)),
        pair.ref.has_marks,
        pair.ref.has_capitals,
        (pair.name,) if pair.is_doubtful else (),
    )


class _Units:
    """Which unit each token of the reference, and each place of the alignment, belongs to."""

    def __init__(self, pair: AlignedPair, by: str | None) -> None:
        group_of = _grouping(pair, by)
        self.groups: list[str] = []
        self.numbers: list[int] = []
        self.of_ref: list[int] = []
        size = number = 0
        for at, token in enumerate(pair.ref.tokens):
            group = group_of(at)
            ended = at > 0 and ends_sentence(pair.ref.tokens[at - 1].after)
            if (size >= UNIT_WORDS and ended) or size >= 2 * UNIT_WORDS:
                number, size = number + 1, 0
            if not self.groups or group != self.groups[-1] or number != self.numbers[-1]:
                self.groups.append(group)
                self.numbers.append(number)
            self.of_ref.append(len(self.groups) - 1)
            size += token.last - token.first

        self.groups, self.numbers = self.groups or [""], self.numbers or [0]
        self.of_pair: list[int] = []
        unit = 0
        for i, _ in pair.pairs:
            unit = self.of_ref[i] if i is not None else unit
            self.of_pair.append(unit)


def _grouping(pair: AlignedPair, by: str | None) -> Callable[[int], str]:
    words, tokens = pair.ref.transcript.words, pair.ref.tokens
    if by is None:
        return lambda at: ""
    if by == "corpus":
        return lambda at: pair.name.rpartition("/")[0] or pair.name
    if by == "file":
        return lambda at: pair.name
    if by == "speaker":
        return lambda at: words[tokens[at].first].speaker or "unknown"
    return lambda at: str(words[tokens[at].first].labels.get(by, "none"))


def _count(
    pair: AlignedPair, settings: Settings, convention: Convention, cuts: _Units
) -> Iterable[Unit]:
    count = len(cuts.groups)
    slots = [SlotTally.empty() for _ in range(count)]
    words: list[Counter[str]] = [Counter() for _ in range(count)]
    with_marks: list[Counter[str]] = [Counter() for _ in range(count)]
    numbers: list[dict[str, Entities]] = [{} for _ in range(count)]
    count_slots(pair, convention, slots, cuts.of_pair)
    count_words(pair.pairs, pair.ref.words, pair.hyp.words, cuts.of_pair, words)
    count_words_and_marks(pair, convention, cuts.of_ref, with_marks)
    for first, found in count_numbers(
        pair, find_language(settings.language), accept_spoken=settings.accept_spoken
    ):
        there = numbers[cuts.of_ref[first]]
        for kind, entities in found.items():
            there[kind] = there.get(kind, Entities()) + entities

    for unit in range(count):
        counted = slots[unit].counts(convention, half_credit=settings.half_credit)
        yield Unit(
            cuts.groups[unit],
            replace(
                counted,
                words=word_errors(words[unit]),
                words_and_marks=word_errors(with_marks[unit]),
                numbers=numbers[unit],
            ),
            cuts.numbers[unit],
        )


def sum_scores(scores: Sequence[Score], settings: Settings) -> Score:
    return reduce(add, scores, Score(settings, ()))
