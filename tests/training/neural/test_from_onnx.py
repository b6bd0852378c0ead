from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="needs pip install 'legibly[train]'")

import onnx
import torch

from legibly.errors import DataError
from legibly.training.neural.export import export
from legibly.training.neural.from_onnx import restore
from legibly.training.neural.network import Tagger
from legibly.training.neural.recipe import changed
from tests.training.neural.helpers import tiny


def near(found: Tagger, tagger: Tagger) -> bool:
    """Each weight as good as its largest neighbours allow."""
    states = found.state_dict(), tagger.state_dict()
    steps = {4: 2e-1, 8: 1.5e-2}
    return list(states[0]) == list(states[1]) and all(
        float((value - states[1][name]).abs().max())
        <= steps[tagger.shape.bits if name == "words.weight" else 8] * states[1][name].abs().max()
        for name, value in states[0].items()
    )


def test_an_exported_network_comes_back(exported: tuple[Tagger, Path]) -> None:
    tagger, path = exported
    again = restore(path)
    assert again.shape == tagger.shape
    assert near(again, tagger)


def test_what_was_stored_in_few_bits_stays_what_it_is(
    exported: tuple[Tagger, Path], tmp_path: Path
) -> None:
    once = restore(exported[1])
    export(once, tmp_path / "again.onnx")
    assert torch.equal(restore(tmp_path / "again.onnx").words.weight, once.words.weight)


def test_layers_that_are_alike_are_stored_once(tmp_path: Path) -> None:
    doubled = changed(tiny(layers=1), layers=3)
    export(doubled, tmp_path / "network.onnx")
    assert near(restore(tmp_path / "network.onnx"), doubled)


def test_networks_from_the_time_when_the_shape_was_not_noted(tmp_path: Path) -> None:
    tagger = tiny(layers=1, width=64, heads=2, bits=4)
    export(tagger, tmp_path / "network.onnx")
    network = onnx.load(str(tmp_path / "network.onnx"))
    del network.metadata_props[:]
    onnx.save(network, str(tmp_path / "network.onnx"))
    assert restore(tmp_path / "network.onnx").shape == tagger.shape


def test_a_network_with_distances_is_not_trained_on(tmp_path: Path) -> None:
    export(tiny(layers=1, relative=32), tmp_path / "network.onnx")
    with pytest.raises(DataError, match="its attention knows distances, which cannot be read back"):
        restore(tmp_path / "network.onnx")


@pytest.mark.parametrize("content", [b"nothing", b""])
def test_a_foreign_network_is_not_trained_on(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "network.onnx").write_bytes(content)
    with pytest.raises(
        DataError, match=r"network.onnx: not a network of `legibly train neural` that can be"
    ):
        restore(tmp_path / "network.onnx")
