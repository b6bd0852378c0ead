from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from legibly.model_folders.manifest import read_manifest
from tests.cli.helpers import Cli

TEXT = "Well, we met Bill in London. So is it you? Yes. No, the van, and the house of Bill.\n"


def test_weights_are_chosen_on_a_text(cli: Cli, tmp_path: Path) -> None:
    """A lexicon and pauses, and nothing to hear pauses in: an n-gram model beside them must win."""
    (tmp_path / "text.txt").write_text(TEXT * 20)
    cli(
        "train",
        "ngram",
        str(tmp_path / "text.txt"),
        "-o",
        str(tmp_path / "ngram"),
        "--order",
        "3",
        "--jobs",
        "1",
    )
    cli(
        "train",
        "lexicon",
        str(tmp_path / "text.txt"),
        "-o",
        str(tmp_path / "both"),
        "--min-count",
        "1",
    )
    manifest = tmp_path / "both" / "model.toml"
    files = (tmp_path / "ngram" / "model.toml").read_text()
    for name in ("ngram.lm", "forms.txt"):
        (tmp_path / "both" / name).write_bytes((tmp_path / "ngram" / name).read_bytes())
    scorer = files[files.index("[[scorers]]") : files.index("[files]")]
    sums = files[files.index("[files]") + len("[files]") :]
    text = (
        manifest.read_text().replace(
            "[files]", scorer.replace("cased", "weight = 0.0\ncased") + "[files]"
        )
        + sums
    )
    manifest.write_text(text)
    (tmp_path / "dev.txt").write_text(TEXT)
    result = cli(
        *("tune", str(tmp_path / "both"), str(tmp_path / "dev.txt"), "-o", str(tmp_path / "tuned")),
        *(("--plot", str(tmp_path / "sweep.svg")) if find_spec("matplotlib") else ()),
    )
    assert result.code == 0, result.err
    assert "-> 100.00" in result.out
    assert "weight 3 0.02:" in result.err
    weights = [settings["weight"] for settings in read_manifest(tmp_path / "tuned").scorers]
    assert weights[2] > 0
    formatted = cli("format", "-", "--model", str(tmp_path / "tuned"), stdin="so is it you yes")
    assert formatted.out == "So is it you? Yes.\n"


def test_bad_development_texts(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "plain.txt").write_text("no marks at all here")
    result = cli("tune", "en-baseline", str(tmp_path / "plain.txt"))
    assert result.code == 2
    assert "no marks in it" in result.err
    assert cli("tune", "nobody", str(tmp_path / "plain.txt")).code == 2
    assert cli("tune", "en-baseline", str(tmp_path / "none.txt")).code == 2
