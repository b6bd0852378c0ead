from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.errors import DataError
from legibly.files.model_files import file_checksum
from legibly.model_folders.manifest import MANIFEST, is_inside, read_manifest


def change(model: Path, old: str, new: str) -> None:
    path = model / MANIFEST
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def test_what_a_manifest_says(model: Path) -> None:
    manifest = read_manifest(model)
    assert (manifest.folder, manifest.name, manifest.language) == (model, "mine", "en")
    assert manifest.description == 'with "quotes"'
    assert [settings["kind"] for settings in manifest.scorers] == ["lexicon", "pause"]
    assert manifest.facts == {"licence": "CC0", "sources": ["a", "b"], "final": True}
    assert list(manifest.files) == ["lexicon.tsv.xz"]


def test_the_size_of_a_model_is_that_of_its_files(model: Path) -> None:
    assert read_manifest(model).size == len((model / "lexicon.tsv.xz").read_bytes())


def test_a_description_may_be_missing(model: Path) -> None:
    change(model, "description = ", "# ")
    assert read_manifest(model).description == ""


# --- what is wrong with one
# ------------------------------------------------------------------------------


def test_a_folder_without_a_manifest(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"not a model folder \(no model.toml\); make one with"):
        read_manifest(tmp_path)
    with pytest.raises(DataError, match="none: not a model folder"):
        read_manifest(tmp_path / "none")


def test_a_manifest_that_is_no_text(model: Path) -> None:
    (model / MANIFEST).write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataError, match=r"model.toml: not UTF-8; expected a model's manifest"):
        read_manifest(model)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("legibly = 1", "legibly = 2", "model.toml: expected 'legibly = 1'; a model of another"),
        ("legibly = 1", "", "a model of another program or version"),
        ('name = "mine"', "name = 3", "model.toml: 'name' is 3; expected a str"),
        ('language = "en"', "", "'language' is None; expected a str"),
        ("[[scorers]]", "[[others]]", "'scorers' is None; expected a list"),
        ("[files]", "[others]", "'files' is None; expected a dict"),
        ('kind = "pause"', "", "model.toml: a scorer without a kind"),
        ('kind = "pause"', "kind = 5", "a scorer without a kind"),
        ("[files]", "[files", "not valid TOML"),
        ('"lexicon.tsv.xz" =', '"../lexicon.tsv.xz" =', "file '../lexicon.tsv.xz' lies outside"),
        ('"lexicon.tsv.xz" =', '"a/b/lexicon.tsv.xz" =', "lies outside the model folder"),
        ('"lexicon.tsv.xz" =', '"/lexicon.tsv.xz" =', "lies outside the model folder"),
        ('"lexicon.tsv.xz" =', '"other.xz" =', "mine: other.xz is missing; the model is incomple"),
    ],
)
def test_a_wrong_manifest_is_one_clear_line(model: Path, old: str, new: str, message: str) -> None:
    change(model, old, new)
    with pytest.raises(DataError, match=message) as caught:
        read_manifest(model)
    assert "\n" not in str(caught.value)


# --- files
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "inside"),
    [
        ("lexicon.tsv.xz", True),
        ("1/lexicon.tsv.xz", True),
        (".hidden", True),
        ("1/2/lexicon.tsv.xz", False),
        ("../lexicon.tsv.xz", False),
        ("1/..", False),
        ("/etc/passwd", False),
        ("1/", False),
        ("./a", False),
        ("", False),
    ],
)
def test_a_file_lies_in_the_folder_or_in_one_of_its_folders(name: str, inside: bool) -> None:
    assert is_inside(name) is inside


@given(st.text("ab./", max_size=10))
def test_what_is_inside_stays_inside(name: str) -> None:
    folder = Path("/models/mine")
    if is_inside(name):
        path = Path(*[part for part in (folder / name).parts if part != "."])
        assert ".." not in path.parts
        assert folder in path.parents
        assert len(path.parts) - len(folder.parts) <= 2


@pytest.mark.parametrize("size", [0, 1, (1 << 20) - 1, 1 << 20, (1 << 20) + 1])
def test_a_checksum_is_that_of_the_whole_file(tmp_path: Path, size: int) -> None:
    (tmp_path / "file").write_bytes(b"x" * size)
    expected = hashlib.sha256(b"x" * size).hexdigest()
    assert file_checksum(tmp_path / "file") == f"sha256:{expected}"
