from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.english.grammars.cardinals import ordinal_text
from legibly.grammars.style import Style
from legibly.grammars.verbalizer import verbalize
from tests.english.helpers import (
    DIGITS,
    formatted,
    is_heard_again,
    ordinal,
    readings,
    spans,
    spell,
    spell_digits,
    spell_ordinal,
    ways,
    winner,
    written,
)

TABLES = {
    "cardinal": [
        ("ten", "10"),
        ("twenty five", "25"),
        ("twenty-five", "25"),
        ("two hundred and fifty four", "254"),
        ("one hundred twenty-five", "125"),
        ("one hundred forty seven thousand four hundred fifty one", "147,451"),
        ("eleven hundred", "1,100"),
        ("hundred and one", "101"),
        ("two million three", "2,000,003"),
        ("one million two hundred thousand", "1,200,000"),
        ("two crore five lakh", "20,500,000"),
        ("minus sixty", "-60"),
        ("negative five", "-5"),
    ],
    "ordinal": [
        ("tenth", "10th"),
        ("twelfth", "12th"),
        ("twenty first", "21st"),
        ("twenty-third", "23rd"),
        ("one hundred and third", "103rd"),
        ("one hundred eleventh", "111th"),
        ("one hundred twelfth", "112th"),
        ("two thousand and first", "2,001st"),
        ("one hundredth", "100th"),
        ("one thousandth", "1,000th"),
        ("five millionth", "5,000,000th"),
    ],
    "decimal": [
        ("sixty point two", "60.2"),
        ("point zero two", ".02"),
        ("eighteen point o five", "18.05"),
        ("three point one four", "3.14"),
        ("zero point zero five", "0.05"),
        ("minus three point five", "-3.5"),
        ("five thousand point two", "5,000.2"),
    ],
    "scaled": [
        ("five million", "5 million"),
        ("one point two billion", "1.2 billion"),
        ("two and a half million", "2.5 million"),
        ("one point five thousand", "1.5 thousand"),
        ("negative two million", "-2 million"),
        ("six thousand six hundred sixty three million", "6,663 million"),
    ],
    "year": [
        ("nineteen eighty four", "1984"),
        ("nineteen oh five", "1905"),
        ("nineteen hundred", "1900"),
        ("two thousand and one", "2001"),
        ("twenty twelve", "2012"),
        ("twenty oh one", "2001"),
    ],
    "digits": [
        ("seven nine nine", "799"),
        ("double five oh", "550"),
        ("double oh seven", "007"),
        ("nine one one", "911"),
        ("zero five", "05"),
    ],
    "short": [
        ("three thirty", "330"),
        ("one oh five", "105"),
        ("one twenty three forty five", "12345"),
        ("twenty three forty five sixty seven", "234567"),
        ("four one one twenty", "41120"),
    ],
    "fraction": [
        ("two thirds", "2/3"),
        ("one half", "1/2"),
        ("a quarter", "1/4"),
        ("three quarters", "3/4"),
        ("three halves", "3/2"),
        ("five eighths", "5/8"),
        ("seven sixteenths", "7/16"),
        ("three hundredths", "3/100"),
    ],
    "spelt": [
        ("forty second", "forty-second"),
        ("twenty five", "twenty-five"),
        ("ninety nine", "ninety-nine"),
    ],
}


@pytest.mark.parametrize(
    ("kind", "spoken", "expected"),
    [(kind, *row) for kind, rows in TABLES.items() for row in rows],
)
def test_plain_numbers_are_written_in_digits(kind: str, spoken: str, expected: str) -> None:
    assert written(spoken, kind) == expected


@pytest.mark.parametrize(
    ("kind", "spoken"),
    [
        ("cardinal", "nine"),  # below ten in words
        ("cardinal", "zero"),
        ("cardinal", "a"),
        ("cardinal", "hundred"),
        ("cardinal", "two million"),  # round: "2 million"
        ("cardinal", "minus two million"),
        ("cardinal", "one two"),
        ("cardinal", "twenty and five"),
        ("cardinal", "hundreds"),
        ("ordinal", "first"),
        ("ordinal", "ninth"),
        ("ordinal", "thousandth"),
        ("ordinal", "minus twenty first"),
        ("decimal", "point"),
        ("decimal", "ten point"),
        ("decimal", "twenty and a half"),
        ("scaled", "million"),
        ("scaled", "millions"),
        ("scaled", "five thousand"),
        ("year", "nine eighty four"),
        ("year", "twenty two fifty"),  # past 2199
        ("year", "ten"),
        ("digits", "five"),
        ("digits", "ten five"),
        ("digits", "double five"),  # the doubled digit is one word of two
        ("short", "twenty five"),
        ("fraction", "half"),
        ("fraction", "one hundred thirds"),
        ("fraction", "two thousandths"),
        ("fraction", "first third"),
        ("spelt", "twenty"),
        ("spelt", "twenty ten"),
        ("spelt", "one hundred"),
    ],
)
def test_what_is_no_plain_number(kind: str, spoken: str) -> None:
    assert written(spoken, kind) is None


@pytest.mark.parametrize(
    "word",
    ["the", "second", "first", "nine", "zero", "oh", "hundred", "point", "and", "half", "twice"],
)
def test_a_single_small_word_is_left_alone(word: str) -> None:
    assert readings(word) == []


@pytest.mark.parametrize(
    ("spoken", "kind", "expected"),
    [
        ("nineteen hundred", "cardinal", "1,900"),
        ("nineteen eighty four", "year", "1984"),
        ("twenty first", "ordinal", "21st"),
        ("one hundredth", "ordinal", "100th"),
        ("twenty seconds", "measure", "20 seconds"),
        ("twelve hundred dollars", "money", "$1,200"),
        ("twenty percent", "percent", "20%"),
        ("one million", "scaled", "1 million"),
        ("three thirty p m", "time", "3:30 PM"),
        ("five five five one two three four", "short phone", "555-1234"),
        ("chapter three", "pattern", "Chapter 3"),
        ("one two four", "digits", "124"),
    ],
)
def test_another_reading_wins_where_it_is_likelier(spoken: str, kind: str, expected: str) -> None:
    assert winner(spoken) == (kind, expected)


@pytest.mark.parametrize(
    ("spoken", "expected"),
    [
        ("one of us", "One of us"),
        ("one by one", "One by one"),
        ("nine out of ten", "9 out of 10"),
        ("a thousand and one nights", "1,001 nights"),
        ("hundreds of people", "Hundreds of people"),
        ("two million people", "2 million people"),
        ("first of all", "First of all"),
        ("second to none", "Second to none"),
        ("the twenty first century", "The 21st century"),
        ("two thirds of us", "Two thirds of us"),
        ("in nineteen ninety nine", "In 1999"),
        ("one and two", "One and two"),
        ("twenty five and thirty", "25 and 30"),
        ("oh five hundred and", "Oh 500 and"),
        ("point taken", "Point taken"),
    ],
)
def test_plain_numbers_in_sentences(spoken: str, expected: str) -> None:
    assert formatted(spoken) == expected


@pytest.mark.parametrize(
    ("style", "kind", "spoken", "expected"),
    [
        (Style(digits_from=0), "cardinal", "three", "3"),
        (Style(digits_from=0), "cardinal", "zero", "0"),
        (Style(digits_from=0), "ordinal", "second", "2nd"),
        (Style(digits_from=100), "cardinal", "twenty five", None),
        (Style(digits_from=100), "cardinal", "one hundred", "100"),
        (Style(digits_from=100), "cardinal", "minus twenty five", "-25"),
        (Style(digits_from=100), "ordinal", "twenty fifth", None),
        (Style(thousands=""), "cardinal", "eleven hundred", "1100"),
        (Style(thousands=" "), "cardinal", "two million three", "2 000 003"),
        (Style(thousands=" "), "ordinal", "two thousand and first", "2 001st"),
        (Style(thousands=""), "year", "nineteen oh five", "1905"),
    ],
)
def test_plain_numbers_in_other_styles(
    style: Style, kind: str, spoken: str, expected: str | None
) -> None:
    assert written(spoken, kind, style) == expected


def test_what_is_not_in_digits_still_has_its_hyphen() -> None:
    assert readings("twenty five", Style(digits_from=100))[0][1] == "twenty-five"


def test_a_scale_keeps_its_word() -> None:
    assert spans("two and a half million", "scaled") == [("2.5", 0, 4, ""), ("million", 4, 5, "")]


# --- properties
# ------------------------------------------------------------------------------


@given(st.integers(10, 999_999), st.sampled_from(["", " and"]))
def test_cardinals_are_what_was_counted(number: int, joined: str) -> None:
    assert written(spell(number, joined), "cardinal") == f"{number:,}"
    assert written(f"minus {spell(number, joined)}", "cardinal") == f"-{number:,}"


@given(st.integers(10, 99_999))
def test_ordinals_are_what_was_counted(number: int) -> None:
    assert written(spell_ordinal(number), "ordinal") == ordinal(number)


@given(st.integers(0, 10**7))
def test_endings_of_ordinals(number: int) -> None:
    assert ordinal_text(str(number), Style()) == ordinal(number)


@given(st.integers(1000, 1999))
def test_years_are_what_was_counted(year: int) -> None:
    century, rest = divmod(year, 100)
    if rest:
        spoken = f"{spell(century)} {spell(rest) if rest >= 10 else f'oh {DIGITS[rest]}'}"
        assert written(spoken, "year") == str(year)


@given(st.text("0123456789", min_size=3, max_size=20))
def test_digits_are_written_one_by_one(digits: str) -> None:
    assert written(spell_digits(digits), "digits") == digits


@given(st.integers(2, 9), st.integers(1, 9))
def test_spelt_numbers_have_a_hyphen(tens: int, ones: int) -> None:
    assert written(spell(10 * tens + ones), "spelt") == spell(10 * tens + ones).replace(" ", "-")


SIGNS = st.sampled_from(["", "-"])


@given(SIGNS, st.integers(10, 10**6 - 1))
def test_what_is_said_of_cardinals_is_heard_again(sign: str, number: int) -> None:
    """Where all is in digits: "a hundred" mostly stays as it is."""
    assert is_heard_again(f"{sign}{number:,}", "cardinal", Style(digits_from=0))


@given(st.integers(10, 10**5))
def test_what_is_said_of_ordinals_is_heard_again(number: int) -> None:
    assert is_heard_again(ordinal(number), "ordinal")


@given(SIGNS, st.integers(0, 99_999), st.text("0123456789", min_size=1, max_size=4))
def test_what_is_said_of_decimals_is_heard_again(sign: str, number: int, digits: str) -> None:
    assert is_heard_again(f"{sign}{number:,}.{digits}", "decimal")


@given(
    st.integers(1, 99_999),
    st.sampled_from(["", ".5", ".25", ".05"]),
    st.sampled_from(["million", "billion", "trillion", "quadrillion"]),
)
def test_what_is_said_of_scales_is_heard_again(number: int, fraction: str, scale: str) -> None:
    assert is_heard_again(f"{number:,}{fraction} {scale}", "scaled", Style(digits_from=0))


@given(st.integers(1100, 2099).filter(lambda year: year % 1000 or year == 2000))
def test_what_is_said_of_years_is_heard_again(year: int) -> None:
    assert is_heard_again(str(year), "year")


@given(st.text("0123456789", min_size=4, max_size=12))
def test_what_is_said_of_digits_is_heard_again(digits: str) -> None:
    usual = ways(digits, "digits")[0]
    assert digits in [text for _, text in readings(usual, kind="digits")]


def test_what_is_said_of_fractions_is_heard_again() -> None:
    for bottom in (2, 3, 4, 5, 6, 8, 10, 16, 100):
        for top in range(1, bottom):
            assert is_heard_again(f"{top}/{bottom}", "fraction")


# --- the way back
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("0", "zero"),
        ("10", "ten"),
        ("1,234", "one thousand two hundred thirty four"),
        ("1234567", spell(1_234_567)),
        ("-5", "minus five"),
        ("1984", "nineteen eighty four"),
        ("1905", "nineteen oh five"),
        ("2000", "two thousand"),
        ("2024", "twenty twenty four"),
        ("2nd", "second"),
        ("21st", "twenty first"),
        ("1,000th", "one thousandth"),
        ("3.14", "three point one four"),
        (".05", "point zero five"),
        ("2.5 billion", "two point five billion"),
        ("007", "zero zero seven"),
        ("1/2", "one half"),
        ("3/4", "three quarters"),
        ("99/100", "ninety nine hundredths"),
    ],
)
def test_plain_numbers_are_said(text: str, spoken: str) -> None:
    assert verbalize(text) == spoken


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("007", "cardinal"),
        ("1,23", "cardinal"),
        ("+5", "cardinal"),
        ("five", "cardinal"),
        ("21", "ordinal"),
        ("1.2.3", "decimal"),
        ("5million", "scaled"),
        ("999", "year"),
        ("2100", "year"),
        ("5", "digits"),
        ("1,234", "digits"),
        ("3/2", "fraction"),
        ("1/7", "fraction"),
        ("330", "short"),  # only ever heard
        ("twenty-five", "spelt"),
    ],
)
def test_what_is_not_said_as_a_plain_number(text: str, kind: str) -> None:
    assert ways(text, kind) == []


# --- wrong today
# ------------------------------------------------------------------------------


def test_half_a_million() -> None:
    assert formatted("half a million people") in (
        "Half a million people",
        "0.5 million people",
        "500,000 people",
    )
