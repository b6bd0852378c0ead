from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.english.grammars.pattern_slots import SLOTS, roman
from tests.english.helpers import (
    formatted,
    spans,
    spell,
    spell_digits,
    spell_ordinal,
    whole,
    winner,
    written,
)

# --- slots
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slot", "spoken", "texts"),
    [
        ("cardinal", "twenty five", {"25"}),
        ("cardinal", "two five", set()),
        ("small", "ninety nine", {"99"}),
        ("small", "one hundred", set()),
        ("ordinal", "twenty fifth", {"25"}),
        ("number", "two oh five", {"205"}),
        ("number", "two fifty", {"250"}),
        ("number", "twelve thirty four", {"1234"}),
        ("number", "one two three", {"123"}),
        ("number", "two twenty three thirty", {"220330"}),
        ("number", "room", set()),
        ("amount", "two and a half", {"2.5"}),
        ("digits", "nine oh two", {"902"}),
        ("digits", "nine", set()),
        ("letters", "b", {"B"}),
        ("letters", "u a", {"UA"}),
        ("letters", "bee", set()),
        ("version", "two point one", {"2.1"}),
        ("version", "one point two dot ten", {"1.2.10"}),
        ("version", "three", set()),  # without a point it may be anything
        ("word", "gmail", {"gmail"}),
        ("word", "x", set()),
    ],
)
def test_what_a_slot_hears(slot: str, spoken: str, texts: set[str]) -> None:
    assert whole(SLOTS[slot], spoken) == texts


def value(text: str) -> int:
    """A Roman number, read sign by sign: a smaller one before a larger one is taken off."""
    values = [{"I": 1, "V": 5, "X": 10}[sign] for sign in text]
    following = [*values[1:], 0]
    return sum(-one if one < two else one for one, two in zip(values, following, strict=True))


def test_roman_numbers_to_thirty_nine() -> None:
    for number in range(1, 40):
        text = roman(number)
        assert value(text) == number
        assert not any(sign * 4 in text for sign in "IX")
        assert "VV" not in text
        assert whole(SLOTS["roman"], spell(number)) == {text}
        if number < 30:
            assert whole(SLOTS["regnal"], spell_ordinal(number)) == {text}


@given(st.text("0123456789", min_size=2, max_size=12))
def test_a_number_may_be_said_digit_by_digit(digits: str) -> None:
    assert digits in whole(SLOTS["number"], spell_digits(digits))


# --- the patterns of the language
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spoken", "expected"),
    [
        ("room two oh five", "Room 205"),
        ("gate b twelve", "Gate B12"),
        ("flight u a four fifty two", "Flight UA 452"),
        ("flight two twenty", "Flight 220"),
        ("highway sixty six", "Highway 66"),
        ("interstate ninety five", "Interstate 95"),
        ("chapter three", "Chapter 3"),
        ("world war two", "World War II"),
        ("super bowl thirty nine", "Super Bowl XXXIX"),
        ("version two point one point three", "version 2.1.3"),
        ("apartment two oh one", "Apartment 201"),
        ("exit nine oh two", "Exit 902"),
        ("henry the fifth", "Henry V"),
        ("louis the fourteenth", "Louis XIV"),
        ("elizabeth the first of england", "Elizabeth I of England"),
        ("won three to one", "won 3-1"),
    ],
)
def test_patterns_of_the_language(spoken: str, expected: str) -> None:
    assert written(spoken, "pattern") == expected
    assert winner(spoken) == ("pattern", expected)


@pytest.mark.parametrize(
    ("spoken", "expected"),
    [
        ("room for one", "Room for one"),
        ("room to grow", "Room to grow"),
        ("no room", "No room"),
        ("flight of the phoenix", "Flight of the phoenix"),
        ("chapter and verse", "Chapter and verse"),
        ("version control", "Version control"),
        ("version three", "Version three"),
        ("the world war", "The world war"),
        ("william the conqueror", "William the conqueror"),
        ("we won three games", "We won three games"),
        ("highway to hell", "Highway to hell"),
        ("gate crashers", "Gate crashers"),
    ],
)
def test_words_that_open_a_pattern_are_left_alone_without_a_number(
    spoken: str, expected: str
) -> None:
    assert written(spoken, "pattern") is None
    assert formatted(spoken) == expected


def test_the_words_of_a_pattern_keep_their_places() -> None:
    assert spans("flight u a four fifty two", "pattern") == [
        ("Flight", 0, 1, ""),
        ("UA", 1, 3, ""),
        ("452", 3, 6, ""),
    ]
    assert spans("gate b twelve", "pattern") == [("Gate B12", 0, 3, "")]


@pytest.mark.parametrize(
    ("spoken", "expected"),
    [("super bowl fifty eight", "Super Bowl LVIII"), ("super bowl forty", "Super Bowl XL")],
)
def test_super_bowls_after_the_thirty_ninth(spoken: str, expected: str) -> None:
    assert formatted(spoken) == expected
