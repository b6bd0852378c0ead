from __future__ import annotations

import json
import lzma
from pathlib import Path
from typing import cast

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs pip install 'legibly[train]'")

import torch

from legibly.errors import DataError, UsageError
from legibly.training.neural.network import Layer, Tagger
from legibly.training.neural.recipe import (
    Recipe,
    Run,
    averaged,
    changed,
    expand,
    heads_of,
    learn_confusions,
    main,
    read_recipe,
)
from legibly.training.neural.stages import Stage
from legibly.training.neural.trainer import load_tagger
from tests.training.neural.helpers import LINE, TEXT, WORDS, rows, tiny

HEAD = 'language = "en"\n'
CORPORA = '[corpora]\ntext = ["text.txt"]\n'


def read(folder: Path, text: str | bytes) -> Recipe:
    (folder / "recipe.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_recipe(folder / "recipe.toml")


def run_of(folders: Path, text: str = HEAD + CORPORA) -> Run:
    return Run(read(folders, text), folders, folders / "start", folders / "work")


def test_a_recipe_names_corpora_and_stages(tmp_path: Path) -> None:
    recipe = read(
        tmp_path,
        HEAD + CORPORA + 'web = ["web/*.txt.xz"]\n[weights]\nweb = 0.3\n'
        "[noise]\nfiller = 0.1\n"
        '[[stages]]\nname = "one"\n[[stages]]\nname = "two"\nstart = "one"\n',
    )
    assert recipe == Recipe(
        "en",
        {"text": ["text.txt"], "web": ["web/*.txt.xz"]},
        weights={"web": 0.3},
        noise={"filler": 0.1},
        stages=[Stage("one"), Stage("two", "one")],
    )


def test_a_recipe_without_stages_has_one(tmp_path: Path) -> None:
    assert read(tmp_path, HEAD + CORPORA).stages == [Stage("tagger")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("language = en", r"recipe.toml: not valid TOML: .* line 1"),
        ("langauge = 'en'\n", r"recipe.toml: .*unexpected keyword argument 'langauge'"),
        (HEAD, "recipe.toml: .*missing 1 required positional argument: 'corpora'"),
        (HEAD + "stages = []\n" + CORPORA, r"recipe.toml: no stages; expected one or more"),
        (HEAD + CORPORA + '[[stages]]\nname = "a"\nbits = 5', r"recipe.toml: stage 'a': bits = 5"),
    ],
)
def test_bad_recipes(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read(tmp_path, text)


@pytest.mark.parametrize(
    "text",
    [
        b'language = "\xe9n"\n' + CORPORA.encode(),
        HEAD + 'corpora = ["text.txt"]\n',
        HEAD + '[corpora]\ntext = "text.txt"\n',
        HEAD + CORPORA + "[noise]\nfilers = 0.1\n",
        HEAD + CORPORA + '[noise]\nfiller = "often"\n',
        HEAD + CORPORA + "[weights]\ntexxt = 2.0\n",
        HEAD + CORPORA + '[weights]\ntext = "twice"\n',
        HEAD + 'variants = "2"\n' + CORPORA,
    ],
    ids=["not UTF-8", "list", "string", "noise", "chance", "weights", "weight", "variants"],
)
def test_bad_values_are_told_before_anything_is_read(tmp_path: Path, text: str | bytes) -> None:
    with pytest.raises(DataError, match=r"recipe.toml: "):
        read(tmp_path, text)


def test_patterns_are_looked_up_in_the_data_folder(tmp_path: Path) -> None:
    for name in ("b.txt", "a.txt", "c.xml"):
        (tmp_path / name).write_text("")
    outside = str(tmp_path / "c.xml")
    found = expand(["*.txt", outside], tmp_path)
    assert found == [str(tmp_path / "a.txt"), str(tmp_path / "b.txt"), outside]


def test_patterns_that_nothing_matches(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=rf"no files match \*.md x/\*.txt under {tmp_path}"):
        expand(["*.md", "x/*.txt"], tmp_path)


def test_confusions_are_what_was_heard_for_what_was_said(tmp_path: Path) -> None:
    lines = [
        {"op": "S", "said": "Ship", "h": "sheep"},
        {"op": "S", "said": "ship", "h": "Chip"},
        {"op": "S", "said": "ship", "h": "sheep"},
        {"op": "S", "said": "ship", "h": ""},
        {"op": "D", "said": "gone", "h": "x"},
        {"op": "=", "said": "it", "h": "it"},
    ]
    with lzma.open(tmp_path / "w.xz", "wt") as out:
        out.write("".join(json.dumps(line) + "\n" for line in lines))
    found = learn_confusions([str(tmp_path / "w.xz")])
    assert found == {"ship": ["sheep", "chip", "sheep"]}


def test_heads_are_those_of_the_settings(tmp_path: Path) -> None:
    config = tmp_path / "config.json"
    assert heads_of(config) == 0  # not told
    config.write_text("{}")
    assert heads_of(config) == 0
    config.write_text('{"num_attention_heads": 4}')
    assert heads_of(config) == 4


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", r"config.json: not a BERT's settings \(.*\); mend it or take it away"),
        ("3", "not a BERT's settings"),
        ('{"num_attention_heads": "x"}', "num_attention_heads = 'x'; expected a number"),
        ('{"num_attention_heads": -1}', "num_attention_heads = -1; expected a number"),
    ],
)
def test_bad_settings_of_a_bert(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "config.json").write_text(text)
    with pytest.raises(DataError, match=message):
        heads_of(tmp_path / "config.json")


def layers_of(tagger: Tagger) -> list[list[float]]:
    """A few weights of each layer."""
    return [cast(Layer, layer).output.bias[:3].tolist() for layer in tagger.layers]


@pytest.mark.parametrize(
    ("layers", "used"),
    [(0, [0, 1]), (1, [0]), (2, [0, 1]), (3, [0, 0, 1]), (4, [0, 0, 1, 1]), (5, [0, 0, 0, 1, 1])],
)
def test_layers_are_used_several_times_in_a_row(layers: int, used: list[int]) -> None:
    tagger = tiny()
    theirs = layers_of(tagger)
    assert layers_of(changed(tagger, layers=layers)) == [theirs[layer] for layer in used]


def test_a_copy_may_have_other_bits_and_fewer_positions() -> None:
    tagger = tiny()
    copy = changed(tagger, bits=4, positions=30)
    assert (copy.shape.bits, copy.words.bits, copy.shape.positions) == (4, 4, 30)
    assert torch.equal(copy.positions.weight, tagger.positions.weight[:30])
    with torch.no_grad():
        copy.norm.weight.zero_()
    assert tagger.norm.weight.all()


def test_a_copy_has_no_more_positions() -> None:
    with pytest.raises(DataError, match="300 positions wanted of a network that has 64"):
        changed(tiny(), positions=300)


def test_a_mean_is_that_of_all_weights() -> None:
    one, other = tiny(), tiny()
    with torch.no_grad():
        for value in other.parameters():
            value.normal_()
    mean = averaged([(one, 1.0), (other, 3.0)])
    for name, value in mean.state_dict().items():
        expected = (one.state_dict()[name] + 3 * other.state_dict()[name]) / 4
        assert torch.allclose(value, expected, atol=1e-6), name


def test_networks_of_several_shapes_have_no_mean() -> None:
    with pytest.raises(DataError, match="networks of several shapes have no mean; give all of"):
        averaged([(tiny(), 1.0), (tiny(layers=3), 1.0)])


@pytest.mark.parametrize("name", ["model.safetensors", "tokenizer.json"])
def test_a_start_without_its_files(folders: Path, name: str) -> None:
    (folders / "start" / name).unlink()
    with pytest.raises(UsageError, match=f"no {name}; expected a folder with a BERT's weights and"):
        run_of(folders)


def test_a_stage_that_starts_from_nowhere(folders: Path) -> None:
    text = HEAD + CORPORA + '[[stages]]\nname = "a"\nstart = "b"'
    with pytest.raises(UsageError, match="no such file; stage 'a' starts from it"):
        run_of(folders, text)


def test_a_start_with_another_vocabulary(folders: Path) -> None:
    run = run_of(folders)
    run.pieces = 7
    with pytest.raises(DataError, match=r"21 pieces, the tokenizer of .* 7; expected the same"):
        run.start_of(run.recipe.stages[0])


def test_a_start_has_the_heads_that_its_settings_say(folders: Path) -> None:
    (folders / "start" / "config.json").write_text('{"num_attention_heads": 4}')
    run = run_of(folders)
    assert run.start_of(run.recipe.stages[0]).shape.heads == 4


def test_corpora_are_mixed_by_weight(folders: Path) -> None:
    (folders / "web.txt").write_text("Yes, the van.\n" * 10)
    text = HEAD + CORPORA + 'web = ["web.txt"]\n[weights]\nweb = 0.5\n'
    made = run_of(folders, text).mixture()
    assert made.lengths.tolist() == [60 * len(WORDS), 30]
    assert made.shares.tolist() == [60 * len(WORDS), 15]


def test_disturbed_text_is_mixed_in_several_variants(folders: Path) -> None:
    text = HEAD + "variants = 2\n" + CORPORA + "[noise]\nrepetition = 0.5\n"
    made = run_of(folders, text).mixture()
    one, two = made.lengths.tolist()
    assert one != two
    assert min(one, two) > 60 * len(WORDS)
    assert made.shares.tolist() == [one / 2, two / 2]


def test_text_of_test_sets_is_kept_out(folders: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folders / "text.txt").write_text(f"{TEXT}Yes, the van.\n")
    (folders / "test.txt").write_text(LINE)
    made = run_of(folders, HEAD + 'tests = ["test.txt"]\n' + CORPORA).mixture()
    assert len(made.pieces) == 3
    assert f"{len(WORDS) - 7} runs of eight words of test sets are kept out" in (
        capsys.readouterr().out
    )


def test_words_are_confused_as_a_recogniser_did(folders: Path) -> None:
    with lzma.open(folders / "words.xz", "wt") as out:
        out.write(json.dumps({"op": "S", "said": "van", "h": "well"}))
    text = HEAD + 'confusions = ["words.xz"]\n' + CORPORA + "[noise]\nsubstitution = 1.0\n"
    made = run_of(folders, text).mixture()
    lasts = made.pieces[len(WORDS) - 1 :: len(WORDS)]
    assert set(lasts.tolist()) == {5 + WORDS.index("well")}


STEPS = "passes = 0.5\nbatch = 4\nwindow = 16\n"
STAGES = (
    f'[[stages]]\nname = "pretrained"\nmasked = true\n{STEPS}'
    f'[[stages]]\nname = "teacher"\nstart = "pretrained"\nlayers = 3\n{STEPS}'
    f'[[stages]]\nname = "other"\nstart = "start"\n{STEPS}'
    '[[stages]]\nname = "first"\nstart = "pretrained"\nteachers = ["teacher", "other"]\n'
    f"distil = 0.5\n{STEPS}"
    f'[[stages]]\nname = "second"\nstart = "first"\nrounded = true\nscrambled = 0.1\nshort = 0.5\n'
    f'{STEPS}[[stages]]\nname = "mean"\nstart = {{first = 1, second = 3}}\nlayers = 4\nbits = 4\n'
    "positions = 256\n"
)


def test_stages_are_remembered_and_teachers_teach(
    folders: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folders / "text.txt").write_text(f"{LINE}\n" * 20)
    recipe = HEAD + CORPORA + "[noise]\nsubstitution = 0.1\n" + STAGES
    mean = run_of(folders, recipe).run()
    work = folders / "work"
    assert (mean.shape.layers, mean.shape.bits, mean.shape.positions) == (4, 4, 256)
    assert load_tagger(work / "teacher.safetensors").shape.layers == 3
    both = [load_tagger(work / f"{name}.safetensors").words.weight for name in ("first", "second")]
    assert torch.allclose(mean.words.weight, (both[0] + 3 * both[1]) / 4, atol=1e-3)
    assert not torch.equal(both[0], both[1])
    assert not list(work.glob("*.checkpoint"))
    capsys.readouterr()
    run_of(folders, recipe).run()
    assert capsys.readouterr().out.count("taken from") == 6
    run_of(folders, recipe.replace("distil = 0.5", "distil = 0.4")).run()
    # What came before the change is kept, what comes from it is made anew.
    again = capsys.readouterr().out
    assert (again.count("taken from"), again.count("made anew")) == (3, 3)


def test_a_run_where_there_is_no_command_line(
    folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read(folders, HEAD + CORPORA + f'[[stages]]\nname = "only"\n{STEPS}')
    given = [folders / name for name in ("recipe.toml", "", "start", "work")]
    monkeypatch.setattr("sys.argv", ["recipe.py", *map(str, given)])
    main()
    final, only = (
        load_tagger(folders / "work" / f"{name}.safetensors") for name in ("final", "only")
    )
    assert torch.equal(final.words.weight, only.words.weight)


def test_a_corpus_is_a_row_of_pieces(folders: Path) -> None:
    """What the helpers of these tests number is what a run numbers."""
    made = run_of(folders).mixture()
    expected = rows(*range(5, 5 + len(WORDS))).pieces
    assert np.array_equal(made.pieces[: len(WORDS)].numpy(), expected)
