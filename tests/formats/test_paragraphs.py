from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from legibly.transcript import Token, Transcript, Word
from tests.formats.helpers import write
from tests.strategies import transcripts

TALK = Transcript(
    [
        Word("hi", 0, 1, speaker="Ann"),
        Word("bob", 1, 2, speaker="Ann"),
        Word("well", 9, 10, speaker="Ann"),
        Word("yes", 10, 11, speaker="B*b"),
        Word("um", 11, 12, speaker="B*b"),
    ],
    [
        Token("Hi", 0, 1),
        Token("Bob", 1, 2, after="."),
        Token("Well", 2, 3, after="."),
        Token("Yes", 3, 4, after="."),
        Token("", 4, 5),
    ],
)


def test_one_sentence_a_line() -> None:
    assert write("sentences", [TALK, TALK]) == "Hi Bob.\nWell.\nYes.\n\nHi Bob.\nWell.\nYes.\n"


def test_paragraphs_at_speakers_and_long_pauses() -> None:
    assert write("paragraphs", [TALK]) == "Ann: Hi Bob.\n\nAnn: Well.\n\nB*b: Yes.\n"


def test_markdown_has_bold_names_and_escapes() -> None:
    assert write("markdown", [TALK]) == "**Ann:** Hi Bob.\n\n**Ann:** Well.\n\n**B\\*b:** Yes.\n"


def test_without_speakers_there_are_no_labels() -> None:
    assert write("paragraphs", [Transcript([Word("yes"), Word("we")])]) == "yes we\n"


def test_chinese_has_no_spaces() -> None:
    assert write("sentences", [Transcript([Word("你"), Word("好")])]) == "你好\n"


@given(transcripts(max_size=20), st.integers(1, 5))
def test_parts_make_no_difference(transcript: Transcript, size: int) -> None:
    from legibly.transcript import cut_parts

    for shape in ("sentences", "paragraphs", "markdown", "text"):
        assert write(shape, cut_parts(transcript, size)) == write(shape, [transcript])
