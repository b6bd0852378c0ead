"""The network, held against BERT's equations word by word."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("torch", reason="needs pip install 'legibly[train]'")

import torch

from legibly.casing import Case
from legibly.scorers.neural import NETWORK_MARKS
from legibly.training.neural.network import Linear, Vectors, distance_kinds, start_from
from tests.training.neural.helpers import bert_weights, tiny

ROW = [2, 7, 11, 7, 3]
PADDED = [*ROW, 0, 0, 0]
MASK = [True] * 5 + [False] * 3


def plain_bert(
    weights: dict[str, NDArray[np.float64]], pieces: list[int], heads: int
) -> NDArray[np.float64]:
    """Devlin et al. (2019) by the names of Hugging Face, one place after another."""

    def linear(name: str, x: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.array([weights[f"{name}.weight"] @ row + weights[f"{name}.bias"] for row in x])

    def norm(name: str, x: NDArray[np.float64]) -> NDArray[np.float64]:
        straight = np.array([(row - row.mean()) / math.sqrt(row.var() + 1e-12) for row in x])
        return straight * weights[f"{name}.weight"] + weights[f"{name}.bias"]

    def gelu(value: float) -> float:
        return value * (1 + math.erf(value / math.sqrt(2))) / 2

    words, places = (
        weights[f"embeddings.{kind}_embeddings.weight"] for kind in ("word", "position")
    )
    types = weights["embeddings.token_type_embeddings.weight"]
    x = np.array([words[piece] + places[at] + types[0] for at, piece in enumerate(pieces)])
    x = norm("embeddings.LayerNorm", x)
    size = x.shape[1] // heads
    for layer in range(2):
        name = f"encoder.layer.{layer}"
        query, key, value = (
            linear(f"{name}.attention.self.{part}", x) for part in ("query", "key", "value")
        )
        mixed = np.zeros_like(x)
        for head in range(heads):
            own = slice(head * size, (head + 1) * size)
            for at in range(len(x)):
                shares = np.exp(key[:, own] @ query[at, own] / math.sqrt(size))
                mixed[at, own] = shares @ value[:, own] / shares.sum()
        mixed = linear(f"{name}.attention.output.dense", mixed)
        x = norm(f"{name}.attention.output.LayerNorm", x + mixed)
        inner = np.vectorize(gelu)(linear(f"{name}.intermediate.dense", x))
        x = norm(f"{name}.output.LayerNorm", x + linear(f"{name}.output.dense", inner))
    return x


@pytest.mark.parametrize("heads", [1, 4])
def test_states_are_those_of_a_bert(heads: int) -> None:
    weights = {name: value * 5 for name, value in bert_weights(20).items()}
    found = start_from(weights, heads).eval().encode(torch.tensor([ROW]))[0]
    expected = plain_bert({name: v.double().numpy() for name, v in weights.items()}, ROW, heads)
    assert found.detach().numpy() == pytest.approx(expected, abs=1e-4)


def test_weights_are_taken_over() -> None:
    weights = bert_weights(20)
    tagger = start_from({f"bert.{name}": value.half() for name, value in weights.items()})
    shape = tagger.shape
    assert (shape.vocabulary, shape.positions, shape.heads) == (20, 300, 1)
    assert (shape.width, shape.layers, shape.inner) == (32, 2, 64)
    theirs = weights["embeddings.word_embeddings.weight"]
    assert torch.allclose(tagger.words.weight, theirs, atol=1e-3)


def mpnet_weights() -> dict[str, Any]:
    torch.manual_seed(1)
    width, inner, kinds, heads = 32, 64, 32, 4
    weights = {
        "embeddings.word_embeddings.weight": torch.randn(4 + 200 + 1, width),
        "embeddings.position_embeddings.weight": torch.randn(2 + 40, width),
        "encoder.relative_attention_bias.weight": torch.randn(kinds, heads),
    }
    parts = {f"attention.attn.{letter}": (width, width) for letter in "qkvo"}
    parts |= {"intermediate.dense": (inner, width), "output.dense": (width, inner)}
    for name, sizes in parts.items():
        weights[f"encoder.layer.0.{name}.weight"] = torch.randn(*sizes) * 0.1
        weights[f"encoder.layer.0.{name}.bias"] = torch.zeros(sizes[0])
    for norm in (
        "embeddings.LayerNorm",
        "encoder.layer.0.attention.LayerNorm",
        "encoder.layer.0.output.LayerNorm",
    ):
        weights[f"{norm}.weight"], weights[f"{norm}.bias"] = torch.ones(width), torch.zeros(width)
    return {f"mpnet.{name}": value for name, value in weights.items()}


def test_mpnet_becomes_a_tagger_with_the_pieces_of_a_bert() -> None:
    weights = mpnet_weights()
    tagger = start_from(weights).eval()
    shape = tagger.shape
    assert (shape.vocabulary, shape.positions, shape.heads, shape.relative) == (200, 40, 4, 32)
    theirs = weights["mpnet.embeddings.word_embeddings.weight"]
    for own, number in ((101, 0), (102, 2), (100, 104), (103, 204), (150, 154)):
        assert torch.equal(tagger.words.weight[own], theirs[number])


def test_mpnet_hears_distances() -> None:
    tagger = start_from(mpnet_weights()).eval()
    row = torch.tensor([[101, 110, 111, 112, 102]])
    moved = torch.tensor([[101, 112, 111, 110, 102]])
    assert not torch.allclose(tagger.encode(row)[0, 2], tagger.encode(moved)[0, 2])


@pytest.mark.parametrize("kind", ["bert", "mpnet"])
def test_what_is_masked_is_not_seen(kind: str) -> None:
    tagger = start_from(mpnet_weights() if kind == "mpnet" else bert_weights(20)).eval()
    padded = tagger.encode(torch.tensor([PADDED]), torch.tensor([MASK]))[0, :5]
    assert torch.allclose(padded, tagger.encode(torch.tensor([ROW]))[0], atol=1e-5)


def test_marks_and_cases_are_log_probabilities() -> None:
    marks, cases = tiny()(torch.tensor([ROW, ROW]))
    assert marks.shape == (2, len(ROW), len(NETWORK_MARKS))
    assert cases.shape == (2, len(ROW), len(Case))
    for scores in (marks, cases):
        assert torch.allclose(scores.exp().sum(-1), torch.ones(2, len(ROW)))


def mpnet_kind(ahead: int, kinds: int = 32, farthest: int = 128) -> int:
    """Raffel et al. (2020), as MPNet's code has it."""
    half, found = kinds // 2, kinds // 2 if ahead > 0 else 0
    away, exact = abs(ahead), kinds // 4
    if away < exact:
        return found + away
    steps = math.log(away / exact) / math.log(farthest / exact) * (half - exact)
    return found + min(half - 1, exact + int(steps))


def test_distances_have_kinds() -> None:
    kinds = distance_kinds(200, 32)
    assert kinds[10, 7:13].tolist() == [3, 2, 1, 0, 17, 18]
    for one in range(0, 200, 7):
        assert kinds[one].tolist() == [mpnet_kind(other - one) for other in range(200)]


def test_four_bits_are_sixteen_numbers() -> None:
    vectors = Vectors(20, 64)
    vectors.bits = 4
    found = vectors(torch.arange(20))
    assert all(len(row.unique()) <= 16 for row in found.detach())
    lost = (found - vectors.weight).detach()
    assert float((lost**2).mean() / (vectors.weight.detach() ** 2).mean()) < 0.03
    slope = torch.autograd.grad(vectors(torch.arange(20)).sum(), vectors.weight)[0]
    assert torch.equal(slope, torch.ones(20, 64))


def test_vectors_that_were_stored_come_out_the_same_again() -> None:
    vectors = Vectors(20, 64)
    vectors.bits = 4
    stored = vectors(torch.arange(20)).detach()
    steps = vectors.steps(vectors.weight.detach(), torch.arange(20))
    with torch.no_grad():
        vectors.weight.copy_(stored)
    vectors.known_steps = steps
    assert torch.allclose(vectors(torch.arange(20)), stored)


def test_rounded_products_are_those_of_small_whole_numbers() -> None:
    """Weights in 127 steps for each output, inputs in 256 for each window; gradients do not
    notice.
    """
    torch.manual_seed(1)
    layer = Linear(6, 3)
    x = torch.randn(2, 4, 6, requires_grad=True)
    exact = torch.autograd.grad(layer(x).sum(), x)[0]
    layer.rounded = True
    assert torch.allclose(torch.autograd.grad(layer(x).sum(), x)[0], exact, atol=0.05)
    weight, bias = layer.weight.detach().numpy(), layer.bias.detach().numpy()
    for window, own in zip(x.detach().numpy(), layer(x).detach().numpy(), strict=True):
        low, high = min(window.min(), 0), max(window.max(), 0)
        step = (high - low) / 255
        whole = np.round((window - low) / step) * step + low
        for output in range(3):
            scale = np.abs(weight[output]).max() / 63
            row = np.round(weight[output] / scale) * scale
            assert own[:, output] == pytest.approx(whole @ row + bias[output], abs=1e-5)


def test_rounding_and_dropping_out_are_switched_in_all_layers() -> None:
    tagger = tiny()
    tagger.round_products(True)
    tagger.drop_out(0.3)
    linear = [module for module in tagger.modules() if isinstance(module, Linear)]
    assert len(linear) == 2 * 4 + 2
    assert all(module.rounded for module in linear)
    assert {module.dropout for module in (tagger, *tagger.layers)} == {0.3}
