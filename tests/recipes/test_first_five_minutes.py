from __future__ import annotations

from pathlib import Path

import pytest

from recipes.first_five_minutes.__main__ import PARTS, TABLES, command_row, row
from recipes.first_five_minutes.commands import (
    Command,
    fits,
    output,
    read_commands,
    write_talks,
)
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


def test_the_commands_are_well_kept() -> None:
    commands = list(read_commands())
    assert {command.part for command in commands} == set(PARTS)
    assert len({command.command for command in commands}) == len(commands)
    assert all(command.wanted.strip(".") and command.before for command in commands)


def test_commands_find_the_recordings_that_they_name(tmp_path: Path) -> None:
    write_talks(tmp_path)
    shown = output("legibly convert two.jsonl --to words; echo done", tmp_path)
    assert "thank" in shown
    assert shown.endswith("\ndone")
    assert command_row(Command("live", "a | b", "-", "x"), "<b>")[:3] == [
        *("`a \\| b`", "-", "&lt;b&gt;"),
    ]


@pytest.mark.parametrize(
    ("shown", "wanted", "right"),
    [
        ("a b c", "a b c", True),
        ("a b c", "a...c", True),
        ("a\nb\nc", "...b...", True),
        ("a b c", "a b", False),
        ("axb", "a.b", False),
    ],
)
def test_dots_stand_for_anything(shown: str, wanted: str, right: bool) -> None:
    assert fits(shown, wanted) is right
