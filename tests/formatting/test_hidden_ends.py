"""An end that hides in an abbreviation is an end: "at 3 PM. Please be on time"."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import legibly
from legibly.formatting.formatter import Formatter
from legibly.languages import language
from legibly.marks import ends_sentence
from legibly.transcript import Token

ENGLISH = language("en")
# Not those that are letters or abbreviations themselves, nor names.
OPENERS = sorted(ENGLISH.openers - {"may", "will", "i", "us", "am", "it"})
STOPS = sorted(ENGLISH.abbreviations.often)
LETTERS = st.lists(st.sampled_from("bcdefghjklmnopqrstuvwxyz"), min_size=1, max_size=4)


@cache
def formatter(half: str) -> Formatter:
    return legibly.load("en", styles={"half": half})


def is_ended(token: Token) -> bool:
    return ends_sentence(token.after) or token.text.endswith(".")


@settings(max_examples=150)
@given(
    st.sampled_from(["we meet at three", "he lives in the", "she works for", "i saw a", "so"]),
    LETTERS.map(" ".join) | st.sampled_from(STOPS),
    st.sampled_from(OPENERS),
    st.sampled_from(["be on time", "it was late", "we went home", "you know him", ""]),
    st.sampled_from(["AM", "a.m."]),
)
def test_marks_and_capitals_agree(
    before: str, abbreviation: str, opener: str, behind: str, half: str
) -> None:
    copy = formatter(half)(" ".join([before, abbreviation, opener, behind]).strip())
    for token, following in pairwise(copy.tokens):
        word, said_before = (copy.words[i].text for i in (following.first, following.first - 1))
        if ends_sentence(token.after):
            assert not following.text[:1].islower(), copy.text
        elif word == said_before:
            continue  # "we we": which of them begins the sentence is anybody's guess
        elif word in OPENERS and not is_ended(token) and following.kind == "word":
            assert following.text[:1].islower(), copy.text


@pytest.mark.parametrize(
    ("heard", "written"),
    [
        ("we meet at three p.m. please be on time", "We meet at 3 PM. Please be on time."),
        ("he is an m.d. she is not", "He is an M.D. She is not."),
    ],
)
def test_stops_that_the_recogniser_wrote(heard: str, written: str) -> None:
    assert formatter("AM")(heard).text == written
