from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from legibly.cli.main import COMMANDS, run
from legibly.cli.main import cli as group
from legibly.version import __version__
from tests.cli.helpers import Cli


def test_version(cli: Cli) -> None:
    assert cli("--version").out == f"legibly, version {__version__}\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_help_teaches_by_example(cli: Cli, name: str) -> None:
    result = cli(name, "--help")
    assert result.code == 0
    assert "Example" in result.out
    assert f"legibly {name}" in result.out


def test_every_option_is_explained() -> None:
    context = click.Context(group)
    for name in COMMANDS:
        command = group.get_command(context, name)
        assert command is not None
        for parameter in command.params:
            assert not isinstance(parameter, click.Option) or parameter.help, (
                f"{name} {parameter.name}"
            )


def test_an_unknown_command(cli: Cli) -> None:
    result = cli("fromat")
    assert result.code == 2
    assert "fromat" in result.err


def test_debug_shows_the_traceback(cli: Cli) -> None:
    with pytest.raises(Exception, match="no such file"):
        run(["--debug", "format", "none.ctm"])


def test_a_closed_pipe_is_no_error(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    script = f"yes hello | head -n 30000 | {sys.executable} -m legibly format --lines - | head -n 1"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("Hello.\n", "")


@pytest.mark.parametrize(
    ("redirection", "code"),
    [("> /dev/full", 1), ("<&-", 2), (">&-", 2), ("| cat > /dev/null", 0)],
)
def test_streams_that_are_full_or_closed(redirection: str, code: int) -> None:
    script = f"set -o pipefail; {sys.executable} -m legibly format {redirection}"
    done = subprocess.run(
        ["bash", "-c", script], input="caf\u00e9", capture_output=True, text=True, check=False
    )
    assert done.returncode == code
    assert "Traceback" not in done.stderr


def test_output_is_utf8_whatever_the_locale() -> None:
    command = [sys.executable, "-m", "legibly", "format", "-"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        command, input="café".encode(), capture_output=True, env=environment, check=True
    )
    assert done.stdout.decode() == "Café.\n"


def test_settings_reach_trainers(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("We saw Bill.")
    (tmp_path / "legibly.toml").write_text('language = "pt"\n[train]\nmin_count = 1\n')
    assert cli("train", "lexicon", "text.txt", "-o", "model").code == 0
    assert 'language = "pt"' in (tmp_path / "model" / "model.toml").read_text()
    (tmp_path / "legibly.toml").write_text("[train]\nmin_cuont = 1\n")
    assert (
        "unknown setting 'min_cuont'; did you mean 'min_count'"
        in cli("train", "lexicon", "t", "-o", "m").err
    )


def test_convert_restores_nothing(cli: Cli, tmp_path: Path) -> None:
    result = cli("convert", "-", "--to", "words", stdin="hello, london")
    assert [json.loads(line)["p"] for line in result.out.splitlines()] == [",", ""]
    (tmp_path / "a.jsonl").write_text(result.out)
    assert cli("convert", "a.jsonl", "--to", "text").out == "hello, london\n"
    assert cli("convert", "a.jsonl", "-o", "a.json").code == 0
    assert cli("convert", "a.json").out == "hello, london\n"


def test_convert_says_what_a_format_cannot_hold(cli: Cli) -> None:
    result = cli("convert", "-", "--to", "ctm", stdin="hello")
    assert result.code == 1
    assert "CTM needs one for every word" in result.err


def test_models_are_listed(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEGIBLY_MODELS", str(tmp_path / "models"))
    assert cli("models").out.startswith("en  (en, ")
    assert "en-baseline  (en, " in cli("models").out
    (tmp_path / "models" / "broken").mkdir(parents=True)
    (tmp_path / "models" / "broken" / "model.toml").write_text("legibly = 1\n")
    result = cli("models", "--json")
    assert result.code == 1
    assert "'name' is None" in result.err
    kinds = ["neural", "lexicon", "ngram", "restarts", "prosody"]
    assert json.loads(result.out)[0]["scorers"] == kinds


def test_train_a_lexicon_and_use_it(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text(
        "We met Zaphod on the iPhone.\nIt was Zaphod with an iPhone.\nThe van.\n" * 3
    )
    (tmp_path / "dev.txt").write_text("So Zaphod is not Ford.\n")
    result = cli("train", "lexicon", "text.txt", "-o", "model", "--dev", "dev.txt")
    assert result.code == 0
    assert "model: 2 words that are not simply lower-case" in result.err
    assert "dev.txt: 75.00% of 4 words inside sentences in the right case" in result.err
    assert (
        cli("format", "-", "--model", "model", stdin="call zaphod on an iphone").out
        == "Call Zaphod on an iPhone.\n"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["none.txt", "-o", "m"], "legibly: none.txt: no such file or folder"),
        (["empty", "-o", "m"], "legibly: no readable files in empty"),
        (["text.txt", "-o", "m", "--language", "xx"], "legibly: unknown language 'xx'"),
        (["text.txt"], "Usage:"),
        (["text.txt", "-o", "full"], "legibly: full: exists and is not a model folder"),
        (["text.txt", "-o", "text.txt"], "legibly: text.txt: exists and is not a model folder"),
        (["text.txt", "-o", "m", "--pause", "0"], "Usage:"),
    ],
)
def test_train_wrong_usage(cli: Cli, tmp_path: Path, arguments: list[str], message: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x").touch()
    (tmp_path / "text.txt").write_text("Hello there.")
    result = cli("train", "lexicon", *arguments)
    assert result.code == 2
    assert result.err.startswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("unkown = 1\n", "unknown setting 'unkown'"),
        ("[fromat]\ndigits-from = 5\n", "unknown table 'fromat'; did you mean 'format'"),
    ],
)
def test_what_no_command_knows_in_settings(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, message: str
) -> None:
    (tmp_path / "legibly.toml").write_text(text)
    (tmp_path / "a.txt").write_text("hi\n")
    monkeypatch.chdir(tmp_path)
    result = cli("format", "a.txt")
    assert result.code == 1
    assert message in result.err
