from __future__ import annotations

import contextlib
import io
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from legibly.scorers.word_pieces import WordPieces
    from legibly.training.neural.network import Tagger


class Trained(NamedTuple):
    folder: Path  # of the model; nobody writes to it
    said: str  # by the command that trained it
    left: list[str]  # what lies beside it


@pytest.fixture(scope="session")
def start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A BERT of a few hundred weights; nobody writes to it."""
    from tests.training.neural.helpers import make_start

    return make_start(tmp_path_factory.mktemp("bert") / "start")


@pytest.fixture(scope="session")
def pieces(start: Path) -> WordPieces:
    from legibly.scorers.neural import VOCABULARY
    from legibly.scorers.word_pieces import WordPieces

    return WordPieces.load(start / VOCABULARY)


@pytest.fixture(scope="session")
def trained(start: Path, tmp_path_factory: pytest.TempPathFactory) -> Trained:
    """The one network that is really trained: `legibly train neural`, in half a second."""
    import torch

    from legibly.cli.main import run
    from tests.training.neural.helpers import TEXT

    torch.manual_seed(1)  # the two heads begin at random
    folder = tmp_path_factory.mktemp("trained")
    (folder / "text.txt").write_text(TEXT)
    text, model = str(folder / "text.txt"), folder / "model"
    options = {"--passes": "8", "--batch": "4", "--window": "16", "--rate": "0.02", "--dev": text}
    flat = [part for pair in options.items() for part in pair]
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        code = run(["train", "neural", text, "-o", str(model), "--start", str(start), *flat])
    assert code == 0, out.getvalue()
    return Trained(model, out.getvalue(), sorted(path.name for path in folder.iterdir()))


@pytest.fixture(scope="session", params=[8, 4], ids=["eight bits", "four bits"])
def exported(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Tagger, Path]:
    """A network, and the file that it was written to."""
    from legibly.training.neural.export import export
    from tests.training.neural.helpers import tiny, with_opinions

    tagger, path = with_opinions(tiny(bits=request.param)), tmp_path_factory.mktemp("exported")
    export(tagger, path / "network.onnx")
    return tagger, path / "network.onnx"


@pytest.fixture
def folders(start: Path, tmp_path: Path) -> Path:
    """Text, and a BERT of one's own to do things to."""
    from tests.training.neural.helpers import TEXT

    shutil.copytree(start, tmp_path / "start")
    (tmp_path / "text.txt").write_text(TEXT)
    return tmp_path
