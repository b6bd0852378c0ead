from __future__ import annotations

import pytest

from legibly.english.grammars import numbers
from legibly.english.grammars.spoken import goes_on, is_counted, ordinal_rows, rows, say
from legibly.grammars.phrases import Table
from tests.english.helpers import spell, spell_ordinal


def test_rows_are_counted_from_nought_to_ninety_nine() -> None:
    assert rows(0, 99) == [(spell(number), str(number)) for number in range(100)]


def test_rows_of_ordinals() -> None:
    assert ordinal_rows(1, 99) == [(spell_ordinal(number), str(number)) for number in range(1, 100)]


def test_both_ends_are_among_the_rows() -> None:
    assert rows(3, 3) == [("three", "3")]
    assert rows(4, 3) == []


def test_the_cheapest_way_is_said() -> None:
    table = Table([("cue", "Q", 2.0), ("q", "Q"), ("queue", "Q", 1.0)])
    assert say(table, "Q") == "q"
    assert say(numbers.cardinal, "1100") == "one thousand one hundred"
    assert say(numbers.cardinal, "105") == "one hundred five"


def test_what_cannot_be_said_is_an_error() -> None:
    with pytest.raises(ValueError, match="empty"):
        say(numbers.below_hundred, "100")


@pytest.mark.parametrize("word", ["people", "minutes", "votes", "dollar", "odds", "boxes"])
def test_things_that_are_counted(word: str) -> None:
    assert is_counted(word)
    assert not goes_on(word)


@pytest.mark.parametrize("word", ["", "and", "the", "on", "she", "tomorrow", "always", "yes"])
def test_how_a_sentence_goes_on_behind_a_number(word: str) -> None:
    assert not is_counted(word)
    assert goes_on(word) or word == "always"


@pytest.mark.parametrize("word", ["more", "of", "plus"])
def test_what_neither_ends_a_number_nor_is_a_thing(word: str) -> None:
    assert not goes_on(word)
