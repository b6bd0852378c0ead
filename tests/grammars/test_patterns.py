from __future__ import annotations

import pytest

from legibly.grammars.patterns import has_slots, pattern
from legibly.grammars.phrases import Table
from legibly.grammars.style import Style
from legibly.transcript import Token

SLOTS = {
    "number": Table([("one", "1"), ("two", "2"), ("double two", "22")]),
    "letter": Table([("a", "A"), ("bee", "B")]),
}


def tokens(spoken: str, written: str, words: str) -> tuple[Token, ...] | None:
    """Of the reading of all the words."""
    heard = words.split()
    for reading in pattern(spoken, written, SLOTS).readings(heard, {}, Style()):
        if reading.length == len(heard):
            return reading.tokens
    return None


def test_a_slot_is_written_in_its_place() -> None:
    assert tokens("room <number>", "Room <number>", "room double two") == (
        Token("Room", 0, 1, kind="pattern"),
        Token("22", 1, 3, kind="pattern"),
    )


def test_slots_may_be_written_together() -> None:
    assert tokens("gate <letter> <number>", "Gate <letter><number>", "gate bee one") == (
        Token("Gate B1", 0, 3, kind="pattern"),
    )


def test_a_pattern_needs_no_slot() -> None:
    assert tokens("henry the eighth", "Henry VIII", "henry the eighth") == (
        Token("Henry VIII", 0, 3, kind="pattern"),
    )


def test_as_many_words_as_were_spoken_keep_their_own_places() -> None:
    assert tokens("part <number> of <letter>", "Pt. <number> / <letter>", "part two of a") == (
        Token("Pt.", 0, 1, kind="pattern"),
        Token("2", 1, 2, kind="pattern"),
        Token("/", 2, 3, kind="pattern"),
        Token("A", 3, 4, kind="pattern"),
    )


def test_what_stands_around_a_slot_is_written_with_it() -> None:
    found = tokens("item <number>", "(item #<number>!)", "item one")
    assert found is not None
    assert [token.text for token in found] == ["(item", "#1!)"]


@pytest.mark.parametrize("words", ["room", "room three", "number one", "room a", "rooms one"])
def test_other_words_are_not_heard(words: str) -> None:
    assert tokens("room <number>", "Room <number>", words) is None


def test_what_is_spoken_may_be_typed_in_capitals() -> None:
    assert tokens("Room <number>", "Room <number>", "room one") is not None


def test_a_pattern_may_be_of_another_kind() -> None:
    assert pattern("room <number>", "Room <number>", SLOTS).kind == "pattern"
    assert pattern("room <number>", "Room <number>", SLOTS, "rule").kind == "rule"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("room <number>", True),
        ("<number>", True),
        ("room-<number>", True),
        ("room", False),
        ("a < b > c", False),
        ("<>", False),
    ],
)
def test_a_slot_is_a_name_in_brackets(text: str, expected: bool) -> None:
    assert has_slots(text) is expected


@pytest.mark.parametrize(
    ("spoken", "written", "message"),
    [
        ("room <nummer>", "Room <nummer>", "no slot <nummer>; expected one of <letter>, <number>"),
        ("room <number>", "Room", "expected the same slots on both sides, each once"),
        ("room", "Room <number>", "expected the same slots on both sides, each once"),
        ("<number> <number>", "<number> <number>", "each once, in the same order"),
        ("<letter> <number>", "<number> <letter>", "each once, in the same order"),
        ("room-<number>", "Room <number>", "'room-<number>': a slot is a word of its own"),
    ],
)
def test_a_row_that_makes_no_sense(spoken: str, written: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        pattern(spoken, written, SLOTS)
