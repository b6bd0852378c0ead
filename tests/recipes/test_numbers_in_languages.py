"""What the recipe counts, on lines that were made up."""

from __future__ import annotations

import pytest

from recipes.numbers_in_languages.class_models import in_our_style
from recipes.numbers_in_languages.portions import parted
from recipes.numbers_in_languages.rates import Rate
from recipes.numbers_in_languages.round_trip import (
    compared,
    has_words,
    numbers_of,
    written_numbers,
)


@pytest.mark.parametrize(
    ("language", "text", "numbers"),
    [
        ("es", "tenía 14 mil 112 y 7.000.000 de pesos", ["14112", "7000000"]),
        ("es", "tres mil 845, mil 39 y 5 casas", ["3845", "1039"]),
        ("es", "16 millones y medio, 1,5 millones", ["16500000", "1500000"]),
        ("es", "22 mil 500 millones", ["22500000000"]),
        ("es", "10,06 pesos", ["10"]),
        ("pt", "2700 milhões e 5.595 camas", ["2700000000", "5595"]),
        ("zh", "100万人，3.5亿元，10个", ["1000000", "350000000"]),
    ],
)
def test_numbers_without_style(language: str, text: str, numbers: list[str]) -> None:
    assert numbers_of(text, language) == numbers


def test_two_tokens_are_two_numbers() -> None:
    assert written_numbers(["80", "100", "libros"], "es") == ["80", "100"]
    assert written_numbers(["2", "millones"], "es") == ["2000000"]


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("es", "14 mil 112 casas", False),
        ("es", "mil gracias a 20", True),
        ("es", "veinte de 30", True),
        ("es", "5 millones, tres casas", False),
        ("pt", "2 mil e vinte", True),
        ("zh", "一个人有100万", False),
        ("zh", "三百人里有20个", True),
    ],
)
def test_numbers_in_words_are_noticed(language: str, text: str, expected: bool) -> None:
    assert has_words(text, language) is expected


def test_differences_are_wrong_missing_or_added() -> None:
    assert compared(["12", "30"], ["12", "40"]) == [("30", "40")]
    assert compared(["12", "30"], ["12"]) == [("30", "")]
    assert compared(["12"], ["12", "30"]) == [("", "30")]


def test_the_last_documents_are_tuned_on() -> None:
    learnt, tuned = parted([str(n) for n in range(250)])
    assert (len(learnt), tuned) == (248, ["248", "249"])


def test_intervals_lie_around_the_rate() -> None:
    rate = Rate([(0, 10)] * 50 + [(1, 10)] * 50)
    assert rate.value == 0.05
    assert rate.interval.low < 0.05 < rate.interval.high
    assert Rate([]).interval == (0.0, 0.0)


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("es", "son 14 mil 112 o 14 112", "son 14.112 o 14.112"),
        ("es", "el 5 por ciento de 2000", "el 5 % de 2000"),
        ("pt", "em 12,345 casas", "em 12.345 casas"),
        ("zh", "有12,000人", "有12000人"),
    ],
)
def test_training_text_has_our_style(language: str, text: str, expected: str) -> None:
    assert in_our_style(text, language) == expected
