"""What stays words though it holds numbers, and what does not."""

from __future__ import annotations

import pytest

from legibly.grammars.style import Style
from tests.english.helpers import formatted, winner, written

TABLE = [
    ("five six hundred dollars", "five, six hundred dollars"),
    ("ten fifteen thousand", "ten, fifteen thousand"),
    ("forty fifty people", "forty, fifty people"),
    ("two three times", "two, three times"),
    ("ten fifteen minutes", "ten, fifteen minutes"),
    ("half a million", "half a million"),
    ("half a billion dollars", "half a billion dollars"),
    ("quarters of a million dollars", "quarters of a million dollars"),
    ("couple hundred", None),
    ("a couple hundred dollars", "a couple hundred dollars"),
    ("they march second", "they march second"),
    ("she may first", "she may first"),
    ("my doctor", "my doctor"),
    ("five ten thousand", "five, ten thousand"),
    ("one nine hundred", None),
    ("twenty one people", None),
    ("thirty five minutes", None),
    ("march second", None),
    ("half a cup", None),
]


@pytest.mark.parametrize(("spoken", "expected"), TABLE)
def test_what_stays_words(spoken: str, expected: str | None) -> None:
    assert written(spoken, "wording") == expected


@pytest.mark.parametrize("spoken", ["half a million dollars", "ten fifteen minutes"])
def test_words_win_over_their_parts(spoken: str) -> None:
    assert winner(spoken)[0] == "wording"


@pytest.mark.parametrize("spoken", ["forty fifty people", "half a million people"])
def test_who_wants_all_numbers_in_digits_has_no_wordings(spoken: str) -> None:
    assert written(spoken, "wording", Style(digits_from=0)) is None


@pytest.mark.parametrize(
    ("spoken", "expected"),
    [
        ("a hundred people", "A hundred people"),
        ("a thousand", "A thousand"),
        ("a million stars", "A million stars"),
        ("a hundred and one people", "101 people"),
        ("a hundred dollars", "$100"),
        ("a million dollars", "$1 million"),
        ("a hundred percent", "100%"),
        ("one hundred people", "100 people"),
    ],
)
def test_round_numbers_with_an_article(spoken: str, expected: str) -> None:
    assert formatted(spoken) == expected
