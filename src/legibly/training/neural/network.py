"""A BERT encoder with two heads, as plain torch: the names of its weights are those of Hugging Face's files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import torch
from torch import Tensor, nn
from torch.nn import functional

from legibly.casing import Case
from legibly.scorers.neural import MARKS


@dataclass(frozen=True)
class Shape:
    vocabulary: int = 30522
    width: int = 384
    layers: int = 6
    heads: int = 12
    inner: int = 1536
    positions: int = 512


def shape_of(weights: dict[str, Tensor]) -> Shape:
    """The shape of a BERT from its weights; heads are 32 wide, as in MiniLM."""
    plain = {name.removeprefix("bert."): value for name, value in weights.items()}
    vocabulary, width = plain["embeddings.word_embeddings.weight"].shape
    layers = 1 + max(int(name.split(".")[2]) for name in plain if name.startswith("encoder.layer."))
    inner = len(plain["encoder.layer.0.intermediate.dense.bias"])
    positions = len(plain["embeddings.position_embeddings.weight"])
    return Shape(vocabulary, width, layers, max(1, width // 32), inner, positions)


class Linear(nn.Linear):
    """A product that can be counted as the exported network will count it.

    That is: weights of seven bits, a scale for each output (eight bits overflow on processors without VNNI), and
    inputs of eight bits, a scale and a zero for each window. Gradients pass as if nothing were rounded.
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


class Layer(nn.Module):
    def __init__(self, shape: Shape, dropout: float) -> None:
        super().__init__()
        self.heads, self.dropout = shape.heads, dropout
        self.query_key_value = Linear(shape.width, 3 * shape.width)
        self.output = Linear(shape.width, shape.width)
        self.attention_norm = nn.LayerNorm(shape.width, eps=1e-12)
        self.inner = Linear(shape.width, shape.inner)
        self.outer = Linear(shape.inner, shape.width)
        self.norm = nn.LayerNorm(shape.width, eps=1e-12)

    def forward(self, x: Tensor, mask: Tensor | None) -> Tensor:  # x [batch, length, width]
        batch, length, width = x.shape
        parts = self.query_key_value(x).view(batch, length, 3, self.heads, width // self.heads)
        query, key, value = parts.permute(2, 0, 3, 1, 4)  # each [batch, heads, length, width / heads]
        rate = self.dropout if self.training else 0.0
        mixed = functional.scaled_dot_product_attention(query, key, value, attn_mask=mask, dropout_p=rate)
        mixed = self.output(mixed.transpose(1, 2).reshape(batch, length, width))
        x = self.attention_norm(x + functional.dropout(mixed, self.dropout, self.training))
        inner = self.outer(functional.gelu(self.inner(x)))
        return cast(Tensor, self.norm(x + functional.dropout(inner, self.dropout, self.training)))


class Tagger(nn.Module):
    def __init__(self, shape: Shape, dropout: float = 0.1) -> None:
        super().__init__()
        self.shape, self.dropout = shape, dropout
        self.words = nn.Embedding(shape.vocabulary, shape.width)
        self.positions = nn.Embedding(shape.positions, shape.width)
        self.norm = nn.LayerNorm(shape.width, eps=1e-12)
        self.layers = nn.ModuleList(Layer(shape, dropout) for _ in range(shape.layers))
        self.marks = Linear(shape.width, len(MARKS))
        self.cases = Linear(shape.width, len(Case))
        for module in self.modules():
            if isinstance(module, (nn.Linear, nn.Embedding)):
                nn.init.normal_(module.weight, std=0.02)

    def round_products(self, rounded: bool) -> None:
        for module in self.modules():
            if isinstance(module, Linear):
                module.rounded = rounded

    def encode(self, pieces: Tensor, mask: Tensor | None = None) -> Tensor:
        """`pieces` [batch, length]; `mask` [batch, length], true where there is a piece."""
        x = self.words(pieces) + self.positions.weight[: pieces.shape[1]]
        x = functional.dropout(self.norm(x), self.dropout, self.training)
        attention = None if mask is None else mask[:, None, None, :]
        for layer in self.layers:
            x = layer(x, attention)
        return cast(Tensor, x)

    def forward(self, pieces: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Log-probabilities [batch, length, marks] and [batch, length, cases]."""
        x = self.encode(pieces, mask)
        return self.marks(x).log_softmax(-1), self.cases(x).log_softmax(-1)


def start_from(weights: dict[str, Tensor], shape: Shape, dropout: float = 0.1) -> Tagger:
    """A tagger from the weights of a BERT; with more layers than it has, each is used several times in a row."""
    tagger = Tagger(shape, dropout)
    plain = {name.removeprefix("bert."): value.float() for name, value in weights.items()}
    with torch.no_grad():
        # Every piece is of type 0, so its type's vector belongs to the positions.
        types = plain["embeddings.token_type_embeddings.weight"][0]
        tagger.words.weight.copy_(plain["embeddings.word_embeddings.weight"])
        tagger.positions.weight.copy_(plain["embeddings.position_embeddings.weight"] + types)
        _copy(tagger.norm, plain, "embeddings.LayerNorm")
        known = 1 + max(int(name.split(".")[2]) for name in plain if name.startswith("encoder.layer."))
        for at, layer in enumerate(tagger.layers):
            _copy_layer(cast(Layer, layer), plain, f"encoder.layer.{at * known // shape.layers}")
    return tagger


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
