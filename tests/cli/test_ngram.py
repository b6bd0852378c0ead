from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.helpers import Cli

pytest.importorskip("num2words", reason="needs pip install 'legibly[train]'")
TEXT = "Well, we met Bill in London. So is it you? Yes. No, the van, and the iPhone of UNICEF.\n" * 20


@pytest.mark.parametrize("smoothing", ["stupid", "none", "katz", "kneser-ney"])
def test_a_model_of_ones_own(cli: Cli, tmp_path: Path, smoothing: str) -> None:
    (tmp_path / "text.txt").write_text(TEXT)
    model = str(tmp_path / "model")
    result = cli(
        *("train", "ngram", str(tmp_path / "text.txt"), "-o", model, "--order", "4", "--smoothing", smoothing),
        *("--dev", str(tmp_path / "text.txt"), "--arpa", str(tmp_path / "m.arpa"), "--jobs", "1"),
    )
    assert result.code == 0, result.err
    assert "4-grams" in result.err
    assert "perplexity" in result.err
    assert (tmp_path / "m.arpa").read_text().startswith("\\data\\")
    assert not (tmp_path / "model.work").exists()
    formatted = cli(
        "format",
        "-",
        "--model",
        model,
        stdin="well we met bill in london so is it you yes no the van and the iphone of unicef",
    )
    assert formatted.out == "Well, we met Bill in London. So is it you? Yes. No, the van, and the iPhone of UNICEF.\n"


def test_damaged_models_are_refused(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text(TEXT)
    model = tmp_path / "model"
    assert (
        cli("train", "ngram", str(tmp_path / "text.txt"), "-o", str(model), "--order", "2", "--symbols", "two").code
        == 0
    )
    (model / "ngram.lm").write_bytes(b"LEGIBLM1 no")
    result = cli("format", "-", "--model", str(model), stdin="hello")
    assert result.code == 1
    assert "Traceback" not in result.err
