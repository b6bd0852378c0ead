from __future__ import annotations

from pathlib import Path

import pytest

from recipes.first_five_minutes.__main__ import TABLES, row
from recipes.first_five_minutes.lines import Line, read_lines, written


def test_the_lines_are_well_kept() -> None:
    lines = list(read_lines())
    assert {line.table for line in lines} == set(TABLES)
    assert len({(line.options, line.heard) for line in lines}) == len(lines)
    assert all(line.wanted and line.before for line in lines)


@pytest.mark.parametrize(
    ("heard", "expected"),
    [
        ("John: hello there\nMary: hello", "John: Hello there.\nMary: Hello."),
        ("the odds are ten to one", "The odds are 10 to 1."),
    ],
)
def test_a_line_is_read_as_a_file(tmp_path: Path, heard: str, expected: str) -> None:
    assert written(Line("partly", "", heard, "-", expected), tmp_path) == expected


def test_what_is_not_right_shows_what_is_wanted() -> None:
    line = Line("meaning", "redo", "a | b\nc", "x", "A b.")
    assert row(line, "A b.") == ["a \\| b<br>c (`redo`)", "x", "A b.", "yes"]
    assert row(line, "A.")[-1] == "no: A b."
