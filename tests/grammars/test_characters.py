from __future__ import annotations

from legibly.grammars.characters import taken_apart
from legibly.grammars.grammar import Reading
from legibly.transcript import Token


def test_nothing_is_taken_apart_where_words_are_characters() -> None:
    assert taken_apart(["三", "点", "nba"]) is None


def test_what_is_heard_in_characters_covers_whole_words() -> None:
    found = taken_apart(["约", "三百人", "nba"])
    assert found is not None
    assert found.heard == ["约", "三", "百", "人", "nba"]
    reading = Reading(2, (Token("300", 0, 2, kind="cardinal"),), "cardinal", 0.0)
    assert found.over_words(reading, 1).tokens == (Token("300人", 0, 1, kind="cardinal"),)


def test_tokens_that_end_within_a_word_become_one() -> None:
    found = taken_apart(["下午三", "点"])
    assert found is not None
    tokens = (Token("下午", 0, 2, kind="time"), Token("3点", 2, 4, kind="time"))
    written = found.over_words(Reading(4, tokens, "time", 0.0), 0)
    assert written.tokens == (Token("下午3点", 0, 2, kind="time"),)
