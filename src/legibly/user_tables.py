"""The user's tables: a file with a row a line (`#` begins a comment), or rows given in Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from legibly.errors import DataError, UsageError, at
from legibly.small_files import small_text

UserTable = Path | tuple[str, ...]  # a file, or its lines


def as_table(name: str, rows: object) -> UserTable | None:
    """What a user gave for a table: a path, a list of rows, or a mapping of spoken to written."""
    if rows is None:
        return None
    if isinstance(rows, str | Path):
        if "\0" in str(rows):
            raise UsageError(f"{name} is {str(rows)!r}; expected a path, without NUL")
        return Path(rows)
    if isinstance(rows, Mapping):
        # Of a lexicon only the spellings count; they say themselves which words they are of.
        rows = list(rows.values()) if name == "lexicon" else list(rows.items())
    if isinstance(rows, Sequence | set | frozenset):
        return tuple(_line(name, row) for row in rows)
    raise UsageError(f"{name} is {rows!r}; expected a path, a list of rows or a dict")


def _line(name: str, row: object) -> str:
    fields = [row] if isinstance(row, str) else row
    if isinstance(fields, tuple | list) and all(isinstance(f, str | int | float) for f in fields):
        return "\t".join(map(str, fields))
    raise UsageError(f"{name} has the row {row!r}; expected a string, or a tuple of strings")


def place(table: UserTable, name: str, number: int, message: str) -> str:
    """The message, behind where in a table it holds."""
    if isinstance(table, Path):
        return at(str(table), number, message)
    return f"{name}, row {number}: {message}"


def read_lexicon(table: UserTable) -> dict[str, str]:
    """The user's spellings, one a row: iPhone, McDonald's, SuSE."""
    lexicon: dict[str, str] = {}
    for number, line in table_lines(table):
        form = line.strip()
        if len(form.split()) != 1:
            expected = "expected one spelling a line (phrases go into --rules)"
            message = f"{form!r} is several words; {expected}"
            raise DataError(place(table, "lexicon", number, message))
        if lexicon.setdefault(form.lower(), form) != form:
            message = f"{form!r} contradicts {lexicon[form.lower()]!r} above"
            raise DataError(place(table, "lexicon", number, message))

    return lexicon


def table_lines(table: UserTable) -> Iterator[tuple[int, str]]:
    """Numbered rows, without comments and empty lines."""
    for number, line in enumerate(_lines(table), 1):
        line = line.rstrip("\r")
        if line.strip() and not line.startswith("#"):
            yield number, line


def _lines(table: UserTable) -> Iterable[str]:
    if isinstance(table, tuple):
        return table
    try:
        return small_text(table, "utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        raise DataError(f"{table}: not UTF-8 ({error.reason} at byte {error.start})") from None
    except OSError as error:
        raise UsageError(f"{table}: cannot be opened ({error.strerror})") from None
