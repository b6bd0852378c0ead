"""A little of what `python -m recipes.hardening` does at length."""

from __future__ import annotations

import pytest

from legibly.grammars.grammar import Reading
from legibly.transcript import Token
from tests.fuzz.number_sequences import check_numbers, wrong
from tests.fuzz.siblings import check_siblings
from tests.fuzz.writing import check_writers
from tests.fuzz.xml_attacks import ATTACKS, BODIES, attack, attacks, check_xml


def test_what_is_read_can_be_written() -> None:
    written, refused, failures = check_writers(60, 1)
    assert not failures
    assert written > 5 * refused > 0


def test_a_wrong_value_beside_a_word_loses_none_in_silence() -> None:
    tried, failures = check_siblings(300, 1)
    assert not failures
    assert tried > 200


def test_grammars_propose_whole_words() -> None:
    seen, failures = check_numbers(300, 1)
    assert not failures
    assert seen > 300


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["$5.5.04"], "an amount with two points"),
        (["300.1.1.1"], "an address with a number over 255"),
        (["5", "6"], "covers 2 of 1 words"),
    ],
)
def test_what_is_wrong_with_a_reading_is_seen(texts: list[str], message: str) -> None:
    tokens = tuple(Token(text, i, i + 1) for i, text in enumerate(texts))
    found = wrong(Reading(len(tokens), tokens, "x", 0.0), 1)
    assert found is not None
    assert message in found


def test_xml_is_refused_or_read_in_time() -> None:
    read, refused, failures = check_xml()
    assert not failures
    assert read + refused == len(BODIES) * len(ATTACKS)


def test_no_entity_is_followed() -> None:
    for name, what, content in attacks():
        if "entit" in what or "laughs" in what:
            assert attack(name, content) == (False, None)
