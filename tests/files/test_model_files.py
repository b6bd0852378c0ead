"""Only what a manifest lists is opened, and only while it is whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from legibly.errors import DataError
from legibly.files.model_files import ModelFiles, file_checksum
from legibly.model_folders.manifest import read_manifest


@pytest.fixture
def files(tmp_path: Path) -> ModelFiles:
    (tmp_path / "one.txt").write_text("one")
    (tmp_path / "hidden.txt").write_text("not listed")
    return ModelFiles(tmp_path, {"one.txt": file_checksum(tmp_path / "one.txt")})


def test_a_listed_file_is_opened(files: ModelFiles, tmp_path: Path) -> None:
    assert files / "one.txt" == tmp_path / "one.txt"
    assert "one.txt" in files
    assert "hidden.txt" not in files


@pytest.mark.parametrize(
    "name", ["", ".", "..", "../one.txt", "/etc/passwd", "a/b", "one.txt\0", 5, None]
)
def test_no_way_leads_out(files: ModelFiles, name: object) -> None:
    with pytest.raises(DataError, match="lies outside the model folder"):
        files / name


def test_what_is_not_listed_is_refused(files: ModelFiles) -> None:
    with pytest.raises(DataError, match=r"'hidden.txt' is not listed under \[files\]"):
        files / "hidden.txt"


def test_a_damaged_file_is_refused(files: ModelFiles, tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("two")
    with pytest.raises(DataError, match="checksum differs"):
        files / "one.txt"


def test_a_file_is_checked_once(files: ModelFiles, tmp_path: Path) -> None:
    assert files / "one.txt"
    (tmp_path / "one.txt").write_text("two")
    assert files / "one.txt"


def test_a_link_leads_to_a_file_of_the_same_checksum_or_nowhere(
    files: ModelFiles, tmp_path: Path
) -> None:
    """Caches of models are full of links; what they lead to is compared like any other file."""
    elsewhere = tmp_path.with_name("elsewhere.txt")
    elsewhere.write_text("one")
    (tmp_path / "one.txt").unlink()
    (tmp_path / "one.txt").symlink_to(elsewhere)
    assert (files / "one.txt").read_text() == "one"
    elsewhere.write_text("a secret")
    with pytest.raises(DataError, match="checksum differs"):
        ModelFiles(tmp_path, {"one.txt": file_checksum(tmp_path / "hidden.txt")}) / "one.txt"


@pytest.mark.parametrize("target", ["/dev/zero", "one.txt", "."])
def test_a_link_to_what_is_no_file(target: str, tmp_path: Path) -> None:
    write_manifest = 'legibly = 1\nname = "x"\nlanguage = "en"\nscorers = []\n[files]\n'
    (tmp_path / "model.toml").write_text(write_manifest + '"one.txt" = "sha256:00"\n')
    (tmp_path / "one.txt").symlink_to(target)
    with pytest.raises(DataError, match=r"one\.txt is missing"):
        read_manifest(tmp_path)


def test_files_of_a_subfolder(tmp_path: Path) -> None:
    (tmp_path / "1").mkdir()
    path = tmp_path / "1" / "one.txt"
    path.write_text("one")
    files = ModelFiles(tmp_path, {"1/one.txt": file_checksum(path)}, "1")
    assert files / "one.txt" == path
    assert str(files) == str(tmp_path / "1")


def test_a_folder_without_checksums_is_trusted(tmp_path: Path) -> None:
    files = ModelFiles.of(tmp_path)
    assert ModelFiles.of(files) is files
    assert files / "new.txt" == tmp_path / "new.txt"
