"""Cuts a transcript into subtitles that people can read.

A cue ends best at the end of a sentence, then at a clause, then at a pause, then where a phrase
ends or a mark was nearly written. Among all ways to cut a turn that fit the rules, the cheapest is
taken (a shortest path). A cue shows the words of one
speaker, begins with its first word and ends with its last; it stays longer, into the silence after
it, where it would be too short to read.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from legibly.drawing import draw, needs_space
from legibly.marks import core_mark, ends_sentence
from legibly.subtitles.cues import Cue, width
from legibly.subtitles.phrases import Phrases, Place, phrases_of
from legibly.subtitles.rules import CueRules
from legibly.subtitles.showing import with_times
from legibly.subtitles.speakers import share_cues, speaker_label
from legibly.transcript import Token, Transcript
from legibly.word_times import fill_times

LONG_PAUSE_SECONDS = 2.0  # seconds of silence that no cue bridges


PAUSE_SECONDS = 0.35
# What it costs to end a cue, where nothing else is said.
AT_MARK, AT_PAUSE, ANYWHERE, BEST_PLACE = 2.0, 3.5, 7.0, 2.5
AFTER_SHORT_WORD = 2.0  # in languages without a table of phrases
LINE_BREAK_COST, LINE_BREAK_WEIGHT = 6.0, 6.0  # in characters, of a place like any other
LINE_IN_CUE_WEIGHT = 0.1  # of a line's cost in that of its cue
# Of a mark that was not written, as a power of ten.
LEAST_CHANCE, USUAL_CHANCE, CHANCE_WEIGHT = -4.5, -2.5, 1.0


class _Unit(NamedTuple):
    """A written token with what the cutting needs to know."""

    text: str
    width: int
    space: int  # 1 where one stands before it
    start: float
    end: float
    token: int
    word: str  # without marks
    mark: str
    chance: float  # of a mark behind it, where the scorers told


def _turns(
    transcript: Transcript, style: str = "none", named: str | None = None
) -> Iterator[tuple[str | None, list[_Unit]]]:
    """Stretches that a cue may not reach beyond: one speaker, no long silence. `named` is who spoke
    last, of those who are known.
    """
    starts, ends = fill_times(transcript.words)
    units: list[_Unit] = []
    speaker: str | None = None
    before = ""
    chances = transcript.mark_chances
    for number, token in enumerate(transcript.tokens):
        text = draw(token)
        if not text.strip():
            continue
        said_by = transcript.words[token.first].speaker
        start, end = _hull(token, starts, ends)
        if units and (
            said_by != speaker
            or start - units[-1].end >= LONG_PAUSE_SECONDS
            or start < units[-1].start
        ):
            yield speaker, units
            units = []
        speaker = said_by
        if speaker is not None and speaker != named:
            text, named = speaker_label(speaker, style, first=named is None) + text, speaker
        space = 1 if units and needs_space(before, text) else 0
        mark = core_mark(token.after) or (")" if token.after[-1:] == ")" else "")
        told = chances[token.last - 1] if chances else None
        chance = told.some if told is not None else 0.0
        units.append(_Unit(text, width(text), space, start, end, number, token.text, mark, chance))
        before = text

    if units:
        yield speaker, units


def _hull(token: Token, starts: list[float], ends: list[float]) -> tuple[float, float]:
    if token.last - token.first == 1:
        return starts[token.first], ends[token.first]
    return min(starts[token.first : token.last]), max(ends[token.first : token.last])


def _cut(
    units: Sequence[_Unit], rules: CueRules, breaks: Sequence[float], *, by_lines: bool
) -> list[tuple[int, int]]:
    """The cheapest way to cut a turn; `breaks` is what it costs to end a cue after each unit.
    `by_lines`: it also counts where the lines of a cue can be broken.
    """
    count = len(units)
    places = [0] * (count + 1)  # where each unit begins in one long line
    for i, unit in enumerate(units):
        places[i + 1] = places[i] + unit.width + unit.space
    if (
        places[count] <= rules.line_width
        and units[-1].end - units[0].start <= rules.max_seconds
        and count <= 6
    ):
        return [(0, count)]

    line_costs = [_line_cost(cost) for cost in breaks] if by_lines and rules.lines > 1 else []
    # Sentences that end before, each costs a little where a cue goes on over it.
    inner = [0.0] * (count + 1)
    for i in range(count):
        inner[i + 1] = inner[i] + (1.5 if breaks[i] == 0.0 else 0.0)
    one_line, room = rules.line_width, rules.line_width * rules.lines
    least, longest, speed = rules.min_seconds, rules.max_seconds, rules.speed
    best = [0.0] * (count + 1)
    back = [0] * (count + 1)
    for j in range(1, count + 1):
        end, place, cost_here = units[j - 1].end, places[j], breaks[j - 1] + 1.0 + inner[j - 1]
        # Until the next unit there may be silence that the cue can use.
        until = units[j].start - rules.gap if j < count else end + 1.0
        cheapest, chosen = 1e300, j - 1
        i = j - 1
        while i >= 0:
            wide = place - places[i] - units[i].space
            if i < j - 1 and (wide > room or end - units[i].start > longest):
                break
            if wide <= one_line or i == j - 1 or _fits(places, units, i, j, rules):
                cost = best[i] + cost_here - inner[i]
                seconds = until - units[i].start
                if seconds < least:
                    cost += 9.0
                if wide > speed * seconds:
                    cost += 3.0 * (wide / (speed * max(seconds, 0.05)) - 1.0)
                if wide < 12:
                    cost += 1.0
                if wide > one_line and line_costs:
                    cost += LINE_IN_CUE_WEIGHT * _best_line_cost(places, line_costs, i, j, one_line)
                if cost < cheapest:
                    cheapest, chosen = cost, i
            i -= 1
        best[j], back[j] = cheapest, chosen

    found = []
    j = count
    while j > 0:
        found.append((back[j], j))
        j = back[j]

    return found[::-1]


def _best_line_cost(
    places: Sequence[int], line_costs: Sequence[float], first: int, last: int, room: int
) -> float:
    """Of the ways to break a cue in two lines."""
    least = max(first + 1, bisect_left(places, places[last] - room - 1, first + 1, last))
    most = min(last, bisect_right(places, places[first] + room + 1, first + 1, last))
    return min(line_costs[least - 1 : most - 1], default=0.0)


def break_costs(units: Sequence[_Unit], phrases: Phrases | None) -> list[float]:
    """What it costs to end a cue after each unit of a turn."""
    return [_break_cost(units, i, phrases) for i in range(len(units))]


def place_costs(transcript: Transcript) -> list[float]:
    """What it costs to end a subtitle behind each token; nought where a speaker ends, or nothing is
    written.
    """
    costs = [0.0] * len(transcript.tokens)
    for _, units in _turns(transcript):
        found = break_costs(units, phrases_of(transcript.language))
        for unit, cost in zip(units, found, strict=True):
            costs[unit.token] = cost
    return costs


def _break_cost(units: Sequence[_Unit], i: int, phrases: Phrases | None) -> float:
    unit = units[i]
    if i + 1 == len(units) or ends_sentence(unit.mark):
        return 0.0
    if unit.mark or _hides_end(unit, units[i + 1], phrases):
        return AT_MARK
    pause = units[i + 1].start - unit.end >= PAUSE_SECONDS
    cost = ANYWHERE + _unmarked_cost(unit.chance)
    if phrases is None:
        return AT_PAUSE if pause else cost + _clings(unit)
    cost = min(AT_PAUSE, cost) if pause else cost
    return max(BEST_PLACE, cost + phrases.cost(_place(units, i)))


def _unmarked_cost(chance: float) -> float:
    """By the chance of a mark that was not written: above nought where there can be none."""
    if not chance:  # nobody told
        return 0.0
    return CHANCE_WEIGHT * (USUAL_CHANCE - max(LEAST_CHANCE, math.log10(chance)))


def _place(units: Sequence[_Unit], i: int) -> Place:
    """Between a unit and the next."""
    right = units[i + 1]
    return Place(
        units[i].word,
        right.word,
        units[i + 2].word if i + 2 < len(units) else "",
        opens=i == 0 or bool(units[i - 1].mark),
        ends=bool(right.mark),
    )


def _hides_end(unit: _Unit, following: _Unit, phrases: Phrases | None) -> bool:
    """Whether a sentence seems to end in an abbreviation: "in the U.S. Dr. Smith", "Inc. We"."""
    if phrases is None or unit.word[-1:] != "." or not following.word[:1].isupper():
        return False
    return phrases.kind(unit.word) != "title" and phrases.kind(following.word) is not None


def _clings(unit: _Unit) -> float:
    """Short words (que, de) belong to the next one."""
    short = unit.width <= 3 and unit.text[-1].isalpha() and unit.text.isascii()
    return AFTER_SHORT_WORD if short else 0.0


def _fits(
    places: Sequence[int], units: Sequence[_Unit], first: int, last: int, rules: CueRules
) -> bool:
    """Whether the units fit the lines, filled one after another."""
    at = first
    for _ in range(rules.lines):
        at = _line_end(places, units, at, last, rules.line_width)
        if at == last:
            return True
    return False


def _line_end(
    places: Sequence[int], units: Sequence[_Unit], first: int, last: int, room: int
) -> int:
    limit = places[first] + units[first].space + room
    return max(first + 1, min(last, bisect_right(places, limit, first + 1, last + 1) - 1))


def _draft(
    units: Sequence[_Unit], speaker: str | None, rules: CueRules, breaks: Sequence[float]
) -> Cue:
    end = max(unit.end for unit in units)
    start = min(units[0].start, end)
    lines = [units[i:j] for i, j in pairwise([0, *_line_ends(units, rules, breaks)])]
    timed = tuple(map(_timed, lines)) if rules.word_times else ()
    first, last = units[0].token, units[-1].token + 1
    return Cue(start, end, tuple(map(_join, lines)), speaker, first, last, timed)


def _timed(line: Sequence[_Unit]) -> tuple[tuple[float, str], ...]:
    return tuple(
        (unit.start, f" {unit.text}" if unit.space and i else unit.text)
        for i, unit in enumerate(line)
    )


def _line_ends(units: Sequence[_Unit], rules: CueRules, breaks: Sequence[float]) -> list[int]:
    """As few lines as will do, of about the same width, broken after a mark or where a phrase ends
    rather than elsewhere.
    """
    places = [0]
    for unit in units:
        places.append(places[-1] + unit.width + unit.space)
    total = places[-1] - units[0].space
    if total <= rules.line_width or len(units) == 1:
        return [len(units)]
    if rules.lines >= 2:
        candidates = []
        for at in range(1, len(units)):
            upper, lower = places[at] - units[0].space, places[-1] - places[at] - units[at].space
            if upper <= rules.line_width and lower <= rules.line_width:
                uneven = abs(upper - lower) + (2 if upper > lower else 0)
                candidates.append((uneven + _line_cost(breaks[at - 1]), at))
        if candidates:
            return [min(candidates)[1], len(units)]

    ends = [0]
    while ends[-1] < len(units):
        ends.append(_line_end(places, units, ends[-1], len(units), rules.line_width))
    return ends[1:]


def _line_cost(break_cost: float) -> float:
    """In characters by which lines may differ for a better place."""
    if break_cost <= AT_MARK:
        return 0.0
    return max(1.0, LINE_BREAK_COST + LINE_BREAK_WEIGHT * (break_cost - ANYWHERE))


def _join(units: Sequence[_Unit]) -> str:
    return "".join(
        f" {unit.text}" if unit.space and i else unit.text for i, unit in enumerate(units)
    )


def cut_cues(
    transcript: Transcript, rules: CueRules, *, speaker_before: str | None = None
) -> list[Cue]:
    """The subtitles of a recording, in order. Words without times take theirs from their
    neighbours. `speaker_before` was shown last, where this is not the beginning.
    """
    rules = rules.for_language(transcript.language)
    drafts: list[Cue] = []
    phrases = phrases_of(transcript.language)
    for speaker, units in _turns(transcript, rules.speakers, speaker_before):
        breaks = break_costs(units, phrases)
        drafts += (
            _draft(units[i:j], speaker, rules, breaks[i:j])
            for i, j in _cut(units, rules, breaks, by_lines=phrases is not None)
        )
    drafts.sort(key=lambda cue: cue.start)
    if rules.speakers == "dashes" and rules.lines > 1:
        drafts = list(share_cues(drafts, rules))
    return with_times(drafts, rules)
