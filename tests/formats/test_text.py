from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.errors import DataError
from legibly.files.source import Source
from legibly.formats.text import read_text, written_words
from legibly.transcript import PART_WORDS, Token, Transcript, Word, join_parts
from tests.formats.helpers import read, source, write
from tests.strategies import transcripts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hello there", ["hello", "there"]),
        ("yes [soft laughter] no", ["yes", "[soft laughter]", "no"]),
        ("<unk> is", ["<unk>", "is"]),
        ("wait—what", ["wait", "—", "what"]),
        ("wait--what well...yes", ["wait", "--", "what", "well", "...", "yes"]),
        ("你好，世界。 hello你", ["你", "好，", "世", "界。", "hello", "你"]),
        ("well-known 2010-12", ["well-known", "2010-12"]),
    ],
)
def test_written_words(text: str, expected: list[str]) -> None:
    assert list(written_words(text)) == expected


def test_marks_become_marks_and_words_stay_words() -> None:
    [transcript] = read("text", 'He said: "Wait -- what?" Mr. Bean left.')
    assert [word.text for word in transcript.words] == [
        "He",
        "said",
        "Wait",
        "what",
        "Mr.",
        "Bean",
        "left",
    ]
    assert [token.after for token in transcript.tokens] == ["", ":", "--", '?"', "", "", "."]
    assert transcript.text == 'He said: "Wait -- what?" Mr. Bean left.'


def test_a_blank_line_ends_a_recording_and_a_line_break_does_not() -> None:
    assert [t.text for t in read("text", "one\ntwo\n \n\nthree\n")] == ["one two", "three"]
    assert read("text", "") == read("text", " \n\n \n") == []


def test_marks_without_a_word_are_kept() -> None:
    assert [t.text for t in read("text", "...")] == ["..."]
    assert [t.text for t in read("text", "-- yes")] == ["--yes"]


@given(
    st.lists(
        st.sampled_from(
            ["a", "[x y]", "b,", "—", "<unk>", "\n\n", "\n", " ", "  ", "你", "你好。", "c."]
        ),
        max_size=60,
    )
)
def test_where_blocks_are_cut_does_not_matter(items: list[str]) -> None:
    text = " ".join(items)

    class Drip(Source):
        """A source that gives a few characters at a time."""

        def blocks(self, size: int = 3) -> Iterator[str]:
            yield from (text[i : i + size] for i in range(0, len(text), size))

    drip = Drip("talk.x", io.BytesIO(text.encode()))
    assert list(read_text(drip)) == list(read_text(source(text)))


def test_long_texts_come_in_parts() -> None:
    parts = list(read_text(source("word " * (3 * PART_WORDS) + "end.")))
    assert len(parts) >= 3
    assert all(part.continued for part in parts[:-1])
    joined = join_parts(parts)
    assert len(joined.words) == 3 * PART_WORDS + 1
    assert joined.tokens[-1].after == "."


def test_a_mark_that_stands_alone_after_a_part_hangs_on_its_last_word() -> None:
    parts = list(read_text(source("word " * (PART_WORDS + 1) + ". word")))
    assert join_parts(parts).tokens[PART_WORDS].after == "."


def test_long_unspaced_chinese_is_fine_and_endless_words_are_not() -> None:
    assert sum(len(part.words) for part in read_text(source("hi\n" + "你好" * 100_000))) == 200_001
    with pytest.raises(DataError, match="without a space"):
        list(read_text(source("x" * 1_000_000)))
    with pytest.raises(DataError, match="a word of 20000 characters"):
        list(read_text(source("a " + "x" * 20_000 + " b")))


@given(transcripts(min_size=1))
def test_written_and_read_it_has_the_same_words_and_marks(transcript: Transcript) -> None:
    [again] = read("text", write("text", [transcript]))
    assert [(t.text, t.after) for t in again.tokens] == [
        (t.text, t.after) for t in transcript.tokens
    ]


def test_recordings_are_separated_and_parts_are_not() -> None:
    first = Transcript([Word("so"), Word("we")], continued=True)
    second = Transcript([Word("can")])
    assert write("text", [first, second, Transcript(()), second]) == "so we can\n\ncan\n"
    assert write("text", [first]) == "so we\n"
    assert write("text", []) == ""


def test_words_not_written_leave_no_gap() -> None:
    transcript = Transcript(
        [Word("um"), Word("yes")], [Token("", 0, 1), Token("Yes", 1, 2, after=".")]
    )
    assert transcript.text == "Yes."


def test_dashes_keep_their_distance() -> None:
    transcript = Transcript(
        [Word("wait"), Word("what")], [Token("Wait", 0, 1, after="—"), Token("what", 1, 2)]
    )
    assert transcript.text == "Wait — what"
