from __future__ import annotations

import pytest
from hypothesis import given

from legibly.errors import DataError
from legibly.transcript import Alternative, Token, Transcript, Word
from tests.formats.helpers import read, write
from tests.strategies import transcripts

EXAMPLE = """;; LABEL "F0" "planned" "planned speech"
show 1 anchor 0.5 2.25 <o,f0,male> Good evening, everyone.
show 1 anchor 2.25 4 <o,f0,male> {hello / hi there / @ } (uh) all
show 1 inter_segment_gap 4 9.5 <o,,> IGNORE_TIME_SEGMENT_IN_SCORING
show 1 guest 9.5 10 <o,f1,female> yes
other A spk 0 1 no labels here
"""


def test_nists_segments() -> None:
    show, other = read("stm", EXAMPLE)
    assert show.name == "show"
    assert [word.text for word in show.words] == [
        *(
            "Good",
            "evening",
            "everyone",
            "hello",
            "uh",
            "all",
            "IGNORE_TIME_SEGMENT_IN_SCORING",
            "yes",
        ),
    ]
    assert show.tokens[1].after == ","
    good, everyone = show.words[0], show.words[2]
    assert (good.start, good.end, everyone.start, everyone.end) == (0.5, None, None, 2.25)
    assert good.labels == {
        "channel": "1",
        "segment": 2,
        "stm": "o,f0,male",
        "focus": "f0",
        "gender": "male",
    }
    assert (show.words[7].start, show.words[7].end, show.words[7].speaker) == (9.5, 10.0, "guest")
    assert other.text == "no labels here"


def test_alternatives_and_optional_words() -> None:
    show = read("stm", EXAMPLE)[0]
    assert [(a.first, a.last, [w.text for w in a.words]) for a in show.alternatives] == [
        (3, 4, ["hi", "there"]),
        (3, 4, []),
    ]
    assert show.tokens[4].written == "(uh)"


def test_written_and_read_it_is_the_same() -> None:
    show = read("stm", EXAMPLE)[0]
    [again] = read("stm", write("stm", [show]))
    assert again.tokens == show.tokens
    assert [(w.start, w.end, w.speaker) for w in again.words] == [
        (w.start, w.end, w.speaker) for w in show.words
    ]
    assert [(a.first, a.last) for a in again.alternatives] == [
        (a.first, a.last) for a in show.alternatives
    ]


def test_without_segments_a_sentence_is_one() -> None:
    words = [
        Word("so", 0, 1, speaker="A"),
        Word("yes", 1, 2, speaker="A"),
        Word("no", 2, 3, speaker="B"),
    ]
    tokens = [Token("So", 0, 1, after="."), Token("yes", 1, 2), Token("No", 2, 3, after=".")]
    assert write("stm", [Transcript(words, tokens, name="a b")]) == (
        "a_b 1 A 0.000 1.000 So.\na_b 1 A 1.000 2.000 yes\na_b 1 B 2.000 3.000 No.\n"
    )


@given(transcripts(timed=True, min_size=1))
def test_no_word_or_mark_is_lost(transcript: Transcript) -> None:
    [again] = read("stm", write("stm", [transcript]))
    assert [(t.text, t.after) for t in again.tokens] == [
        (t.text, t.after) for t in transcript.tokens
    ]


def test_a_mark_that_ends_a_segment_alone() -> None:
    [transcript] = read("stm", "a 1 s 0 2 well ...\n")
    assert transcript.words == (Word("well", 0, 2, None, "s", {"channel": "1", "segment": 1}),)


def test_empty_segments_have_no_words() -> None:
    assert read("stm", "a 1 s 0 2\na 1 s 2 3 <o,f0,male>\n") == []


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("a 1 spk 0", "4 fields; expected recording channel speaker begin end"),
        ("a 1 spk zero 1 hello", r"begin 'zero' or end '1' is not a number \(fields 4 and 5\)"),
        ("a 1 spk 2 1 hello", "end 1.0 is before start 2.0"),
        ("a 1 spk -2 1 hello", "start -2.0 is negative"),
    ],
)
def test_bad_lines(line: str, message: str) -> None:
    with pytest.raises(DataError, match=f"talk.x:2: {message}"):
        read("stm", f";; comment\n{line}\n")
    assert read("stm", line, skip_bad_lines=True) == []


def test_segments_without_times_cannot_be_written() -> None:
    with pytest.raises(DataError, match="no times at word 0, and STM needs them"):
        write("stm", [Transcript([Word("so")])])


def test_an_alternative_over_words() -> None:
    words = [Word("a", 0, 1), Word("b", 1, 2)]
    transcript = Transcript(words, alternatives=(Alternative(0, 2, (Word("c"),)),))
    assert write("stm", [transcript]) == "unknown 1 unknown 0.000 2.000 { a b / c }\n"


def test_an_empty_main_branch() -> None:
    [transcript] = read("stm", "a 1 s 0 2 hello { @ / um } yes { @ / no }\n")
    assert transcript.text == "hello yes"
    assert [(a.first, a.last) for a in transcript.alternatives] == [(1, 1), (2, 2)]
    assert write("stm", [transcript]) == "a 1 s 0.000 2.000 hello { @ / um } yes { @ / no }\n"
