"""A BERT or MPNet encoder with two heads, as plain torch, and how its weights are taken from
Hugging Face's files.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import cast

import torch
from torch import Tensor, nn
from torch.nn import functional

from legibly.casing import Case
from legibly.scorers.neural import NETWORK_MARKS


@dataclass(frozen=True)
class Shape:
    vocabulary: int = 30522
    width: int = 384
    layers: int = 6
    heads: int = 12
    inner: int = 1536
    positions: int = 512
    relative: int = 0  # kinds of distance between two pieces that attention is biased by (MPNet)
    bits: int = 8  # of each number of a piece's vector: 8 or 4
    epsilon: float = 1e-12  # of the norms
    marks: int = len(NETWORK_MARKS)  # that are told apart
    openings: int = 0  # what may open a sentence, nothing among it; 0: not asked


class Linear(nn.Linear):
    """A product that can be counted as the exported network will count it.

    That is: weights of seven bits, a scale for each output (eight bits overflow on processors
    without VNNI), and inputs of eight bits, a scale and a zero for each window. Gradients pass as
    if nothing were rounded.
    """

    rounded = False

    def forward(self, x: Tensor) -> Tensor:
        if not self.rounded:
            return super().forward(x)
        scale = self.weight.detach().abs().amax(1, keepdim=True).clamp(min=1e-8) / 63
        weight = self.weight + (torch.round(self.weight / scale) * scale - self.weight).detach()
        exact = x.detach().float()
        low = exact.amin((1, 2), keepdim=True).clamp(max=0)
        step = ((exact.amax((1, 2), keepdim=True).clamp(min=0) - low) / 255).clamp(min=1e-8)
        x = x + (torch.round((exact - low) / step) * step + low - exact)
        return functional.linear(x, weight, self.bias)


class Vectors(nn.Embedding):
    """Vectors of pieces. They are half of a small network, so they may have four bits: then
    training knows it.
    """

    bits = 8
    # Of vectors that were stored in four bits: they must come out the same again.
    known_steps: Tensor | None

    def __init__(self, count: int, width: int) -> None:
        super().__init__(count, width)
        self.register_buffer("known_steps", None, persistent=False)

    def forward(self, pieces: Tensor) -> Tensor:
        found = super().forward(pieces)
        if self.bits != 4:
            return found
        step = self.steps(found.detach(), pieces)
        return found + (four_bits(found, step) * step - found).detach()

    def steps(self, vectors: Tensor, pieces: Tensor) -> Tensor:
        """One step for each vector; a third of the deviation loses least where numbers are spread
        as these are.
        """
        if self.known_steps is not None:
            return self.known_steps[pieces]
        return vectors.float().std(-1, keepdim=True).clamp(min=1e-8) * 0.335


def four_bits(vectors: Tensor, step: Tensor) -> Tensor:
    return torch.clamp(torch.round(vectors / step), -8, 7)


class Layer(nn.Module):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.heads, self.dropout = shape.heads, 0.1
        self.query_key_value = Linear(shape.width, 3 * shape.width)
        self.output = Linear(shape.width, shape.width)
        self.attention_norm = nn.LayerNorm(shape.width, eps=shape.epsilon)
        self.inner = Linear(shape.width, shape.inner)
        self.outer = Linear(shape.inner, shape.width)
        self.norm = nn.LayerNorm(shape.width, eps=shape.epsilon)

    def forward(self, x: Tensor, bias: Tensor | None) -> Tensor:  # x [batch, length, width]
        batch, length, width = x.shape
        parts = self.query_key_value(x).view(batch, length, 3, self.heads, width // self.heads)
        # Each [batch, heads, length, width / heads].
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        rate = self.dropout if self.training else 0.0
        mixed = functional.scaled_dot_product_attention(
            query, key, value, attn_mask=bias, dropout_p=rate
        )
        mixed = self.output(mixed.transpose(1, 2).reshape(batch, length, width))
        x = self.attention_norm(x + functional.dropout(mixed, self.dropout, self.training))
        inner = self.outer(functional.gelu(self.inner(x)))
        return cast(Tensor, self.norm(x + functional.dropout(inner, self.dropout, self.training)))


class Tagger(nn.Module):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape, self.dropout = shape, 0.1
        self.words = Vectors(shape.vocabulary, shape.width)
        self.words.bits = shape.bits
        self.positions = nn.Embedding(shape.positions, shape.width)
        self.norm = nn.LayerNorm(shape.width, eps=shape.epsilon)
        if shape.relative:  # one for all layers, and left as it was learnt
            self.distances = nn.Parameter(
                torch.zeros(shape.relative, shape.heads), requires_grad=False
            )

        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.layers))
        self.marks = Linear(shape.width, shape.marks)
        self.cases = Linear(shape.width, len(Case))
        if shape.openings:
            self.openings = Linear(shape.width, shape.openings)
        for module in self.modules():
            if isinstance(module, (nn.Linear, nn.Embedding)):
                nn.init.normal_(module.weight, std=0.02)

    def drop_out(self, rate: float) -> None:
        for module in (self, *self.layers):
            module.dropout = rate

    def round_products(self, rounded: bool) -> None:
        for module in self.modules():
            if isinstance(module, Linear):
                module.rounded = rounded

    def encode(self, pieces: Tensor, mask: Tensor | None = None) -> Tensor:
        """`pieces` [batch, length]; `mask` [batch, length], true where there is a piece."""
        x = self.words(pieces) + self.positions.weight[: pieces.shape[1]]
        x = functional.dropout(self.norm(x), self.dropout, self.training)
        bias = self._bias(pieces.shape[1], mask, x.dtype)
        for layer in self.layers:
            x = layer(x, bias)
        return cast(Tensor, x)

    def _bias(self, length: int, mask: Tensor | None, kind: torch.dtype) -> Tensor | None:
        """What is added to attention; of a mask alone, the mask."""
        seen = None if mask is None else mask[:, None, None, :]
        if not self.shape.relative:
            return seen
        kinds = distance_kinds(length, self.shape.relative, self.distances.device)
        bias = self.distances[kinds].permute(2, 0, 1)[None].to(kind)  # [1, heads, length, length]
        return bias if seen is None else bias.masked_fill(~seen, float("-inf"))

    @property
    def sizes(self) -> list[int]:
        """How many marks, cases and, where they are asked for, openings."""
        return [self.shape.marks, len(Case), *filter(None, [self.shape.openings])]

    def forward(self, pieces: Tensor, mask: Tensor | None = None) -> tuple[Tensor, ...]:
        """Log-probabilities [batch, length, marks], [batch, length, cases], and of openings."""
        x = self.encode(pieces, mask)
        heads = [self.marks, self.cases, *([self.openings] if self.shape.openings else [])]
        return tuple(head(x).log_softmax(-1) for head in heads)


def distance_kinds(length: int, kinds: int, device: torch.device | str = "cpu") -> Tensor:
    """MPNet's numbers for the distance from each piece to each other: exact when near, up to 128 in
    wider steps.
    """
    at = torch.arange(length, device=device)
    ahead = at[None, :] - at[:, None]
    half = kinds // 2
    away, exact = ahead.abs(), half // 2
    steps = torch.log(away.clamp(min=1).float() / exact) / math.log(128 / exact) * (half - exact)
    far = (exact + steps.long()).clamp(max=half - 1)
    return torch.where(away < exact, away, far) + half * (ahead > 0)


def start_from(weights: dict[str, Tensor], heads: int = 0) -> Tagger:
    """A tagger from the weights of a BERT or an MPNet. A BERT's weights do not tell its heads: 32
    wide, as MiniLM's.
    """
    plain = {
        name.removeprefix("bert.").removeprefix("mpnet."): value.float()
        for name, value in weights.items()
    }
    is_mpnet = "encoder.relative_attention_bias.weight" in plain
    if is_mpnet:
        plain = _as_bert(plain)
    vocabulary, width = plain["embeddings.word_embeddings.weight"].shape
    layers = 1 + max(int(name.split(".")[2]) for name in plain if name.startswith("encoder.layer."))
    inner = len(plain["encoder.layer.0.intermediate.dense.bias"])
    positions = len(plain["embeddings.position_embeddings.weight"])
    heads = heads or max(1, width // 32)
    relative = 0
    if is_mpnet:
        relative, heads = plain["encoder.relative_attention_bias.weight"].shape
    shape = Shape(vocabulary, width, layers, heads, inner, positions, relative)
    tagger = Tagger(replace(shape, epsilon=1e-5) if is_mpnet else shape)
    with torch.no_grad():
        # Every piece is of type 0, so its type's vector belongs to the positions.
        types = plain["embeddings.token_type_embeddings.weight"][0]
        tagger.words.weight.copy_(plain["embeddings.word_embeddings.weight"])
        tagger.positions.weight.copy_(plain["embeddings.position_embeddings.weight"] + types)
        _copy(tagger.norm, plain, "embeddings.LayerNorm")
        if is_mpnet:
            tagger.distances.copy_(plain["encoder.relative_attention_bias.weight"])
        for at, layer in enumerate(tagger.layers):
            _copy_layer(cast(Layer, layer), plain, f"encoder.layer.{at}")

    return tagger


BERT_SIGNS = {"[CLS]": 101, "[SEP]": 102, "[MASK]": 103}
MPNET_SIGNS = {"[CLS]": 0, "[SEP]": 2}  # and, behind BERT's pieces, the mask


def _as_bert(weights: dict[str, Tensor]) -> dict[str, Tensor]:
    """MPNet's weights by BERT's names and for BERT's piece numbers.

    MPNet has the pieces of the uncased BERT behind four signs of its own, and counts positions from
    2.
    """
    renamed = {}
    for name, value in weights.items():
        for old, new in (
            ("attention.attn.q.", "attention.self.query."),
            ("attention.attn.k.", "attention.self.key."),
            ("attention.attn.v.", "attention.self.value."),
            ("attention.attn.o.", "attention.output.dense."),
            ("attention.LayerNorm.", "attention.output.LayerNorm."),
        ):
            name = name.replace(old, new)
        renamed[name] = value

    theirs = weights["embeddings.word_embeddings.weight"]
    words = theirs[4:-1].clone()
    for sign, number in MPNET_SIGNS.items():
        words[BERT_SIGNS[sign]] = theirs[number]
    words[BERT_SIGNS["[MASK]"]] = theirs[-1]
    renamed["embeddings.word_embeddings.weight"] = words
    renamed["embeddings.position_embeddings.weight"] = weights[
        "embeddings.position_embeddings.weight"
    ][2:]
    renamed["embeddings.token_type_embeddings.weight"] = torch.zeros(1, words.shape[1])
    return renamed


def _copy_layer(layer: Layer, weights: dict[str, Tensor], name: str) -> None:
    parts = [f"{name}.attention.self.{part}" for part in ("query", "key", "value")]
    layer.query_key_value.weight.copy_(torch.cat([weights[f"{part}.weight"] for part in parts]))
    layer.query_key_value.bias.copy_(torch.cat([weights[f"{part}.bias"] for part in parts]))
    _copy(layer.output, weights, f"{name}.attention.output.dense")
    _copy(layer.attention_norm, weights, f"{name}.attention.output.LayerNorm")
    _copy(layer.inner, weights, f"{name}.intermediate.dense")
    _copy(layer.outer, weights, f"{name}.output.dense")
    _copy(layer.norm, weights, f"{name}.output.LayerNorm")


def _copy(module: nn.Linear | nn.LayerNorm, weights: dict[str, Tensor], name: str) -> None:
    module.weight.copy_(weights[f"{name}.weight"])
    module.bias.copy_(weights[f"{name}.bias"])
