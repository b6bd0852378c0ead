from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.errors import UsageError
from legibly.files.model_files import file_checksum
from legibly.model_folders.loading import load_folder
from legibly.model_folders.manifest import MANIFEST, read_manifest
from legibly.model_folders.saving import check_output, copy_files, copy_scorers, save_folder


def test_what_was_saved_is_read_again(model: Path) -> None:
    manifest = read_manifest(model)
    assert manifest.name == "mine"
    assert manifest.scorers[1] == {"kind": "pause", "seconds": 0.7, "weight": 2}
    assert manifest.files == {"lexicon.tsv.xz": file_checksum(model / "lexicon.tsv.xz")}


VALUES = st.text() | st.booleans() | st.integers(-(2**62), 2**62) | st.floats(allow_nan=False)


@given(
    st.text(),
    st.dictionaries(
        st.text("abc_", min_size=1).map(lambda key: f"fact_{key}"),
        VALUES | st.lists(st.text(), max_size=3),
        max_size=4,
    ),
)
def test_any_text_and_any_facts_can_be_written(
    tmp_path_factory: pytest.TempPathFactory, name: str, facts: dict[str, Any]
) -> None:
    folder = tmp_path_factory.mktemp("models") / "any"
    save_folder(folder, name=name, language="en", scorers=[{"kind": "pause"}], facts=facts)
    manifest = read_manifest(folder)
    assert (manifest.name, manifest.facts) == (name, facts)


def test_scorers_write_their_files_and_those_of_their_folders(tmp_path: Path) -> None:
    def save(folder: Path) -> dict[str, object]:
        (folder / "1").mkdir()
        (folder / "1" / "table").write_text("so")
        return {"kind": "pause", "folder": "1"}

    save_folder(tmp_path / "model", name="x", language="en", scorers=[save])
    assert list(read_manifest(tmp_path / "model").files) == ["1/table"]
    assert (tmp_path / "model" / "1" / "table").read_text() == "so"


# --- all or nothing
# ------------------------------------------------------------------------------


def test_saving_replaces_a_model_and_leaves_nothing_behind(model: Path) -> None:
    save_folder(model, name="new", language="pt", scorers=[{"kind": "pause"}])
    assert read_manifest(model).name == "new"
    assert os.listdir(model.parent) == ["mine"]
    assert os.listdir(model) == [MANIFEST]


def test_folders_above_are_made(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b" / "model"
    save_folder(folder, name="x", language="en", scorers=[{"kind": "pause"}])
    assert read_manifest(folder).name == "x"


def test_a_model_without_scorers_is_read_again(tmp_path: Path) -> None:
    save_folder(tmp_path / "model", name="x", language="en", scorers=[])
    assert read_manifest(tmp_path / "model").scorers == []


def full(folder: Path) -> dict[str, object]:
    (folder / "half").write_text("half")
    raise OSError(28, "No space left on device")


def test_a_scorer_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"model: cannot be written \(No space left on device\)"):
        save_folder(tmp_path / "model", name="x", language="en", scorers=[full])
    assert os.listdir(tmp_path) == []


def test_a_scorer_that_fails_leaves_the_model_that_was_there(model: Path) -> None:
    before = (model / MANIFEST).read_bytes()
    with pytest.raises(UsageError, match="No space left"):
        save_folder(model, name="x", language="en", scorers=[full])
    assert (model / MANIFEST).read_bytes() == before
    assert os.listdir(model.parent) == ["mine"]
    assert len(load_folder(model).scorers) == 2


# --- what is not overwritten
# ------------------------------------------------------------------------------


def test_a_folder_that_is_no_model_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious" / "thesis.txt").write_text("...")
    for refused in (tmp_path / "precious", tmp_path / "precious" / "thesis.txt"):
        with pytest.raises(UsageError, match="exists and is not a model folder; choose another na"):
            save_folder(refused, name="x", language="en", scorers=[])
    assert (tmp_path / "precious" / "thesis.txt").read_text() == "..."


def test_a_model_or_an_empty_folder_or_nothing_may_be_written_to(
    model: Path, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    for folder in (model, tmp_path / "empty", tmp_path / "none"):
        check_output(folder)


# --- from another model
# ------------------------------------------------------------------------------


def test_files_are_copied_but_for_those_that_are_there(model: Path, tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.mkdir()
    copy_files(read_manifest(model), target)
    assert file_checksum(target / "lexicon.tsv.xz") == file_checksum(model / "lexicon.tsv.xz")
    (target / "lexicon.tsv.xz").write_text("mine")
    copy_files(read_manifest(model), target)
    assert (target / "lexicon.tsv.xz").read_text() == "mine"


def test_scorers_of_a_model_are_saved_into_another(model: Path, tmp_path: Path) -> None:
    pause = {"kind": "pause"}
    save_folder(
        tmp_path / "more", name="more", language="en", scorers=[*copy_scorers(model), pause]
    )
    before, after = read_manifest(model), read_manifest(tmp_path / "more")
    assert after.files == before.files
    assert list(after.scorers) == [*before.scorers, pause]
    assert [item.weight for item in load_folder(tmp_path / "more").scorers] == [1.0, 2.0, 1.0]
