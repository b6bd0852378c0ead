"""Cuts a transcript into subtitles that people can read.

A cue ends best at the end of a sentence, then at a clause, then at a pause. Among all ways to cut a turn that fit the
rules, the cheapest is taken (a shortest path). A cue shows the words of one speaker, begins with its first word and
ends with its last; it stays longer, into the silence after it, where it would be too short to read.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from legibly.errors import DataError, UsageError, unknown
from legibly.formats.text import draw, needs_space
from legibly.marks import ends_sentence
from legibly.model import Token, Transcript, Word


@dataclass(frozen=True)
class CueRules:
    """Widths are in characters; a Chinese character counts two."""

    line_width: int = 42
    lines: int = 2
    min_seconds: float = 1.0
    max_seconds: float = 7.0
    speed: float = 20.0  # characters a second that people can read
    gap: float = 0.08  # seconds between two cues at least
    chosen: frozenset[str] = field(default=frozenset(), compare=False)  # by the user, for any language

    def for_language(self, language: str | None) -> CueRules:
        """Chinese has lines of sixteen characters, and nine are read in a second."""
        if language != "zh":
            return self
        own = {"line_width": 32, "speed": 18.0}
        return replace(self, **{key: value for key, value in own.items() if key not in self.chosen})  # type: ignore[arg-type]


# legibly's own; Netflix: Timed Text Style Guide, English (20 characters a second, 5/6 s to 7 s, two frames);
# BBC: Subtitle Guidelines (37 characters of teletext, 160 to 180 words a minute, no flashes of under a second).
PRESETS = {
    "default": CueRules(),
    "netflix": CueRules(42, 2, 0.833, 7.0, 20.0, 0.083),
    "bbc": CueRules(37, 2, 1.0, 7.0, 18.0, 0.0),
}

LONG_PAUSE = 2.0  # seconds of silence that no cue bridges
PAUSE = 0.35


def rules_of(preset: str | None, **settings: float | int | None) -> CueRules:
    if preset is not None and preset not in PRESETS:
        raise unknown("preset", preset, PRESETS)
    chosen = {key: value for key, value in settings.items() if value is not None}
    rules = replace(PRESETS[preset or "default"], **chosen, chosen=frozenset(chosen))  # type: ignore[arg-type]
    if rules.min_seconds > rules.max_seconds:
        raise UsageError(
            f"the shortest cue ({rules.min_seconds:g} s) is longer than the longest ({rules.max_seconds:g} s)"
        )
    return rules


class Cue(NamedTuple):
    start: float
    end: float
    lines: tuple[str, ...]
    speaker: str | None = None
    first: int = 0  # of the tokens that it shows
    last: int = 0


class _Unit(NamedTuple):
    """A written token with what the cutting needs to know."""

    text: str
    width: int
    space: int  # 1 where one stands before it
    start: float
    end: float
    token: int


def width(text: str) -> int:
    if text.isascii():
        return len(text)
    return sum(
        2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text if not unicodedata.combining(char)
    )


def cues(transcript: Transcript, rules: CueRules) -> list[Cue]:
    """The subtitles of a recording, in order. Words without times take theirs from their neighbours."""
    rules = rules.for_language(transcript.language)
    starts, ends = fill_times(transcript.words)
    drafts: list[Cue] = []
    for speaker, units in _turns(transcript, starts, ends):
        drafts += (_draft(units[i:j], speaker, rules) for i, j in _cut(units, rules))
    return _timed(sorted(drafts, key=lambda cue: cue.start), rules)


def fill_times(words: Sequence[Word]) -> tuple[list[float], list[float]]:
    """Starts and ends; missing ones are spread between the known ones beside them, by length of the words."""
    known = [word.start for word in words if word.start is not None] + [w.end for w in words if w.end is not None]
    if words and not known:
        raise DataError("no word has a time, and subtitles need them; choose another format with --to")
    starts = [word.start for word in words]
    ends = [word.end for word in words]
    at = 0
    while at < len(words):
        if starts[at] is not None and ends[at] is not None:
            at += 1
            continue
        first = at  # a run of words whose inner times are not all known
        while at + 1 < len(words) and ends[at] is None and starts[at + 1] is None:
            at += 1
        last = at + 1
        left = starts[first]
        if left is None:
            left = next((e for e in (ends[i] for i in range(first - 1, -1, -1)) if e is not None), None)
        right = ends[last - 1]
        if right is None:
            right = next((s for s in (starts[i] for i in range(last, len(words))) if s is not None), None)
        left, right = (right if left is None else left), (left if right is None else right)
        assert left is not None
        assert right is not None
        _spread(words, first, last, left, max(left, right), starts, ends)
        at = last
    return [s or 0.0 for s in starts], [max(e or 0.0, s or 0.0) for s, e in zip(starts, ends, strict=True)]


def _spread(
    words: Sequence[Word],
    first: int,
    last: int,
    left: float,
    right: float,
    starts: list[float | None],
    ends: list[float | None],
) -> None:
    total = sum(len(words[i].text) + 1 for i in range(first, last))
    reached = 0
    for i in range(first, last):
        begin = left + (right - left) * reached / total
        reached += len(words[i].text) + 1
        finish = left + (right - left) * reached / total
        starts[i] = begin if starts[i] is None else starts[i]
        ends[i] = finish if ends[i] is None else ends[i]


def _turns(transcript: Transcript, starts: list[float], ends: list[float]) -> Iterator[tuple[str | None, list[_Unit]]]:
    """Stretches that a cue may not reach beyond: one speaker, no long silence."""
    units: list[_Unit] = []
    speaker: str | None = None
    before = ""
    for number, token in enumerate(transcript.tokens):
        text = draw(token)
        if not text.strip():
            continue
        own = transcript.words[token.first].speaker
        start, end = _hull(token, starts, ends)
        if units and (own != speaker or start - units[-1].end >= LONG_PAUSE or start < units[-1].start):
            yield speaker, units
            units = []
        speaker = own
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
    if places[count] <= rules.line_width and units[-1].end - units[0].start <= rules.max_seconds and count <= 6:
        return [(0, count)]
    breaks = [_break_cost(units, i) for i in range(count)]
    inner = [0.0] * (count + 1)  # sentences that end before, each costs a little where a cue goes on over it
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
    return 3.5 if pause >= PAUSE else 7.0 + _clings(units[i])


def _clings(unit: _Unit) -> int:
    """Short words (the, of, que) belong to the next one."""
    return 2 if unit.width <= 3 and unit.text[-1].isalpha() and unit.text.isascii() else 0


def _fits(places: Sequence[int], units: Sequence[_Unit], first: int, last: int, rules: CueRules) -> bool:
    """Whether the units fit the lines, filled one after another."""
    at = first
    for _ in range(rules.lines):
        at = _line_end(places, units, at, last, rules.line_width)
        if at == last:
            return True
    return False


def _line_end(places: Sequence[int], units: Sequence[_Unit], first: int, last: int, room: int) -> int:
    limit = places[first] + units[first].space + room
    return max(first + 1, min(last, bisect_right(places, limit, first + 1, last + 1) - 1))


def _draft(units: Sequence[_Unit], speaker: str | None, rules: CueRules) -> Cue:
    end = max(unit.end for unit in units)
    start = min(units[0].start, end)
    return Cue(start, end, _lines(units, rules), speaker, units[0].token, units[-1].token + 1)


def _lines(units: Sequence[_Unit], rules: CueRules) -> tuple[str, ...]:
    """As few lines as will do, of about the same width, broken after a mark rather than elsewhere."""
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
                after_mark = 0 if units[at - 1].text[-1] in ".?!,;:—，。？！；：、" else 6 + 5 * _clings(units[at - 1])
                candidates.append((abs(upper - lower) + after_mark + (2 if upper > lower else 0), at))
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
    return "".join(f" {unit.text}" if unit.space and i else unit.text for i, unit in enumerate(units))


def _timed(drafts: Sequence[Cue], rules: CueRules) -> list[Cue]:
    """Times that never overlap or run back: a cue waits for the one before it, and stays while there is room."""
    drafts = _shared(drafts, rules)
    out: list[Cue] = []
    for i, cue in enumerate(drafts):
        start = max(cue.start, out[-1].end + rules.gap if out else 0.0)
        following = drafts[i + 1].start - rules.gap if i + 1 < len(drafts) else cue.end + rules.min_seconds + 1
        wanted = max(rules.min_seconds, sum(width(line) for line in cue.lines) / rules.speed)
        end = max(cue.end, min(start + wanted, following))
        if end > following and following - start >= min(rules.min_seconds, 0.5):
            end = following  # overlapping words: the next cue may begin in time
        end = min(end, start + rules.max_seconds)
        start, end = round(start, 3), round(end, 3)
        out.append(cue._replace(start=start, end=end if end > start else round(start + 0.001, 3)))
    return out


def _shared(drafts: Sequence[Cue], rules: CueRules) -> list[Cue]:
    """Cues that begin at almost the same time, of speakers who talk at once, share it by their length."""
    out: list[Cue] = []
    at = 0
    while at < len(drafts):
        last = at + 1
        near, reached = drafts[at].start + rules.min_seconds / 2, drafts[at].end
        while last < len(drafts) and drafts[last].start < min(near, reached):
            reached = min(reached, drafts[last].end)
            last += 1
        group = drafts[at:last]
        if len(group) > 1:
            begin, end = group[0].start, max(cue.end for cue in group)
            sizes = [sum(width(line) for line in cue.lines) + 1 for cue in group]
            shown = 0
            for cue, size in zip(group, sizes, strict=True):
                start = begin + (end - begin) * shown / sum(sizes)
                shown += size
                finish = begin + (end - begin) * shown / sum(sizes)
                out.append(cue._replace(start=max(start, cue.start), end=max(finish, cue.start)))
        else:
            out += group
        at = last
    return out


class Violation(NamedTuple):
    cue: int  # counted from 1
    rule: str
    found: float
    allowed: float


def check(found: Iterable[Cue], rules: CueRules) -> Iterator[Violation]:
    """What breaks the rules, cue by cue."""
    tolerance = 0.0015  # files hold thousandths of a second
    reached: float | None = None
    for number, cue in enumerate(found, 1):
        seconds = cue.end - cue.start
        if len(cue.lines) > rules.lines:
            yield Violation(number, "lines", len(cue.lines), rules.lines)
        for line in cue.lines:
            if width(line) > rules.line_width:
                yield Violation(number, "line width", width(line), rules.line_width)
        if seconds < rules.min_seconds - tolerance:
            yield Violation(number, "too short", round(seconds, 3), rules.min_seconds)
        if seconds > rules.max_seconds + tolerance:
            yield Violation(number, "too long", round(seconds, 3), rules.max_seconds)
        speed = sum(width(line) for line in cue.lines) / max(seconds, 0.001)
        if speed > rules.speed + 0.05:
            yield Violation(number, "reading speed", round(speed, 1), rules.speed)
        if reached is not None and cue.start < reached - tolerance:
            yield Violation(number, "overlap", round(cue.start - reached, 3), 0.0)
        elif reached is not None and cue.start - reached < rules.gap - tolerance:
            yield Violation(number, "gap", round(cue.start - reached, 3), rules.gap)
        reached = cue.end
