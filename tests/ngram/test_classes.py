from __future__ import annotations

import math

import pytest

from legibly.ngram.classes import NumberOdds, class_tokens, number_class, text_tokens


@pytest.mark.parametrize(
    ("classes", "expected"),
    [
        ("A", "<dollar> 1 <comma> <100-999> <period> <10-12>"),
        ("B", "<dollar> <1D> <comma> <3D> <period> <2D>"),
    ],
)
def test_the_example_of_the_paper(classes: str, expected: str) -> None:
    assert class_tokens("$1,235.12", classes) == expected.split()


@pytest.mark.parametrize(
    ("digits", "a", "b"),
    [
        ("0", "0", "<1D>"),
        ("9", "<2-9>", "<1D>"),
        ("12", "<10-12>", "<2D>"),
        ("31", "<13-31>", "<2D>"),
        ("59", "<32-59>", "<2D>"),
        ("60", "<60-99>", "<2D>"),
        ("05", "<02D>", "<2D>"),
        ("1899", "<4-digit>", "<4D>"),
        ("2099", "<1900-2099>", "<4D>"),
        ("90210", "<5-digit>", "<5D>"),
        ("100000", "<large>", "<6D>"),
        ("12345678901", "<large>", "<longer>"),
    ],
)
def test_classes_of_table_1(digits: str, a: str, b: str) -> None:
    assert number_class(digits, "A") == a
    assert number_class(digits, "B") == b


def test_words_case_and_spaces() -> None:
    assert text_tokens(["Twenty-five", "o’clock", "3:30"], "A", cased=False) == [
        *("twenty", "five", "o'clock", "<2-9>", "<colon>", "<13-31>")
    ]
    assert text_tokens(["At", "3:30", "PM"], "A", spaces=True) == [
        *("At", "<space>", "<2-9>", "<colon>", "<13-31>", "<space>", "PM")
    ]


@pytest.mark.parametrize("classes", ["A", "B"])
def test_shares_of_a_class_add_up(classes: str) -> None:
    counts = [n % 7 for n in range(10_000)]
    odds = NumberOdds(counts, classes)
    total = sum(math.exp(odds.log(str(n))) for n in range(100, 1000))
    assert total == pytest.approx(1.0)
    assert odds.log("104") > odds.log("105")  # 6 times in text against none
    assert odds.log("05") == pytest.approx(-math.log(10))
    assert odds.log("123456") < odds.log("12345") < 0
