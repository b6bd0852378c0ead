"""The tagger of an exported network, its int8 weights as numbers again: training can go on from a
model folder.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from legibly.errors import DataError
from legibly.training.neural.export import SHAPE
from legibly.training.neural.network import Shape, Tagger


def restore(path: Path) -> Tagger:
    """Raises DataError for a network that `legibly train neural` has not written."""
    import onnx
    from onnx import numpy_helper

    try:
        network = onnx.load(str(path))
        graph = network.graph
        noted = {item.key: item.value for item in network.metadata_props}.get(SHAPE)
        tensors = {item.name: numpy_helper.to_array(item) for item in graph.initializer}
        steps = tensors.get("words.steps")  # of vectors in four bits
        words = (
            _exact(tensors, "words.weight")
            if steps is None
            else _unpack(tensors["words.packed"], steps)
        )
        found = {"positions.weight": tensors["positions.weight"], "words.weight": words}
        for node in graph.node:
            # What a node gives is named after its module: /layers.0/inner/MatMul_output_0. Its
            # inputs need not be: tensors that are alike are stored once.
            module = node.output[0].strip("/").rpartition("/")[0].replace("/", ".")
            given = [tensors[name] for name in node.input if name in tensors]
            if node.op_type == "LayerNormalization":
                found[f"{module}.weight"], found[f"{module}.bias"] = given
            elif node.op_type == "MatMulInteger":
                found[f"{module}.weight"] = _exact(
                    tensors, node.input[1].removesuffix("_quantized")
                ).T
            elif node.op_type == "Add" and f"{module}.weight" in found and len(given) == 1:
                found[f"{module}.bias"] = given[0]
        shape = Shape(**json.loads(noted)) if noted else _shape(found, 8 if steps is None else 4)
        if shape.relative:
            raise ValueError("its attention knows distances, which cannot be read back")
        tagger = Tagger(shape)
        tagger.load_state_dict(
            {name: torch.from_numpy(value.copy()) for name, value in found.items()}
        )
        tagger.words.known_steps = None if steps is None else torch.from_numpy(steps.copy())
    except Exception as error:  # onnx, protobuf and torch raise all kinds
        reason = str(error).split("\n")[0][:200]
        raise DataError(
            f"{path}: not a network of `legibly train neural` that can be trained on ({reason})"
        ) from None

    return tagger.eval()


def _exact(tensors: dict[str, NDArray[np.float32]], name: str) -> NDArray[np.float32]:
    quantised, scale, zero = (
        tensors[f"{name}_{part}"] for part in ("quantized", "scale", "zero_point")
    )
    return ((quantised.astype(np.float32) - zero.astype(np.float32)) * scale).astype(np.float32)


def _unpack(packed: NDArray[np.uint8], steps: NDArray[np.float32]) -> NDArray[np.float32]:
    return (np.concatenate([packed & 15, packed >> 4], 1).astype(np.float32) - 8) * steps


def _shape(weights: dict[str, NDArray[np.float32]], bits: int) -> Shape:
    """Of a network from the time when it was not noted."""
    vocabulary, width = weights["words.weight"].shape
    layers = 1 + max(int(name.split(".")[1]) for name in weights if name.startswith("layers."))
    inner = len(weights["layers.0.inner.bias"])
    return Shape(
        vocabulary,
        width,
        layers,
        max(1, width // 32),
        inner,
        len(weights["positions.weight"]),
        bits=bits,
    )
