from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.grammars.en import numbers
from legibly.grammars.phrases import Phrase

ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
TENS = ["-", "-", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
SCALES = ["", "thousand", "million", "billion", "trillion", "quadrillion"]


def spell(number: int, joined: str = "") -> str:
    """A second way to count, as plain as can be."""
    if number < 20:
        return ONES[number]
    if number < 100:
        return TENS[number // 10] + (f" {ONES[number % 10]}" if number % 10 else "")
    if number < 1000:
        rest = f"{joined} {spell(number % 100)}" if number % 100 else ""
        return f"{ONES[number // 100]} hundred{rest}"
    words = []
    for power in range(len(SCALES) - 1, -1, -1):
        group = number // 1000**power % 1000
        if group:
            words.append(f"{spell(group, joined)} {SCALES[power]}".strip())
    return " ".join(words)


def whole(phrase: Phrase, words: str) -> set[str]:
    found = words.split()
    return {text for end, text, _ in phrase.hear(found, 0, {}) if end == len(found)}


@given(st.integers(0, 10**15), st.sampled_from(["", " and"]))
def test_cardinals_to_a_quadrillion(number: int, joined: str) -> None:
    assert str(number) in whole(numbers.cardinal, spell(number, joined))


@given(st.integers(0, 10**9))
def test_every_way_to_say_a_number_is_heard_as_it(number: int) -> None:
    for end, words, _ in islice(numbers.cardinal.say(str(number), 0), 40):
        if end == len(str(number)):
            assert str(number) in whole(numbers.cardinal, " ".join(words))


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("a hundred", "100"),
        ("hundred and one", "101"),
        ("eleven hundred", "1100"),
        ("twenty one hundred and eleven", "2111"),
        ("a thousand and one", "1001"),
        ("one thousand three thirty", "1330"),
        (
            "twenty one crore ninety eight lakh thirty six thousand five hundred and ninety three",
            "219836593",
        ),
    ],
)
def test_other_ways_to_count(words: str, text: str) -> None:
    assert whole(numbers.cardinal, words) == {text}


@pytest.mark.parametrize(
    "words", ["and one", "hundred", "one two", "twenty ten", "thousand thousand", "a", "five teen"]
)
def test_no_cardinals(words: str) -> None:
    assert not whole(numbers.cardinal, words)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("first", "1"),
        ("twenty first", "21"),
        ("hundred twenty first", None),
        ("one hundred and eleventh", "111"),
        ("eleven hundred twenty first", "1121"),
        ("one thousandth", "1000"),
        ("twenty five thousand one hundred eleventh", "25111"),
    ],
)
def test_ordinals(words: str, text: str | None) -> None:
    assert whole(numbers.ordinal, words) == ({text} if text else set())


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("nineteen eighty four", "1984"),
        ("nineteen oh five", "1905"),
        ("nineteen hundred", "1900"),
        ("two thousand and twelve", "2012"),
        ("twenty twelve", "2012"),
    ],
)
def test_years(words: str, text: str) -> None:
    assert text in whole(numbers.year, words)


def test_digits_one_by_one() -> None:
    assert whole(numbers.digits, "double five oh triple nine") == {"550999"}
    assert whole(numbers.number_of(4), "five double oh one") == {"5001"}
    assert not whole(numbers.number_of(4), "five five five")
