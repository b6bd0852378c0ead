"""The first lines of a file, and whether they look like a format."""

from __future__ import annotations


def first_lines(opening: str) -> list[str]:
    """The first lines of a file of NIST's, without comments; the last may be cut and is left out if
    it can be.
    """
    lines = [
        line for line in opening.splitlines()[:30] if line.strip() and not line.startswith(";;")
    ]
    return lines[:-1] or lines


def most_fit(fitting: list[str], lines: list[str]) -> bool:
    """Enough lines fit for a guess; a bad one among them is for the reader to complain about."""
    return bool(fitting) and len(fitting) >= 0.75 * len(lines)
