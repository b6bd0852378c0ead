"""Counting by a batch queue, and models of shards."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.helpers import Cli

LINES = [f"Well, we met Bill {at % 13} times in London. It is so; the iPhone!" for at in range(400)]


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "text.txt"
    path.write_text("\n".join(LINES))
    return path


def count(cli: Cli, text: Path, shares: int, *more: str) -> None:
    for share in range(1, shares + 1):
        result = cli(
            "lm", "count-share", text, "--share", f"{share}/{shares}", "-o", "counts", *more
        )
        assert result.code == 0, result.err


@pytest.mark.parametrize("shares", [1, 3])
def test_merged_shares_are_the_model_of_one_go(shares: int, text: Path, cli: Cli) -> None:
    assert cli("train", "ngram", text, "-o", "whole", "--smoothing", "katz").code == 0
    count(cli, text, shares)
    result = cli("lm", "merge", "counts", "-o", "merged", "--smoothing", "katz", "--parts", 3)
    assert result.code == 0, result.err
    assert Path("merged/ngram.lm").read_bytes() == Path("whole/ngram.lm").read_bytes()


def test_a_model_of_shards_formats_like_one_of_a_file(text: Path, cli: Cli) -> None:
    count(cli, text, 2, "--order", "4", "--symbols", "two")
    cli("train", "ngram", text, "-o", "whole", "--order", 4, "--symbols", "two")
    assert cli("lm", "merge", "counts", "-o", "merged", "--shards", 3).code == 0
    result = cli(
        *("train", "ngram", text, "-o", "trained", "--order", 4, "--symbols", "two"),
        *("--shards", 3, "--dev", text),
    )
    assert "5 4-grams" not in result.err
    assert "perplexity" in result.err
    assert {path.name for path in Path("merged").iterdir()} == {
        *("forms.txt", "model.toml", "ngram.lm"),
        *(f"ngram-{shard:04d}.lm" for shard in range(3)),
    }
    for path in Path("merged").glob("*.lm"):
        assert path.read_bytes() == (Path("trained") / path.name).read_bytes()
    heard = "well we met bill three times in london"
    written = [
        cli("format", "-", "--model", f"./{model}", stdin=heard).out
        for model in ("merged", "whole")
    ]
    assert written[0] == written[1] != ""
    assert cli("lm", "check", "./merged").code == 0
    assert cli("lm", "export", "./merged", "-o", "merged.arpa").code == 0


def test_a_damaged_shard_is_told_when_it_is_asked_for(text: Path, cli: Cli) -> None:
    cli("train", "ngram", text, "-o", "model", "--shards", 2)
    path = Path("model/ngram-0000.lm")
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    result = cli("format", "-", "--model", "./model", stdin="well we met bill")
    assert result.code == 1
    assert "checksum differs from the manifest" in result.err


def test_a_share_that_is_counted_is_taken(text: Path, cli: Cli) -> None:
    count(cli, text, 2)
    listing = Path("counts/share-1-of-2/share.json")
    before = listing.stat().st_mtime_ns
    count(cli, text, 2)
    assert listing.stat().st_mtime_ns == before


def test_shares_that_do_not_belong_together(text: Path, cli: Cli) -> None:
    assert "no counts" in cli("lm", "merge", ".", "-o", "model").err
    count(cli, text, 3)
    shutil.move("counts/share-2-of-3", "elsewhere")
    assert "shares 2 of 3 are missing" in cli("lm", "merge", "counts", "-o", "model").err
    Path("more").mkdir()
    shutil.move("elsewhere", "more/share-2-of-3")
    assert cli("lm", "merge", "counts", "more", "-o", "model").code == 0
    twice = cli("lm", "merge", "counts", "counts", "-o", "model")
    assert "share 1 is there twice" in twice.err
    reading = Path("more/share-2-of-3/reading.json")
    reading.write_text(json.dumps({**json.loads(reading.read_text()), "cased": False}))
    other = cli("lm", "merge", "counts", "more", "-o", "model")
    assert "counted with other options" in other.err
    reading.write_text("{")
    assert cli("lm", "merge", "counts", "more", "-o", "model").code == 1


@pytest.mark.parametrize("share", ["0/3", "4/3", "3", "a/b", "1/0"])
def test_a_share_that_cannot_be(share: str, text: Path, cli: Cli) -> None:
    result = cli("lm", "count-share", text, "--share", share, "-o", "counts")
    assert (result.code, "like 3/40" in result.err) == (2, True)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--shards", "2", "--quantise"], "--quantise: not yet with --shards"),
        (["--shards", "2", "--order", "1"], "an order of at least 2"),
        (["--shards", "2", "--cutoff", "3", "--cutoff", "2"], "are not smaller"),
        (["--master", "local[2]"], "says nothing without --engine spark"),
        (["--shards", "2", "--events", "single"], "--shards: says nothing with --events"),
    ],
)
def test_wrong_usage(options: list[str], message: str, text: Path, cli: Cli) -> None:
    result = cli("train", "ngram", text, "-o", "model", *options)
    assert (result.code, message in result.err) == (2, True), result.err
