"""A language model's file, made here with a few hundred weights, read as a teacher."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs pip install 'legibly[train]'")
pytest.importorskip("gguf", reason="needs pip install 'legibly[train]'")

import gguf
import torch
from tokenizers.pre_tokenizers import ByteLevel

from legibly.casing import Case
from legibly.errors import DataError
from legibly.training.neural.byte_pieces import BytePieces
from legibly.training.neural.decoder import read_decoder

WIDTH, INNER, HEADS, SHARED, LAYERS = 16, 24, 4, 2, 3
PIECES = [*sorted(ByteLevel.alphabet()), "ab", "Ġab", "<end>"]
MERGES = ["a b", "Ġ ab"]


def write_model(path: Path, **left_out: bool) -> Path:
    """A Qwen2 of its shape, with random weights."""
    random = np.random.default_rng(3)
    writer = gguf.GGUFWriter(path, "qwen2")
    facts = {
        "embedding_length": WIDTH,
        "feed_forward_length": INNER,
        "block_count": LAYERS,
        "attention.head_count": HEADS,
        "attention.head_count_kv": SHARED,
        "rope.freq_base": 10_000.0,
        "attention.layer_norm_rms_epsilon": 1e-6,
    }
    for name, value in facts.items():
        if not left_out.get(name):
            writer.add_float32(f"qwen2.{name}", float(value))
    if not left_out.get("pieces"):
        writer.add_array("tokenizer.ggml.tokens", PIECES)
        writer.add_array("tokenizer.ggml.merges", MERGES)
        writer.add_uint32("tokenizer.ggml.padding_token_id", len(PIECES) - 1)
    few = WIDTH // HEADS * SHARED
    shapes: dict[str, tuple[int, ...]] = {"attn_norm.weight": (WIDTH,), "ffn_norm.weight": (WIDTH,)}
    for name, rows in (("attn_q", WIDTH), ("attn_k", few), ("attn_v", few)):
        shapes |= {f"{name}.weight": (rows, WIDTH), f"{name}.bias": (rows,)}
    shapes |= {"attn_output.weight": (WIDTH, WIDTH), "ffn_down.weight": (WIDTH, INNER)}
    shapes |= {"ffn_gate.weight": (INNER, WIDTH), "ffn_up.weight": (INNER, WIDTH)}
    tensors = {f"blk.{i}.{name}": shape for i in range(LAYERS) for name, shape in shapes.items()}
    tensors |= {"token_embd.weight": (len(PIECES), WIDTH), "output_norm.weight": (WIDTH,)}
    tensors |= {"output.weight": (len(PIECES), WIDTH)}
    for name, shape in tensors.items():
        writer.add_tensor(name, random.normal(0, 0.1, shape).astype(np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("gguf") / "model.gguf")


def test_a_word_is_cut_with_the_space_before_it(model: Path) -> None:
    cut = BytePieces.of(model)
    assert [PIECES[piece] for piece in cut("abc")] == ["Ġab", "c"]
    assert [PIECES[piece] for piece in cut("中")] == ["ä", "¸", "Ń"], "no space before a character"
    assert cut.begin == len(PIECES) - 1


def test_only_pieces_that_occur_have_numbers(model: Path) -> None:
    cut = BytePieces.of(model)
    fewer = cut.fewer(["ab", "c"])
    assert fewer.few is not None
    for word in ("ab", "c"):
        assert [int(fewer.few[piece]) for piece in fewer(word)] == cut(word)
    assert int(fewer.few[fewer.begin]) == cut.begin


def test_every_piece_sees_those_behind_it(model: Path) -> None:
    decoder = read_decoder(model, LAYERS, None, marks=9, openings=3)
    rows = torch.tensor([[11, 1, 2, 3], [11, 1, 2, 9]])
    marks, cases, openings = decoder(rows)
    assert marks.shape == (2, 4, 9)
    assert (cases.shape[-1], openings.shape[-1]) == (len(Case), 3)
    assert not torch.allclose(marks[0, 1], marks[1, 1])
    assert torch.allclose(marks.exp().sum(-1), torch.ones(2, 4), atol=1e-5)


def plain(decoder: Any, row: list[int]) -> torch.Tensor:
    """The same, one head and one piece at a time."""
    shape = decoder.shape
    size = shape.width // shape.heads
    x = decoder.words(torch.tensor(row))

    def turned(vector: torch.Tensor, place: int) -> torch.Tensor:
        out = vector.clone()
        for i in range(size // 2):
            angle = torch.tensor(place * shape.base ** (-i / (size // 2)))
            a, b = vector[i], vector[i + size // 2]
            out[i] = a * angle.cos() - b * angle.sin()
            out[i + size // 2] = b * angle.cos() + a * angle.sin()
        return out

    for layer in decoder.layers:
        y = layer.attn_norm(x)
        q, k, v = layer.attn_q(y), layer.attn_k(y), layer.attn_v(y)
        heads = []
        for head in range(shape.heads):
            shared = head // (shape.heads // shape.shared)
            part, other = (slice(n * size, (n + 1) * size) for n in (head, shared))
            queries = [turned(q[at, part], at) for at in range(len(row))]
            keys = [turned(k[at, other], at) for at in range(len(row))]
            mixed = []
            for query in queries:
                logits = torch.stack([query @ key for key in keys]) / size**0.5
                mixed.append(logits.softmax(0) @ v[:, other])
            heads.append(torch.stack(mixed))
        x = x + layer.attn_output(torch.cat(heads, -1))
        y = layer.ffn_norm(x)
        gate = layer.ffn_gate(y)
        x = x + layer.ffn_down(gate * gate.sigmoid() * layer.ffn_up(y))
    states: torch.Tensor = decoder.norm(x)
    return states


def test_it_equals_the_plain_computation(model: Path) -> None:
    decoder = read_decoder(model, 2, None, marks=8, openings=0)
    row = [11, 10, 3, 1]
    with torch.no_grad():
        found = decoder.encode(torch.tensor([row]))[0]
        assert torch.allclose(found, plain(decoder, row), atol=1e-5)


def test_lower_layers_and_few_pieces_alone(model: Path) -> None:
    few = np.array([1, 3, 11])
    decoder = read_decoder(model, 2, few, marks=8, openings=0)
    assert len(decoder.layers) == 2
    whole = read_decoder(model, 99, None, marks=8, openings=0)
    assert len(whole.layers) == LAYERS
    assert torch.equal(decoder.words.weight, whole.words.weight[torch.from_numpy(few)])


def test_other_files_are_refused(tmp_path: Path) -> None:
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"GGUX" + bytes(64))
    with pytest.raises(DataError, match=r"broken\.gguf: not a language model in GGUF"):
        read_decoder(broken, 1, None, 8, 0)
    shapeless = write_model(tmp_path / "shapeless.gguf", block_count=True)
    with pytest.raises(DataError, match=r"no qwen2\.block_count; expected a model like Qwen2\.5"):
        read_decoder(shapeless, 1, None, 8, 0)
    wordless = write_model(tmp_path / "wordless.gguf", pieces=True)
    with pytest.raises(DataError, match="no byte-level pieces in it"):
        BytePieces.of(wordless)
