from __future__ import annotations

import pytest

from legibly.errors import DataError
from legibly.transcript import Word
from legibly.word_times import USUAL_SECONDS_A_CHARACTER, fill_times


def test_missing_times_are_spread_by_length() -> None:
    words = [Word("a", 1.0), Word("bcd"), Word("e", None, 1.8)]
    starts, ends = fill_times(words)
    assert starts == pytest.approx([1.0, 1.2, 1.6])
    assert ends == pytest.approx([1.2, 1.6, 1.8])


def test_nobody_speaks_through_a_long_gap() -> None:
    starts, ends = fill_times([Word("hello", 5.0), Word("there"), Word("so", 3600.0)])
    assert ends[1] == pytest.approx(5.0 + 12 * USUAL_SECONDS_A_CHARACTER)
    assert starts[2] == 3600.0


def test_an_end_that_was_told_stays() -> None:
    assert fill_times([Word("hm", 5.0, 60.0), Word("so", 61.0, 62.0)])[1] == [60.0, 62.0]


def test_without_any_time() -> None:
    with pytest.raises(DataError, match="no word has a time"):
        fill_times([Word("hello")])
