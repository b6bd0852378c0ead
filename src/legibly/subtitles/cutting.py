"""Cuts a transcript into subtitles that people can read.

A cue ends best at the end of a sentence, then at a clause, then at a pause. Among all ways to cut a
turn that fit the rules, the cheapest is taken (a shortest path). A cue shows the words of one
speaker, begins with its first word and ends with its last; it stays longer, into the silence after
it, where it would be too short to read.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from legibly.drawing import draw, needs_space
from legibly.marks import ends_sentence
from legibly.subtitles.cues import Cue, width
from legibly.subtitles.rules import CueRules
from legibly.subtitles.showing import with_times
from legibly.transcript import Token, Transcript
from legibly.word_times import fill_times

LONG_PAUSE_SECONDS = 2.0  # seconds of silence that no cue bridges


PAUSE_SECONDS = 0.35


class _Unit(NamedTuple):
    """A written token with what the cutting needs to know."""

    text: str
    width: int
    space: int  # 1 where one stands before it
    start: float
    end: float
    token: int


def _turns(
    transcript: Transcript, starts: list[float], ends: list[float]
) -> Iterator[tuple[str | None, list[_Unit]]]:
    """Stretches that a cue may not reach beyond: one speaker, no long silence."""
    units: list[_Unit] = []
    speaker: str | None = None
    before = ""
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
        space = 1 if units and needs_space(before, text) else 0
        units.append(_Unit(text, width(text), space, start, end, number))
        before = text

    if units:
        yield speaker, units


def _hull(token: Token, starts: list[float], ends: list[float]) -> tuple[float, float]:
    if token.last - token.first == 1:
        return starts[token.first], ends[token.first]
    return min(starts[token.first : token.last]), max(ends[token.first : token.last])


def _cut(units: Sequence[_Unit], rules: CueRules) -> list[tuple[int, int]]:
    """The cheapest way to cut a turn."""
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

    breaks = [_break_cost(units, i) for i in range(count)]
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


def _break_cost(units: Sequence[_Unit], i: int) -> float:
    """What it costs to end a cue after a unit."""
    text = units[i].text
    if i + 1 == len(units) or ends_sentence(text[-1]):
        return 0.0
    if text[-1] in ",;:—–，；：、)":
        return 2.0
    pause = units[i + 1].start - units[i].end
    return 3.5 if pause >= PAUSE_SECONDS else 7.0 + _clings(units[i])


def _clings(unit: _Unit) -> int:
    """Short words (the, of, que) belong to the next one."""
    return 2 if unit.width <= 3 and unit.text[-1].isalpha() and unit.text.isascii() else 0


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


def _draft(units: Sequence[_Unit], speaker: str | None, rules: CueRules) -> Cue:
    end = max(unit.end for unit in units)
    start = min(units[0].start, end)
    return Cue(start, end, _lines(units, rules), speaker, units[0].token, units[-1].token + 1)


def _lines(units: Sequence[_Unit], rules: CueRules) -> tuple[str, ...]:
    """As few lines as will do, of about the same width, broken after a mark rather
    than elsewhere.
    """
    places = [0]
    for unit in units:
        places.append(places[-1] + unit.width + unit.space)
    total = places[-1] - units[0].space
    if total <= rules.line_width or len(units) == 1:
        return (_join(units),)
    if rules.lines >= 2:
        candidates = []
        for at in range(1, len(units)):
            upper, lower = places[at] - units[0].space, places[-1] - places[at] - units[at].space
            if upper <= rules.line_width and lower <= rules.line_width:
                after_mark = (
                    0
                    if units[at - 1].text[-1] in ".?!,;:—，。？！；：、"
                    else 6 + 5 * _clings(units[at - 1])
                )
                candidates.append(
                    (abs(upper - lower) + after_mark + (2 if upper > lower else 0), at)
                )
        if candidates:
            at = min(candidates)[1]
            return _join(units[:at]), _join(units[at:])

    lines = []
    at = 0
    while at < len(units):
        following = _line_end(places, units, at, len(units), rules.line_width)
        lines.append(_join(units[at:following]))
        at = following

    return tuple(lines)


def _join(units: Sequence[_Unit]) -> str:
    return "".join(
        f" {unit.text}" if unit.space and i else unit.text for i, unit in enumerate(units)
    )


def cut_cues(transcript: Transcript, rules: CueRules) -> list[Cue]:
    """The subtitles of a recording, in order. Words without times take theirs from their
    neighbours.
    """
    rules = rules.for_language(transcript.language)
    starts, ends = fill_times(transcript.words)
    drafts: list[Cue] = []
    for speaker, units in _turns(transcript, starts, ends):
        drafts += (_draft(units[i:j], speaker, rules) for i, j in _cut(units, rules))
    return with_times(sorted(drafts, key=lambda cue: cue.start), rules)
