from __future__ import annotations

import pytest

from legibly.errors import UsageError
from legibly.formats import find_format, formats, guess_format
from legibly.formats.registry import suffix_of, writable_format


def test_formats_are_found_by_file() -> None:
    assert {"text", "ctm", "stm", "words", "json", "sentences", "paragraphs", "markdown"} <= set(
        formats()
    )
    with pytest.raises(UsageError, match="unknown format 'cmt'; did you mean 'ctm'"):
        find_format("cmt")


@pytest.mark.parametrize(
    ("name", "opening", "expected"),
    [
        ("a.ctm", "", "ctm"),
        ("a.ctm.gz", "", "ctm"),
        ("a.CTM.xz", "", "ctm"),
        ("a.stm", "", "stm"),
        ("a.jsonl", "", "words"),
        ("a.json", '{"legibly": 1, "words": []}', "json"),
        ("a.txt", "hello", "text"),
        ("-", "hello there", "text"),
        ("-", "", "text"),
        ("a.unknown", "call 1 0.5 0.3 hello 0.9\ncall 1 0.9 0.3 there 0.9\n", "ctm"),
        ("-", ";; comment\ncall A 0.5 0.3 hello\n", "ctm"),
        ("-", "call 1 spk 0.5 2.3 <o,f0,male> hello there how are you all\n", "stm"),
        ("-", '{"w":"hello","p":","}\n', "words"),
        ("-", '{"text": "hello", "start": 1}\n', "words"),
        ("-", '{"w":"hello', "words"),
        ("-", ' {"legibly": 1, ', "json"),
        ("-", "we met at 5 30 and then 6 40 left\n", "text"),
        ("-", "and then 3.5 7 people\n", "text"),
    ],
)
def test_a_format_is_guessed_from_name_and_content(name: str, opening: str, expected: str) -> None:
    assert guess_format(name, opening).name == expected


def test_the_ending_that_counts() -> None:
    assert suffix_of("talk.ctm.gz") == ".ctm"
    assert suffix_of("talk") == ""


def test_an_output_format_comes_from_the_ending() -> None:
    assert writable_format("x.md").name == "markdown"
    with pytest.raises(
        UsageError, match=r"cannot tell a format from the ending '.docx'; pass --to"
    ):
        writable_format("x.docx")
