from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.errors import DataError
from legibly.transcript import PART_WORDS, Alternative, Token, Transcript, Word
from tests.formats.helpers import read, source, write
from tests.strategies import transcripts

EXAMPLE = """;; from the documentation of NIST's scoring toolkit
7654 A 11.34 0.2  YES -6.763
7654 A 12.00 0.34 YOU -12.384530
7654 A 13.30 0.5  CAN 2.806418
7654 B 1.34 0.2  I -6.763
"""


def test_nists_example() -> None:
    first, second = read("ctm", EXAMPLE)
    assert [word.text for word in first.words] == ["YES", "YOU", "CAN"]
    assert first.words[0] == Word("YES", 11.34, 11.54, -6.763, None, {"channel": "A"})
    assert (first.name, second.words[0].labels["channel"]) == ("7654", "B")


def test_confidence_is_optional_and_may_be_absent() -> None:
    [transcript] = read(
        "ctm", "a 1 0 1 one\na 1 1 1 two NA\na 1 2 1 three nan\n\na 1 3 1 four 0.5 lex spk1\n"
    )
    assert [word.confidence for word in transcript.words] == [None, None, None, 0.5]
    assert transcript.words[3].speaker == "spk1"
    assert transcript.words[3].labels == {"channel": "1", "type": "lex"}


def test_alternatives() -> None:
    [transcript] = read(
        "ctm",
        """a 1 0 1 so
a 1 * * <ALT_BEGIN>
a 1 1 1 um
a 1 * * <ALT>
a 1 1 0.5 uh
a 1 1.5 0.5 huh
a 1 * * <ALT>
a 1 1 1 @
a 1 * * <ALT_END>
a 1 2 1 yes
""",
    )
    assert [word.text for word in transcript.words] == ["so", "um", "yes"]
    assert [(a.first, a.last, [w.text for w in a.words]) for a in transcript.alternatives] == [
        (1, 2, ["uh", "huh"]),
        (1, 2, []),
    ]
    assert read("ctm", write("ctm", [transcript])) == [transcript]


def test_a_first_alternative_may_be_empty() -> None:
    [transcript] = read(
        "ctm",
        "a 1 0 1 so\na 1 * * <ALT_BEGIN>\na 1 1 1 @\na 1 * * <ALT>\na 1 1 1 um\na 1 * * "
        "<ALT_END>\n",
    )
    assert transcript.alternatives == (
        Alternative(1, 1, (Word("um", 1, 2, None, None, {"channel": "1"}),)),
    )


def test_a_recording_may_open_with_alternatives() -> None:
    content = (
        "a 1 0.0 1.0 so\nb 1 * * <ALT_BEGIN>\nb 1 0.0 1.0 um\nb 1 * * <ALT>\nb 1 * * @\nb 1 "
        "* * <ALT_END>\n"
    )
    first, second = read("ctm", content)
    assert (first.text, second.text) == ("so", "um")
    assert second.alternatives == (Alternative(0, 1, ()),)
    assert read("ctm", write("ctm", [second])) == [second]


def test_alternatives_that_cannot_stand_side_by_side_are_left_out() -> None:
    words = [Word(w, i, i + 1, labels={"channel": "1"}) for i, w in enumerate("abc")]
    spans = [
        Alternative(0, 2, (words[0],)),
        Alternative(1, 3, (words[0],)),
        Alternative(3, 3, (words[2],)),
    ]
    transcript = Transcript(words, alternatives=spans, name="x")
    [again] = read("ctm", write("ctm", [transcript]))
    assert again.alternatives == (spans[0], spans[2])
    joined = Transcript(
        words, [Token("AB", 0, 2), Token("c", 2, 3)], alternatives=[Alternative(1, 2, ())]
    )
    assert "<ALT" not in write("ctm", [joined])


def test_blanks_inside_a_field_do_not_end_it() -> None:
    word = Word("a\nb\u2009c\u3000d", 0, 1, 0.123456789, "x y\tz")
    [again] = read("ctm", write("ctm", [Transcript([word], name="my talk")]))
    assert again.name == "my_talk"
    assert again.words[0][1:5] == (0.0, 1.0, 0.123456789, "x_y_z")
    assert len(again.words) == 1


def test_marks_on_words_become_marks() -> None:
    [transcript] = read("ctm", "a 1 0 1 Hello,\na 1 1 1 there\na 1 1 0 .\n")
    assert transcript.text == "Hello, there."
    assert [word.text for word in transcript.words] == ["Hello", "there"]


def test_overlapping_words_are_accepted_as_they_are() -> None:
    [transcript] = read("ctm", "a 1 0 2 one\na 1 1 2 two\na 1 0.5 1 three\n")
    assert [word.start for word in transcript.words] == [0.0, 1.0, 0.5]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "a 1 0.5 abc word",
            r"talk.x:2: duration 'abc' is not a number \(field 4 of 5\); fix the line or pass "
            r"--skip-bad-lines",
        ),
        ("a 1 x 1 word", r"start 'x' is not a number \(field 3 of 5\)"),
        ("a 1 -1 1 word", r"start -1 is negative \(field 3 of 5\)"),
        ("a 1 1 -1 word", r"duration -1 is negative \(field 4 of 5\)"),
        ("a 1 1 1e300 word", r"end 1e\+300 is beyond 1e\+09 seconds"),
        ("a 1 nan 1 word", "start nan is not a time in seconds"),
        ("a 1 1 inf word", "duration inf is not a time in seconds"),
        ("a 1 1 1", "4 fields; expected 5 to 8"),
        ("a 1 1 1 a b c d e", "9 fields; expected 5 to 8"),
        ("a 1 * * <ALT>", "<ALT> without <ALT_BEGIN>"),
        ("a 1 * * <ALTER>", "<ALTER> without <ALT_BEGIN>"),
        ("a 1 * * <ALT_BEGIN>", "<ALT_BEGIN> without <ALT_END>"),
    ],
)
def test_bad_lines(line: str, message: str) -> None:
    content = f"a 1 0 1 fine\n{line}\n"
    with pytest.raises(DataError, match=message):
        read("ctm", content)
    [transcript] = read("ctm", content, skip_bad_lines=True)
    assert transcript.text == "fine"


def test_an_unknown_sign_inside_alternatives() -> None:
    with pytest.raises(DataError, match="unknown sign <ALTER>"):
        read("ctm", "a 1 * * <ALT_BEGIN>\na 1 * * <ALTER>\n")


@given(transcripts(timed=True, min_size=1))
def test_written_and_read_it_is_the_same(transcript: Transcript) -> None:
    [again] = read("ctm", write("ctm", [transcript]))
    assert again.tokens == transcript.tokens
    for heard, word in zip(transcript.words, again.words, strict=True):
        assert word.text == heard.text
        assert (word.start, word.end) == (pytest.approx(heard.start), pytest.approx(heard.end))
        assert (word.confidence, word.speaker) == (heard.confidence, heard.speaker)


def test_a_token_of_several_words_takes_one_line() -> None:
    words = [Word("five", 0, 1, 0.5), Word("five", 1, 2, 0.5), Word("um", 2, 3)]
    transcript = Transcript(words, [Token("(55) 5", 0, 2, after="."), Token("", 2, 3)])
    written = write("ctm", [transcript])
    assert written == "unknown 1 0.000 2.000 (55)\u00a05. 0.25\n"
    assert read("ctm", written)[0].text == "(55) 5."


def test_a_word_without_a_time_cannot_be_written() -> None:
    with pytest.raises(
        DataError,
        match=r"'so' \(word 0\) has no time, and CTM needs one for every word; choose another "
        r"format",
    ):
        write("ctm", [Transcript([Word("so")])])


@given(st.integers(0, 3))
def test_long_recordings_come_in_parts(extra: int) -> None:
    from legibly.formats.ctm import read_ctm

    content = "".join(f"a 1 {i} 1 w\n" for i in range(2 * PART_WORDS + extra))
    parts = list(read_ctm(source(content)))
    assert [part.continued for part in parts] == [True] * (len(parts) - 1) + [False]
    assert sum(len(part.words) for part in parts) == 2 * PART_WORDS + extra
