from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.cli.helpers import Cli

WORDS = (
    "talk 1 0.50 0.50 hello\ntalk 1 1.02 0.40 bill\ntalk 1 2.40 0.30 come\ntalk 1 2.70 0.30 in\n"
)


def sound(folder: Path, seconds: float = 4.0) -> Path:
    from tests.speech.sounds import save, voice

    return save(folder / "talk.wav", voice(180, seconds))


def test_without_sound_there_is_what_times_tell(cli: Cli) -> None:
    Path("talk.ctm").write_text(WORDS, "utf-8")
    result = cli("prosody", "talk.ctm")
    items = [json.loads(line) for line in result.out.splitlines()]
    assert [item["w"] for item in items] == ["hello", "bill", "come", "in"]
    assert [item.get("pause") for item in items] == [0.02, 0.98, 0.0, None]
    assert "f0_left" not in items[0]


def test_with_sound_there_are_pitch_and_energy(cli: Cli) -> None:
    Path("talk.ctm").write_text(WORDS, "utf-8")
    sound(Path())
    result = cli("prosody", "talk.wav", "talk.ctm", "-o", "talk.jsonl")
    assert result.code == 0
    items = [json.loads(line) for line in Path("talk.jsonl").read_text("utf-8").splitlines()]
    assert items[1]["f0_left"] == pytest.approx(180, rel=0.02)
    assert items[3]["pause"] == pytest.approx(1.0)


def test_as_a_table(cli: Cli) -> None:
    Path("talk.ctm").write_text(WORDS, "utf-8")
    sound(Path())
    assert cli("prosody", "talk.wav", "talk.ctm", "-o", "talk.csv").code == 0
    with Path("talk.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["word"] for row in rows] == ["hello", "bill", "come", "in"]
    assert float(rows[0]["energy_left"]) > 0.1


def test_features_are_listed(cli: Cli) -> None:
    assert "(Pau_Len)" in cli("prosody", "--features").out


def test_the_sound_of_another_talk_is_noticed(cli: Cli) -> None:
    Path("talk.ctm").write_text(WORDS, "utf-8")
    sound(Path(), 0.6)
    result = cli("prosody", "talk.wav", "talk.ctm")
    assert (result.code, result.out) == (1, "")
    assert "lasts 0.6 s, and 3 of 4 words end later" in result.err
    sound(Path(), 2.0)
    result = cli("prosody", "talk.wav", "talk.ctm")
    assert "2 words that end later have no features of sound" in result.err
    assert result.out.count("\n") == 4


def test_words_without_times_are_refused_with_sound(cli: Cli) -> None:
    Path("talk.txt").write_text("hello bill", "utf-8")
    sound(Path())
    result = cli("prosody", "talk.wav", "talk.txt")
    assert result.code == 1
    assert "the words have no times" in result.err


def test_too_many_files(cli: Cli) -> None:
    assert cli("prosody").code == 2
    assert "3 files named" in cli("prosody", "a", "b", "c").err


def test_a_missing_library_says_what_to_install(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("talk.ctm").write_text(WORDS, "utf-8")
    Path("talk.wav").write_bytes(b"RIFF")
    monkeypatch.setitem(sys.modules, "soundfile", None)
    result = cli("prosody", "talk.wav", "talk.ctm")
    assert result.code == 2
    assert "pip install 'legibly[speech]'" in result.err


def test_formatting_with_sound_leaves_the_words_as_they_were(cli: Cli) -> None:
    Path("talk.ctm").write_text(WORDS, "utf-8")
    sound(Path())
    assert cli("format", "talk.ctm", "--audio", "talk.wav").out == (cli("format", "talk.ctm").out)
    result = cli("format", "talk.ctm", "--audio", "talk.wav", "--to", "json")
    assert "f0_left" not in result.out
    assert cli("format", "--lines", "talk.ctm", "--audio", "talk.wav").code == 2


def test_a_tree_from_the_command_line(cli: Cli) -> None:
    pytest.importorskip("sklearn", reason="needs pip install 'legibly[train]'")
    random = np.random.default_rng(1)
    now, lines = 0.0, []
    for _ in range(400):
        stop = random.random() < 0.2
        lines.append(json.dumps({"w": "word", "p": "." * stop, "s": now, "e": now + 0.3}))
        now += 0.3 + (0.6 if stop else 0.0)
    Path("talk.jsonl").write_text("\n".join(lines), "utf-8")
    made = cli(
        *("train", "cart", "talk.jsonl", "-o", "tree", "--features", "pause", "--folds", "3"),
        *("--picture", "tree.svg"),
    )
    assert made.code == 0, made.err
    assert "2 leaves over 399 word ends" in made.err
    assert "pause: 100.0% of the questions, 1 nodes" in made.err
    assert "full stop" in Path("tree.svg").read_text("utf-8")
    boosted = cli("train", "prosody", "talk.jsonl", "-o", "boosted", "--rounds", "10")
    assert "40 trees over 399 word ends" in boosted.err
    for model in ("tree", "boosted"):
        assert cli("format", "talk.ctm", "--model", model).code == 2  # no such file
        Path("short.ctm").write_text(WORDS, "utf-8")
        assert cli("format", "short.ctm", "--model", model).out == "Hello bill. Come in.\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--features", "pitch"), "unknown feature 'pitch'"),
        (("--features", ","), "no features"),
        (("--folds", "1"), "1 is not in the range"),
    ],
)
def test_wrong_options_of_trees(cli: Cli, arguments: tuple[str, ...], message: str) -> None:
    Path("talk.ctm").write_text(WORDS, "utf-8")
    result = cli("train", "cart", "talk.ctm", "-o", "tree", *arguments)
    assert result.code == 2
    assert message in result.err
