"""Perplexities and mixtures are of text as the models see it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.helpers import Cli

ONE = "Well, we met Bill in London. So is it you? Yes. No, the van.\n" * 20
TWO = "We met the van of Bill, and so is it. Yes, you met it in London. Is it so?\n" * 20
ALIKE = ("--order", "3", "--smoothing", "kneser-ney", "--min-count", "1", "--jobs", "1")


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    (tmp_path / "one.txt").write_text(ONE)
    (tmp_path / "two.txt").write_text(TWO)
    (tmp_path / "dev.txt").write_text("Yes, we met you. Is it Bill, or the van?\n")
    return tmp_path


def train(cli: Cli, texts: Path, name: str, *switches: str) -> tuple[str, str]:
    """The folder of a model, and the perplexity of the development text at training."""
    source, folder, dev = texts / f"{name}.txt", str(texts / name), str(texts / "dev.txt")
    result = cli("train", "ngram", str(source), "-o", folder, "--dev", dev, *ALIKE, *switches)
    assert result.code == 0, result.err
    return folder, result.err


def perplexity(text: str) -> float:
    found = re.search(r"perplexity (?:alone )?([\d.]+)", text)
    assert found
    return float(found[1])


KINDS = [
    ("--symbols", "full"),
    ("--symbols", "four"),
    ("--symbols", "three"),
    ("--symbols", "two"),
    ("--symbols", "two", "--no-case"),
    ("--symbols", "none"),
    ("--symbols", "two", "--classes", "A", "--spaces"),
]


@pytest.mark.parametrize("switches", KINDS)
def test_perplexity_keeps_what_the_model_knows(
    cli: Cli, texts: Path, switches: tuple[str, ...]
) -> None:
    model, said = train(cli, texts, "one", *switches)
    again = cli("lm", "perplexity", model, str(texts / "dev.txt")).out
    assert perplexity(again) == pytest.approx(perplexity(said), abs=0.005)


@pytest.mark.parametrize("switches", KINDS)
def test_models_are_mixed_on_the_text_that_they_know(
    cli: Cli, texts: Path, switches: tuple[str, ...]
) -> None:
    one, said = train(cli, texts, "one", *switches)
    two, said_too = train(cli, texts, "two", *switches)
    both, dev = str(texts / "both"), str(texts / "dev.txt")
    result = cli("lm", "mix", one, two, "--dev", dev, "-o", both)
    assert result.code == 0, result.err
    alone, alone_too, together = result.out.splitlines()
    assert perplexity(alone.partition(",")[2]) == pytest.approx(perplexity(said), abs=0.01)
    assert perplexity(alone_too.partition(",")[2]) == pytest.approx(perplexity(said_too), abs=0.01)
    assert perplexity(together) <= min(perplexity(said), perplexity(said_too)) + 0.01


def test_a_mixed_capitaliser_writes_capitals(cli: Cli, texts: Path) -> None:
    one, two = (train(cli, texts, name, "--symbols", "none")[0] for name in ("one", "two"))
    both = str(texts / "both")
    assert cli("lm", "mix", one, two, "--dev", str(texts / "dev.txt"), "-o", both).code == 0
    formatted = cli("format", "-", "--model", both, stdin="we met bill and the van of london")
    assert formatted.out == "We met Bill and the van of London\n"


def test_models_that_see_text_otherwise_are_not_mixed(cli: Cli, texts: Path) -> None:
    one, two = train(cli, texts, "one")[0], train(cli, texts, "two", "--symbols", "none")[0]
    result = cli("lm", "mix", one, two, "--dev", str(texts / "dev.txt"))
    assert result.code == 2
    assert "two: sees text otherwise (--symbols none --case) than" in result.err
    assert "mix models that were trained alike" in result.err


def test_a_model_of_neither_marks_nor_case_is_not_imported(cli: Cli, texts: Path) -> None:
    model, _ = train(cli, texts, "one", "--symbols", "none", "--no-case")
    arpa = str(texts / "one.arpa")
    assert cli("lm", "export", model, "-o", arpa).code == 0
    result = cli("lm", "import", arpa, "-o", str(texts / "again"))
    assert result.code == 2
    assert "neither marks nor capitals among its words; expected , and . as words" in result.err
