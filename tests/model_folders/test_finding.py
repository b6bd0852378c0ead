from __future__ import annotations

from pathlib import Path

import pytest

from legibly.errors import UsageError
from legibly.model_folders.finding import find_model, model_folders, user_models
from legibly.model_folders.saving import save_folder


def test_models_are_found_by_name_or_by_path(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEGIBLY_MODELS", str(model.parent))
    assert model_folders()["mine"] == model
    assert find_model("mine") == find_model(str(model)) == find_model(model) == model


def test_languages_bring_models_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEGIBLY_MODELS", "none")
    assert {"en", "en-baseline"} <= set(model_folders())


def test_the_users_models_win(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model.rename(model.with_name("en"))
    monkeypatch.setenv("LEGIBLY_MODELS", str(model.parent))
    assert find_model("en") == model.with_name("en")


def test_folders_without_a_manifest_are_no_models(
    model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (model.parent / "other").mkdir()
    (model.parent / "file").write_text("")
    monkeypatch.setenv("LEGIBLY_MODELS", str(model.parent))
    assert not {"other", "file"} & set(model_folders())


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"LEGIBLY_MODELS": "/mine", "XDG_DATA_HOME": "/data", "HOME": "/home/ann"}, "/mine"),
        ({"XDG_DATA_HOME": "/data", "HOME": "/home/ann"}, "/data/legibly/models"),
        ({"HOME": "/home/ann"}, "/home/ann/.local/share/legibly/models"),
        ({"LEGIBLY_MODELS": "", "HOME": "/home/ann"}, "/home/ann/.local/share/legibly/models"),
    ],
)
def test_where_a_users_models_lie(
    monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], expected: str
) -> None:
    for name in ("LEGIBLY_MODELS", "XDG_DATA_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert user_models() == Path(expected)


def test_the_data_folder_of_the_user_is_searched(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("LEGIBLY_MODELS", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    save_folder(tmp_path / "legibly" / "models" / "own", name="own", language="en", scorers=[])
    assert "own" in model_folders()


@pytest.mark.parametrize(
    ("model_name", "message"),
    [
        ("mien", "unknown model 'mien'; did you mean 'mine'"),
        ("some/where", "some/where: no such model folder"),
        (5, "model is 5; expected its name, or the path of its folder"),
    ],
)
def test_a_model_that_is_not_there(
    model: Path, monkeypatch: pytest.MonkeyPatch, model_name: str, message: str
) -> None:
    monkeypatch.setenv("LEGIBLY_MODELS", str(model.parent))
    with pytest.raises(UsageError, match=message):
        find_model(model_name)
