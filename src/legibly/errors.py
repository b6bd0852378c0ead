"""What legibly raises, each with the exit code of the command line.

LegiblyError
├── DataError    exit 1   a file, a line or a model is not what it should be
└── UsageError   exit 2   an option, a name or a call is not what it should be
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable

MAX_MESSAGE_CHARACTERS = 900  # of a message


class LegiblyError(Exception):
    """Answers with one line: where, what was found, what was expected, what to do."""

    exit_code = 1

    def __str__(self) -> str:
        """One line, and not all of what was found wrong, however long that is."""
        message = " ".join(super().__str__().splitlines())
        if len(message) <= MAX_MESSAGE_CHARACTERS:
            return message
        head, tail = MAX_MESSAGE_CHARACTERS * 2 // 3, MAX_MESSAGE_CHARACTERS // 3
        return f"{message[:head]} ... {message[-tail:]}"


class DataError(LegiblyError):
    """A file, a line or a model is not what it should be."""

    exit_code = 1


class UsageError(LegiblyError):
    """An option, a name, a path or a call is not what it should be."""

    exit_code = 2


def unknown(what: str, name: str, known: Iterable[str]) -> UsageError:
    """`unknown language 'eng'; did you mean 'en'? (available: en, pt)`"""
    available = sorted(known)
    name = name[:100]
    near = difflib.get_close_matches(name, available, n=1, cutoff=0.5)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return UsageError(
        f"unknown {what} {name!r}{hint} (available: {', '.join(available) or 'none'})"
    )


def at(path: str, line: int | None, message: str) -> str:
    """Put the place before the message, as compilers do."""
    return f"{path}:{line}: {message}" if line is not None else f"{path}: {message}"
