"""The user's tables: lines of a text file, `#` begins a comment."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from legibly.errors import DataError, UsageError, at


def read_lexicon(path: Path) -> dict[str, str]:
    """The user's spellings, one a line: iPhone, McDonald's, SuSE."""
    lexicon: dict[str, str] = {}
    for number, line in table_lines(path):
        form = line.strip()
        if len(form.split()) != 1:
            raise DataError(
                at(
                    str(path),
                    number,
                    f"{form!r} is several words; expected one spelling a line (phrases go into "
                    "--rules)",
                )
            )
        if lexicon.setdefault(form.lower(), form) != form:
            raise DataError(
                at(str(path), number, f"{form!r} contradicts {lexicon[form.lower()]!r} above")
            )

    return lexicon


def table_lines(path: Path) -> Iterable[tuple[int, str]]:
    """Numbered lines of a user's table, without comments and empty lines."""
    try:
        text = path.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(f"{path}: not UTF-8 ({error.reason} at byte {error.start})") from None
    except OSError as error:
        raise UsageError(f"{path}: cannot be opened ({error.strerror})") from None
    for number, line in enumerate(text.split("\n"), 1):
        line = line.rstrip("\r")
        if line.strip() and not line.startswith("#"):
            yield number, line
