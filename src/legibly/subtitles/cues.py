"""A subtitle as it is shown, and how wide its lines are."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple


class Cue(NamedTuple):
    start: float
    end: float
    lines: tuple[str, ...]
    speaker: str | None = None
    first: int = 0  # of the tokens that it shows
    last: int = 0
    # With times of words: line by line, when each begins, and the word with the space before it.
    timed: tuple[tuple[tuple[float, str], ...], ...] = ()


def width(text: str) -> int:
    if text.isascii():
        return len(text)
    return sum(
        2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
        if not unicodedata.combining(char)
    )
