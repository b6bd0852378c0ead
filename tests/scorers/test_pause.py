from __future__ import annotations

from pathlib import Path

import pytest

from legibly.errors import DataError
from legibly.lattice.scoring import Block
from legibly.scorers.pause import PauseScorer, load
from legibly.transcript import Word


def wants_stop(words: list[Word]) -> list[bool]:
    [[table]] = PauseScorer(0.5).tables([Block(words, 0, len(words), True, True)])
    return [bool(stop > none) for none, stop in table.scores]


def test_a_long_pause_wants_a_full_stop() -> None:
    assert wants_stop([Word("a", 0, 1), Word("b", 1.5, 2), Word("c", 2.4, 3)]) == [
        True,
        False,
        False,
    ]


def test_without_times_there_are_no_pauses() -> None:
    assert wants_stop([Word("a"), Word("b", 5, 6), Word("c", None, 9), Word("d")]) == [False] * 4


def test_overlapping_words_are_no_pause() -> None:
    assert wants_stop([Word("a", 0, 3), Word("b", 1, 2)]) == [False, False]


def test_settings_are_checked() -> None:
    assert load(Path(), {"seconds": 1}).seconds == 1.0
    for wrong in ("long", 0, -1, True):
        with pytest.raises(DataError, match="expected a number above 0"):
            load(Path("model"), {"seconds": wrong})
