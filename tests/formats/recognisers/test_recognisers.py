"""Lattices of recognisers, and that every example of a recogniser's file can be read."""

from __future__ import annotations

import pytest

from tests.formats.recognisers.helpers import FIXTURES, drawn, load

__all__ = ["FIXTURES", "drawn", "load"]  # tests of other formats take them from here


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("htk.slf", "FOUR[0.36-0.75] SEVEN[0.75-1.2]"),
        ("pocketsphinx.slf", "the[0.14-0.38] comparatively[0.41-1.27] minor[1.27-1.77]"),
    ],
)
def test_lattices_of_the_real_tools(name: str, expected: str) -> None:
    assert drawn(load(name)[0]) == expected


@pytest.mark.parametrize("name", sorted(path.name for path in FIXTURES.iterdir()))
def test_every_example_has_words_with_tokens_over_all_of_them(name: str) -> None:
    transcript, _ = load(name)
    assert transcript.words
    reached = 0
    for token in transcript.tokens:
        assert token.first == reached < token.last
        reached = token.last
    assert reached == len(transcript.words)
