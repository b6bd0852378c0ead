"""Numbers in context: what should stand where an entity is, and what does."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from legibly.formatting.formatter import Formatter
from legibly.formatting.options import Options
from legibly.languages import language
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
from recipes.shugrina_2010.entity_errors import Errors, by_sentence, entity_errors
from recipes.shugrina_2010.full_system import (
    STAYS,
    exact,
    joint_errors,
    number_table,
    outcome,
    reference,
    spaceless,
    with_words,
)
from recipes.shugrina_2010.full_system import readings as system_readings

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


def test_peers_are_given_the_sentences_that_are_judged(call: Call) -> None:
    rows = [{"w": "So", "p": "."}, *ROWS]
    assert as_spoken(rows).sentences_with_entities() == [
        "we made forty dollars",
        "on june fifth two",
    ]
    errors = entity_errors([as_spoken(rows)], by_sentence(Shouting(), [as_spoken(rows)]))
    assert errors.total == {"all": 2, "all $": 1, "wrong": 2, "under": 2}


class Shouting:
    """A program that writes capitals."""

    words_a_second = 1.0

    def __call__(self, lines: Sequence[str]) -> list[str]:
        return [line.upper() for line in lines]


def test_number_words_that_stay_are_entities(call: Call) -> None:
    both = with_words(call)
    assert both.entities == [*call.entities, Entity(7, 8, "two", STAYS)]
    rows = [{"w": "One"}, {"w": "hundred", "p": "."}, {"w": "Two"}, {"w": "it"}]
    assert [entity.written for entity in with_words(as_spoken(rows)).entities] == [
        "One hundred",
        "Two",
    ]


@pytest.mark.parametrize(
    ("wanted", "written", "kinds", "without_spaces"),
    [
        ("$40", "$40,", [], []),
        ("two", "Two.", [], []),
        ("two", "2", ["wrong", "over"], ["wrong", "over"]),
        ("$40", "forty dollars", ["wrong", "under"], ["wrong", "under"]),
        ("$40", "$ 40", ["wrong", "incorrect"], []),
        ("5 5:30", "5530", ["wrong", "incorrect"], ["wrong", "incorrect"]),
    ],
)
def test_every_kind_of_error(
    wanted: str, written: str, kinds: list[str], without_spaces: list[str]
) -> None:
    judgement = Judgement(Entity(0, 1, wanted, "x"), wanted, written)
    assert list(outcome(judgement, exact)) == ["all", *kinds]
    assert list(outcome(judgement, spaceless)) == ["all", *without_spaces]


def test_references_have_their_marks_over_spoken_words(call: Call) -> None:
    assert reference(call).text == "We made $40. On June 5, two"


def test_what_systems_do_with_a_call(call: Call) -> None:
    grammars = Formatter([], language("en"), Options(punctuation=False))
    errors, score = joint_errors([with_words(call)], grammars)
    assert errors["exact"].total["all"] == 3
    assert score.counts.marks["."].deleted == 1
    table = number_table({"x": errors})
    assert table.count("| x |") == 2


def test_systems_are_compared_as_in_the_paper() -> None:
    def errors(over: int, under: int) -> dict[str, Errors]:
        counts = Counter({"all": 100, "wrong": over + under, "over": over, "under": under})
        return {name: Errors([counts] * 10) for name in ("exact", "ignoring spaces")}

    found = system_readings({"System A": errors(5, 2), "System B": errors(7, 1)})
    assert (found["system_a_better"], found["systems_overlap"]) == (True, False)
    assert (found["a_formats_less"], found["a_misses_more"]) == (True, True)
    assert found["system_rates"] == "7.0% and 8.0%"


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


def test_lower_beyond_chance_is_lower_on_the_same_calls() -> None:
    worse = Errors([Counter({"all": 20, "wrong": wrong}) for wrong in (4, 5, 6, 7)])
    better = Errors([Counter({"all": 20, "wrong": wrong}) for wrong in (3, 4, 5, 6)])
    other = Errors([Counter({"all": 20, "wrong": wrong}) for wrong in (2, 5, 7, 7)])
    assert better.is_surely_below(worse)
    assert not worse.is_surely_below(better)
    assert not other.is_surely_below(worse)
    assert not worse.is_surely_below(worse)
