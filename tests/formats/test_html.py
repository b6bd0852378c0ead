"""The page as a format: all that a transcript holds goes into it, and comes out again."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from legibly.errors import DataError
from legibly.formats.registry import guess_format
from legibly.formats.transcripts import read, read_all, write
from legibly.transcript import Transcript, Word
from tests.strategies import transcripts


@settings(max_examples=25, deadline=None)
@given(transcripts())
def test_what_is_written_is_read(
    tmp_path_factory: pytest.TempPathFactory, heard: Transcript
) -> None:
    path = tmp_path_factory.mktemp("page") / "talk.html"
    write(heard, path)
    assert read(path) == heard


def test_several_recordings_and_the_sound(tmp_path: Path) -> None:
    path = tmp_path / "two.html"
    both = [Transcript([Word("so")], sound="my%20talk.wav"), Transcript([Word("we")])]
    write(both, path)
    assert [item.text for item in read_all(path)] == ["so", "we"]
    assert '{"sound": "my%20talk.wav", "legibly": 1' in path.read_text("utf-8")


def test_a_page_is_told_by_its_beginning(tmp_path: Path) -> None:
    path = tmp_path / "talk.html"
    write(Transcript([Word("so")]), path)
    assert guess_format("page", path.read_text("utf-8")[:4096]).name == "html"


@pytest.mark.parametrize("text", ["<!doctype html><p>so we met</p>", "so we met", ""])
def test_other_pages_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "other.html"
    path.write_text(text, "utf-8")
    with pytest.raises(DataError, match=r"other.html: no transcript in it; expected a page that"):
        read(path)


def test_a_damaged_transcript_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "talk.html"
    write(Transcript([Word("so")]), path)
    path.write_text(path.read_text("utf-8").replace('"words": [', '"words": ['[:-1]), "utf-8")
    with pytest.raises(DataError, match=r"talk.html:1: not valid JSON"):
        read(path)
