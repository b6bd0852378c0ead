from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.helpers import Cli

pytest.importorskip("torch", reason="needs pip install 'legibly[train]'")

TEXT = (
    "Is it you? Yes, it is me. We met Bill in London with an iPhone. Did we? No, we did not.\n" * 20
)


@pytest.mark.parametrize("kind", ["maxent", "crf", "fcrf"])
def test_a_model_of_ones_own(cli: Cli, tmp_path: Path, kind: str) -> None:
    (tmp_path / "text.txt").write_text(TEXT)
    model = str(tmp_path / "model")
    result = cli("train", kind, str(tmp_path / "text.txt"), "-o", model, "--prior", "0.1")
    assert result.code == 0, result.err
    assert "features kept (cut-off 2)" in result.err
    formatted = cli(
        "format",
        "-",
        "--model",
        model,
        stdin="is it you yes it is me we met bill in london with an iphone",
    )
    assert formatted.out == "Is it you? Yes, it is me. We met Bill in London with an iPhone.\n"


def test_absent_features_are_reported(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text(TEXT)
    arguments = (
        "train",
        "maxent",
        str(tmp_path / "text.txt"),
        "-o",
        str(tmp_path / "m"),
        "--no-case",
        "--passes",
        "1",
    )
    assert (
        "absent from the corpora, and so not learnt: gender"
        in cli(*arguments, "--features", "word,gender").err
    )
    result = cli(*arguments, "--features", "word,tone")
    assert (result.code, "unknown feature 'tone'" in result.err) == (2, True)


def test_lexica_help(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text(TEXT)
    (tmp_path / "lex.txt").write_text("Bill\nTracy\nLondon\n")
    model = str(tmp_path / "model")
    result = cli(
        *("train", "maxent", str(tmp_path / "text.txt"), "-o", model, "--prior", "0.1"),
        *("--lex", str(tmp_path / "lex.txt")),
    )
    assert result.code == 0, result.err
    assert (tmp_path / "model" / "lex.txt").is_file()
    assert cli("format", "-", "--model", model, stdin="we met bill in london").code == 0


def test_bad_corpora(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "none.txt").write_text("no marks at all\n")
    result = cli("train", "crf", str(tmp_path / "none.txt"), "-o", str(tmp_path / "m"))
    assert (result.code, "no marks to learn" in result.err) == (1, True)
    (tmp_path / "latin.txt").write_bytes("café, olé.\n".encode("latin-1"))
    assert cli("train", "crf", str(tmp_path / "latin.txt"), "-o", str(tmp_path / "m")).code == 1
    assert not (tmp_path / "m").exists()


@pytest.fixture
def model(cli: Cli, tmp_path: Path) -> str:
    (tmp_path / "text.txt").write_text(TEXT)
    folder = str(tmp_path / "model")
    assert (
        cli("train", "maxent", str(tmp_path / "text.txt"), "-o", folder, "--prior", "0.1").code == 0
    )
    return folder


def test_adaptation(cli: Cli, tmp_path: Path, model: str) -> None:
    (tmp_path / "new.txt").write_text("Roger, over. Roger, out.\n" * 30)
    adapted = str(tmp_path / "adapted")
    result = cli("adapt", model, str(tmp_path / "new.txt"), "-o", adapted, "--prior", "0.1")
    assert result.code == 0, result.err
    assert (
        cli("format", "-", "--model", adapted, stdin="roger over roger out").out
        == "Roger, over. Roger, out.\n"
    )
    assert (
        "Bill in London"
        in cli("format", "-", "--model", adapted, stdin="we met bill in london").out
    )
    refused = cli("adapt", "en-baseline", str(tmp_path / "new.txt"), "-o", adapted)
    assert (refused.code, "only those can be adapted" in refused.err) == (2, True)


def test_capitals_from_counts(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text(TEXT)
    file, model = str(tmp_path / "counts.tsv.xz"), str(tmp_path / "model")
    result = cli("lm", "counts", str(tmp_path / "text.txt"), "-o", file, "--least", "5")
    assert (result.code, "n-grams of 3 words" in result.err) == (0, True), result.err
    assert cli("train", "maxent", "--counts", file, "-o", model, "--prior", "0.1").code == 0
    formatted = cli("format", "-", "--model", model, stdin="we met bill in london with an iphone")
    assert formatted.out == "We met Bill in London with an iPhone\n"
    both = cli(
        "train",
        "crf",
        str(tmp_path / "text.txt"),
        "--counts",
        file,
        "-o",
        model + "2",
        "--prior",
        "0.1",
    )
    assert both.code == 0, both.err
    assert (
        cli("format", "-", "--model", model + "2", stdin="did we no we did not").out
        == "Did we? No, we did not.\n"
    )
    nothing = cli("train", "maxent", "-o", str(tmp_path / "none"))
    assert (nothing.code, "nothing to learn from" in nothing.err) == (2, True)


def test_the_other_optimiser(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text(TEXT)
    model = str(tmp_path / "model")
    options = ("--optimiser", "adagrad", "--passes", "30", "--rate", "0.3", "--prior", "0.1")
    assert cli("train", "crf", str(tmp_path / "text.txt"), "-o", model, *options).code == 0
    assert (
        cli("format", "-", "--model", model, stdin="is it you yes it is me").out
        == "Is it you? Yes, it is me.\n"
    )


def test_counts_that_cannot_be_learnt_from(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text(TEXT)
    rare = cli(
        "lm", "counts", str(tmp_path / "text.txt"), "-o", str(tmp_path / "c.tsv"), "--least", "500"
    )
    assert (rare.code, "no three words occur 500 times" in rare.err) == (1, True)
    assert not (tmp_path / "c.tsv").exists()
    nowhere = cli(
        "lm", "counts", str(tmp_path / "text.txt"), "-o", str(tmp_path / "none" / "c.tsv")
    )
    assert (nowhere.code, "no such folder" in nowhere.err) == (2, True)
    (tmp_path / "one.tsv").write_text("met bill in\t7\n")
    one = cli("train", "maxent", "--counts", str(tmp_path / "one.tsv"), "-o", str(tmp_path / "m"))
    assert (one.code, "no capitals to learn" in one.err) == (1, True)
    both = cli(
        "train",
        "maxent",
        "--counts",
        str(tmp_path / "one.tsv"),
        "--no-case",
        "-o",
        str(tmp_path / "m"),
    )
    assert (both.code, "leave out --no-case" in both.err) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("train", "crf", "text.txt", "--rate", "0.3"), "pass --optimiser adagrad with it"),
        (
            ("train", "maxent", "--counts", "text.txt", "--features", "word"),
            "counts of n-grams have words alone",
        ),
        (
            ("train", "maxent", "--counts", "text.txt", "--confidence"),
            "counts of n-grams have words alone",
        ),
        (
            ("train", "maxent", "--counts", "text.txt", "--pos", "model"),
            "counts of n-grams have words alone",
        ),
        (("train", "maxent", "text.txt", "--least", "3"), "--least is for counts"),
        (("adapt", "model", "text.txt", "--rate", "0.01"), "no network in it"),
        (("adapt", "model", "text.txt", "--held", "0.5"), "no network in it"),
    ],
)
def test_switches_that_would_do_nothing(
    cli: Cli, model: str, arguments: tuple[str, ...], message: str
) -> None:
    result = cli(*arguments, "-o", "out")
    assert (result.code, message in result.err) == (2, True), result.err


def test_text_without_capitals_adapts_the_marks_only(cli: Cli, tmp_path: Path, model: str) -> None:
    (tmp_path / "lower.txt").write_text("roger, over. roger, out.\n" * 30)
    (tmp_path / "none.txt").write_text("nothing at all\n" * 30)
    adapted = str(tmp_path / "adapted")
    result = cli("adapt", model, str(tmp_path / "lower.txt"), "-o", adapted, "--prior", "0.1")
    assert result.code == 0, result.err
    assert (
        cli("format", "-", "--model", adapted, stdin="roger over roger out").out
        == "Roger, over. Roger, out.\n"
    )
    nothing = cli("adapt", model, str(tmp_path / "none.txt"), "-o", adapted)
    assert (nothing.code, "to learn" in nothing.err) == (1, True)
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "file").write_text("")
    taken = cli("adapt", model, str(tmp_path / "lower.txt"), "-o", str(tmp_path / "taken"))
    assert (taken.code, "exists and is not a model folder" in taken.err) == (2, True)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--prior", "nan"),
        ("--prior", "inf"),
        ("--passes", "0"),
        ("--passes", "nan"),
        ("--rate", "10"),
    ],
)
def test_numbers_that_are_none(cli: Cli, tmp_path: Path, arguments: tuple[str, str]) -> None:
    (tmp_path / "text.txt").write_text(TEXT)
    assert (
        cli("adapt", "en", str(tmp_path / "text.txt"), "-o", str(tmp_path / "m"), *arguments).code
        == 2
    )
