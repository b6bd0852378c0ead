from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.english.grammars import amounts
from legibly.grammars.phrases import FieldText
from tests.english.helpers import said, spell, spell_digits, whole

# --- decimals and halves
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("three point one four", "3.14"),
        ("sixty point two", "60.2"),
        ("eighteen point o five", "18.05"),
        ("zero point five", "0.5"),
        ("point zero two", ".02"),
        ("three point twenty five", "3.25"),
        ("one hundred point one", "100.1"),
        ("five thousand point two", "5000.2"),
        ("two fifty point five", "250.5"),
        ("one point double two", "1.22"),
        ("twenty-five point five", "25.5"),
    ],
)
def test_decimals(words: str, text: str) -> None:
    assert whole(amounts.decimal, words) == {text}


@pytest.mark.parametrize(
    "words",
    [
        *("point", "three point", "three", "three dot five", "three point five point six"),
        *("one million point five", "point one hundred", "first point five", "point and five"),
        *("minus three point five", "a point five"),
    ],
)
def test_no_decimals(words: str) -> None:
    assert not whole(amounts.decimal, words)


@given(st.integers(0, 999_999), st.text("0123456789", min_size=1, max_size=6))
def test_a_decimal_is_a_number_and_digits(number: int, digits: str) -> None:
    assert whole(amounts.decimal, f"{spell(number)} point {spell_digits(digits)}") == {
        f"{number}.{digits}"
    }


@given(st.integers(0, 9_999), st.text("0123456789", min_size=1, max_size=4))
def test_every_way_to_say_a_decimal_is_heard_as_it(number: int, digits: str) -> None:
    text = f"{number}.{digits}"
    found = list(said(amounts.decimal, text))
    assert found
    assert all(text in whole(amounts.decimal, way) for way in found)


def test_halves_are_heard_up_to_a_hundred() -> None:
    for number in range(1, 110):
        heard = whole(amounts.halved, f"{spell(number)} and a half")
        assert heard == ({f"{number}.5"} if number < 100 else set())
    assert whole(amounts.halved, "two and one half") == {"2.5"}
    assert not whole(amounts.halved, "half")


# --- amounts before a unit
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "texts"),
    [
        ("five", {"5"}),
        ("a hundred", {"100"}),
        ("two and a half", {"2.5"}),
        ("five point five", {"5.5"}),
        ("three thirty", {"330"}),
        ("twelve fifty", {"1250"}),
        ("one oh five", {"105"}),
        ("two million three", {"2000003"}),
        ("five lakh", {"500000"}),
        ("a", set()),
        ("first", set()),
        ("half", set()),
        ("one two three", set()),
        ("and five", set()),
    ],
)
def test_before_a_unit_all_that_can_be_a_number_is_one(words: str, texts: set[str]) -> None:
    assert whole(amounts.amount, words) == texts


@pytest.mark.parametrize(
    ("words", "texts"), [("a", {"1"}), ("five thousand", {"5000"}), ("five million", set())]
)
def test_small_amounts_stand_before_a_scale(words: str, texts: set[str]) -> None:
    assert whole(amounts.small_amount, words) == texts


def scaled(words: str) -> set[tuple[str, str]]:
    found = words.split()
    return {
        (fields[0].text, fields[1].text)
        for end, fields, _ in amounts.scaled.hear(found, 0, {})
        if end == len(found)
    }


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("five million", {("5", "million")}),
        ("a billion", {("1", "billion")}),
        ("two and a half trillion", {("2.5", "trillion")}),
        ("one point two quadrillion", {("1.2", "quadrillion")}),
        ("six thousand six hundred million", {("6600", "million")}),
        ("one point five thousand", {("1.5", "thousand")}),
        ("five thousand", set()),
        ("million", set()),
        ("five million million", set()),
        ("five million thousand", set()),
    ],
)
def test_a_scale_is_a_field_of_its_own(words: str, expected: set[tuple[str, str]]) -> None:
    assert scaled(words) == expected


@pytest.mark.parametrize(("word", "text"), [("minus", "-"), ("negative", "-")])
def test_signs_are_fields(word: str, text: str) -> None:
    heard = [(end, fields) for end, fields, _ in amounts.sign.hear([word], 0, {})]
    assert heard == [(1, (FieldText("sign", text, 0, 1),)), (0, None)]


# --- written numbers
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        ("1000000", True),
        ("25000000", True),
        ("1000000000", True),
        ("1000001", False),
        ("1500000", False),
        ("100000", False),
        ("000000", False),
        ("0", False),
    ],
)
def test_round_numbers_are_rather_written_in_millions(number: str, expected: bool) -> None:
    assert amounts.is_round(number) is expected


@given(st.integers(0, 10**12), st.none() | st.integers(0, 999))
def test_written_numbers_are_known(whole_part: int, fraction: int | None) -> None:
    for text in (f"{whole_part:,}", str(whole_part)):
        assert re.fullmatch(amounts.NUMBER, text if fraction is None else f"{text}.{fraction}")


@pytest.mark.parametrize("text", ["", ".", "1.", "1,", "1,00", ",100", "1.2.3", "x", "1 000"])
def test_what_is_no_written_number(text: str) -> None:
    assert not re.fullmatch(amounts.NUMBER, text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5 million", ("5", "million")),
        ("1.2 Billion", ("1.2", "Billion")),
        ("1,200 trillion", ("1,200", "trillion")),
        ("5 thousand", None),
        ("5million", None),
        ("million", None),
    ],
)
def test_written_scales_are_known(text: str, expected: tuple[str, str] | None) -> None:
    match = amounts.SCALE.fullmatch(text)
    assert (match and (match["n"], match["scale"])) == expected


@pytest.mark.parametrize(
    ("number", "text"),
    [
        ("1400000000", "1.4 billion"),
        ("2300000000000", "2.3 trillion"),
        ("7120000000", "7.12 billion"),
        ("2000000000", None),  # is said so
        ("1400500000", None),  # too many places
        ("1200000", None),
    ],
)
def test_two_scales_are_one(number: str, text: str | None) -> None:
    assert amounts.in_scale(number) == text
