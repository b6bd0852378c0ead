from __future__ import annotations

import json

import pytest
from hypothesis import given

from legibly.errors import DataError
from legibly.formats import guess_format
from legibly.formats.word_lines import read_word_lines
from legibly.transcript import PART_WORDS, Token, Transcript, Word
from tests.formats.helpers import read, source, write
from tests.strategies import transcripts

LINE = (
    '{"w":"passengers","p":",","s":108.74,"e":109.49,"spk":"1","conf":null,'
    '"ent":"5:DATE","turn":1}\n'
)


def test_a_word_with_its_mark_and_labels() -> None:
    [transcript] = read("words", LINE)
    assert transcript.words == (
        Word("passengers", 108.74, 109.49, None, "1", {"ent": "5:DATE", "turn": 1}),
    )
    assert transcript.tokens[0].after == ","
    assert read("words", write("words", [transcript])) == [transcript]


def test_opening_marks_and_numbers_as_speakers() -> None:
    [transcript] = read(
        "words", '{"w":"laughs","p":")","pre":"(","s":null,"e":null,"spk":0,"conf":1}'
    )
    assert transcript.tokens[0].written == "(laughs)"
    assert (transcript.words[0].speaker, transcript.words[0].confidence) == ("0", 1.0)


def test_long_names_are_understood_and_marks_on_words_taken_off() -> None:
    [transcript] = read(
        "words", '{"text": "Hello,", "start": 1, "end": 2, "confidence": 0.5, "speaker": "A"}'
    )
    assert transcript.words == (Word("Hello", 1.0, 2.0, 0.5, "A"),)
    assert transcript.tokens[0].after == ","


def test_labels_never_overwrite_the_word() -> None:
    transcript = Transcript([Word("good", 1, 2, labels={"w": "evil", "s": 9, "x": 1})])
    assert json.loads(write("words", [transcript])) == {
        **{"w": "good", "p": "", "s": 1, "e": 2, "spk": None, "conf": None, "ent": None, "x": 1},
    }


def test_an_object_with_words_is_a_recording() -> None:
    item = {"recording": "r", "id": "r_1", "words": [{"w": "But", "p": "", "prom": 1}]}
    first, second = read("words", json.dumps(item) + "\n" + LINE)
    assert (first.name, first.words[0].labels) == ("r_1", {"prom": 1})
    assert second.text == "passengers,"


@given(transcripts(min_size=1))
def test_written_and_read_it_is_the_same(transcript: Transcript) -> None:
    assert read("words", write("words", [transcript]), name="talk.jsonl") == [transcript]


def test_a_token_of_several_words_is_one_line() -> None:
    transcript = Transcript(
        [Word("a", 0, 1), Word("b", 1, 2), Word("um")], [Token("AB", 0, 2), Token("", 2, 3)]
    )
    [again] = read("words", write("words", [transcript]))
    assert again.words == (Word("AB", 0, 2),)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"w": "a"', "not valid JSON"),
        ("[" * 100_000, "not valid JSON"),
        ('["a"]', "found list; expected an object like"),
        ('{"p": ","}', "'w' is None; expected the word as a string"),
        ('{"w": 5}', "'w' is 5"),
        ('{"w": "a", "s": "1.5"}', "'s' is '1.5'; expected seconds as a number, or null"),
        ('{"w": "a", "s": true}', "'s' is True"),
        ('{"w": "a", "s": -2, "e": 1}', "start -2.0 is negative"),
        ('{"w": "a", "s": NaN}', "start nan is not a time"),
        ('{"w": "a", "p": 3}', "'p' is 3"),
        ('{"w": "a\\ud800"}', "half of a surrogate pair; expected text"),
        ('{"w": "a", "turn": ["\\uDC00"]}', "half of a surrogate pair; expected text"),
        ('{"w": "a", "s": 1' + "0" * 400 + "}", "is a number of 401 digits; expected seconds"),
        ('{"w": "a", "s": 1' + "0" * 5000 + "}", "not valid JSON"),
        ('{"words": ["a"]}', "found str in 'words'"),
    ],
)
def test_bad_lines(line: str, message: str) -> None:
    with pytest.raises(DataError, match=message) as caught:
        read("words", LINE + line)
    assert str(caught.value).startswith("talk.x:2: ")
    assert [t.text for t in read("words", LINE + line, skip_bad_lines=True)] == ["passengers,"]


def test_confidences_that_are_no_numbers_and_reversed_times_are_repaired_and_counted() -> None:
    there = source('{"w":"a","conf":NaN,"s":2,"e":1}')
    [transcript] = read_word_lines(there)
    assert transcript.words == (Word("a", 2.0, None),)
    assert there.repairs == {
        "confidence is not a number, left out": 1,
        "end before start, end left out": 1,
    }


def test_long_files_come_in_parts() -> None:
    parts = list(read_word_lines(source(LINE * (PART_WORDS + 5))))
    assert [part.continued for part in parts] == [True, False]


@pytest.mark.parametrize("text", ["a b", "a\n\nb", "a\u2028b"])
def test_lines_are_known_whatever_is_in_a_word(text: str) -> None:
    written = write("words", [Transcript([Word(text, 0, 1)])])
    assert guess_format("talk.jsonl", written).name == "words"
    assert read("words", written)[0].words[0].text == text


def test_words_under_other_names_are_a_recognisers() -> None:
    assert guess_format("talk.json", '{"words": [{"name": "a", "time": 1}]}').name == "recogniser"
