from __future__ import annotations

import os
from pathlib import Path

import pytest

import legibly
from legibly.errors import DataError, LegiblyError, UsageError
from legibly.model_folders.combining import combine_folders
from legibly.model_folders.finding import find_model, model_folders
from legibly.model_folders.loading import load_folder
from legibly.model_folders.manifest import MANIFEST, read_manifest
from legibly.model_folders.saving import save_folder
from legibly.scorers.kinds import MODULES
from legibly.scorers.lexicon import Entry, LexiconScorer


@pytest.fixture
def model(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    lexicon = LexiconScorer({"bill": Entry((1, 9, 0, 0), None)})
    save_folder(
        folder,
        name="mine",
        language="en",
        description='with "quotes"',
        scorers=[lexicon.save, {"kind": "pause", "seconds": 0.7, "weight": 2}],
        facts={"licence": "CC0", "sources": ["a", "b"], "final": True},
    )
    return folder


def test_saved_and_loaded(model: Path) -> None:
    manifest = read_manifest(model)
    assert (manifest.name, manifest.language, manifest.description) == (
        "mine",
        "en",
        'with "quotes"',
    )
    assert manifest.facts == {"licence": "CC0", "sources": ["a", "b"], "final": True}
    assert manifest.size > 0
    formatter = load_folder(model)
    assert [item.weight for item in formatter.scorers] == [1.0, 2.0]
    assert legibly.load(model)(legibly.Transcript([legibly.Word("bill")])).text == "Bill."


def test_saving_replaces_a_model_and_leaves_nothing_behind(model: Path) -> None:
    save_folder(model, name="new", language="pt", scorers=[{"kind": "pause"}])
    assert read_manifest(model).name == "new"
    assert os.listdir(model.parent) == ["mine"]
    assert os.listdir(model) == [MANIFEST]


def test_a_folder_that_is_no_model_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious" / "thesis.txt").write_text("...")
    with pytest.raises(UsageError, match="exists and is not a model folder"):
        save_folder(tmp_path / "precious", name="x", language="en", scorers=[])


def test_a_scorer_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    def fail(folder: Path) -> dict[str, object]:
        (folder / "half").write_text("half")
        raise OSError(28, "No space left on device")

    with pytest.raises(UsageError, match="No space left"):
        save_folder(tmp_path / "model", name="x", language="en", scorers=[fail])
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("legibly = 1", "legibly = 2", "a model of another program or version"),
        ("legibly = 1", "", "a model of another program or version"),
        ('name = "mine"', "name = 3", "'name' is 3; expected a str"),
        ('language = "en"', "", "'language' is None; expected a str"),
        ('language = "en"', 'language = "xx"', "unknown language 'xx'"),
        (
            'kind = "pause"',
            'kind = "pauze"',
            "unknown kind of scorer 'pauze'; did you mean 'pause'",
        ),
        ('kind = "pause"', 'kind = "base"', "unknown kind of scorer 'base'"),
        ('kind = "pause"', "", "a scorer without a kind"),
        ("weight = 2", 'weight = "heavy"', "weight 'heavy' is not a number"),
        ("weight = 2", "weight = nan", "weight nan is not a number"),
        ('file = "lexicon.tsv.xz"', "file = [1]", "is not listed under"),
        ("[files]", "[files", "not valid TOML"),
        ('file = "lexicon.tsv.xz"', 'file = "../../etc/passwd"', "is not listed under"),
        ("sha256:", "sha256:0", "checksum differs from the manifest; the file is damaged"),
        ('"lexicon.tsv.xz" =', '"../lexicon.tsv.xz" =', "lies outside the model folder"),
        ('"lexicon.tsv.xz" =', '"a/b/lexicon.tsv.xz" =', "lies outside the model folder"),
        (
            'kind = "pause"',
            'kind = "pause"\nfolder = ".."',
            "folder '..' lies outside the model folder",
        ),
    ],
)
def test_a_wrong_manifest_is_one_clear_line(model: Path, old: str, new: str, message: str) -> None:
    path = model / MANIFEST
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(LegiblyError, match=message) as caught:
        load_folder(model)
    assert "\n" not in str(caught.value)


def test_damaged_and_missing_files(model: Path) -> None:
    data = model / "lexicon.tsv.xz"
    data.write_bytes(data.read_bytes()[:-5])
    with pytest.raises(DataError, match="checksum differs"):
        load_folder(model)
    data.unlink()
    with pytest.raises(DataError, match=r"lexicon.tsv.xz is missing; the model is incomplete"):
        load_folder(model)
    (model / MANIFEST).write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataError, match="not UTF-8"):
        load_folder(model)


def test_a_folder_without_a_manifest(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="not a model folder"):
        load_folder(tmp_path)


def test_models_are_found_by_name_and_the_users_win(
    model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LEGIBLY_MODELS", str(model.parent))
    assert model_folders()["mine"] == model
    assert find_model("mine") == model == find_model(str(model))
    with pytest.raises(UsageError, match="unknown model 'mien'; did you mean 'mine'"):
        find_model("mien")
    with pytest.raises(UsageError, match="no such model folder"):
        find_model(f"{model}/x")


def test_without_a_setting_the_data_folder_of_the_user_is_searched(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("LEGIBLY_MODELS", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    save_folder(tmp_path / "legibly" / "models" / "own", name="own", language="en", scorers=[])
    assert "own" in model_folders()


def test_kinds_of_scorer_are_found_by_file() -> None:
    assert {"lexicon", "pause"} <= set(MODULES)


def test_models_are_combined(model: Path, tmp_path: Path) -> None:
    both, again = tmp_path / "both", tmp_path / "again"
    combine_folders([(model, 1.0), (model, 0.5)], both, "both")
    weights = [item.weight for item in load_folder(model).scorers]
    assert [item.weight for item in load_folder(both).scorers] == [
        *weights,
        *(w / 2 for w in weights),
    ]
    assert sorted(read_manifest(both).files) == ["1/lexicon.tsv.xz", "2/lexicon.tsv.xz"]
    combine_folders([(both, 2.0), (model, 1.0)], again, "again")
    assert sorted(read_manifest(again).files) == [f"{i}/lexicon.tsv.xz" for i in (1, 2, 3)]
    assert len(load_folder(again).scorers) == 3 * len(weights)


def test_models_of_two_languages_are_not_combined(model: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    save_folder(other, name="other", language="pt", scorers=[{"kind": "pause"}])
    with pytest.raises(
        UsageError, match=r"models of different languages cannot be combined \(en, pt\)"
    ):
        combine_folders([(model, 1.0), (other, 1.0)], tmp_path / "both", "both")
