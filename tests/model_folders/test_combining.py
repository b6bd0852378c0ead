from __future__ import annotations

from pathlib import Path

import pytest

from legibly.errors import DataError, UsageError
from legibly.files.model_files import file_checksum
from legibly.model_folders.combining import combine_folders
from legibly.model_folders.loading import load_folder
from legibly.model_folders.manifest import read_manifest
from legibly.model_folders.saving import save_folder


def weights(folder: Path) -> list[float]:
    return [item.weight for item in load_folder(folder).scorers]


def test_a_combined_model_has_all_scorers_with_their_weights_times_a_number(
    model: Path, tmp_path: Path
) -> None:
    both = tmp_path / "both"
    combine_folders([(model, 1.0), (model, 0.5)], both, "both")
    assert weights(both) == [1.0, 2.0, 0.5, 1.0]
    assert read_manifest(both).name == "both"
    assert read_manifest(both).description == "mine + mine"


def test_the_files_of_each_model_lie_in_a_folder_of_their_own(model: Path, tmp_path: Path) -> None:
    both = tmp_path / "both"
    combine_folders([(model, 1.0), (model, 0.5)], both, "both")
    files = read_manifest(both).files
    assert sorted(files) == ["1/lexicon.tsv.xz", "2/lexicon.tsv.xz"]
    assert set(files.values()) == {file_checksum(model / "lexicon.tsv.xz")}


def test_combined_models_are_combined_again(model: Path, tmp_path: Path) -> None:
    both, again = tmp_path / "both", tmp_path / "again"
    combine_folders([(model, 1.0), (model, 0.5)], both, "both")
    combine_folders([(both, 2.0), (model, 1.0)], again, "again")
    assert sorted(read_manifest(again).files) == [f"{i}/lexicon.tsv.xz" for i in (1, 2, 3)]
    assert weights(again) == [2.0, 4.0, 1.0, 2.0, 1.0, 2.0]


def test_licences_and_the_like_belong_to_the_new_model_too(model: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    facts = {"licence": "MIT", "data": "talks", "scores": 5}
    save_folder(other, name="other", language="en", scorers=[{"kind": "pause"}], facts=facts)
    combine_folders([(model, 1.0), (other, 1.0), (model, 1.0)], tmp_path / "all", "all")
    assert read_manifest(tmp_path / "all").facts == {"licence": "CC0; MIT", "data": "talks"}


def test_a_combined_model_may_take_the_place_of_one_of_its_own(model: Path) -> None:
    combine_folders([(model, 1.0), (model, 1.0)], model, "twice")
    assert weights(model) == [1.0, 2.0, 1.0, 2.0]


def test_models_of_two_languages_are_not_combined(model: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    save_folder(other, name="other", language="pt", scorers=[{"kind": "pause"}])
    with pytest.raises(
        UsageError, match=r"models of different languages cannot be combined \(en, pt\)"
    ):
        combine_folders([(model, 1.0), (other, 1.0)], tmp_path / "both", "both")
    assert not (tmp_path / "both").exists()


def test_a_damaged_model_is_not_combined(model: Path, tmp_path: Path) -> None:
    (model / "lexicon.tsv.xz").write_bytes(b"")
    with pytest.raises(DataError, match="checksum differs"):
        combine_folders([(model, 1.0)], tmp_path / "one", "one")
    assert not (tmp_path / "one").exists()
