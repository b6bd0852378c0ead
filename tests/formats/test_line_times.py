from __future__ import annotations

import pytest

from legibly.formats.line_times import LineTimes

HEADS = [(15.0, "Ann: "), (None, "hi"), (20.0, "Bo: "), (None, "so")]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["[00:01:02] hi", "[00:01:05] so"], [(62.0, "hi"), (65.0, "so")]),
        (["0:15 hi", "1:02:00 - so"], [(15.0, "hi"), (3720.0, "so")]),
        (["Ann (00:15): hi", "Bo [0:20]: so"], [(15.0, "Ann: hi"), (20.0, "Bo: so")]),
        (["Ann 0:15", "hi", "Bo 0:20", "so"], HEADS),
        (["Ann: (0:15)", "hi", "Bo: (0:20)", "so"], HEADS),
        (["0:15 hi", "no time", "0:20 so"], [(15.0, "hi"), (None, "no time"), (20.0, "so")]),
    ],
)
def test_times_at_lines(lines: list[str], expected: list[tuple[float | None, str]]) -> None:
    times = LineTimes.of(lines)
    assert times is not None
    assert [times.split(line) for line in lines] == expected


@pytest.mark.parametrize(
    "lines",
    [
        ["0:15 hi", "so"],  # one line may be anything
        ["0:20 hi", "0:15 so"],  # they do not go forward
        ["Lunch 12:30", "Dinner 18:00"],  # nobody says anything
        ["at 10:30 we left", "at 11:30 they came"],
        ["At 10:30 we left", "At 11:30 they came"],
        [],
    ],
)
def test_what_is_no_time_of_a_line(lines: list[str]) -> None:
    assert LineTimes.of(lines) is None
