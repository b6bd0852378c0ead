"""Networks that must not be run."""

from __future__ import annotations

import contextlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.errors import DataError
from legibly.model_folders.finding import find_model
from legibly.scorers.onnx_file import read_network

SHIPPED = find_model("en") / "network.onnx"
NAN, ONE = (np.array([number], "<f4").tobytes() for number in (np.nan, 1.0))


def field(number: int, content: bytes | int) -> bytes:
    """A field of a message, written plainly."""

    def varint(value: int) -> bytes:
        out = b""
        while value > 0x7F:
            out += bytes([value & 0x7F | 0x80])
            value >>= 7
        return out + bytes([value])

    if isinstance(content, int):
        return varint(number << 3) + varint(content)
    return varint(number << 3 | 2) + varint(len(content)) + content


def tensor(values: list[float], kind: int = 1) -> bytes:
    dtype = {1: "<f4", 10: "<f2", 11: "<f8"}[kind]
    return field(2, kind) + field(9, np.array(values, dtype).tobytes())


def graph(*parts: bytes) -> bytes:
    return field(8, b"producer") + field(7, b"".join(parts))


def node(operator: str, *parts: bytes) -> bytes:
    return field(1, field(4, operator.encode()) + b"".join(parts))


def written(tmp_path: Path, content: bytes) -> Path:
    path = tmp_path / "network.onnx"
    path.write_bytes(content)
    return path


def test_the_shipped_network_may_be_run() -> None:
    assert read_network(SHIPPED) == SHIPPED.read_bytes()


def test_a_small_network_may_be_run(tmp_path: Path) -> None:
    content = graph(node("Add"), field(5, tensor([1.0, 2.0])), field(5, tensor([0.5], kind=10)))
    assert read_network(written(tmp_path, content)) == content


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "it has no graph"),
        (b"not a network", "not a network in ONNX's format"),
        (graph(node("Loop")), "the operator 'Loop', which is not among those allowed"),
        (graph(node("If")), "the operator 'If'"),
        (graph(node("Add", field(5, field(6, b"")))), "a graph inside a node"),
        (graph(field(15, b"")), "sparse weights"),
        (graph() + field(25, b""), "functions of its own"),
        (graph(field(5, tensor([1.0]) + field(13, b"location"))), "weights lie in another file"),
        (graph(field(5, tensor([1.0]) + field(14, 1))), "weights lie in another file"),
        (graph(field(5, tensor([float("nan")]))), "weights that are no numbers"),
        (graph(field(5, tensor([float("inf")], kind=10))), "weights that are no numbers"),
        (graph(node("Constant", field(5, field(5, tensor([float("nan")]))))), "no numbers"),
        (graph(node("Constant", field(5, field(7, NAN)))), "no numbers"),
        (graph(node("Constant", field(5, field(22, b"")))), "sparse weights"),
        (graph(field(5, field(2, 1) + field(4, NAN) + field(4, ONE))), "no numbers"),
        (graph(field(5, field(2, 11) + field(10, np.array([np.nan]).tobytes()))), "no numbers"),
        (graph(field(5, field(2, 7) + field(9, NAN) + field(2, 1))), "of a type that is not"),
        (graph(field(5, field(2, 16) + field(9, NAN))), "of a type that is not among those"),
        (graph(field(5, field(2, 10) + field(5, 31744))), "written as other numbers"),
        (graph(field(5, field(2, 1) + field(9, b"abc"))), "weights that are cut off"),
        (graph(node("Add"))[:-1], "not a network in ONNX's format"),
    ],
)
def test_what_may_not_be_run_is_said(tmp_path: Path, content: bytes, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_network(written(tmp_path, content))


@given(st.binary(max_size=200))
def test_any_bytes_are_answered(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.mktemp("onnx") / "network.onnx"
    path.write_bytes(content)
    with contextlib.suppress(DataError):
        assert read_network(path) == content


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be read"):
        read_network(tmp_path / "none.onnx")
