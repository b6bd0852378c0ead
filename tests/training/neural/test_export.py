from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="needs pip install 'legibly[train]'")

import torch

from legibly.training.neural.export import Packed, agreement
from legibly.training.neural.network import Tagger, Vectors
from tests.training.neural.helpers import tiny, with_opinions

ROWS = [[2, *range(5, 40), 3], [2, 7, 7, 9, 3]]


def test_the_exported_network_decides_as_the_original(exported: tuple[Tagger, Path]) -> None:
    tagger, path = exported
    assert min(agreement(tagger, path, ROWS)) > 0.9
    assert max(agreement(with_opinions(tiny(layers=1)), path, ROWS)) < 0.9


def test_the_ends_of_a_row_are_not_counted(exported: tuple[Tagger, Path]) -> None:
    assert agreement(*exported, [[2, 7, 3]]) == (1, 1)


def test_without_text_nothing_agrees(exported: tuple[Tagger, Path]) -> None:
    assert agreement(*exported, []) == (0, 0)


def test_the_original_stays_as_it_was(exported: tuple[Tagger, Path]) -> None:
    tagger, _ = exported
    assert isinstance(tagger.words, Vectors)
    assert tagger.words.bits == tagger.shape.bits


def test_vectors_of_four_bits_are_packed_two_numbers_a_byte() -> None:
    vectors = Vectors(20, 64)
    vectors.bits = 4
    packed = Packed(vectors)
    assert packed.packed.dtype == torch.uint8
    assert packed.packed.shape == (20, 32)
    row = torch.tensor([[3, 0, 19], [7, 7, 7]])
    assert torch.allclose(packed(row), vectors(row), atol=1e-6)
    low, high = int(packed.packed[3, 0]) % 16, int(packed.packed[3, 0]) // 16
    found, step = vectors(torch.tensor([3]))[0].detach(), float(packed.steps[3])
    assert (low - 8, high - 8) == (round(float(found[0]) / step), round(float(found[32]) / step))
