"""Which subtitles break the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from legibly.subtitles.cues import Cue, width
from legibly.subtitles.rules import CueRules


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
