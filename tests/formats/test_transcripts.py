from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import legibly
from legibly.errors import DataError, UsageError
from legibly.files.writing import atomic_path
from legibly.transcript import Transcript, Word

TALK = Transcript([Word("hello", 0, 1), Word("there", 1, 2)], name="talk")


@pytest.mark.parametrize(
    "name",
    ["talk.ctm", "talk.jsonl", "talk.json", "talk.txt", "talk.stm", "talk.ctm.gz", "talk.jsonl.xz"],
)
def test_a_file_is_written_and_read_by_its_ending(tmp_path: Path, name: str) -> None:
    TALK.save(tmp_path / name)
    assert legibly.read(tmp_path / name).text == "hello there"
    assert os.listdir(tmp_path) == [name]


def test_the_format_may_be_named(tmp_path: Path) -> None:
    legibly.write([TALK], tmp_path / "talk", format="ctm")
    assert legibly.read(tmp_path / "talk", format="text").text.startswith(
        "talk 1 0.000 1.000 hello"
    )
    assert legibly.read(tmp_path / "talk").words[0].end == 1.0


def test_a_failure_leaves_no_file_and_no_half_of_one(tmp_path: Path) -> None:
    def breaks() -> Iterator[Transcript]:
        yield TALK
        raise DataError("the input broke off")

    (tmp_path / "talk.ctm").write_text("precious")
    with pytest.raises(DataError, match="broke off"):
        legibly.write(breaks(), tmp_path / "talk.ctm")
    assert os.listdir(tmp_path) == ["talk.ctm"]
    assert (tmp_path / "talk.ctm").read_text() == "precious"


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be written"):
        TALK.save(tmp_path / "no" / "talk.ctm")
    with pytest.raises(DataError, match="No space left"), atomic_path(tmp_path / "x"):
        raise OSError(28, "No space left on device")
    assert os.listdir(tmp_path) == []


def test_places_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(
        UsageError, match=r"none.ctm: cannot be opened \(No such file or directory\)"
    ):
        legibly.read(tmp_path / "none.ctm")
    with pytest.raises(UsageError, match="is a folder"):
        legibly.read(tmp_path)


def test_several_recordings(tmp_path: Path) -> None:
    legibly.write([TALK, TALK], tmp_path / "two.txt")
    with pytest.raises(DataError, match=r"holds 2 recordings; use legibly\.read_all"):
        legibly.read(tmp_path / "two.txt")
    assert len(legibly.read_all(tmp_path / "two.txt")) == 2


def test_no_recording_is_an_empty_transcript(tmp_path: Path) -> None:
    (tmp_path / "empty.ctm").write_text("")
    assert legibly.read(tmp_path / "empty.ctm") == Transcript(())


def test_formats_that_go_one_way_only(tmp_path: Path) -> None:
    TALK.save(tmp_path / "talk.md")
    with pytest.raises(UsageError, match="format 'markdown' can be written but not read"):
        legibly.read(tmp_path / "talk.md", format="markdown")


def test_a_link_keeps_pointing_and_a_file_keeps_its_mode(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("old")
    (tmp_path / "real.txt").chmod(0o640)
    (tmp_path / "link.txt").symlink_to(tmp_path / "real.txt")
    TALK.save(tmp_path / "link.txt")
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text() == "hello there\n"
    assert (tmp_path / "real.txt").stat().st_mode & 0o777 == 0o640


def test_pipes_and_devices_are_written_to_as_they_are(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    reader = os.open(tmp_path / "pipe.txt", os.O_RDONLY | os.O_NONBLOCK)
    TALK.save(tmp_path / "pipe.txt")
    assert os.read(reader, 100) == b"hello there\n"
    os.close(reader)
    with pytest.raises(UsageError, match="is a folder; expected a file to write"):
        legibly.write([TALK], tmp_path, format="text")
