"""Where the students start: the body of the English network with vectors for other pieces, or a
small Chinese encoder.

The vectors of a language model know words of all languages. A linear map from them to those of the
English network, fitted on English words, says where a Portuguese word belongs.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from legibly.errors import DataError
from legibly.scorers.neural import NETWORK, VOCABULARY
from legibly.training.neural.byte_pieces import BytePieces, open_gguf
from legibly.training.neural.encoding import Labels
from legibly.training.neural.from_onnx import restore
from legibly.training.neural.network import Shape, Tagger, start_from
from legibly.training.neural.recipe import changed

RIDGE = 10.0
LAYERS, POSITIONS = 8, 256
CHINESE_LAYERS = 5


def from_english(
    model: Path, weights: Path, pieces: Sequence[str], labels: Labels, layers: int = LAYERS
) -> Tagger:
    english = restore(model / NETWORK)
    body = changed(english, layers, 4, POSITIONS)
    known = json.loads((model / VOCABULARY).read_text("utf-8"))["model"]["vocab"]
    vectors = Vectors(weights)
    words = [word for word in known if word.isalpha() and word.isascii() and len(word) > 1]
    theirs = vectors.of(words)
    ours = english.words.weight.detach().numpy()[[known[word] for word in words]]
    matrix = _ridge(theirs - theirs.mean(0), ours - ours.mean(0))

    found = vectors.of(pieces)
    placed = (found - found.mean(0)) @ matrix + ours.mean(0)
    placed *= np.linalg.norm(ours, axis=1).mean() / np.linalg.norm(placed, axis=1).mean()
    for place, piece in enumerate(pieces):
        if piece in known and not piece.isalpha():  # signs, digits
            placed[place] = english.words.weight.detach()[known[piece]]
    return with_pieces(body, torch.from_numpy(placed.astype(np.float32)), labels)


def _ridge(x: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(np.linalg.solve(x.T @ x + RIDGE * np.eye(x.shape[1]), x.T @ y), np.float32)


class Vectors:
    """Those of a language model, for any piece of a word: the mean of what it is made of."""

    def __init__(self, weights: Path) -> None:
        self._cut = BytePieces.of(weights).tokenizer
        self._tensor = next(
            tensor for tensor in open_gguf(weights).tensors if tensor.name == "output.weight"
        )

    def of(self, pieces: Sequence[str]) -> NDArray[np.float32]:
        from gguf.quants import dequantize

        spelt = [
            piece[2:] if piece.startswith("##") else f" {piece}" if piece[0] < "⺀" else piece
            for piece in pieces
        ]
        numbers = [one.ids for one in self._cut.encode_batch(spelt, add_special_tokens=False)]
        wanted = np.unique([number for row in numbers for number in row])
        rows = dequantize(self._tensor.data[wanted], self._tensor.tensor_type)
        return np.stack([rows[np.searchsorted(wanted, row)].mean(0) for row in numbers])


def with_pieces(body: Tagger, vectors: torch.Tensor, labels: Labels) -> Tagger:
    """The same body for other pieces and labels. What is new among the labels is rare at first."""
    shape = replace(
        body.shape,
        vocabulary=len(vectors),
        marks=len(labels.marks),
        openings=len(labels.openings),
        bits=4,
    )
    tagger = Tagger(shape)
    old = body.state_dict()
    new = tagger.state_dict()
    for name, value in new.items():
        if name == "words.weight":
            value.copy_(vectors)
        elif name in old and value.shape == old[name].shape:
            value.copy_(old[name])
        elif name.startswith("marks."):
            count = len(old[name])
            value[:count] = old[name]
            if name == "marks.bias":
                value[count:] = old[name].min()
    return tagger


def from_chinese(network: Path, vocabulary: Path, pieces: Sequence[str], labels: Labels) -> Tagger:
    """bge-small-zh in int8, its layers as numbers again; some of them twice in a row."""
    import onnx
    from onnx import numpy_helper

    tensors = {
        item.name: numpy_helper.to_array(item) for item in onnx.load(str(network)).graph.initializer
    }

    def exact(name: str) -> NDArray[np.float32]:
        parts = (tensors.get(f"{name}_{part}") for part in ("quantized", "scale", "zero_point"))
        quantised, scale, zero = parts
        if quantised is None or scale is None or zero is None:
            raise DataError(f"{network}: no {name}; expected bge-small-zh as an int8 network")
        weights = (quantised.astype(np.float32) - zero.astype(np.float32)) * scale
        return np.asarray(weights, np.float32)

    embeddings = ".model.embeddings.{}_embeddings.weight"
    weights = {
        f"embeddings.{kind}_embeddings.weight": exact(embeddings.format(kind))
        for kind in ("word", "position", "token_type")
    }
    weights |= _norm(tensors, "model.layers.-1.embeddings_norm_layernorm", "embeddings.LayerNorm")
    names = {
        "attn.q_proj": "attention.self.query",
        "attn.k_proj": "attention.self.key",
        "attn.v_proj": "attention.self.value",
        "attn.o_proj": "attention.output.dense",
        "mlp.fc1": "intermediate.dense",
        "mlp.fc2": "output.dense",
    }
    norms = {
        "attention_output_norm": "attention.output.LayerNorm",
        "mlp_output_norm": "output.LayerNorm",
    }
    layers = sum(name.endswith("attn.q_proj.Add.bias") for name in tensors)
    for layer in range(layers):
        theirs, ours = f"model.layers.{layer}", f"encoder.layer.{layer}"
        for old, new in names.items():
            weights[f"{ours}.{new}.weight"] = exact(f"{theirs}.{old}.MatMul.weight").T
            weights[f"{ours}.{new}.bias"] = tensors[f"{theirs}.{old}.Add.bias"]
        for old, new in norms.items():
            weights |= _norm(tensors, f"{theirs}.{old}_layernorm", f"{ours}.{new}")

    torches = {
        name: torch.from_numpy(np.array(value, np.float32)) for name, value in weights.items()
    }
    body = changed(start_from(torches, heads=8), CHINESE_LAYERS, 4, POSITIONS)
    return with_pieces(body, _chinese_vectors(body, vocabulary, pieces), labels)


def _norm(
    tensors: dict[str, NDArray[np.float32]], theirs: str, ours: str
) -> dict[str, NDArray[np.float32]]:
    return {f"{ours}.{part}": tensors[f"{theirs}.{part}"] for part in ("weight", "bias")}


def _chinese_vectors(body: Tagger, vocabulary: Path, pieces: Sequence[str]) -> torch.Tensor:
    """Pieces that the encoder has not are the mean of their letters' vectors."""
    known = json.loads(vocabulary.read_text("utf-8"))["model"]["vocab"]
    old = body.words.weight.detach()
    mean = old.mean(0)
    rows = []
    for piece in pieces:
        head, letters = ("##", piece[2:]) if piece.startswith("##") else ("", piece)
        parts = [known.get(piece)]
        if parts == [None]:
            parts = [
                known.get((head if not at else "##") + sign) for at, sign in enumerate(letters)
            ]
        found = [old[part] for part in parts if part is not None]
        rows.append(torch.stack(found).mean(0) if found else mean)
    return torch.stack(rows)


def untrained(pieces: int, labels: Labels, shape: Shape) -> Tagger:
    """Of no knowledge, for comparison."""
    shape = replace(
        shape, vocabulary=pieces, marks=len(labels.marks), openings=len(labels.openings)
    )
    tagger = Tagger(shape)
    nn.init.normal_(tagger.words.weight, std=0.02)
    return tagger
