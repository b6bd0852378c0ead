from __future__ import annotations

import re
from pathlib import Path

import pytest

from legibly.errors import DataError, UsageError
from legibly.metrics.pairing import as_one, paired_files, paired_recordings
from legibly.transcript import Transcript, Word


def files(folder: Path, *names: str) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("yes")
    return str(folder)


# --- files
# ------------------------------------------------------------------------------


def test_two_files_are_a_pair_whatever_their_names(tmp_path: Path) -> None:
    files(tmp_path, "talk.en.txt", "other.ctm")
    sides = [str(tmp_path / "talk.en.txt"), str(tmp_path / "other.ctm")]
    assert list(paired_files(*sides)) == [("talk", sides)]


def test_standard_input_is_a_file(tmp_path: Path) -> None:
    files(tmp_path, "talk.txt")
    sides = [str(tmp_path / "talk.txt"), "-"]
    assert list(paired_files(*sides)) == [("talk", sides)]


def test_files_of_folders_are_paired_by_their_names_without_endings(tmp_path: Path) -> None:
    ref = files(tmp_path / "ref", "one.txt", "news/two.1.txt")
    hyp = files(tmp_path / "hyp", "one.ctm", "news/two.1.txt.gz")
    assert list(paired_files(ref, hyp)) == [
        ("news/two.1", [f"{ref}/news/two.1.txt", f"{hyp}/news/two.1.txt.gz"]),
        ("one", [f"{ref}/one.txt", f"{hyp}/one.ctm"]),
    ]


def test_there_may_be_more_than_two_sides(tmp_path: Path) -> None:
    sides = [files(tmp_path / side, "one.txt") for side in "abc"]
    assert list(paired_files(*sides)) == [("one", [f"{side}/one.txt" for side in sides])]


def test_other_files_and_normalised_ones_are_passed_over(tmp_path: Path) -> None:
    ref = files(tmp_path / "ref", "one.txt", "one.norm.txt", "readme.pdf")
    hyp = files(tmp_path / "hyp", "one.txt")
    assert [name for name, _ in paired_files(ref, hyp)] == ["one"]


def test_what_has_no_partner_is_mentioned_where_that_is_allowed(tmp_path: Path) -> None:
    ref = files(tmp_path / "ref", "one.txt", "two.txt", "three.txt")
    hyp = files(tmp_path / "hyp", "one.txt", "four.txt")
    said: list[str] = []
    found = list(paired_files(ref, hyp, allow_missing=True, notice=lambda text: said.append(text)))
    assert [name for name, _ in found] == ["one"]
    assert said == [
        f"1 files of {hyp} have no partner in {ref} and were left out",
        f"2 files of {ref} have no partner and were left out",
    ]


@pytest.mark.parametrize(
    ("ref", "hyp", "allow_missing", "error", "message"),
    [
        ("none", "b", False, UsageError, "none: no such file or folder"),
        ("a", "b/one.txt", False, UsageError, "b/one.txt: is a file, but a is a folder; expected"),
        ("a/one.txt", "b", False, UsageError, "a/one.txt: is a file, but b is a folder; expected"),
        ("a", "b", False, DataError, "a/two.txt: no partner in b; add it, or pass --allow-missing"),
        ("a", "c", True, DataError, "a: no file has a partner in c"),
        ("a", "twice", False, UsageError, "twice/one.txt and twice/one.ctm have the same name;"),
    ],
)
def test_what_cannot_be_paired(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    ref: str,
    hyp: str,
    allow_missing: bool,
    error: type[Exception],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    files(tmp_path / "a", "one.txt", "two.txt")
    files(tmp_path / "b", "one.txt")
    files(tmp_path / "c", "three.txt")
    files(tmp_path / "twice", "one.txt", "one.ctm")
    with pytest.raises(error, match=re.escape(message)):
        list(paired_files(ref, hyp, allow_missing=allow_missing))


# --- recordings
# ------------------------------------------------------------------------------


def recording(name: str | None, *words: str, channel: str | None = None) -> Transcript:
    labels = {} if channel is None else {"channel": channel}
    return Transcript([Word(word, labels=labels) for word in words], name=name)


def texts(found: list[tuple[str, Transcript, Transcript]]) -> list[tuple[str, str, str]]:
    return [(name, ref.text, hyp.text) for name, ref, hyp in found]


def test_recordings_are_paired_by_their_names() -> None:
    ref = [recording("x", "yes"), recording("y", "no")]
    hyp = [recording("y", "know"), recording("x", "yes")]
    assert texts(paired_recordings(ref, hyp, "talk")) == [
        ("talk/x", "yes", "yes"),
        ("talk/y", "no", "know"),
    ]


def test_recordings_are_paired_by_their_channels_too() -> None:
    ref = [recording("x", "yes", channel="1"), recording("x", "no", channel="2")]
    hyp = [recording("x", "know", channel="2"), recording("x", "yes", channel="1")]
    assert texts(paired_recordings(ref, hyp, "talk")) == [
        ("talk/x 1", "yes", "yes"),
        ("talk/x 2", "no", "know"),
    ]


def test_a_recording_that_one_side_lacks_is_paired_with_nothing() -> None:
    ref = [recording("x", "yes"), recording("y", "no")]
    hyp = [recording("x", "yes"), recording("z", "so")]
    assert texts(paired_recordings(ref, hyp, "talk")) == [
        ("talk/x", "yes", "yes"),
        ("talk/y", "no", ""),
        ("talk/z", "", "so"),
    ]


def test_a_recording_may_come_in_pieces() -> None:
    ref = [recording("x", "yes"), recording("y", "no")]
    hyp = [recording("x", "y"), recording("y", "no"), recording("x", "es")]
    assert texts(paired_recordings(ref, hyp, "talk")) == [
        ("talk/x", "yes", "y es"),
        ("talk/y", "no", "no"),
    ]


@pytest.mark.parametrize(
    ("ref", "hyp"),
    [
        ([recording("x", "a"), recording("y", "b")], [recording("v", "a"), recording("w", "b")]),
        ([recording(None, "a"), recording(None, "b")], [recording("x", "a"), recording("y", "b")]),
        ([recording("x", "a"), recording("x", "b")], [recording("x", "a"), recording("y", "b")]),
        ([recording("x", "a", "b")], [recording("y", "a", "b")]),
    ],
)
def test_else_all_of_a_file_is_one(ref: list[Transcript], hyp: list[Transcript]) -> None:
    assert texts(paired_recordings(ref, hyp, "talk")) == [("talk", "a b", "a b")]


def test_nothing_is_one_of_nothing() -> None:
    assert as_one([]) == Transcript(())
    assert texts(paired_recordings([], [recording("x", "a")], "talk")) == [("talk", "", "a")]
