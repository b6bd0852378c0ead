"""From text to a folder that formats."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

pytest.importorskip("torch", reason="needs pip install 'legibly[train]'")

import torch

from legibly.errors import DataError
from legibly.model_folders.manifest import read_manifest
from legibly.scorers.lexicon import Entry, LexiconScorer
from legibly.scorers.neural import VOCABULARY
from legibly.training.neural.build import CHECKED_WINDOWS, network_saver, write_model
from legibly.training.neural.network import Layer, Tagger
from tests.cli.helpers import Cli
from tests.training.neural.conftest import Trained
from tests.training.neural.helpers import HEARD, LINE, WORDS, tiny


def test_a_trained_model_formats(trained: Trained, cli: Cli) -> None:
    assert cli("format", "-", "--model", trained.folder, stdin=HEARD).out == f"{LINE}\n"


def test_training_tells_how_far_it_is(trained: Trained) -> None:
    assert "1 corpora, 840 pieces" in trained.said
    assert "dev F1 1.0000" in trained.said
    assert trained.said.endswith("model: written\n")


def test_a_model_is_a_network_and_a_lexicon_of_mixed_forms(trained: Trained) -> None:
    assert sorted(path.name for path in trained.folder.iterdir()) == [
        *("lexicon.tsv.xz", "model.toml", "network.onnx", "tokenizer.json"),
    ]
    network, lexicon = read_manifest(trained.folder).scorers
    assert network["kind"] == "neural"
    assert (lexicon["kind"], lexicon["weight"]) == ("lexicon", 0.0)


def test_what_was_only_for_the_way_is_gone(trained: Trained) -> None:
    assert trained.left == ["model", "text.txt"]


def brittle() -> Tagger:
    """Every weight of a head is small beside one that counts nothing: in int8 all of them are
    nought.
    """
    tagger = tiny(21, positions=300)
    with torch.no_grad():
        norm = cast(Layer, tagger.layers[-1]).norm
        norm.weight[0] = norm.bias[0] = 0.0
        for head in (tagger.marks, tagger.cases):
            head.weight[:, 0] = 1000.0
            head.bias.zero_()
    return tagger


def lines(count: int) -> str:
    """Lines that are all different."""
    return "\n".join(" ".join(WORDS[at % 14 :] + WORDS + WORDS[: at % 13]) for at in range(count))


def test_a_network_that_few_bits_have_spoilt_is_not_written(start: Path, tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text(lines(40))
    save = network_saver(brittle(), start, [str(tmp_path / "text.txt")], "en", {})
    with pytest.raises(
        DataError,
        match=r"network.onnx: written in few bits, it decides like the one that was trained in "
        r"only [0-9.]+% of the places; train it longer or on more text",
    ):
        save(tmp_path)


def test_on_a_few_words_it_is_not_judged(start: Path, tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text(f"{LINE} {LINE}\n" * CHECKED_WINDOWS)  # all one window
    lexicon = LexiconScorer({"bill": Entry((0, 1, 0, 0), None)})
    model, files = tmp_path / "model", [str(tmp_path / "text.txt")]
    write_model(
        *(brittle(), start / VOCABULARY, lexicon, model, "m", "en", files),
        settings={"threads": 2, "weight": 0.7},
    )
    assert read_manifest(model).scorers[0] == {
        **{"threads": 2, "weight": 0.7},  # those of the scorer before
        **{"kind": "neural", "file": "network.onnx"},
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["text.txt", "--start", "nowhere"],
            "nowhere: no model.safetensors; expected a folder with a BERT's weights",
        ),
        (["--start", "start"], "name either corpora or a --recipe"),
        (
            ["text.txt", "--start", "start", "--recipe", "r.toml"],
            "name either corpora or a --recipe",
        ),
        (
            ["--start", "start", "--recipe", "r.toml", "--rate", "0.1"],
            "--rate: the recipe says that; change it there",
        ),
        (["text.txt", "--start", "start", "--batch", "0"], "--batch"),
        (["text.txt", "--start", "start", "--passes", "nan"], "--passes"),
    ],
)
def test_wrong_usage(cli: Cli, folders: Path, arguments: list[str], message: str) -> None:
    result = cli("train", "neural", *arguments, "-o", "model")
    assert result.code == 2
    assert message in result.err
    assert not (folders / "model").exists()
