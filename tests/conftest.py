from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.helpers import Cli

SHARED = Path(__file__).parents[2] / "shared" / "data"


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Cli:
    monkeypatch.chdir(tmp_path)
    return Cli(capsys, monkeypatch, tmp_path)


@pytest.fixture
def corpora() -> Path:
    """The corpora that lie beside a checkout, where there are any."""
    if not SHARED.is_dir():
        pytest.skip("needs the corpora in ../shared/data, which are not part of the project")
    return SHARED
