"""Which files there are, and what their outputs are called."""

from __future__ import annotations

from pathlib import Path

import pytest

from legibly.batch.items import Listing
from legibly.errors import UsageError


def make(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("hello there")


def targets(listing: Listing, below: Path) -> list[str]:
    return [str(Path(item.target).relative_to(below)) for item in listing]


def test_a_folder_stands_for_the_transcripts_below_it(tmp_path: Path) -> None:
    make(tmp_path, "in/b.ctm", "in/2020/a.json.gz", "in/photo.jpg")
    listing = Listing([f"{tmp_path}/in"], [], f"{tmp_path}/out", ".srt")
    assert targets(listing, tmp_path / "out") == ["2020/a.srt", "b.srt"]
    assert listing.left_out == 1


def test_a_pattern_keeps_what_stands_for_its_stars(tmp_path: Path) -> None:
    make(tmp_path, "in/2020/a.ctm", "in/2021/x/a.ctm", "in/2021/b.txt")
    listing = Listing([f"{tmp_path}/in/**/*.ctm"], [], f"{tmp_path}/out", ".txt")
    assert targets(listing, tmp_path / "out") == ["2020/a.txt", "2021/x/a.txt"]


def test_files_of_a_list_keep_their_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tmp_path, "one/a.ctm", "two/a.ctm")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "todo").write_text(f"one/a.ctm\n\n{tmp_path}/two/a.ctm\n")
    found = targets(Listing([], ["todo"], "out", ".txt"), Path("out"))
    assert found == ["one/a.txt", f"{tmp_path}/two/a.txt".lstrip("/")]


def test_full_names_tell_files_apart(tmp_path: Path) -> None:
    make(tmp_path, "in/a.ctm", "in/a.json")
    listing = Listing([f"{tmp_path}/in"], [], f"{tmp_path}/out", ".txt", full_names=True)
    assert targets(listing, tmp_path / "out") == ["a.ctm.txt", "a.json.txt"]


def test_what_was_written_is_no_input(tmp_path: Path) -> None:
    make(tmp_path, "a.ctm", "out/a.txt")
    assert len(list(Listing([str(tmp_path)], [], f"{tmp_path}/out", ".txt"))) == 1


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nowhere", "nowhere: no such file or folder"),
        ("*.nothing", "no file is called so"),
        ("out", "is the output too"),
        ("in", "_batch is where the journal lies"),
    ],
)
def test_inputs_that_cannot_be(
    name: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    make(tmp_path, "in/_batch/a.ctm", "out/x.txt")
    with pytest.raises(UsageError, match=message):
        list(Listing([name], [], "out", ".txt"))
