"""A language model's file cut to what a teacher needs: its lower layers, and the vectors of the
pieces that occur.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from legibly.files.writing import atomic_path
from legibly.training.neural.byte_pieces import open_gguf

ARCHITECTURE = "qwen2"
_FACTS = (
    *("embedding_length", "feed_forward_length", "block_count", "attention.head_count"),
    *("attention.head_count_kv", "rope.freq_base", "attention.layer_norm_rms_epsilon"),
)


def cut_weights(path: Path, layers: int, few: NDArray[np.int64], out: Path) -> None:
    from gguf import GGUFWriter

    reader = open_gguf(path)
    with atomic_path(out) as temporary:
        writer = GGUFWriter(temporary, ARCHITECTURE)
        for name in _FACTS:
            field = reader.fields[f"{ARCHITECTURE}.{name}"]
            value = float(field.parts[field.data[0]][0])
            if name == "block_count":
                value = min(value, layers)
            writer.add_float32(f"{ARCHITECTURE}.{name}", value)
        for tensor in reader.tensors:
            place = tensor.name.split(".")
            if tensor.name == "token_embd.weight" or (
                place[0] == "blk" and int(place[1]) >= layers
            ):
                continue
            name, data = tensor.name, np.asarray(tensor.data)
            if name == "output.weight":  # the same vectors in more bits: the model ties them
                name, data = "token_embd.weight", np.ascontiguousarray(data[few])
            writer.add_tensor(name, data, raw_dtype=tensor.tensor_type)
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_tensors_to_file()
        writer.close()
