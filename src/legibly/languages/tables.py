"""The tables of languages: columns between tabs, `#` begins a comment line (`\\#` does not)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from legibly.errors import DataError
from legibly.languages.finding import find_language
from legibly.small_files import small_text

Row = tuple[str, ...]


def rows(language: str, name: str, columns: int = 1, *, optional: bool = False) -> tuple[Row, ...]:
    """The rows of a language's table, each of so many columns at least."""
    _, folder = find_language(language)
    table = read_table(folder / f"{name}.tsv", optional=optional)
    for row in table:
        if len(row) < columns:
            raise DataError(
                f"{name}.tsv of {language!r}: {len(row)} columns in {' '.join(row)[:60]!r}; "
                f"expected at least {columns}, between tabs"
            )
    return table


@cache
def read_table(path: Path, *, optional: bool = False) -> tuple[Row, ...]:
    """The rows of a table; none where it is optional and not there."""
    if optional and not path.is_file():
        return ()
    try:
        lines = small_text(path).splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: cannot be read ({error}); expected a table") from None
    kept = (line for line in lines if line and not line.startswith("#"))
    return tuple(tuple(line.removeprefix("\\").split("\t")) for line in kept)


def first_column(folder: Path, name: str) -> frozenset[str]:
    """Of a table that a language may do without."""
    table = read_table(folder / f"{name}.tsv", optional=True)
    return frozenset(row[0].split("#")[0].strip() for row in table)


def grouped(language: str, name: str) -> dict[str, list[tuple[str, str]]]:
    """A table whose first column says what the others are."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for kind, spoken, written, *_ in rows(language, name, 3):
        groups.setdefault(kind, []).append((spoken, written))
    return groups


def priced(language: str, name: str, *, optional: bool = False) -> list[tuple[str, str, float]]:
    """Spoken, written, and what that costs."""
    return [
        (row[0], row[1], _cost(language, name, row[0], row[2:3]))
        for row in rows(language, name, 2, optional=optional)
    ]


def _cost(language: str, name: str, spoken: str, cost: Sequence[str]) -> float:
    try:
        return float(cost[0]) if cost else 0.0
    except ValueError:
        raise DataError(
            f"{name}.tsv of {language!r}: the cost of {spoken!r} is {cost[0]!r}; expected a number"
        ) from None


PricedRow = tuple[str, str, float]


def grouped_and_priced(language: str, name: str) -> dict[str, list[PricedRow]]:
    """A table of kind, spoken, written and, where there is one, a cost; by kind."""
    groups: dict[str, list[PricedRow]] = {}
    for kind, spoken, written, *cost in rows(language, name, 3):
        groups.setdefault(kind, []).append((spoken, written, _cost(language, name, spoken, cost)))
    return groups
