"""Reads the tables of a language."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import legibly.languages


@cache
def rows(language: str, name: str, *, optional: bool = False) -> tuple[tuple[str, ...], ...]:
    """The rows of a table: columns between tabs; `#` begins a comment line."""
    path = Path(legibly.languages.__file__).parent / language / f"{name}.tsv"
    if optional and not path.is_file():
        return ()
    lines = path.read_text("utf-8").splitlines()
    return tuple(tuple(line.split("\t")) for line in lines if line and not line.startswith("#"))


def grouped(language: str, name: str) -> dict[str, list[tuple[str, str]]]:
    """A table whose first column says what the others are."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for kind, spoken, written, *_ in rows(language, name):
        groups.setdefault(kind, []).append((spoken, written))
    return groups


def priced(language: str, name: str) -> list[tuple[str, str, float]]:
    return [
        (row[0], row[1], float(row[2]) if len(row) > 2 else 0.0) for row in rows(language, name)
    ]
