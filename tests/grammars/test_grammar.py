from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.grammars.conditions import Cost
from legibly.grammars.grammar import (
    Fields,
    Grammar,
    Part,
    grouped_digits,
    make_tokens,
    plain_digits,
)
from legibly.grammars.phrases import Field, FieldText, Maybe, Table, silent
from legibly.grammars.style import Style
from legibly.transcript import Token

DIGITS = Table([("one", "1"), ("two", "2"), ("oh", "0", 0.5)])
SCORE = Field("us", DIGITS) + silent("to", "against") + Field("them", DIGITS)


def write_score(fields: Fields, style: Style) -> list[Part]:
    us, them = fields["us"], fields["them"]
    return [Part(us.text, us), Part(f":{them.text}", them)]


def parse_score(text: str) -> list[dict[str, str]]:
    us, colon, them = text.partition(":")
    return [{"us": us, "them": them}] if colon else []


# --- readings
# ------------------------------------------------------------------------------


def test_a_reading_has_the_tokens_that_its_writer_makes() -> None:
    [reading] = Grammar("score", SCORE, write_score).readings(
        ["one", "to", "oh", "again"], {}, Style()
    )
    assert (reading.length, reading.kind, reading.cost) == (3, "score", 0.5)
    assert reading.tokens == (
        Token("1", 0, 2, kind="score"),
        Token(":0", 2, 3, kind="score"),
    )


def test_a_writer_may_decline() -> None:
    grammar = Grammar("score", SCORE, lambda fields, style: None)
    assert list(grammar.readings(["one", "to", "two"], {}, Style())) == []


def test_the_style_is_handed_to_the_writer() -> None:
    grammar = Grammar(
        "number",
        Field("n", DIGITS),
        lambda fields, style: [Part(f"{fields['n'].text}{style.half}")],
    )
    [reading] = grammar.readings(["one"], {}, Style(half="am"))
    assert reading.tokens[0].text == "1am"


def test_the_same_tokens_heard_twice_are_one_reading_at_the_lower_cost() -> None:
    twice = (Cost(2.0) + SCORE) | (Cost(1.0) + SCORE) | (Cost(3.0) + SCORE)
    [reading] = Grammar("score", twice, write_score).readings(["one", "to", "two"], {}, Style())
    assert reading.cost == 1.0


def test_nothing_heard_is_no_reading() -> None:
    grammar = Grammar("maybe", Maybe(Field("n", DIGITS)), lambda fields, style: [Part("x")])
    assert [reading.length for reading in grammar.readings(["one"], {}, Style())] == [1]
    assert list(grammar.readings(["three"], {}, Style())) == []


# --- the way back
# ------------------------------------------------------------------------------


def test_a_text_that_can_be_parsed_is_said() -> None:
    grammar = Grammar("score", SCORE, write_score, parse_score)
    assert list(grammar.spoken("1:0")) == [(0.5, ("one", "to", "oh"))]
    assert list(grammar.spoken("1-0")) == []
    assert list(grammar.spoken("1:9")) == []


def test_a_text_is_said_only_where_all_its_fields_are() -> None:
    grammar = Grammar("score", SCORE, write_score, lambda text: [{"us": "1", "referee": "2"}])
    assert list(grammar.spoken("1:2")) == []


def test_a_grammar_without_a_parser_says_nothing() -> None:
    assert list(Grammar("score", SCORE, write_score).spoken("1:0")) == []


# --- tokens of parts
# ------------------------------------------------------------------------------


def field(first: int) -> FieldText:
    return FieldText("any", "text", first, first + 1)


def test_a_part_reaches_to_the_next_ones_field() -> None:
    parts = [Part("July", field(0)), Part("25", field(1), ","), Part("2012", field(3))]
    assert make_tokens(parts, 0, 5, "date") == (
        Token("July", 0, 1, kind="date"),
        Token("25", 1, 3, after=",", kind="date"),
        Token("2012", 3, 5, kind="date"),
    )


def test_the_first_part_has_the_words_before_its_field_too() -> None:
    assert [token.span for token in make_tokens([Part("4", field(2))], 0, 4, "")] == [(0, 4)]
    parts = [Part("4", field(1)), Part("July", field(3))]
    assert [token.span for token in make_tokens(parts, 0, 4, "")] == [(0, 3), (3, 4)]


def test_a_first_part_needs_no_field() -> None:
    parts = [Part("5"), Part("million", field(2))]
    assert [token.span for token in make_tokens(parts, 0, 3, "")] == [(0, 2), (2, 3)]


def test_parts_in_another_order_are_one_token_with_their_marks() -> None:
    parts = [Part("January", field(2)), Part("15", field(0), ","), Part("2012", field(3))]
    assert make_tokens(parts, 0, 5, "date") == (Token("January 15, 2012", 0, 5, kind="date"),)


def test_parts_of_the_same_word_are_one_token() -> None:
    assert make_tokens([Part("a", field(0)), Part("b", field(0))], 0, 2, "") == (
        Token("a b", 0, 2, kind=""),
    )


@given(st.lists(st.integers(0, 7), min_size=1, max_size=4), st.integers(8, 10))
def test_tokens_cover_all_words_whatever_the_order_of_the_parts(
    places: list[int], length: int
) -> None:
    parts = [Part(f"p{i}", field(place)) for i, place in enumerate(places)]
    tokens = make_tokens(parts, 0, length, "any")
    reached = 0
    for token in tokens:
        assert token.first == reached < token.last
        reached = token.last
    assert reached == length
    assert " ".join(token.text for token in tokens) == " ".join(part.text for part in parts)


# --- digits
# ------------------------------------------------------------------------------


@given(st.integers(0, 10**15), st.none() | st.integers(0, 999))
def test_thousands_are_set_apart_as_python_does(number: int, fraction: int | None) -> None:
    rest = "" if fraction is None else f".{fraction}"
    found = grouped_digits(f"{number}{rest}", Style())
    assert found == f"{number:,}{rest}"
    assert plain_digits(found) == f"{number}{rest}"


@pytest.mark.parametrize(
    ("number", "thousands", "expected"),
    [
        ("1234567", " ", "1 234 567"),
        ("1234567", "", "1234567"),
        ("0123456", ",", "0123456"),  # a string of digits rather than a number
        ("999", ",", "999"),
        (".5", ",", ".5"),
        ("1234.56789", ",", "1,234.56789"),
    ],
)
def test_thousands_in_other_styles(number: str, thousands: str, expected: str) -> None:
    assert grouped_digits(number, Style(thousands=thousands)) == expected
