from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.errors import DataError
from legibly.transcript import Alternative, Token, Transcript, Word, cut_parts
from tests.formats.helpers import read, write
from tests.strategies import covers, heard_words

LABELS = st.dictionaries(
    st.text(max_size=4),
    st.none() | st.booleans() | st.integers(-5, 5) | st.text(max_size=4),
    max_size=2,
)


@st.composite
def rich_transcripts(draw: st.DrawFn) -> Transcript:
    words = [
        word._replace(labels=draw(LABELS))
        for word in draw(st.lists(heard_words(texts=st.text(min_size=1)), max_size=8))
    ]
    tokens = draw(covers(len(words)))
    alternatives = []
    if words:
        first = draw(st.integers(0, len(words)))
        alternatives = [
            Alternative(first, len(words), (Word("x", 1.0),), draw(st.none() | st.just(-2.5)))
        ]
    name, language = draw(st.none() | st.text(max_size=3)), draw(st.none() | st.just("pt"))
    return Transcript(words, tokens, language, name, alternatives)


@given(rich_transcripts())
def test_nothing_is_lost(transcript: Transcript) -> None:
    assert read("json", write("json", [transcript])) == [transcript]


@given(st.lists(rich_transcripts(), min_size=2, max_size=3))
def test_several_recordings(transcripts: list[Transcript]) -> None:
    assert read("json", write("json", transcripts)) == transcripts


def test_the_contract() -> None:
    words = [Word("three", 1.0, 1.2, 0.5, "A", {"turn": 1}), Word("thirty", 1.2, 1.6, 0.5, "A")]
    transcript = Transcript(words, [Token("3:30", 0, 2, '"', "?", "time")], "en", "call")
    assert json.loads(write("json", [transcript])) == {
        "legibly": 1,
        "name": "call",
        "language": "en",
        "words": [
            {
                "text": "three",
                "start": 1.0,
                "end": 1.2,
                "confidence": 0.5,
                "speaker": "A",
                "labels": {"turn": 1},
            },
            {"text": "thirty", "start": 1.2, "end": 1.6, "confidence": 0.5, "speaker": "A"},
        ],
        "tokens": [
            {
                **{
                    "text": "3:30",
                    "first": 0,
                    "last": 2,
                    "before": '"',
                    "after": "?",
                    "kind": "time",
                },
                **{"start": 1.0, "end": 1.6, "confidence": 0.25},
            }
        ],
        "sentences": [{"first": 0, "last": 2, "type": "question"}],
    }


def test_tokens_may_be_left_out_and_marks_are_then_taken_off_the_words() -> None:
    [transcript] = read(
        "json", '{"legibly": 1, "words": [{"text": "hi."}, {"text": "[laughter]"}]}'
    )
    assert [word.text for word in transcript.words] == ["hi", "[laughter]"]
    assert transcript.text == "hi. [laughter]"


def test_numbers_that_json_cannot_hold() -> None:
    with pytest.raises(DataError, match="a label holds a number that JSON cannot"):
        write("json", [Transcript([Word("a", labels={"x": float("nan")})])])


def test_parts_are_joined_and_nothing_is_an_empty_transcript() -> None:
    transcript = Transcript([Word("a"), Word("b"), Word("c")])
    assert read("json", write("json", cut_parts(transcript, 1))) == [transcript]
    assert read("json", write("json", [])) == [Transcript(())]


def with_words(**word: Any) -> str:
    return json.dumps({"legibly": 1, "words": [word]})


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"legibly": 1, "words": [', "talk.x:1: not valid JSON"),
        ("[" * 100_000, "nested too deeply"),
        ('{"text": "hello"}', 'not legibly\'s JSON; expected an object with "legibly": 1'),
        ('{"legibly": 2}', "version 2 of legibly's JSON; this program reads version 1"),
        ('{"legibly": 1, "words": {}}', "'words' is not a list of objects"),
        ('{"legibly": 1, "transcripts": 3}', "'transcripts' is int; expected a list"),
        ('{"legibly": 1, "transcripts": [5]}', "found int; expected an object"),
        ('{"legibly": 1' + "0" * 5000 + "}", "not valid JSON"),
        (with_words(text="a\ud800"), "expected a string"),
        (
            '{"legibly": 1, "transcripts": [{}, {"words": 1}]}',
            "transcript 1: 'words' is not a list",
        ),
        (with_words(text="x" * 10_001), "a word of 10001 characters; expected at most 10000"),
        (with_words(text=None), "'text' is None; expected a string"),
        (with_words(text="a", start="x"), "'start' is 'x'; expected seconds"),
        (with_words(text="a", start=-2, end=1), "start -2.0 is negative"),
        (with_words(text="a", labels=[1]), r"'labels' is \[1\]; expected an object"),
        (with_words(text="a", speaker=7), "'speaker' is 7; expected a string"),
        (
            '{"legibly": 1, "words": [{"text": "a"}], "tokens": [{"text": "A"}]}',
            "first None and last None; expected word positions",
        ),
        (
            '{"legibly": 1, "words": [{"text": "a"}], "tokens": [{"text": "A", "first": 0, '
            '"last": 2}]}',
            "tokens cover 2 of 1 words",
        ),
    ],
)
def test_wrong_documents(content: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read("json", content)
