"""The trained tagger as a file for onnxruntime: int8 weights, per channel, checked against the original."""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from legibly.training.neural.network import Tagger


def export(tagger: Tagger, path: Path) -> None:
    """Write the quantised network."""
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
            op_types_to_quantize=["MatMul", "Gather"],
        )


def export_float(tagger: Tagger, path: Path) -> None:
    example = torch.ones(1, 16, dtype=torch.long)
    length = {0: "batch", 1: "length"}
    torch.onnx.export(
        tagger.eval().cpu(),
        (example,),
        str(path),
        input_names=["pieces"],
        output_names=["marks", "cases"],
        dynamic_axes={"pieces": length, "marks": length, "cases": length},
        opset_version=17,
        dynamo=False,
    )


def agreement(tagger: Tagger, path: Path, rows: Sequence[Sequence[int]]) -> tuple[float, float]:
    """How often the exported network decides as the original: share of pieces with the same mark, and the same case.

    The signs at the ends of a row are not counted: nothing is learnt of them.
    """
    import onnxruntime

    network = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    same = [0, 0]
    total = 0
    for row in rows:
        pieces = np.array([row], dtype=np.int64)
        with torch.no_grad():
            wanted = [scores.numpy().argmax(-1) for scores in tagger(torch.from_numpy(pieces))]
        found = [scores.argmax(-1) for scores in network.run(None, {"pieces": pieces})]
        total += pieces.size - 2
        for k in range(2):
            same[k] += int((wanted[k] == found[k])[0, 1:-1].sum())
    return same[0] / max(1, total), same[1] / max(1, total)
