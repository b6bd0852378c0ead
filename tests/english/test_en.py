"""What holds for all grammars of English together."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.english.grammars import GRAMMARS
from legibly.grammars.stack import grammars_of, known_kinds
from legibly.grammars.style import Style
from tests.english import (
    test_cardinals,
    test_dates,
    test_electronic,
    test_letters,
    test_money,
    test_phones,
)
from tests.english.helpers import whole_readings

SPOKEN = [
    *("one", "two", "nine", "twelve", "twenty", "thirty", "hundred", "thousand", "million"),
    *("first", "third", "twentieth", "thirds", "half", "and", "a", "the", "of", "to", "or"),
    *("oh", "double", "point", "minus", "percent", "dollars", "cents", "euros", "miles", "hour"),
    *("p", "m", "b", "c", "s", "o'clock", "past", "july", "may", "q", "nineties", "hours"),
    *("at", "dot", "com", "slash", "sign", "extension", "flight", "version", "mister", "uh"),
]


def test_every_kind_has_a_table_of_its_own() -> None:
    tables = {
        *(test_cardinals.TABLES | test_dates.TABLES | test_electronic.TABLES),
        *(test_letters.TABLES | test_money.TABLES | test_phones.TABLES),
        *(
            "time",
            "bare time",
            "measure",
            "pattern",
            "pair",
            "address",
            "wording",
        ),  # in files of their own
    }
    assert tables == known_kinds("en")


def test_the_patterns_of_the_language_come_after_its_grammars() -> None:
    known = grammars_of("en")
    assert list(known[: len(GRAMMARS)]) == GRAMMARS
    assert {grammar.kind for grammar in known[len(GRAMMARS) :]} == {"pattern"}


@pytest.mark.parametrize(
    "word",
    [
        *("may", "march", "second", "first", "nine", "zero", "i", "a", "to", "and", "hundred"),
        *("point", "dollars", "percent", "o'clock", "the", "at", "dot", "july", "half", "pm"),
    ],
)
def test_single_words_that_are_left_alone(word: str) -> None:
    assert whole_readings(word) == []


@given(st.lists(st.sampled_from(SPOKEN), min_size=1, max_size=8), st.sampled_from([0, 10]))
def test_the_tokens_of_a_reading_cover_its_words_one_after_the_other(
    words: list[str], digits_from: int
) -> None:
    style = Style(digits_from=digits_from)
    for grammar in grammars_of("en"):
        for reading in grammar.readings(words, {}, style):
            assert 0 < reading.length <= len(words)
            reached = 0
            for token in reading.tokens:
                assert token.first == reached < token.last
                assert token.text == token.text.strip() != ""
                assert token.kind == grammar.kind
                reached = token.last
            assert reached == reading.length


@given(st.lists(st.sampled_from(SPOKEN), min_size=1, max_size=6))
def test_what_is_written_holds_a_digit_or_a_capital_or_a_sign(words: list[str]) -> None:
    """Else there was no reason to propose it, but to keep words as they are: one minus one."""
    for _, reading in whole_readings(" ".join(words)):
        text = " ".join(token.text for token in reading.tokens)
        assert re.search(r"[\dA-Z@.-]", text) or reading.kind in ("wording", "pair"), text


@given(st.lists(st.sampled_from(SPOKEN), min_size=1, max_size=6))
def test_a_reading_begins_with_a_word_that_opens_its_grammar(words: list[str]) -> None:
    for grammar in grammars_of("en"):
        openers = grammar.phrase.openers
        if openers is not None and words[0] not in openers:
            assert list(grammar.readings(words, {}, Style())) == []
