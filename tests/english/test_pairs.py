"""Numbers that belong together, and those that only stand side by side."""

from __future__ import annotations

import pytest

from legibly.grammars.style import Style
from tests.english.helpers import grammars, written

PAIRS = [
    ("five or ten", "5 or 10"),
    ("five or six", None),
    ("between eight and twelve", "between 8 and 12"),
    ("nine through twelve", "9 through 12"),
    ("ten and two", "10 and 2"),
    ("nine times out of ten", "9 times out of 10"),
    ("two times out of three", None),
    ("a hundred to a hundred and fifty", "100 to 150"),
    ("between a hundred and two hundred", "between 100 and 200"),
    ("a hundred to one", None),
    ("beat them ten to three", "beat them 10 to 3"),
    ("won by ten to five", "won by 10 to 5"),
    ("beat them two to one", None),
    ("eight nine or ten", "8, 9, or 10"),
    ("ninth or tenth", "9th or 10th"),
    ("from the fifth to the twelfth of june", "from the 5th to the 12th of June"),
    ("the first and second may", None),  # they may
    ("five foot eleven", "5 foot 11"),
    ("ten minus two", "10 minus 2"),
]
SCORES = [
    ("won six four six three", "won 6-4, 6-3"),
    ("won six five six three", None),  # no set ends so
    ("first set seven five", "first set 7-5"),
    ("first set six five", None),
    ("a", None),
    ("won two one", "won 2-1"),
    ("two nil", "2-0"),
    ("ten one vote", "10-1 vote"),
    ("twenty one vote", None),
    ("two one victory", "2-1 victory"),
    ("fifty fifty split", None),
    ("finished two all", "finished 2-2"),
    ("one forty over ninety", "140/90"),
    ("two over one", None),
]


@pytest.mark.parametrize(("spoken", "expected"), PAIRS + SCORES)
def test_pairs_are_written_alike(spoken: str, expected: str | None) -> None:
    assert written(spoken, "pair") == expected


def begun(spoken: str, style: Style | None = None) -> set[str]:
    """What is made of the first words, by what comes behind them."""
    return {
        " ".join(token.text for token in reading.tokens)
        for grammar in grammars("pair")
        for reading in grammar.readings(spoken.split(), {}, style or Style())
    }


def test_several_of_some_length() -> None:
    assert "two 50 minute" in begun("two fifty minute sessions")
    assert "two $20" not in begun("two twenty dollar note")
    assert "two $20 dollar" not in begun("two twenty dollar bills")
    assert begun("two fifty minute session") == set()


@pytest.mark.parametrize(
    ("spoken", "expected"),
    [("five year old", "5-year-old"), ("two thirds", "two-thirds")],
)
def test_hyphens_are_a_style(spoken: str, expected: str) -> None:
    assert written(spoken, "pair", Style(hyphens="yes")) == expected
    assert written(spoken, "pair") is None


@pytest.mark.parametrize(
    ("spoken", "expected"),
    [
        ("two and a half cups", "2 1/2 cups"),
        ("one third cup", "1/3 cup"),
        ("a third of a cup", None),
        ("two and a half hours", None),
    ],
)
def test_fractions_of_recipes(spoken: str, expected: str | None) -> None:
    assert written(spoken, "pair") == expected


@pytest.mark.parametrize(
    ("spoken", "expected"),
    [
        ("well known author", {"well-known"}),
        ("long term plans", {"long-term"}),
        ("well known", set()),
        ("well known for it", set()),
    ],
)
def test_words_that_are_one_before_a_noun(spoken: str, expected: set[str]) -> None:
    assert begun(spoken, Style(hyphens="yes")) == expected
    assert begun(spoken) == set()
