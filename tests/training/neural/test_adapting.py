"""A network that was trained goes on learning."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="needs pip install 'legibly[train]'")

import torch

from legibly.errors import DataError
from legibly.scorers.neural import NETWORK, NETWORK_MARKS
from legibly.scorers.word_pieces import WordPieces
from legibly.training.feature_data import NothingToLearnError
from legibly.training.neural.adapting import Tuning, tune_network
from legibly.training.neural.from_onnx import restore
from legibly.training.neural.network import Tagger
from tests.cli.helpers import Cli
from tests.metrics.helpers import written
from tests.training.neural.conftest import Trained
from tests.training.neural.helpers import HEARD, LINE, TEXT, WORDS

NEW = LINE.replace("van.", "van!")


def tuned(trained: Trained, lines: list[str], tuning: Tuning) -> tuple[Tagger, int]:
    texts = [written(line) for line in lines]
    return tune_network(trained.folder, NETWORK, texts, tuning, lambda step, steps, loss: None)


def moved(one: Tagger, other: Tagger) -> dict[str, float]:
    """How far each weight has moved at most."""
    pairs = zip(one.named_parameters(), other.parameters(), strict=True)
    return {name: float((a - b).abs().max().detach()) for (name, a), b in pairs}


def test_only_what_is_stored_as_it_is_moves_and_the_heads(trained: Trained) -> None:
    before = restore(trained.folder / NETWORK)
    after, words = tuned(trained, [NEW] * 10, Tuning(passes=2, rate=0.01, held=0))
    assert words == 10 * 14
    changed = {name for name, far in moved(before, after).items() if far > 0}
    vectors = {name for name, value in before.named_parameters() if value.dim() == 1}
    assert changed == vectors | {"positions.weight", "marks.weight", "cases.weight"}


def last_mark(tagger: Tagger, pieces: WordPieces) -> str:
    row = torch.tensor([pieces.begin, *(n for word in WORDS for n in pieces(word)), pieces.end])
    with torch.no_grad():
        return NETWORK_MARKS[int(tagger(row[None])[0][0, -2].argmax())]


@pytest.mark.parametrize(
    ("tuning", "mark"),
    [
        (Tuning(passes=40, rate=0.02, held=0.0), "!"),
        (Tuning(passes=40, rate=0.02, held=1.0), "."),
        (Tuning(passes=1, rate=1e-5), "."),
    ],
    ids=["not held", "held", "hardly moved"],
)
def test_what_is_held_is_what_was_said_before(
    trained: Trained, pieces: WordPieces, tuning: Tuning, mark: str
) -> None:
    after, _ = tuned(trained, [NEW] * 15, tuning)
    assert last_mark(after, pieces) == mark


def test_no_words_to_adapt_with(trained: Trained) -> None:
    with pytest.raises(DataError, match="no words in the corpora; expected text with marks and"):
        tuned(trained, [], Tuning())


def test_no_marks_to_adapt_with(trained: Trained) -> None:
    with pytest.raises(NothingToLearnError, match="no marks to learn: every word has the same"):
        tuned(trained, ["No marks at all"] * 5, Tuning())


def test_an_adapted_network_writes_as_the_new_text_does(
    trained: Trained, cli: Cli, tmp_path: Path
) -> None:
    assert cli("format", "-", "--model", trained.folder, stdin=HEARD).out == f"{LINE}\n"
    (tmp_path / "new.txt").write_text(TEXT.replace("van.", "van!"))
    given = ("adapt", trained.folder, "new.txt", "-o", "adapted")
    result = cli(*given, "--passes", "12", "--rate", "0.02", "--held", "0")
    assert result.code == 0, result.err
    assert "adapted with 840 words" in result.err
    assert cli("format", "-", "--model", "adapted", stdin=HEARD).out == f"{NEW}\n"


@pytest.mark.parametrize(
    ("text", "switches", "code", "message"),
    [
        (NEW, ("--prior", "2"), 2, "only a network in it; --prior is for other scorers"),
        ("no marks at all", (), 1, "no marks to learn"),
    ],
)
def test_what_a_network_cannot_be_adapted_with(
    *,
    trained: Trained,
    cli: Cli,
    tmp_path: Path,
    text: str,
    switches: tuple[str, ...],
    code: int,
    message: str,
) -> None:
    (tmp_path / "new.txt").write_text(f"{text}\n" * 40)
    refused = cli("adapt", trained.folder, "new.txt", "-o", "none", *switches)
    assert (refused.code, message in refused.err) == (code, True), refused.err
    assert not (tmp_path / "none").exists()
