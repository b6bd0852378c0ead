"""What is done with one file, and what goes wrong with it."""

from __future__ import annotations

import errno
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from legibly.batch.items import Item
from legibly.batch.work import DONE, FAILED, QUARANTINED, Work, format_item
from legibly.errors import UsageError
from legibly.formats.transcripts import InputOptions
from legibly.formatting.options import Options

WORK = Work("en-baseline", Options(), InputOptions(language="en"), "text")
FORMATTER = WORK.formatter()


@pytest.fixture
def item(tmp_path: Path) -> Item:
    (tmp_path / "a.ctm").write_text("talk 1 0.0 0.5 hello\ntalk 1 0.5 0.5 there\n")
    return Item(f"{tmp_path}/a.ctm", f"{tmp_path}/out/deep/a.txt", 1, "")


def raising(error: Exception) -> Callable[..., Any]:
    def write_to(*arguments: object) -> None:
        raise error

    return write_to


def test_a_file_that_goes_well(item: Item) -> None:
    found = format_item(FORMATTER, WORK, item)
    assert (found.state, found.words, found.speech, found.reason) == (DONE, 2, 1.0, "")
    assert found.written == len(Path(item.target).read_bytes())


def test_what_was_left_out_is_noted(item: Item) -> None:
    Path(item.source).write_text("talk 1 0.0 0.5 hello\ntalk 1 x 0.5 there\n")
    lenient = replace(WORK, reading=InputOptions(language="en", skip_bad_lines=True))
    assert format_item(FORMATTER, lenient, item).notes == ("1 bad lines skipped",)
    found = format_item(FORMATTER, WORK, item)
    assert (found.state, "a.ctm:2: " in found.reason) == (QUARANTINED, True)


def test_a_file_that_has_gone_may_come_back(item: Item) -> None:
    Path(item.source).unlink()
    found = format_item(FORMATTER, WORK, item)
    assert (found.state, found.fatal) == (FAILED, False)
    assert "No such file" in found.reason


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT, errno.EROFS])
def test_a_full_disk_ends_all(code: int, item: Item, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("legibly.batch.work.write_to", raising(OSError(code, "no room")))
    found = format_item(FORMATTER, WORK, item)
    assert (found.state, found.fatal) == (FAILED, True)
    assert "cannot be written (no room)" in found.reason
    assert not list(Path(item.target).parent.iterdir())


@pytest.mark.parametrize("error", [MemoryError(), RecursionError(), RuntimeError("a bug")])
def test_a_bug_in_one_file_is_no_end(
    error: Exception, item: Item, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("legibly.batch.work.write_to", raising(error))
    found = format_item(FORMATTER, WORK, item)
    assert (found.state, found.fatal) == (FAILED, False)
    assert type(error).__name__ in found.reason


def test_the_fingerprint_is_of_what_decides_the_text(tmp_path: Path) -> None:
    (tmp_path / "lexicon").write_text("iPhone\n")
    (tmp_path / "same").write_text("iPhone\n")
    plain = WORK.fingerprint()
    by_table = replace(WORK, options=Options(lexicon=tmp_path / "lexicon"))
    assert replace(WORK).fingerprint() == plain
    assert replace(WORK, to_format="srt").fingerprint() != plain
    assert replace(WORK, model="en").fingerprint() != plain
    assert by_table.fingerprint() != plain
    same = replace(WORK, options=Options(lexicon=tmp_path / "same"))
    assert by_table.fingerprint() == same.fingerprint()
    (tmp_path / "lexicon").write_text("iPad\n")
    assert by_table.fingerprint() != same.fingerprint()
    (tmp_path / "lexicon").unlink()
    with pytest.raises(UsageError, match="lexicon: cannot be opened"):
        by_table.fingerprint()
