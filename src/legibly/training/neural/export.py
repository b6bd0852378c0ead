"""The trained tagger as a file for onnxruntime: int8 weights, per channel, checked against the
original.

The vectors of pieces are in int8 too, or in four bits.
"""

from __future__ import annotations

import copy
import json
import tempfile
import warnings
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from legibly.training.neural.network import Tagger, Vectors, four_bits

SHAPE = "shape"


def export(tagger: Tagger, path: Path) -> None:
    """Write the quantised network; its shape is noted in it, so that training can go on from it."""
    import onnx
    from onnxruntime.quantization import QuantType, quantize_dynamic
    from onnxruntime.quantization.shape_inference import quant_pre_process

    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the exporters warn about themselves
        plain, cleaned = Path(folder) / "plain.onnx", Path(folder) / "cleaned.onnx"
        export_float(tagger, plain)
        quant_pre_process(str(plain), str(cleaned), skip_symbolic_shape=True)
        quantize_dynamic(
            str(cleaned),
            str(path),
            per_channel=True,
            reduce_range=True,  # eight bits overflow on processors without VNNI
            weight_type=QuantType.QInt8,
            op_types_to_quantize=["MatMul"] if tagger.shape.bits == 4 else ["MatMul", "Gather"],
        )
        network = onnx.load(str(path))
        onnx.helper.set_model_props(network, {SHAPE: json.dumps(asdict(tagger.shape))})
        onnx.save(network, str(path))


class Packed(nn.Module):
    """Vectors of four bits, two numbers a byte: the first half of a vector in the low bits, the
    second in the high.
    """

    packed: Tensor
    steps: Tensor

    def __init__(self, vectors: Vectors) -> None:
        super().__init__()
        weights = vectors.weight.detach()
        steps = vectors.steps(weights, torch.arange(len(weights)))
        low, high = (four_bits(weights, steps) + 8).to(torch.uint8).chunk(2, 1)
        self.register_buffer("packed", low + 16 * high)
        self.register_buffer("steps", steps)

    def forward(self, pieces: Tensor) -> Tensor:
        rows = self.packed[pieces].float()
        high = torch.floor(rows / 16)
        return (torch.cat([rows - 16 * high, high], -1) - 8) * self.steps[pieces]


def export_float(tagger: Tagger, path: Path) -> None:
    if tagger.shape.bits == 4:
        tagger = copy.deepcopy(tagger.cpu())
        tagger.words = Packed(tagger.words)  # type: ignore[assignment]

    example = torch.ones(1, 16, dtype=torch.long)
    length = {0: "batch", 1: "length"}
    names = ["marks", "cases", "openings"][: len(tagger.sizes)]
    torch.onnx.export(
        tagger.eval().cpu(),
        (example,),
        str(path),
        input_names=["pieces"],
        output_names=names,
        dynamic_axes=dict.fromkeys(["pieces", *names], length),
        opset_version=17,
        dynamo=False,
    )


def agreement(tagger: Tagger, path: Path, rows: Sequence[Sequence[int]]) -> tuple[float, ...]:
    """How often the exported network decides as the original: share of pieces with the same mark,
    the same case, and the same opening.

    The signs at the ends of a row are not counted: nothing is learnt of them.
    """
    import onnxruntime

    network = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    same = [0] * len(tagger.sizes)
    total = 0
    for row in rows:
        pieces = np.array([row], dtype=np.int64)
        with torch.no_grad():
            wanted = [scores.numpy().argmax(-1) for scores in tagger(torch.from_numpy(pieces))]
        found = [scores.argmax(-1) for scores in network.run(None, {"pieces": pieces})]
        total += pieces.size - 2
        for k in range(len(same)):
            same[k] += int((wanted[k] == found[k])[0, 1:-1].sum())

    return tuple(count / max(1, total) for count in same)
