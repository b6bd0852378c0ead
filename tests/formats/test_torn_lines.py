"""What a word or a label may hold must not become lines, cues or formulas of its own."""

from __future__ import annotations

import csv
import io

import pytest

from legibly.errors import DataError
from legibly.formats import formats
from legibly.transcript import Token, Transcript, Word
from tests.formats.helpers import read, source, write

NASTY = "a\n\n2\n00:00:09,000 --> 00:00:10,000\nb"
ONE_LINE_A_WORD = (
    "ctm",
    "srt",
    "vtt",
    "stm",
    "sentences",
    "text",
    "textgrid",
    "ttml",
    "labels",
    "xml",
)


def heard(text: str, **more: object) -> Transcript:
    return Transcript((Word(text, 0.0, 1.0, 0.5, labels=more), Word("end", 1.0, 2.0, 0.5)))


@pytest.mark.parametrize("name", ["srt", "vtt"])
def test_a_blank_line_in_a_word_opens_no_cue(name: str) -> None:
    written = write(name, [heard(NASTY)])
    assert written.count("-->") == written.count(" --> ") == 1
    assert len(list(formats()[name].cues(source(written)))) == 1  # type: ignore[misc]


@pytest.mark.parametrize("name", [name for name in ONE_LINE_A_WORD if name in formats()])
@pytest.mark.parametrize("text", ["a\nb", "a\r\nb", "a\u2028b", "a\0b"])
def test_what_tears_lines_is_read_back_as_words(name: str, text: str) -> None:
    if formats()[name].read is None or formats()[name].write is None:
        pytest.skip("one way only")
    [again] = read(name, write(name, [heard(text)]))
    assert again.words[-1].text == "end"
    assert 2 <= len(again.words) <= 3
    assert "ab" not in [word.text for word in again.words]


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("stm", ["{", "a", "/", "b", "}"]),
        ("ctm", ["<ALT_BEGIN>", "a", "<ALT>", "b", "<ALT_END>"]),
        ("srt", ["<b>", "x", "{\\an8}", "</i>"]),
        ("vtt", ["<b>", "x", "&lt", "</i>"]),
    ],
)
def test_words_that_look_like_signs_of_a_format_stay(name: str, texts: list[str]) -> None:
    words = [Word(text, i, i + 1) for i, text in enumerate(texts)]
    [again] = read(name, write(name, [Transcript(words)]))
    assert len(again.words) + sum(token.after != "" for token in again.tokens) >= len(texts)
    assert again.words[-1].text == texts[-1].translate(str.maketrans("<{}", "＜｛｝")) or (
        again.words[-1].text == texts[-1]
    )
    assert not again.alternatives


@pytest.mark.parametrize("name", ["ctm", "stm"])
def test_a_name_opens_no_comment(name: str) -> None:
    [again] = read(name, write(name, [Transcript([Word("hi", 0, 1)], name=";; talk")]))
    assert (again.name, again.words[0].text) == ("_;;_talk", "hi")


def test_a_label_is_one_field() -> None:
    evil = "1 0 0 EVIL\nrec 1 2 1 injected"
    assert len(write("ctm", [heard("hi", channel=evil, type=evil)]).splitlines()) == 2
    assert len(write("stm", [heard("hi", channel=evil, stm=f"o>{evil}")]).splitlines()) == 1


def test_a_speaker_is_one_line() -> None:
    spoken = Transcript((Word("hi", speaker="A\n\n# Title"),))
    assert write("paragraphs", [spoken]) == "A # Title: hi\n"


@pytest.mark.parametrize("text", ["=cmd|' /C calc'!A0", "@SUM(1)", "+x", "-x", "\tx"])
def test_no_cell_is_a_formula(text: str) -> None:
    transcript = Transcript((Word("heard"),), (Token(text, 0, 1),))
    for name, delimiter in (("csv", ","), ("tsv", "\t")):
        rows = list(csv.reader(io.StringIO(write(name, [transcript])), delimiter=delimiter))
        assert rows[1][3] == f"'{text}"
    [_, row] = csv.reader(io.StringIO(write("csv-plain", [transcript])))
    assert row[3] == text


@pytest.mark.parametrize("text", ["-5", "+44 20", "-3.5%", "25", "a=b", "'em"])
def test_numbers_and_words_are_cells_as_they_are(text: str) -> None:
    transcript = Transcript((Word("heard"),), (Token(text, 0, 1),))
    [_, row] = csv.reader(io.StringIO(write("csv", [transcript])))
    assert row[3] == text


def test_unknown_elements_are_said() -> None:
    def said(name: str, content: str) -> tuple[list[str], list[str]]:
        opened = source(content)
        reader = formats()[name].read
        assert reader is not None
        words = [word.text for part in reader(opened) for word in part.words]
        return words, sorted(opened.repairs)

    turn = '<Turn startTime="0" endTime="1">a <span>hello</span> b</Turn>'
    words, repairs = said("trs", f"<Trans><Episode><Section>{turn}</Section></Episode></Trans>")
    assert words == ["a", "hello", "b"]
    assert repairs == ["elements 'span' are not known, their text is kept"]
    words, repairs = said(
        "ttml", '<tt><body><div><p begin="1s" end="2s">a <b>c</b></p></div></body></tt>'
    )
    assert words == ["a", "c"]
    words, repairs = said(
        "ttml",
        '<tt><body>lost<div><q>lost</q><s><p begin="1s" end="2s">a</p></s></div></body></tt>',
    )
    assert words == ["a"]
    assert repairs == [f"text of elements {name!r} left out" for name in ("body", "q")]
    words, repairs = said("trs", f"<Trans><Episode>lost{turn}<X>lost</X></Episode></Trans>")
    assert words == ["a", "hello", "b"]
    assert repairs[1:] == [f"text of elements {name!r} left out" for name in ("Episode", "X")]
    segment = "<TranscriptSegment><L><W>a</W><Q>lost</Q></L><X>lost</X></TranscriptSegment>"
    words, repairs = said("xml", f"<Transcript>{segment}</Transcript>")
    assert words == ["a"]
    assert repairs == [f"text of elements {name!r} left out" for name in ("Q", "X")]
    content = '{"results": [{"type": "word", "alternatives": [{"content": "a"}]}, {"type": "x"}]}'
    words, repairs = said("speechmatics", content)
    assert repairs == ["results of the unknown type 'x' left out"]


def test_a_word_without_end_is_refused_by_every_reader() -> None:
    long = "a" * 10_001
    for name, content in (
        ("text", long),
        ("words", f'{{"w": "{long}"}}'),
        ("ctm", f"rec 1 0.0 1.0 {long}\n"),
        ("whisper", f'{{"text": "", "segments": [{{"start": 0, "end": 1, "text": "{long}"}}]}}'),
        ("srt", f"1\n00:00:01,000 --> 00:00:02,000\n{long}\n"),
    ):
        with pytest.raises(DataError, match="a word of 10001 characters; expected at most 10000"):
            read(name, content)
