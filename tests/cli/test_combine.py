from __future__ import annotations

from pathlib import Path

from tests.cli.helpers import Cli


def test_combined_models_format(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("We met Bill in London. Is it you? Yes, it is me.\n" * 30)
    model, both = str(tmp_path / "model"), str(tmp_path / "both")
    trained = cli(
        "train",
        "ngram",
        str(tmp_path / "text.txt"),
        "-o",
        model,
        "--order",
        "3",
        "--symbols",
        "four",
    )
    assert trained.code == 0, trained.err
    result = cli("combine", "en-baseline", f"{model}=0.5", "-o", both)
    assert result.code == 0, result.err
    assert (
        "We met Bill in London. Is it you?"
        in cli("format", "-", "--model", both, stdin="we met bill in london is it you").out
    )
    tuned = cli(
        "tune", both, str(tmp_path / "text.txt"), "-o", str(tmp_path / "tuned"), "--words", "200"
    )
    assert tuned.code == 0, tuned.err
    assert cli("format", "-", "--model", str(tmp_path / "tuned"), stdin="is it you").code == 0
    assert cli("lm", "check", both).code == 0


def test_wrong_usage(cli: Cli, tmp_path: Path) -> None:
    one = cli("combine", "en", "-o", str(tmp_path / "m"))
    assert (one.code, "at least two models" in one.err) == (2, True)
    for bad in ("nan", "inf", "-1"):
        assert cli("combine", "en", f"en-baseline={bad}", "-o", str(tmp_path / "m")).code == 2
    weight = cli("combine", "en", "en-baseline=much", "-o", str(tmp_path / "m"))
    assert (weight.code, "weight 'much' is not a number from 0 on" in weight.err) == (2, True)


def test_damaged_models_are_not_combined(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("We met Bill in London.\n" * 5)
    model = tmp_path / "a=b"
    assert (
        cli(
            "train", "lexicon", str(tmp_path / "text.txt"), "-o", str(model), "--min-count", "1"
        ).code
        == 0
    )
    whole = tmp_path / "whole"
    assert cli("combine", "en-baseline", str(model), "-o", str(whole)).code == 0
    data = model / "lexicon.tsv.xz"
    data.write_bytes(data.read_bytes()[:-4] + b"nope")
    result = cli("combine", "en-baseline", str(model), "-o", str(tmp_path / "both"))
    assert (result.code, "checksum differs" in result.err) == (1, True)
    assert not (tmp_path / "both").exists()


def test_licences_are_kept(cli: Cli, tmp_path: Path) -> None:
    from legibly.model_folders.finding import find_model
    from legibly.model_folders.manifest import read_manifest

    assert cli("combine", "en", "en-baseline=0.1", "-o", str(tmp_path / "both")).code == 0
    before, after = read_manifest(find_model("en")).facts, read_manifest(tmp_path / "both").facts
    assert all(
        str(value) in str(after[key]) for key, value in before.items() if isinstance(value, str)
    )
