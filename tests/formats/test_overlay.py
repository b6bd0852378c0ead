from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.formats.overlay import overlay
from legibly.marks import NO_ABBREVIATIONS
from legibly.transcript import check_cover
from tests.strategies import LETTERS, SOME_MARKS


@pytest.mark.parametrize(
    ("words", "text", "expected"),
    [
        ("hello there", "Hello, there.", "Hello,=0-1 there.=1-2"),
        ("it cost twenty five dollars", "It cost $25.", "It=0-1 cost=1-2 $25.=2-5"),
        ("um so yes", "So yes", "=0-1 So=1-2 yes=2-3"),
        ("call five five five now", "Call 55 5 now", "Call=0-1 55=1-2 5=2-4 now=4-5"),
        ("so yes", "So, well, yes", "So, well,=0-1 yes=1-2"),
        ("yes", "Oh yes", "Oh yes=0-1"),
        ("a b c d e", "quite other words", None),
    ],
)
def test_written_over_words(words: str, text: str, expected: str | None) -> None:
    tokens = overlay(words.split(), text, NO_ABBREVIATIONS)
    found = tokens and " ".join(f"{token.written}={token.first}-{token.last}" for token in tokens)
    assert found == expected


@given(st.lists(LETTERS, max_size=8), st.lists(st.tuples(LETTERS, SOME_MARKS), max_size=8))
def test_every_word_is_covered(words: list[str], written: list[tuple[str, str]]) -> None:
    tokens = overlay(words, " ".join(f"{text}{mark}" for text, mark in written), NO_ABBREVIATIONS)
    if tokens is not None:
        check_cover(tokens, len(words))
