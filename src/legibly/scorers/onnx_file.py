"""Our own look at an ONNX file before anything runs it: its operators, its weights, no other files.

An ONNX file is a message of Protocol Buffers. Only what is asked here is read: the nodes of the
graph and its tensors.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from legibly.errors import DataError

# What our networks consist of; none of them repeats or branches.
OPERATORS = frozenset(
    {
        *("Add", "And", "BitShift", "BitwiseAnd", "Cast", "CastLike", "Clip", "Concat", "Constant"),
        *("ConstantOfShape", "CumSum", "DequantizeLinear", "Div", "DynamicQuantizeLinear", "Equal"),
        *("Erf", "Expand", "Flatten", "Gather", "GatherElements", "Gelu", "Gemm", "Identity"),
        *("LayerNormalization", "Less", "LogSoftmax", "MatMul", "MatMulInteger", "Mul", "Neg"),
        *("Not", "Pow", "Range", "ReduceMean", "Reshape", "Shape", "Slice", "Softmax", "Split"),
        *("Sqrt", "Squeeze", "Sub", "Tanh", "Transpose", "Unsqueeze", "Where", "Abs", "Min", "Max"),
        *("Log", "Exp", "GreaterOrEqual", "LessOrEqual", "Greater", "Floor", "Mod", "Sign", "Relu"),
    }
)
MAX_BYTES = 1 << 30
# Numbers of fields in the messages of onnx.proto, and of data types.
GRAPH, FUNCTIONS = 7, 25
NODE, INITIALIZER, SPARSE_INITIALIZER = 1, 5, 15
OPERATOR, ATTRIBUTE = 4, 5
ATTRIBUTE_TENSOR, ATTRIBUTE_GRAPH, ATTRIBUTE_TENSORS, ATTRIBUTE_GRAPHS = 5, 6, 10, 11
ATTRIBUTE_FLOAT, ATTRIBUTE_FLOATS, ATTRIBUTE_SPARSE, ATTRIBUTE_SPARSES = 2, 7, 22, 23
DATA_TYPE, FLOAT_DATA, INT_DATA, RAW_DATA, DOUBLE_DATA = 2, 4, 5, 9, 10
EXTERNAL_DATA, DATA_LOCATION = 13, 14
HALF = 10
FLOATS: dict[object, str] = {1: "<f4", HALF: "<f2", 11: "<f8"}
STORED = {FLOAT_DATA: "<f4", DOUBLE_DATA: "<f8"}
# Those numbers, and whole ones of 8 to 64 bits: what can be looked at.
TENSOR_TYPES = frozenset({*FLOATS, 2, 3, 4, 5, 6, 7, 9, 12, 13})

Field = tuple[int, int | memoryview]


def read_network(path: Path) -> bytes:
    """The file's content, where it is a network that may be run."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise DataError(f"{path}: more than {MAX_BYTES >> 20} MiB")
        content = path.read_bytes()
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error.strerror})") from None
    try:
        _check_model(memoryview(content))
    except ValueError as error:
        raise DataError(f"{path}: the network cannot be loaded ({error})") from None
    return content


def _check_model(model: memoryview) -> None:
    graphs = [value for number, value in _fields(model) if number == GRAPH]
    if any(number == FUNCTIONS for number, _ in _fields(model)):
        raise ValueError("it has functions of its own")
    if len(graphs) != 1 or not isinstance(graphs[0], memoryview):
        raise ValueError("it has no graph")
    for number, value in _fields(graphs[0]):
        if number == SPARSE_INITIALIZER:
            raise ValueError("it has sparse weights")
        if isinstance(value, memoryview) and number == NODE:
            _check_node(value)
        elif isinstance(value, memoryview) and number == INITIALIZER:
            _check_tensor(value)


def _check_node(node: memoryview) -> None:
    for number, value in _fields(node):
        if not isinstance(value, memoryview):
            continue
        if number == OPERATOR and bytes(value).decode("utf-8", "replace") not in OPERATORS:
            name = bytes(value[:40]).decode("utf-8", "replace")
            raise ValueError(f"it has the operator {name!r}, which is not among those allowed")
        if number == ATTRIBUTE:
            _check_attribute(value)


def _check_attribute(attribute: memoryview) -> None:
    for number, value in _fields(attribute):
        if number in (ATTRIBUTE_GRAPH, ATTRIBUTE_GRAPHS):
            raise ValueError("it has a graph inside a node")
        if number in (ATTRIBUTE_SPARSE, ATTRIBUTE_SPARSES):
            raise ValueError("it has sparse weights")
        if number in (ATTRIBUTE_TENSOR, ATTRIBUTE_TENSORS) and isinstance(value, memoryview):
            _check_tensor(value)
        if number in (ATTRIBUTE_FLOAT, ATTRIBUTE_FLOATS):
            _check_numbers(value, FLOATS[1])


def _check_tensor(tensor: memoryview) -> None:
    found: dict[int, list[int | memoryview]] = {}
    for number, value in _fields(tensor):
        found.setdefault(number, []).append(value)
    if EXTERNAL_DATA in found or any(found.get(DATA_LOCATION, [])):
        raise ValueError("its weights lie in another file")
    kinds = found.get(DATA_TYPE, [0])
    if len(kinds) > 1 or kinds[0] not in TENSOR_TYPES:
        raise ValueError("weights of a type that is not among those allowed")
    if kinds[0] == HALF and INT_DATA in found:
        raise ValueError("weights that are written as other numbers")
    for number, stored in ((RAW_DATA, FLOATS.get(kinds[0])), *STORED.items()):
        for data in found.get(number, []) if stored else ():
            _check_numbers(data, str(stored))


def _check_numbers(data: int | memoryview, stored: str) -> None:
    if not isinstance(data, memoryview) or len(data) % np.dtype(stored).itemsize:
        raise ValueError("weights that are cut off")
    if not np.isfinite(np.frombuffer(data, stored)).all():
        raise ValueError("weights that are no numbers")


def _fields(message: memoryview) -> Iterator[Field]:
    """Numbers and values of a message; what is not asked for by anybody is skipped."""
    at = 0
    while at < len(message):
        key, at = _varint(message, at)
        number, wire = key >> 3, key & 7
        if wire == 0:
            value, at = _varint(message, at)
            yield number, value
            continue
        length, at = _varint(message, at) if wire == 2 else ({1: 8, 5: 4}.get(wire, -1), at)
        if length < 0 or at + length > len(message):
            raise ValueError("not a network in ONNX's format")
        yield number, message[at : at + length]
        at += length


def _varint(message: memoryview, at: int) -> tuple[int, int]:
    value = 0
    for shift in range(0, 70, 7):
        if at >= len(message):
            break
        byte = message[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
    raise ValueError("not a network in ONNX's format")
