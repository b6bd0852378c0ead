from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.casing import Case, capitalise, case_of, fold_case, write_case


@pytest.mark.parametrize(
    ("text", "case"),
    [
        ("hello", Case.LOWER),
        ("Hello", Case.CAPITAL),
        ("I", Case.CAPITAL),
        ("I'm", Case.CAPITAL),
        ("NASA", Case.UPPER),
        ("U.S.", Case.UPPER),
        ("IBM's", Case.UPPER),
        ("I's", Case.CAPITAL),
        ("iPhone", Case.MIXED),
        ("McDonald's", Case.MIXED),
        ("42", None),
        ("你好", None),
        ("2nd", Case.LOWER),
        ("émile", Case.LOWER),
        ("Émile", Case.CAPITAL),
    ],
)
def test_how_a_word_is_written(text: str, case: Case | None) -> None:
    assert case_of(text) is case


def test_the_first_letter_becomes_a_capital() -> None:
    assert capitalise("'tis") == "'Tis"
    assert capitalise("o'clock") == "O'clock"
    assert capitalise("42") == "42"
    assert capitalise("1st") == "1st"
    assert write_case("ǆ", Case.CAPITAL) == "ǅ"
    assert write_case("ibm's", Case.UPPER) == "IBM's"


@given(st.text(alphabet="abcdeéñ'-", min_size=1, max_size=8))
def test_a_form_has_the_case_it_was_written_in(word: str) -> None:
    if case_of(word) is None:
        return
    assert case_of(write_case(word, Case.CAPITAL)) is Case.CAPITAL
    assert case_of(write_case(word, Case.UPPER)) in (Case.UPPER, Case.CAPITAL)
    assert write_case(word, Case.UPPER).lower() == word


def test_a_case_that_is_not_told_apart_is_folded() -> None:
    assert fold_case(Case.MIXED, {Case.LOWER, Case.CAPITAL}) is Case.CAPITAL
    assert fold_case(Case.UPPER, {Case.LOWER}) is Case.LOWER
    assert fold_case(Case.UPPER, {Case.UPPER}) is Case.UPPER
