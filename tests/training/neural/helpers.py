"""A network of a few hundred weights, and the little that it reads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs pip install 'legibly[train]'")

import torch
from safetensors.torch import save_file

from legibly.training.neural.encoding import IGNORED, Encoded
from legibly.training.neural.network import Shape, Tagger
from legibly.training.neural.trainer import Signs

WORDS = "well we met bill in london so is it you yes no the van".split()
NAMES = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
SIGNS = Signs(begin=2, end=3, mask=4)  # by their places among the names
LINE = "Well, we met Bill in London. So is it you? Yes. No, the van."
HEARD = " ".join(WORDS)
TEXT = f"{LINE}\n" * 60


def tiny(vocabulary: int = 50, layers: int = 2, heads: int = 1, **shape: Any) -> Tagger:
    """A network that has learnt nothing yet."""
    torch.manual_seed(2)
    sizes = {"width": 32, "inner": 64, "positions": 64} | shape
    return Tagger(Shape(vocabulary, layers=layers, heads=heads, **sizes)).eval()


def with_opinions(tagger: Tagger) -> Tagger:
    """The same, but sure of what it says."""
    with torch.no_grad():
        for head in (tagger.marks, tagger.cases):
            head.weight *= 50
    return tagger


def rows(*pieces: int) -> Encoded:
    """Pieces whose labels say where they stand."""
    places = np.arange(len(pieces))
    return Encoded(
        np.array(pieces, np.uint16),
        np.where(places % 3 == 2, IGNORED, places % 8).astype(np.uint8),
        np.where(places % 4 == 3, IGNORED, places % 4).astype(np.uint8),
        np.full(len(pieces), IGNORED, np.uint8),
    )


def bert_weights(vocabulary: int, layers: int = 2) -> dict[str, Any]:
    """Weights by the names of Hugging Face's BERT, drawn at random."""
    generator = torch.Generator().manual_seed(1)

    def random(*shape: int) -> Any:
        return torch.randn(shape, generator=generator) * 0.05

    width, inner = 32, 64
    tensors = {
        "embeddings.word_embeddings.weight": random(vocabulary, width),
        "embeddings.position_embeddings.weight": random(300, width),
        "embeddings.token_type_embeddings.weight": random(2, width),
    }
    norms = ["embeddings.LayerNorm"]
    for layer in range(layers):
        name = f"encoder.layer.{layer}"
        for part, sizes in {
            "attention.self.query": (width, width),
            "attention.self.key": (width, width),
            "attention.self.value": (width, width),
            "attention.output.dense": (width, width),
            "intermediate.dense": (inner, width),
            "output.dense": (width, inner),
        }.items():
            tensors[f"{name}.{part}.weight"] = random(*sizes)
            tensors[f"{name}.{part}.bias"] = random(sizes[0])
        norms += [f"{name}.attention.output.LayerNorm", f"{name}.output.LayerNorm"]
    for norm in norms:
        tensors[f"{norm}.weight"], tensors[f"{norm}.bias"] = 1 + random(width), random(width)
    return tensors


def make_start(folder: Path) -> Path:
    """A folder like a BERT's, with a vocabulary of a few words."""
    folder.mkdir()
    vocabulary = {word: i for i, word in enumerate([*NAMES, *WORDS, "##s", "'"])}
    tokenizer = {
        "version": "1.0",
        "normalizer": {"type": "BertNormalizer", "lowercase": True, "strip_accents": None},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "model": {
            **{"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##"},
            **{"max_input_chars_per_word": 100, "vocab": vocabulary},
        },
    }
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer))
    save_file(bert_weights(len(vocabulary)), folder / "model.safetensors")
    return folder
