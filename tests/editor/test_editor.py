"""Lines as an editor would write them, with the model that is shipped: a table a class of what is
said, `heard<TAB>written`. What is not right yet is in a table of its own.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import legibly
from legibly.formatting.formatter import Formatter

FOLDER = Path(__file__).parent
MISSED = "missed"
Row = tuple[str, str, str]


@cache
def formatter(table: str) -> Formatter:
    if table == "contractions":
        return legibly.load("en", contractions=True)
    if table == "quotes":
        return legibly.load("en", quotes=True)
    if table == "hyphens":
        return legibly.load("en", styles={"hyphens": "yes"})
    return legibly.load("en")


def rows(path: Path) -> list[Row]:
    lines = path.read_text("utf-8").splitlines()
    found = [line.split("\t") for line in lines if line and not line.startswith("#")]
    assert all(len(row) == 2 for row in found), path
    return [(path.stem, heard, written) for heard, written in found]


TABLES = {path.stem: rows(path) for path in sorted(FOLDER.glob("*.tsv"))}
RIGHT = [row for name, table in TABLES.items() if name != MISSED for row in table]


@pytest.mark.parametrize(("table", "heard", "expected"), RIGHT)
def test_an_editor_would_leave_it(table: str, heard: str, expected: str) -> None:
    assert formatter(table)(heard).text == expected


@pytest.mark.xfail(strict=True, raises=AssertionError, reason="not right yet")
@pytest.mark.parametrize(("table", "heard", "expected"), TABLES[MISSED])
def test_an_editor_would_change_it(table: str, heard: str, expected: str) -> None:
    assert formatter(table)(heard).text == expected


def test_every_line_stands_in_one_table() -> None:
    heard = [
        (row[0] if row[0] in ("contractions", "quotes", "hyphens") else "", row[1]) for row in RIGHT
    ]
    assert len(set(heard)) == len(heard)
    assert len(heard) >= 300
