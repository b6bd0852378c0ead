"""A network of a few hundred weights goes all the way: corpus, stages, export,
model folder, text.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs pip install 'legibly[train]'")

from safetensors.torch import save_file  # noqa: E402

from legibly.errors import DataError, UsageError  # noqa: E402
from legibly.training.neural.encoding import Encoded  # noqa: E402
from legibly.training.neural.export import agreement, export  # noqa: E402
from legibly.training.neural.from_onnx import restore  # noqa: E402
from legibly.training.neural.network import Shape, Tagger, Vectors, distance_kinds, start_from  # noqa: E402
from legibly.training.neural.probabilities import piece_scores  # noqa: E402
from legibly.training.neural.recipe import Run, averaged, changed, read_recipe  # noqa: E402
from legibly.training.neural.trainer import (  # noqa: E402
    Mixture,
    Schedule,
    Signs,
    learning_rate,
    load_tagger,
    save_tagger,
    train,
)
from tests.cli.helpers import Cli  # noqa: E402

WORDS = [
    "well",
    "we",
    "met",
    "bill",
    "in",
    "london",
    "so",
    "is",
    "it",
    "you",
    "yes",
    "no",
    "the",
    "van",
]
SIGNS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def make_start(folder: Path) -> Path:
    """A folder like a BERT's, with a vocabulary of a few words."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

    folder.mkdir()
    vocabulary = {word: i for i, word in enumerate([*SIGNS, *WORDS, "##s", "'"])}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.add_special_tokens(SIGNS)
    tokenizer.save(str(folder / "tokenizer.json"))
    generator = torch.Generator().manual_seed(1)

    def random(*shape: int) -> Any:
        return torch.randn(shape, generator=generator) * 0.05

    width, inner = 32, 64
    tensors = {
        "embeddings.word_embeddings.weight": random(len(vocabulary), width),
        "embeddings.position_embeddings.weight": random(300, width),
        "embeddings.token_type_embeddings.weight": random(2, width),
    }
    norms = ["embeddings.LayerNorm"]
    for layer in range(2):
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
            tensors[f"{name}.{part}.bias"] = torch.zeros(sizes[0])
        norms += [f"{name}.attention.output.LayerNorm", f"{name}.output.LayerNorm"]
    for norm in norms:
        tensors[f"{norm}.weight"], tensors[f"{norm}.bias"] = torch.ones(width), torch.zeros(width)
    save_file(tensors, folder / "model.safetensors")
    return folder


TEXT = "Well, we met Bill in London. So is it you? Yes. No, the van.\n" * 60


@pytest.fixture
def folders(tmp_path: Path) -> Path:
    make_start(tmp_path / "start")
    (tmp_path / "text.txt").write_text(TEXT)
    return tmp_path


def test_train_neural_makes_a_model_that_formats(cli: Cli, folders: Path) -> None:
    result = cli(
        *(
            "train",
            "neural",
            "text.txt",
            "-o",
            "model",
            "--start",
            "start",
            "--passes",
            "150",
            "--batch",
            "16",
        ),
        *("--window", "32", "--dev", "text.txt", "--rate", "0.01"),
    )
    assert result.code == 0, result.err
    assert "dev F1" in result.out
    assert sorted(path.name for path in (folders / "model").iterdir()) == [
        *("lexicon.tsv.xz", "model.toml", "network.onnx", "tokenizer.json"),
    ]
    formatted = cli(
        "format",
        "-",
        "--model",
        "model",
        stdin="well we met bill in london so is it you yes no the van",
    )
    assert formatted.out == "Well, we met Bill in London. So is it you? Yes. No, the van.\n"


def test_a_network_goes_on_learning(cli: Cli, folders: Path) -> None:
    small = ("--batch", "16", "--window", "32", "--rate", "0.01")
    assert (
        cli(
            "train",
            "neural",
            "text.txt",
            "-o",
            "model",
            "--start",
            "start",
            "--passes",
            "150",
            *small,
        ).code
        == 0
    )
    text = "well we met bill in london so is it you yes no the van"
    before = "Well, we met Bill in London. So is it you? Yes. No, the van"
    assert cli("format", "-", "--model", "model", stdin=text).out == f"{before}.\n"
    (folders / "new.txt").write_text(TEXT.replace("van.", "van!"))
    result = cli(
        "adapt",
        "model",
        "new.txt",
        "-o",
        "adapted",
        "--passes",
        "60",
        "--rate",
        "0.02",
        "--held",
        "0",
    )
    assert result.code == 0, result.err
    assert "adapted with 840 words" in result.err
    assert cli("format", "-", "--model", "adapted", stdin=text).out == f"{before}!\n"
    held = cli("adapt", "model", "new.txt", "-o", "held", "--passes", "1", "--rate", "1e-5")
    assert held.code == 0, held.err
    text = "well we met bill in london so is it you yes no the van"
    assert cli("format", "-", "--model", "held", stdin=text).out.startswith(
        "Well, we met Bill in London. So is it you?"
    )
    useless = cli("adapt", "model", "new.txt", "-o", "none", "--prior", "2")
    assert (useless.code, "only a network in it" in useless.err) == (2, True)
    (folders / "plain.txt").write_text("no marks at all\n" * 40)
    refused = cli("adapt", "model", "plain.txt", "-o", "none")
    assert (refused.code, "no marks to learn" in refused.err) == (1, True)


def test_a_foreign_network_is_not_trained_on(tmp_path: Path) -> None:
    (tmp_path / "network.onnx").write_bytes(b"nothing")
    with pytest.raises(DataError, match="not a network of `legibly train neural`"):
        restore(tmp_path / "network.onnx")


def test_stages_are_remembered_and_teachers_teach(
    folders: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = "passes = 1.0\nbatch = 4\nwindow = 16\n"
    (folders / "recipe.toml").write_text(
        f'language = "en"\n[corpora]\ntext = ["text.txt"]\n[noise]\nsubstitution = 0.1\n'
        f'[[stages]]\nname = "pretrained"\nmasked = true\n{steps}'
        f'[[stages]]\nname = "teacher"\nstart = "pretrained"\nlayers = 3\n{steps}'
        f'[[stages]]\nname = "other"\nstart = "start"\n{steps}'
        '[[stages]]\nname = "first"\nstart = "pretrained"\nteachers = ["teacher", '
        f'"other"]\ndistil = 0.5\n{steps}'
        '[[stages]]\nname = "second"\nstart = "first"\nrounded = true\nscrambled = 0.1\nshort = '
        f"0.5\n{steps}"
        '[[stages]]\nname = "mean"\nstart = {first = 1, second = 3}\nlayers = 4\nbits = '
        "4\npositions = 256\n"
    )
    run = Run(read_recipe(folders / "recipe.toml"), folders, folders / "start", folders / "work")
    mean = run.run()
    assert (mean.shape.layers, mean.shape.bits, mean.shape.positions) == (4, 4, 256)
    assert load_tagger(folders / "work" / "teacher.safetensors").shape.layers == 3
    both = [
        load_tagger(folders / "work" / f"{name}.safetensors").words.weight
        for name in ("first", "second")
    ]
    assert torch.allclose(mean.words.weight, (both[0] + 3 * both[1]) / 4, atol=1e-3)
    assert not torch.equal(both[0], both[1])
    capsys.readouterr()
    run.run()
    assert capsys.readouterr().out.count("taken from") == 6
    text = (folders / "recipe.toml").read_text().replace("distil = 0.5", "distil = 0.4")
    (folders / "recipe.toml").write_text(text)
    Run(read_recipe(folders / "recipe.toml"), folders, folders / "start", folders / "work").run()
    # What came before the change is kept, what comes from it is made anew.
    again = capsys.readouterr().out
    assert (again.count("taken from"), again.count("made anew")) == (3, 3)


def test_what_cannot_be_trained_is_said(folders: Path) -> None:
    tagger = Tagger(Shape(50, 32, 2, 1, 64, 64))
    other = Tagger(Shape(50, 32, 3, 1, 64, 64))
    nothing = Encoded(np.zeros(0, np.uint16), np.zeros(0, np.uint8), np.zeros(0, np.uint8))
    with pytest.raises(DataError, match="no words in the corpora"):
        Mixture.of([(nothing, 1.0)], "cpu")
    with pytest.raises(DataError, match="networks of several shapes"):
        averaged([(tagger, 1.0), (other, 1.0)])
    with pytest.raises(DataError, match="300 positions wanted of a network that has 64"):
        changed(tagger, positions=300)
    row = Encoded(np.zeros(500, np.uint16), np.zeros(500, np.uint8), np.zeros(500, np.uint8))
    with pytest.raises(DataError, match="choose a smaller window"):
        train(tagger, Mixture.of([(row, 1.0)], "cpu"), Schedule(), Signs(1, 2, 3))


def test_heads_are_read_where_they_are_told(folders: Path) -> None:
    (folders / "start" / "config.json").write_text('{"num_attention_heads": 4}')
    (folders / "r.toml").write_text('language = "en"\n[corpora]\ntext = ["text.txt"]\n')
    run = Run(read_recipe(folders / "r.toml"), folders, folders / "start", folders / "work")
    assert run.start_of(run.recipe.stages[0]).shape.heads == 4
    for text in ("{", "3", '{"num_attention_heads": "x"}'):
        (folders / "start" / "config.json").write_text(text)
        with pytest.raises(DataError, match="config"):
            run.start_of(run.recipe.stages[0])
    run.pieces = 7
    (folders / "start" / "config.json").unlink()
    with pytest.raises(DataError, match="expected the same vocabulary"):
        run.start_of(run.recipe.stages[0])


def test_a_network_with_distances_is_not_trained_on(tmp_path: Path) -> None:
    export(Tagger(Shape(50, 32, 1, 1, 64, 64, relative=32)).eval(), tmp_path / "network.onnx")
    with pytest.raises(DataError, match="its attention knows distances"):
        restore(tmp_path / "network.onnx")


def test_scores_of_a_long_row_are_those_of_windows() -> None:
    torch.manual_seed(3)
    tagger = Tagger(Shape(50, 32, 2, 1, 64, 300)).eval()
    for length in (1, 7, 254, 255, 700, 1203):
        pieces = torch.randint(5, 50, (length,))
        marks, cases = piece_scores(tagger, pieces, 2, 3, batch=2)
        assert (len(marks), len(cases)) == (length, length)
        assert torch.allclose(marks.float().exp().sum(1), torch.ones(length), atol=1e-2)
    for at in range(0, length, 37):  # some window that has the piece well inside gives its score
        starts = (
            range(max(0, at - 254 + 41), min(at - 40, length - 254) + 1)
            if 40 <= at < length - 40
            else ()
        )
        rows = [
            pieces[start : start + 254] for start in starts or ([0] if at < 40 else [length - 254])
        ]
        row = torch.stack([torch.cat([torch.tensor([2]), one, torch.tensor([3])]) for one in rows])
        with torch.no_grad():
            found = tagger(row)[0]
        places = [1 + at - start for start in starts or ([0] if at < 40 else [length - 254])]
        near = [float((found[i, place] - marks[at]).abs().max()) for i, place in enumerate(places)]
        assert min(near) < 5e-3, at
    assert piece_scores(tagger, pieces[:0], 2, 3)[0].shape == (0, 8)


def test_four_bits_are_sixteen_numbers() -> None:
    vectors = Vectors(20, 64)
    vectors.bits = 4
    found = vectors(torch.arange(20))
    assert all(len(row.unique()) <= 16 for row in found.detach())
    lost = (found - vectors.weight).detach()
    assert float((lost**2).mean() / (vectors.weight.detach() ** 2).mean()) < 0.03
    found.sum().backward()
    assert torch.equal(vectors.weight.grad, torch.ones(20, 64))


def test_mpnet_becomes_a_tagger() -> None:
    width, inner, kinds, heads = 32, 64, 32, 4
    weights = {
        "embeddings.word_embeddings.weight": torch.randn(4 + 200 + 1, width),
        "embeddings.position_embeddings.weight": torch.randn(2 + 40, width),
        "encoder.relative_attention_bias.weight": torch.randn(kinds, heads),
    }
    parts = {
        "attention.attn.q": (width, width),
        "attention.attn.k": (width, width),
        "attention.attn.v": (width, width),
    }
    parts |= {
        "attention.attn.o": (width, width),
        "intermediate.dense": (inner, width),
        "output.dense": (width, inner),
    }
    for name, sizes in parts.items():
        weights[f"encoder.layer.0.{name}.weight"] = torch.randn(*sizes) * 0.1
        weights[f"encoder.layer.0.{name}.bias"] = torch.zeros(sizes[0])
    for norm in (
        "embeddings.LayerNorm",
        "encoder.layer.0.attention.LayerNorm",
        "encoder.layer.0.output.LayerNorm",
    ):
        weights[f"{norm}.weight"], weights[f"{norm}.bias"] = torch.ones(width), torch.zeros(width)
    tagger = start_from({f"mpnet.{name}": value for name, value in weights.items()}).eval()
    assert (tagger.shape.vocabulary, tagger.shape.positions, tagger.shape.heads) == (200, 40, 4)
    theirs = weights["embeddings.word_embeddings.weight"]
    for own, number in ((101, 0), (102, 2), (100, 104), (103, 204), (150, 154)):
        assert torch.equal(tagger.words.weight[own], theirs[number])
    row = torch.tensor([[101, 110, 111, 112, 102]])
    moved = torch.tensor([[101, 112, 111, 110, 102]])
    assert not torch.allclose(tagger.encode(row)[0, 2], tagger.encode(moved)[0, 2])
    padded = torch.cat([row, torch.zeros(1, 3, dtype=torch.long)], 1)
    mask = torch.tensor([[True] * 5 + [False] * 3])
    assert torch.allclose(tagger.encode(padded, mask)[0, :5], tagger.encode(row)[0], atol=1e-5)


def test_distances_have_kinds() -> None:
    kinds = distance_kinds(200, 32)
    assert kinds[10, 7:13].tolist() == [3, 2, 1, 0, 17, 18]
    assert (int(kinds[150, 0]), int(kinds[0, 150])) == (15, 31)
    assert int(kinds.max()) == 31


@pytest.mark.parametrize("bits", [8, 4])
def test_the_exported_network_decides_as_the_original(tmp_path: Path, bits: int) -> None:
    torch.manual_seed(2)
    tagger = Tagger(Shape(50, 32, 2, 1, 64, 64, bits=bits)).eval()
    export(tagger, tmp_path / "network.onnx")
    marks, cases = agreement(tagger, tmp_path / "network.onnx", [[2, *range(5, 40), 3]] * 3)
    assert marks > 0.9
    assert cases > 0.9
    again = restore(tmp_path / "network.onnx")
    assert again.shape == tagger.shape
    for name, value in again.state_dict().items():
        near = 2e-2 if bits == 4 and name == "words.weight" else 2e-3
        assert torch.allclose(value, tagger.state_dict()[name], atol=near), name
    export(again, tmp_path / "again.onnx")  # what was stored stays what it is
    assert torch.equal(restore(tmp_path / "again.onnx").words.weight, again.words.weight)


def test_weights_are_taken_over_and_kept(folders: Path) -> None:
    from safetensors.torch import load_file

    weights = load_file(folders / "start" / "model.safetensors")
    tagger = start_from(weights)
    shape = tagger.shape
    assert (shape.width, shape.layers, shape.inner, shape.heads) == (32, 2, 64, 1)
    assert torch.equal(tagger.words.weight, weights["embeddings.word_embeddings.weight"])
    save_tagger(tagger, folders / "kept.safetensors")
    again = load_tagger(folders / "kept.safetensors")
    assert torch.allclose(again.words.weight, tagger.words.weight, atol=1e-3)


def test_the_learning_rate_goes_up_and_down() -> None:
    schedule = Schedule(rate=1.0, warmup=0.1)
    rates = [learning_rate(schedule, step, 100) for step in range(100)]
    assert rates[0] < rates[9]
    assert max(rates) == pytest.approx(1.0)
    assert rates[-1] < 0.02


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["text.txt", "--start", "nowhere"],
            "nowhere: no model.safetensors; expected a folder with a BERT's weights",
        ),
        (["--start", "start"], "name either corpora or a --recipe"),
        (
            ["text.txt", "--start", "start", "--recipe", "r.toml"],
            "name either corpora or a --recipe",
        ),
        (
            ["--start", "start", "--recipe", "r.toml", "--rate", "0.1"],
            "--rate: the recipe says that",
        ),
        (["text.txt", "--start", "start", "--batch", "0"], "--batch"),
        (["text.txt", "--start", "start", "--passes", "nan"], "--passes"),
    ],
)
def test_wrong_usage(cli: Cli, folders: Path, arguments: list[str], message: str) -> None:
    result = cli("train", "neural", *arguments, "-o", "model")
    assert result.code == 2
    assert message in result.err


ONE = '[[stages]]\nname = "a"\n'


@pytest.mark.parametrize(
    ("stages", "message"),
    [
        ("stages = []", "no stages"),
        ("stages = [3]", "no stages"),
        ("[[stages]]\npasses = 5", "stage 1 has name = None"),
        ('[[stages]]\nname = "x/b"', "expected letters, digits"),
        (ONE + 'teachers = ["b"]\ndistil = 0.5', "stage 'a': no stage 'b' before it"),
        (ONE + "start = {b = 1}", "stage 'a': no stage 'b' before it"),
        (ONE + 'start = "b"\n[[stages]]\nname = "b"', "stage 'a': no stage 'b' before it"),
        (ONE + 'start = "a"', "no stage 'a' before it"),
        (ONE + ONE, "there is one of that name already"),
        (ONE + "bits = 5", "bits = 5; expected 4 or 8"),
        (ONE + "pases = 5", "unknown key 'pases'"),
        (ONE + "start = {}", "expected names of stages with shares above 0"),
        (ONE + "start = 3", "expected a stage, a folder"),
        (ONE + "layers = -1", "layers = -1; expected a number above 0"),
        (ONE + 'layers = "x"', "layers = 'x'; expected a number"),
        (ONE + "batch = 0", "batch = 0; expected a number above 0"),
        (ONE + 'passes = "3"', "passes = '3'; expected a number"),
        (ONE + "masked = 1", "masked = 1; expected true or false"),
        (ONE + "distil = 2", "distil = 2; expected a number from 0 to 1"),
        (ONE + "distil = 0.5", "belong together"),
        (ONE + "positions = 100", "expected 256 or more"),
        (ONE + '[[stages]]\nname = "b"\nteachers = ["a"]', "belong together"),
        (
            ONE + '[[stages]]\nname = "b"\nteachers = ["a"]\nmasked = true\ndistil = 0.5',
            "masked pieces",
        ),
    ],
)
def test_a_recipe_with_wrong_stages(folders: Path, stages: str, message: str) -> None:
    (folders / "r.toml").write_text(f'language = "en"\n{stages}\n[corpora]\ntext = ["text.txt"]\n')
    with pytest.raises(DataError, match=message):
        read_recipe(folders / "r.toml")


def test_a_stage_that_starts_from_nowhere(folders: Path) -> None:
    (folders / "r.toml").write_text(
        'language = "en"\n[corpora]\nt = ["text.txt"]\n[[stages]]\nname = "a"\nstart = "b"'
    )
    with pytest.raises(UsageError, match="no such file; stage 'a' starts from it"):
        Run(read_recipe(folders / "r.toml"), folders, folders / "start", folders / "work")


def test_a_recipe_with_a_wrong_key(folders: Path) -> None:
    (folders / "r.toml").write_text("langauge = 'en'\n")
    with pytest.raises(DataError, match="langauge"):
        read_recipe(folders / "r.toml")
