"""When something is said, where people write it at a line: `[00:01:02] so`, `0:15 so`,
`Ann (00:15): so`, or `Ann 00:15` above what she says.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from legibly.formats.clock import clock
from legibly.formats.line_speakers import NAME

_CLOCK = r"(?:\d{1,2}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?"
_FIRST = re.compile(rf"\s*[\[(]?({_CLOCK})[\])]?(?=\s|$)(?:\s*[-–—](?=\s))?\s*")
_BEHIND_NAME = re.compile(rf"\s*({NAME})\s*[\[(]?({_CLOCK})[\])]?\s*:(?=\s|$)\s*")
_HEAD = re.compile(rf"\s*({NAME}):?\s+[\[(]?({_CLOCK})[\])]?\s*")
FEWEST_TIMES = 2  # lines that have a time
MOST_HEADS = 0.5  # of the lines, that are names and times alone: others are lists of dates


class LineTimes:
    """The times of the lines of a text, by the shape of some of them."""

    def __init__(self, *, heads: bool) -> None:
        self._heads = heads

    @classmethod
    def of(cls, lines: Sequence[str]) -> LineTimes | None:
        """None where no times, or none that go forward, are the shape of these lines."""
        written = [line for line in lines if line.strip()]
        heads = sum(_HEAD.fullmatch(line) is not None for line in written)
        times = cls(heads=FEWEST_TIMES <= heads <= MOST_HEADS * len(written))
        found = [time for time, _ in map(times.split, written) if time is not None]
        return times if len(found) >= FEWEST_TIMES and found == sorted(found) else None

    def split(self, line: str) -> tuple[float | None, str]:
        """The time of a line, and the rest of it, in which a name is as it is before any text."""
        if match := _FIRST.match(line):
            return clock(match[1]), line[match.end() :]
        match = _BEHIND_NAME.match(line) or (_HEAD.fullmatch(line) if self._heads else None)
        if match is None:
            return None, line
        return clock(match[2]), f"{match[1].strip()}: {line[match.end() :]}"
