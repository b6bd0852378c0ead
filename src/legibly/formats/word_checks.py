"""What is wrong with a word's length, times and confidence, and what can be mended."""

from __future__ import annotations

import math

from legibly.files.source import MAX_WORD_CHARACTERS, Source
from legibly.timing import MAX_SECONDS


def parse_confidence(value: object, source: Source) -> float | None:
    """A number; what is not one is dropped, counted and reported, since the word itself is fine."""
    if value is None:
        return None
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        source.repaired("confidence is not a number, left out")
        return None
    return number


REVERSED = "end before start, end left out"


def end_after_start(start: float | None, end: float | None, source: Source) -> float | None:
    """The end of a word; one before the start, which aligners do write, is left out, counted and
    reported.
    """
    if start is not None and end is not None and end < start:
        source.repaired(REVERSED)
        return None
    return end


def check_length(text: str) -> str | None:
    if len(text) <= MAX_WORD_CHARACTERS:
        return None
    most = f"at most {MAX_WORD_CHARACTERS}: text with spaces"
    return f"a word of {len(text)} characters; expected {most}"


def check_times(start: float | None, end: float | None) -> str | None:
    """What is wrong with a word's times, if anything. Words may overlap; that is normal in
    recogniser output.
    """
    for name, value in (("start", start), ("end", end)):
        if value is not None and not math.isfinite(value):
            return f"{name} {value} is not a time in seconds"
        if value is not None and value < 0:
            return f"{name} {value} is negative"
        if value is not None and value > MAX_SECONDS:
            return f"{name} {value:g} is beyond {MAX_SECONDS:g} seconds"
    if start is not None and end is not None and end < start:
        return f"end {end} is before start {start}"
    return None
