"""Models of features that are adapted; networks are in neural/test_adapting.py."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason="needs pip install 'legibly[train]'")

from legibly.errors import UsageError
from legibly.features.templates import BIAS
from legibly.model_folders.combining import combine_folders
from legibly.model_folders.finding import find_model
from legibly.model_folders.loading import load_folder
from legibly.model_folders.manifest import read_manifest
from legibly.model_folders.saving import copy_scorers, save_folder
from legibly.training.adaptation import Adaptation, adapt_model
from legibly.training.feature_data import FeatureSettings, NothingToLearnError
from legibly.training.feature_training import train_model
from legibly.transcript import Transcript, Word

TEXT = "Is it you? Yes, it is me. We met Bill in London. Did we? No, we did not.\n" * 20
NEW = "Roger, over. Roger, out.\n" * 30
OLD_LINE, NEW_LINE = "we met bill in london", "roger over roger out"
HELD_LITTLE = Adaptation(prior=0.1)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Nobody writes to it."""
    folder = tmp_path_factory.mktemp("features")
    (folder / "text.txt").write_text(TEXT)
    settings = FeatureSettings("maxent", templates=("w0", "w1", "2w0", BIAS), prior=0.1)
    files = [str(folder / "text.txt")]
    train_model("maxent", files, folder / "model", "mine", "en", settings)
    return folder / "model"


def adapted(
    model: Path, folder: Path, text: str = NEW, adaptation: Adaptation = HELD_LITTLE
) -> int:
    (folder / "new.txt").write_text(text)
    return adapt_model(model, [str(folder / "new.txt")], folder / "adapted", "mine", adaptation)


def formatted(folder: Path, line: str) -> str:
    return load_folder(folder)(Transcript([Word(word) for word in line.split()])).text


def test_the_new_is_learnt_and_the_old_is_not_forgotten(model: Path, tmp_path: Path) -> None:
    assert formatted(model, NEW_LINE) != "Roger, over. Roger, out."
    assert adapted(model, tmp_path) == 4 * 30
    assert formatted(tmp_path / "adapted", NEW_LINE) == "Roger, over. Roger, out."
    assert formatted(tmp_path / "adapted", OLD_LINE) == formatted(model, OLD_LINE)


def test_a_strong_prior_holds_a_model_where_it_is(model: Path, tmp_path: Path) -> None:
    adapted(model, tmp_path, adaptation=Adaptation(prior=1e6))
    assert formatted(tmp_path / "adapted", NEW_LINE) == formatted(model, NEW_LINE)


def test_a_single_pass_moves_a_model_less(model: Path, tmp_path: Path) -> None:
    told: list[int] = []
    (tmp_path / "new.txt").write_text(NEW)
    files = [str(tmp_path / "new.txt")]
    adapt_model(
        *(model, files, tmp_path / "adapted", "mine", Adaptation(passes=0.2)),
        report=lambda done, total, loss: told.append(total),
    )
    assert max(told) == 1


def test_text_without_capitals_adapts_the_marks_only(model: Path, tmp_path: Path) -> None:
    adapted(model, tmp_path, NEW.lower())
    assert formatted(tmp_path / "adapted", NEW_LINE) == "Roger, over. Roger, out."
    name = "maxent-case.npz"
    assert (tmp_path / "adapted" / name).read_bytes() == (model / name).read_bytes()


def test_text_without_marks_adapts_the_capitals_only(model: Path, tmp_path: Path) -> None:
    adapted(model, tmp_path, "we saw Roger and Tracy\n" * 30)
    assert formatted(tmp_path / "adapted", "we met tracy in london") == (
        formatted(model, "we met tracy in london").replace("tracy", "Tracy")
    )


def test_text_with_neither(model: Path, tmp_path: Path) -> None:
    with pytest.raises(NothingToLearnError, match="no capitals to learn"):
        adapted(model, tmp_path, "nothing at all\n" * 30)
    assert not (tmp_path / "adapted").exists()


def test_what_a_manifest_says_is_kept(model: Path, tmp_path: Path) -> None:
    facts: dict[str, Any] = {"licence": "CC0"}
    save_folder(
        tmp_path / "before",
        name="before",
        language="en",
        description="a model",
        scorers=[
            lambda target, copy=copy: {**copy(target), "weight": 0.5}  # type: ignore[misc]
            for copy in copy_scorers(model)
        ],
        facts=facts,
    )
    adapted(tmp_path / "before", tmp_path)
    manifest = read_manifest(tmp_path / "adapted")
    assert (manifest.name, manifest.description) == ("mine", "a model, adapted")
    assert manifest.facts == facts
    assert [item["weight"] for item in manifest.scorers] == [0.5, 0.5, 0.5]


def test_models_that_were_combined_are_adapted_each_in_its_folder(
    model: Path, tmp_path: Path
) -> None:
    combine_folders([(model, 1.0), (find_model("en-baseline"), 1.0)], tmp_path / "both", "both")
    assert adapted(tmp_path / "both", tmp_path) == 4 * 30
    before, after = (read_manifest(tmp_path / name) for name in ("both", "adapted"))
    assert set(before.files) == set(after.files)
    changed = {name for name, checksum in after.files.items() if before.files[name] != checksum}
    assert changed == {name for name in before.files if name.endswith(".npz")}
    load_folder(tmp_path / "adapted")


@pytest.mark.parametrize("adaptation", [Adaptation(rate=0.1), Adaptation(held=0.5)])
def test_what_is_said_of_networks_is_refused_without_one(
    model: Path, tmp_path: Path, adaptation: Adaptation
) -> None:
    with pytest.raises(
        UsageError, match="no network in it; --rate and --held are for networks, --prior for other"
    ):
        adapted(model, tmp_path, adaptation=adaptation)


def test_a_model_that_learns_nothing(tmp_path: Path) -> None:
    with pytest.raises(
        UsageError, match="no neural, maxent, crf or fcrf scorer in it; only those can be adapted"
    ):
        adapted(find_model("en-baseline"), tmp_path)


def test_what_lies_in_the_way_is_told(model: Path, tmp_path: Path) -> None:
    (tmp_path / "adapted").mkdir()
    (tmp_path / "adapted" / "thesis.doc").write_text("")
    with pytest.raises(UsageError, match="exists and is not a model folder; choose another name"):
        adapted(model, tmp_path)
