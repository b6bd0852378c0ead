"""Times of clocks: `00:01:02,003`, `1:02.5`."""

from __future__ import annotations

import re

from legibly.timing import MAX_SECONDS

CLOCK = re.compile(r"(?:(\d{1,6}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,9}))?")


def clock(text: str, *, thousandths: bool = False) -> float | None:
    """`01:02:03,004`, `02:03.004`: seconds. With `thousandths`, fewer digits than three are
    thousandths whose noughts were left out (`6.80` is 6.080).
    """
    match = CLOCK.fullmatch(text.strip())
    if match is None:
        return None
    hours, minutes, seconds, fraction = match.groups()
    if thousandths and fraction:
        fraction = fraction.zfill(3)
    found = (
        int(hours or 0) * 3600
        + int(minutes) * 60
        + int(seconds)
        + (float(f"0.{fraction}") if fraction else 0.0)
    )
    return found if found <= MAX_SECONDS else None


def clock_text(seconds: float, sign: str) -> str:
    thousandths = round(seconds * 1000)
    rest, milli = divmod(thousandths, 1000)
    minutes, second = divmod(rest, 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours:02d}:{minute:02d}:{second:02d}{sign}{milli:03d}"
