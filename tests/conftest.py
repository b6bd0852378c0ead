from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from legibly.languages import finding
from legibly.model_folders.finding import find_model
from tests.cli.helpers import Cli

settings.register_profile("legibly", deadline=None)  # speed is never a test
settings.load_profile("legibly")

SHARED = Path(__file__).parents[2] / "shared" / "data"


@pytest.fixture(scope="session", autouse=True)
def _one_thread() -> None:
    """Models as small as these wait for a second thread longer than it helps them."""
    if "torch" in sys.modules:
        sys.modules["torch"].set_num_threads(1)


@pytest.fixture
def shipped_cli(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Cli:
    """Commands as a user has them."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LEGIBLY_MODELS", str(tmp_path / "no models"))
    return Cli(capsys, monkeypatch, tmp_path)


@pytest.fixture
def cli(
    shipped_cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> Cli:
    """Commands whose English model is the baseline, of which a test can say what it writes."""
    models = tmp_path_factory.mktemp("models")
    (models / "en").symlink_to(find_model("en-baseline"))
    monkeypatch.setenv("LEGIBLY_MODELS", str(models))
    return shipped_cli


@pytest.fixture
def only_english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if no package of a language was installed."""
    monkeypatch.setattr(finding, "_modules", lambda: {"en": "legibly.english"})
    finding._folders.cache_clear()
    yield
    finding._folders.cache_clear()


@pytest.fixture
def corpora() -> Path:
    """The corpora that lie beside a checkout, where there are any."""
    if not SHARED.is_dir():
        pytest.skip("needs the corpora in ../shared/data, which are not part of the project")
    return SHARED
