"""Marks that are said, and rules that join what they write to a neighbour."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from legibly.api import load
from legibly.errors import DataError, UsageError
from legibly.formatting.formatter import Formatter
from legibly.formatting.spoken_marks import SpokenMarks, read_commands, read_context
from legibly.languages import language
from legibly.transcript import Transcript, Word
from tests.formatting.test_formatter import baseline


@pytest.fixture(scope="module")
def english() -> Formatter:
    return load("en", spoken_marks=True)


@pytest.mark.parametrize(
    ("heard", "written"),
    [
        (
            "dear john comma new paragraph thank you for your letter period new paragraph yours "
            "sincerely comma new line mary smith",
            "Dear John,\n\nThank you for your letter.\n\nYours sincerely,\nMary Smith.",
        ),
        ("did you come question mark i did full stop", "Did you come? I did."),
        ("what a day exclamation point we won period", "What a day! We won."),
        ("we need three things colon time comma money comma luck period",
         "We need three things: time, money, luck."),
        ("he came open paren late close paren and left period", "He came (late) and left."),
        ("she asked open quote why close quote comma and left period",
         'She asked "why", and left.'),
        ("we can wait semicolon they cannot period", "We can wait; they cannot."),
        ("the meeting is at three thirty p m comma please come period",
         "The meeting is at 3:30 PM, please come."),
        ("new paragraph in conclusion comma we agree period", "In conclusion, we agree."),
        ("this is a well hyphen known state hyphen of hyphen the hyphen art tool period",
         "This is a well-known state-of-the-art tool."),
        ("see section two open parenthesis page twelve close parenthesis period",
         "See Section 2 (page 12)."),
        ("we grew by ten percent period next paragraph the rest is history",
         "We grew by 10%.\n\nThe rest is history."),
    ],
)  # fmt: skip
def test_commands_become_marks(english: Formatter, heard: str, written: str) -> None:
    assert english(heard).text == written


@pytest.mark.parametrize(
    ("heard", "word"),
    [
        ("the period after the war was hard", "period"),
        ("put a comma after the word", "comma"),
        ("it was a period of growth", "period"),
        ("there is a colon in the title", "colon"),
        ("we opened a new line of products", "new line"),
        ("add a question mark at the end", "question mark"),
        ("let me read you a quote from the book", "quote"),
        ("add a dash of salt", "dash"),
        ("i begin a new paragraph with each idea", "new paragraph"),
        ("in the next paragraph we see that", "next paragraph"),
        ("put a hyphen between the words", "hyphen"),
        ("comma", "comma"),
        ("please quote", "quote"),
    ],
)
def test_words_stay_words(english: Formatter, heard: str, word: str) -> None:
    assert word in english(heard).text.lower()


def test_words_and_times_stay_in_the_transcript() -> None:
    words = [Word(text, i, i + 0.5) for i, text in enumerate("yes full stop no".split())]
    written = baseline(spoken_marks=True)(words)
    assert written.words == tuple(words)
    assert [(token.text, token.after, token.kind) for token in written.tokens] == [
        ("Yes", ".", "word"),
        ("", "", "mark"),
        ("", "", "mark"),
        ("No", ".", "word"),
    ]
    assert Transcript.from_text("yes full stop no").words != ()
    assert json.loads(written.to("json"))["words"][1]["text"] == "full"


def test_breaks_are_written_wherever_a_line_can_break() -> None:
    written = baseline(spoken_marks=True)("so it ends new paragraph then new line more")
    assert written.text == "So it ends\n\nThen\nMore."
    assert written.to("paragraphs") == "So it ends\n\nThen\nMore.\n"
    assert written.to("markdown") == "So it ends\n\nThen\nMore.\n"


def test_another_speaker_finishes_no_command() -> None:
    words = [Word("new", speaker="A"), Word("paragraph", speaker="B"), Word("yes", speaker="B")]
    assert baseline(spoken_marks=True)(words).text == "New. Paragraph yes."


def test_without_the_option_nothing_is_a_command() -> None:
    assert baseline()("yes comma no").text == "Yes comma no."


def test_a_language_without_spoken_marks_says_so() -> None:
    with pytest.raises(UsageError, match="no spoken marks are known in Chinese"):
        read_commands(language("zh"))


def test_a_mark_for_the_last_word_goes_to_what_waits() -> None:
    marks = SpokenMarks(read_commands(language("en")), read_context("en"))
    assert not marks.add_mark_to_last(".")
    assert marks.add(Transcript([Word("new")])) is None
    assert marks.waiting == 1
    assert marks.fork().flush() is not None
    assert marks.waiting == 1
    assert marks.add_mark_to_last(".")
    rest = marks.flush()
    assert rest is not None
    assert rest.tokens[0].written == "new."


def test_rules_are_joined_to_a_neighbour() -> None:
    rules = {"apostrophe s": "^'s", "open it": "(^", "close it": "^)", "stop": "^!"}
    formatter = load("en", rules=rules, punctuation=False)
    assert formatter("the cat apostrophe s tail open it long close it yes stop").text == (
        "The cat's tail (long) yes!"
    )


def test_a_rule_may_join_both_neighbours() -> None:
    formatter = load("en", rules={"slash": "^/^"})
    assert formatter("tick yes slash no slash maybe").text == "Tick, yes/no/maybe."
    assert formatter("slash and burn").text == "Slash and burn."


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("x\t^", "'\\^' joins nothing; expected \\^, or \\(\\^ or \\^-\\^"),
        ("x\t^^", "'\\^\\^' joins nothing"),
        ("x y\t^,^", "stands for several words; expected one between two"),
        ("x\t^,\t2", "'\\^,' has a cost; expected none"),
    ],
)
def test_rules_that_join_are_checked(tmp_path: Path, row: str, message: str) -> None:
    path = tmp_path / "rules.tsv"
    path.write_text(row)
    with pytest.raises(DataError, match=message):
        load("en", rules=path)
