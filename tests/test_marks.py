from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.languages import language
from legibly.marks import (
    FOLD,
    MARKS,
    core_mark,
    ends_sentence,
    fold,
    is_only_marks,
    sentence_type,
    split_marks,
)

ENGLISH = language("en").abbreviations


@pytest.mark.parametrize(
    ("written", "parts"),
    [
        ("hello", ("", "hello", "")),
        ("hello,", ("", "hello", ",")),
        ('"Hello,"', ('"', "Hello", ',"')),
        ("42.", ("", "42", ".")),
        ("42..", ("", "42", "..")),
        ("3.5", ("", "3.5", "")),
        ("$1,330.", ("", "$1,330", ".")),
        ("p.m.", ("", "p.m.", "")),
        ("p.m.,", ("", "p.m.", ",")),
        ("U.S.", ("", "U.S.", "")),
        ("J.", ("", "J.", "")),
        ("I.", ("", "I", ".")),
        ("a.", ("", "a", ".")),
        ("Mr.", ("", "Mr.", "")),
        ("Ph.D.", ("", "Ph.D.", "")),
        ("mister.", ("", "mister", ".")),
        ("well...", ("", "well", "...")),
        ("well--", ("", "well", "--")),
        ("wor-", ("", "wor-", "")),
        ("students'", ("", "students'", "")),
        ("'em", ("", "'em", "")),
        ("'quoted'", ("'", "quoted", "'")),
        ("(see", ("(", "see", "")),
        ("this).", ("", "this", ").")),
        ("¿qué?", ("¿", "qué", "?")),
        ("好。", ("", "好", "。")),
        ("?!", ("", "?!", "")),
    ],
)
def test_marks_are_taken_off_a_word(written: str, parts: tuple[str, str, str]) -> None:
    assert split_marks(written, ENGLISH) == parts


@given(st.text(max_size=12))
def test_the_parts_put_together_are_the_input(written: str) -> None:
    before, text, after = split_marks(written, ENGLISH)
    assert before + text + after == written
    assert text or not written


@pytest.mark.parametrize(
    ("after", "mark"),
    [
        ("", ""),
        (",", ","),
        ('."', "."),
        ("--", "—"),
        ("...", "…"),
        ("?!", "?"),
        (".,", "."),
        (")", ""),
        ("，", ","),
    ],
)
def test_the_mark_in_what_follows_a_word(after: str, mark: str) -> None:
    assert core_mark(after) == mark


def test_only_full_stops_question_and_exclamation_marks_end_a_sentence() -> None:
    assert [mark for mark in MARKS if ends_sentence(mark)] == [".", "?", "!"]
    assert ends_sentence('?"')
    assert ends_sentence("。")
    assert not ends_sentence("...")
    assert sentence_type("!") == "exclamation"
    assert sentence_type(",") is None


def test_unknown_marks_are_folded_down_the_table() -> None:
    assert fold("!", {"", ".", ","}) == "."
    assert fold("?", {"", "."}) == "."
    assert fold(":", {"", ","}) == ","
    assert fold("—", {"", "."}) == ""
    assert fold(";", {"", ";"}) == ";"
    assert set(MARKS) <= set(FOLD)


def test_what_stands_alone_and_is_no_word() -> None:
    assert all(is_only_marks(text) for text in ("-", "--", "—", "...", '"', ",", "。"))
    assert not any(is_only_marks(text) for text in ("a", "&", "42", "", "-a"))
