from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.english.grammars import numbers
from tests.english.helpers import (
    DIGITS,
    said,
    spell,
    spell_digits,
    spell_ordinal,
    whole,
)

# --- cardinals
# ------------------------------------------------------------------------------


@given(st.integers(0, 10**15), st.sampled_from(["", " and"]))
def test_cardinals_to_a_quadrillion(number: int, joined: str) -> None:
    assert str(number) in whole(numbers.cardinal, spell(number, joined))


def test_a_number_below_ten_thousand_is_heard_as_itself_and_nothing_else() -> None:
    for number in range(10_000):
        assert whole(numbers.cardinal, spell(number)) == {str(number)}


@given(st.integers(0, 10**9))
def test_every_way_to_say_a_number_is_heard_as_it(number: int) -> None:
    for way in islice(said(numbers.cardinal, str(number)), 40):
        assert str(number) in whole(numbers.cardinal, way)


@given(st.integers(1, 999_999))
def test_the_plain_way_to_count_is_among_those_that_are_said(number: int) -> None:
    assert spell(number) in set(islice(said(numbers.cardinal, str(number)), 500))


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("a hundred", "100"),
        ("a hundred and five", "105"),
        ("hundred and one", "101"),
        ("eleven hundred", "1100"),
        ("twenty one hundred and eleven", "2111"),
        ("ninety nine hundred ninety nine", "9999"),
        ("a thousand", "1000"),
        ("a thousand and one", "1001"),
        ("a hundred thousand", "100000"),
        ("a million", "1000000"),
        ("one thousand three thirty", "1330"),
        ("two thousand five oh six", "2506"),
        ("twenty-five", "25"),
        ("one hundred twenty-five", "125"),
        ("twenty-five thousand", "25000"),
        ("five lakh", "500000"),
        ("one crore", "10000000"),
        ("two crore fifty lakh", "25000000"),
        (
            "twenty one crore ninety eight lakh thirty six thousand five hundred and ninety three",
            "219836593",
        ),
    ],
)
def test_other_ways_to_count(words: str, text: str) -> None:
    assert whole(numbers.cardinal, words) == {text}


@pytest.mark.parametrize(
    "words",
    [
        *("and one", "hundred", "one two", "twenty ten", "thousand thousand", "a", "five teen"),
        *("million", "one and", "twenty hundredth", "five million thousand", "oh", "a five"),
        *("hundred hundred", "three thirty", "first", "one hundred one hundred", "ten-five"),
    ],
)
def test_no_cardinals(words: str) -> None:
    assert not whole(numbers.cardinal, words)


# --- parts of numbers
# ------------------------------------------------------------------------------


def test_two_digits_are_ten_to_ninety_nine() -> None:
    for number in range(100):
        heard = whole(numbers.two_digits, spell(number))
        assert heard == ({str(number)} if number >= 10 else set())


def test_below_a_hundred_are_one_to_ninety_nine() -> None:
    for number in range(120):
        heard = whole(numbers.below_hundred, spell(number))
        assert heard == ({str(number)} if 1 <= number <= 99 else set())


def test_a_recogniser_may_write_a_hyphen_that_is_never_said() -> None:
    assert whole(numbers.below_hundred, "forty-two") == {"42"}
    assert set(said(numbers.below_hundred, "42")) == {"forty two"}


@given(st.integers(1, 999_999))
def test_below_a_million_ends_before_a_million(number: int) -> None:
    assert str(number) in whole(numbers.below_million, spell(number))
    assert not whole(numbers.below_million, f"{spell(number)} million")


@given(st.integers(1, 9), st.integers(1, 99))
def test_short_hundreds_leave_out_the_hundred(hundreds: int, rest: int) -> None:
    spoken = f"{DIGITS[hundreds]} {spell(rest) if rest >= 10 else f'oh {DIGITS[rest]}'}"
    assert whole(numbers.short_hundreds, spoken) == {f"{hundreds}{rest:02d}"}


# --- ordinals
# ------------------------------------------------------------------------------


@given(st.integers(1, 999_999))
def test_ordinals_to_a_million(number: int) -> None:
    assert whole(numbers.ordinal, spell_ordinal(number)) == {str(number)}


@given(st.integers(1, 99_999))
def test_every_way_to_say_an_ordinal_is_heard_as_it(number: int) -> None:
    for way in islice(said(numbers.ordinal, str(number)), 40):
        assert str(number) in whole(numbers.ordinal, way)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("first", "1"),
        ("zeroth", "0"),
        ("twenty first", "21"),
        ("twenty-first", "21"),
        ("hundred twenty first", None),
        ("one hundred and eleventh", "111"),
        ("eleven hundred twenty first", "1121"),
        ("one thousandth", "1000"),
        ("five millionth", "5000000"),
        ("twenty five thousand one hundred eleventh", "25111"),
        ("twenty tenth", None),
        ("first second", None),
        ("thousandth", None),
        ("one", None),
    ],
)
def test_ordinals(words: str, text: str | None) -> None:
    assert whole(numbers.ordinal, words) == ({text} if text else set())


# --- years and decades
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("nineteen eighty four", "1984"),
        ("nineteen oh five", "1905"),
        ("nineteen hundred", "1900"),
        ("two thousand", "2000"),
        ("two thousand five", "2005"),
        ("two thousand and twelve", "2012"),
        ("twenty twelve", "2012"),
        ("twenty oh five", "2005"),
        ("ten sixty six", "1066"),
    ],
)
def test_years(words: str, text: str) -> None:
    assert whole(numbers.year, words) == {text}


@pytest.mark.parametrize(
    "words", ["nineteen", "nineteen five", "three thousand", "nine eighty four", "two thousandth"]
)
def test_no_years(words: str) -> None:
    assert not whole(numbers.year, words)


@given(st.integers(10, 99), st.integers(1, 99))
def test_a_year_is_said_in_pairs(century: int, rest: int) -> None:
    spoken = f"{spell(century)} {spell(rest) if rest >= 10 else f'oh {DIGITS[rest]}'}"
    assert whole(numbers.year, spoken) == {f"{century}{rest:02d}"}


@given(st.integers(1000, 2999))
def test_every_way_to_say_a_year_is_heard_as_it(year: int) -> None:
    for way in said(numbers.year, str(year)):
        assert whole(numbers.year, way) == {str(year)}


# --- digits
# ------------------------------------------------------------------------------


@given(st.text("0123456789", min_size=2, max_size=20))
def test_digits_one_by_one(digits: str) -> None:
    assert whole(numbers.digits, spell_digits(digits)) == {digits}
    assert whole(numbers.digits, spell_digits(digits).replace("zero", "oh")) == {digits}


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("double five oh triple nine", "550999"),
        ("double oh seven", "007"),
        ("one double two", "122"),
        ("one triple zero", "1000"),
        ("zero o oh", "000"),
    ],
)
def test_digits_that_are_repeated(words: str, text: str) -> None:
    assert whole(numbers.digits, words) == {text}


@pytest.mark.parametrize("words", ["five", "double", "double double five", "five ten", "one a one"])
def test_no_digits(words: str) -> None:
    assert not whole(numbers.digits, words)


@given(st.text("0123456789", min_size=1, max_size=6), st.integers(1, 6))
def test_so_many_digits_and_no_others(digits: str, places: int) -> None:
    heard = whole(numbers.number_of(places), spell_digits(digits))
    assert heard == ({digits} if len(digits) == places else set())


@given(st.text("0123456789", min_size=1, max_size=5))
def test_every_way_to_say_some_digits_is_heard_as_them(digits: str) -> None:
    phrase = numbers.number_of(len(digits))
    found = list(said(phrase, digits))
    assert spell_digits(digits) in found
    assert all(whole(phrase, way) == {digits} for way in found)


def test_repeated_digits_count_as_many() -> None:
    assert whole(numbers.number_of(4), "five double oh one") == {"5001"}
    assert whole(numbers.number_of(4), "five triple one") == {"5111"}
    assert not whole(numbers.number_of(4), "five triple one one")


@pytest.mark.parametrize(
    ("words", "texts"),
    [
        ("one four one five nine", {"14159"}),
        ("zero five", {"05"}),
        ("double three", {"33"}),
        ("twenty five", {"25"}),
        ("twenty", {"20"}),
        ("one hundred", set()),
        ("and five", set()),
    ],
)
def test_what_is_said_after_the_point(words: str, texts: set[str]) -> None:
    assert whole(numbers.fraction_digits(), words) == texts
