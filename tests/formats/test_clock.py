from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.formats.clock import clock, clock_text
from legibly.timing import MAX_SECONDS


@given(st.integers(0, int(MAX_SECONDS) * 1000), st.sampled_from(",."))
def test_what_is_written_is_read(milliseconds: int, sign: str) -> None:
    written = clock_text(milliseconds / 1000, sign)
    assert clock(written) == pytest.approx(milliseconds / 1000, abs=1e-6)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("00:01:02,003", 62.003),
        ("1:02.5", 62.5),
        ("277777:46:40", 1e9),
        ("277777:46:41", None),
        ("1234567:00:00", None),
        ("1:2:3:4", None),
        ("soon", None),
    ],
)
def test_clocks(text: str, expected: float | None) -> None:
    assert clock(text) == expected


def test_noughts_that_were_left_out() -> None:
    assert clock("0:4:6.80", thousandths=True) == 246.080
    assert clock("0:4:6.530", thousandths=True) == 246.530
