"""A causal language model read without its mask, as a teacher of taggers.

Where no encoder of a language can be had, a language model that knows it serves: every piece sees
those behind it too, and training heals what that upsets (Dukić & Šnajder 2024 find the same for
larger ones). The upper layers, which are about the next word, can be left away.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from legibly.casing import Case
from legibly.errors import DataError
from legibly.training.neural.byte_pieces import open_gguf

MAX_POSITIONS = 1024


@dataclass(frozen=True)
class DecoderShape:
    width: int
    inner: int
    layers: int
    heads: int
    shared: int  # keys and values, each for several heads
    base: float  # of the angles that positions are turned by
    epsilon: float
    positions: int = MAX_POSITIONS


class Norm(nn.Module):
    def __init__(self, width: int, epsilon: float) -> None:
        super().__init__()
        self.weight, self.epsilon = nn.Parameter(torch.ones(width)), epsilon

    def forward(self, x: Tensor) -> Tensor:
        return functional.rms_norm(x, (x.shape[-1],), self.weight.to(x.dtype), self.epsilon)


class DecoderLayer(nn.Module):
    def __init__(self, shape: DecoderShape) -> None:
        super().__init__()
        self.shape = shape
        width, few = shape.width, shape.width // shape.heads * shape.shared
        self.attn_norm = Norm(width, shape.epsilon)
        self.attn_q = nn.Linear(width, width)
        self.attn_k = nn.Linear(width, few)
        self.attn_v = nn.Linear(width, few)
        self.attn_output = nn.Linear(width, width, bias=False)
        self.ffn_norm = Norm(width, shape.epsilon)
        self.ffn_gate = nn.Linear(width, shape.inner, bias=False)
        self.ffn_up = nn.Linear(width, shape.inner, bias=False)
        self.ffn_down = nn.Linear(shape.inner, width, bias=False)

    def forward(
        self, x: Tensor, cosine: Tensor, sine: Tensor
    ) -> Tensor:  # x [batch, length, width]
        batch, length, width = x.shape
        y = self.attn_norm(x)
        heads = self.shape.heads

        def split(row: Tensor, count: int) -> Tensor:
            return row.view(batch, length, count, width // heads).transpose(1, 2)

        query = _turned(split(self.attn_q(y), heads), cosine, sine)
        key = _turned(split(self.attn_k(y), self.shape.shared), cosine, sine)
        value = split(self.attn_v(y), self.shape.shared)
        times = heads // self.shape.shared
        mixed = functional.scaled_dot_product_attention(
            query, key.repeat_interleave(times, 1), value.repeat_interleave(times, 1)
        )
        x = x + self.attn_output(mixed.transpose(1, 2).reshape(batch, length, width))
        y = self.ffn_norm(x)
        down: Tensor = self.ffn_down(functional.silu(self.ffn_gate(y)) * self.ffn_up(y))
        return x + down


def _turned(x: Tensor, cosine: Tensor, sine: Tensor) -> Tensor:
    first, second = x.chunk(2, -1)
    return x * cosine + torch.cat((-second, first), -1) * sine


class Decoder(nn.Module):
    """With heads for marks, cases and openings, as a `Tagger` has them."""

    cosine: Tensor
    sine: Tensor

    def __init__(self, shape: DecoderShape, pieces: int, marks: int, openings: int) -> None:
        super().__init__()
        self.shape = shape
        self.sizes = [marks, len(Case), *filter(None, [openings])]
        self.words = nn.Embedding(pieces, shape.width)
        self.layers = nn.ModuleList(DecoderLayer(shape) for _ in range(shape.layers))
        self.norm = Norm(shape.width, shape.epsilon)
        self.heads = nn.ModuleList(nn.Linear(shape.width, size) for size in self.sizes)
        half = shape.width // shape.heads // 2
        angles = torch.arange(shape.positions)[:, None] * shape.base ** (-torch.arange(half) / half)
        angles = torch.cat((angles, angles), -1)
        self.register_buffer("cosine", angles.cos())
        self.register_buffer("sine", angles.sin())

    def drop_out(self, rate: float) -> None:
        """It learns in one pass and needs none."""

    def round_products(self, rounded: bool) -> None:
        """It is never written in few bits."""

    def encode(self, pieces: Tensor) -> Tensor:
        x = self.words(pieces)
        if x.is_cuda:
            x = x.bfloat16()
        turn = (table[: pieces.shape[1]].to(x.dtype) for table in (self.cosine, self.sine))
        cosine, sine = turn
        for layer in self.layers:
            x = layer(x, cosine, sine)
        states: Tensor = self.norm(x)
        return states

    def forward(self, pieces: Tensor) -> tuple[Tensor, ...]:
        """Log-probabilities [batch, length, ...] of marks, cases and openings."""
        x = self.encode(pieces)
        return tuple(head(x).float().log_softmax(-1) for head in self.heads)


def read_decoder(
    path: Path, layers: int, few: NDArray[np.int64] | None, marks: int, openings: int
) -> Decoder:
    """From a GGUF file, its weights in few bits as numbers again: so many of its layers, and the
    vectors of a few of its pieces (None: the file holds no others).
    """
    from gguf.quants import dequantize

    reader = open_gguf(path)
    tensors = {tensor.name: tensor for tensor in reader.tensors}

    def fact(name: str) -> float:
        found = reader.fields.get(f"qwen2.{name}")
        if found is None:
            raise DataError(f"{path}: no qwen2.{name}; expected a model like Qwen2.5")
        return float(found.parts[found.data[0]][0])

    def weights(name: str, rows: NDArray[np.int64] | None = None) -> Tensor:
        if name not in tensors:
            raise DataError(f"{path}: no tensor {name}; expected a model like Qwen2.5")
        tensor = tensors[name]
        data = np.asarray(tensor.data if rows is None else tensor.data[rows])
        numbers = data if data.dtype == np.float32 else dequantize(data, tensor.tensor_type)
        return torch.from_numpy(np.array(numbers, np.float32))

    shape = DecoderShape(
        width=int(fact("embedding_length")),
        inner=int(fact("feed_forward_length")),
        layers=min(layers, int(fact("block_count"))),
        heads=int(fact("attention.head_count")),
        shared=int(fact("attention.head_count_kv")),
        base=fact("rope.freq_base"),
        epsilon=fact("attention.layer_norm_rms_epsilon"),
    )
    vectors = weights("token_embd.weight", few)
    with torch.device("meta"):  # no numbers that would be written over
        decoder = Decoder(shape, len(vectors), marks, openings)
    fresh = Decoder(replace(shape, layers=0), 1, marks, openings)
    names = {
        f"layers.{number}.{name}": f"blk.{number}.{name}"
        for number, layer in enumerate(decoder.layers)
        for name, _ in layer.named_parameters()
    }
    with ThreadPoolExecutor() as threads:
        found = dict(zip(names, threads.map(weights, names.values()), strict=True))
    state = {
        **fresh.state_dict(),
        **found,
        "words.weight": vectors,
        "norm.weight": weights("output_norm.weight"),
    }
    decoder.load_state_dict(state, assign=True)
    return decoder.requires_grad_()
