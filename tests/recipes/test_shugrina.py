"""Numbers in context: what should stand where an entity is, and what does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from legibly.transcript import Span, Token
from recipes.made_up import make_up
from recipes.shugrina_2010 import marks
from recipes.shugrina_2010.entities import (
    Call,
    Entity,
    Judgement,
    as_spoken,
    judge,
    plain,
    sentence_texts,
)

ROWS = [
    {"w": "We"},
    {"w": "made"},
    {"w": "$40", "ent": "0:MONEY", "said": "forty dollars", "p": "."},
    {"w": "On", "p": ""},
    {"w": "June", "ent": "1:DATE", "said": "june fifth"},
    {"w": "5", "ent": "1:DATE", "said": "june fifth", "p": ","},
    {"w": "two", "ent": "2:CARDINAL", "said": "two"},
]


@pytest.fixture
def call() -> Call:
    return as_spoken(ROWS)


def test_the_marks_module_writes_its_page(tmp_path: Path) -> None:
    made_up = make_up(tmp_path / "corpora")
    folders = ("--data", str(made_up), "--docs", str(tmp_path / "docs"), "--work", str(tmp_path))
    marks.main([*folders, "--quick"])
    page = (tmp_path / "docs" / "shugrina-2010-marks.md").read_text("utf-8")
    assert page.startswith("# ")
    assert re.search(r"^\|[-|]+\|\n\|", page, re.M), "a table has no row"
    assert "python -m recipes.shugrina_2010.marks" in page


def test_entities_with_digits_are_put_into_spoken_words(call: Call) -> None:
    assert call.words == ["we", "made", "forty", "dollars", "on", "june", "fifth", "two"]
    assert call.written == ["We", "made", "$40", "", "On", "June 5", "", "two"]
    assert call.entities == [Entity(2, 4, "$40", "MONEY"), Entity(5, 7, "June 5", "DATE")]
    assert call.sentences == [Span(0, 4), Span(4, 8)]


def test_a_token_is_drawn_in_the_sentence_it_begins_in(call: Call) -> None:
    tokens = [
        *(Token("We", 0, 1), Token("made", 1, 2, after=","), Token("$40", 2, 4, after=".")),
        *(Token("on", 4, 5), Token("June 5", 5, 7, after=",", kind="date"), Token("two", 7, 8)),
    ]
    assert sentence_texts(call, tokens) == ["We made $40", "on June 5, two"]


def test_an_entity_is_judged_between_the_words_that_both_texts_have(call: Call) -> None:
    money, date = call.entities
    assert list(judge(call, ["we made 40 dollars", "on june 5 two"])) == [
        Judgement(money, "$40", "40 dollars"),
        Judgement(date, "June 5", "june 5"),
    ]


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("3:30 p.m.", "03:30PM"),
        ("10 per cent", "10%"),
        ("1,000,000", "1000000"),
        ("0.5", ".5"),
        ("minus 3", "-3"),
        ("June 5, 2021", "june 5 2021"),
    ],
)
def test_style_alone_makes_no_difference(text: str, same: str) -> None:
    assert plain(text) == plain(same)


def test_other_digits_make_a_difference() -> None:
    assert plain("1.5") != plain("15")
