"""What all trainers have in common."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.helpers import Cli

TORCH = ("maxent", "crf", "fcrf")


@pytest.mark.parametrize(
    "command",
    [
        *(("train", "lexicon"), ("train", "ngram"), ("train", "ngram", "--events", "single")),
        *(("train", "numbers"), ("lm", "counts")),
        *(("train", kind) for kind in TORCH),
        ("adapt", "en"),
    ],
)
def test_nothing_is_learnt_from_nothing(cli: Cli, tmp_path: Path, command: tuple[str, ...]) -> None:
    if command[-1] in (*TORCH, "en"):
        pytest.importorskip("torch", reason="needs pip install 'legibly[train]'")
    (tmp_path / "empty.txt").write_text("\n\n")
    result = cli(*command, tmp_path / "empty.txt", "-o", tmp_path / "model")
    assert result.code == 1
    assert "empty.txt: no words in it; expected text to learn from" in result.err
    assert not (tmp_path / "model").exists()


@pytest.mark.parametrize(
    "command", [*(("train", kind) for kind in (*TORCH, "neural", "pos")), ("adapt",)]
)
def test_the_help_says_which_extra_is_needed(cli: Cli, command: tuple[str, ...]) -> None:
    assert "pip install 'legibly[train]'" in " ".join(cli(*command, "--help").out.split())
