"""What a bad night does: odd bytes, odd settings, a signal in the middle."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.helpers import Cli


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"w":"hi","spk":"\\ud800"}', "half of a surrogate pair; expected text"),
        ('{"w":"hi","s":1e306,"e":1e307}', "is beyond 1e+09 seconds"),
    ],
)
def test_words_that_cannot_be_written(cli: Cli, tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(line + "\n", "utf-8")
    result = cli("convert", path, "-o", tmp_path / "a.json")
    assert result.code == 1
    assert message in result.err
    assert sorted(os.listdir(tmp_path)) == ["a.jsonl"]


def test_one_bad_file_does_not_stop_the_others(cli: Cli, tmp_path: Path) -> None:
    source, target = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    for i in range(30):
        (source / f"{i:02}.jsonl").write_text('{"w":"hello"}\n', "utf-8")
    (source / "15.jsonl").write_text('{"w":"hi","spk":"\\ud800"}\n', "utf-8")
    result = cli("convert", source, "-o", target, "--to", "json")
    assert result.code == 1
    assert len(os.listdir(target)) == 29


def test_a_file_name_that_is_no_text(cli: Cli, tmp_path: Path) -> None:
    path = os.path.join(os.fsencode(tmp_path), b"s\xff.srt")
    with open(path, "w") as out:
        out.write("1\n00:00:00,000 --> 00:00:01,000\nhi\n")
    result = cli("convert", os.fsdecode(path), "--to", "json")
    assert result.code == 0
    assert '"name": "s?"' in result.out


def test_no_file_is_written_over_itself(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("hello\n")
    for target in (path, tmp_path):
        result = cli("format", path, "-o", target)
        assert result.code == 2
        assert "is an input" in result.err
    assert path.read_text() == "hello\n"


def test_no_output_is_another_input(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "x" / "d").mkdir(parents=True)
    (tmp_path / "x" / "a.txt").write_text("outer\n")
    (tmp_path / "x" / "d" / "a.txt").write_text("precious\n")
    result = cli("format", tmp_path / "x", "-o", tmp_path / "x" / "d")
    assert result.code == 2
    assert "is an input" in result.err
    assert (tmp_path / "x" / "d" / "a.txt").read_text() == "precious\n"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ("[format]\ndigits-from = [1]\n", "digits_from is [1]; expected a single value"),
        ('[format]\nlines = "yes"\n', "lines is 'yes'; expected true or false"),
        ("x = " + "[" * 3000 + "]" * 3000, "not valid TOML: nested too deeply"),
        ("x = " + "9" * 5000, "not valid TOML"),
        (".".join("a" * 20_000) + " = 1", "a key of more than 100 parts"),
        ("x = {" + "a." * 20_000 + "b = 1}", "a key of more than 100 parts"),
    ],
)
def test_settings_that_are_wrong(cli: Cli, tmp_path: Path, settings: str, message: str) -> None:
    path = tmp_path / "legibly.toml"
    path.write_text(settings, "utf-8")
    result = cli("--config", path, "format", "-", stdin="hello\n")
    assert result.code == 1
    assert message in result.err
    assert len(result.err.splitlines()) == 1


@pytest.mark.parametrize("encoding", ["utf-16", "idna", "punycode"])
def test_encodings_that_do_not_fit(cli: Cli, tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"hello \xff\xfe there")
    result = cli("format", path, "--encoding", encoding)
    assert result.code in (1, 2)
    assert len(result.err.splitlines()) == 1


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_nothing_half_written(tmp_path: Path, number: int) -> None:
    target = tmp_path / "out.txt"
    command = [sys.executable, "-m", "legibly", "convert", "-", "--from", "text", "-o", str(target)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, cwd=tmp_path)
    assert process.stdin is not None
    process.stdin.write(b"hello there " * 20_000)
    process.stdin.flush()
    for _ in range(200):
        if any(name.endswith(".part") for name in os.listdir(tmp_path)):
            break
        time.sleep(0.05)
    process.send_signal(number)
    process.stdin.close()
    assert process.wait(20) == 128 + number
    assert os.listdir(tmp_path) == []


STOPPED_AT = """
import os, signal, sys
import legibly_command

class Stop:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Stop())
sys.argv = ["legibly", "format", "-", "-o", "out.txt"]
legibly_command.main()
"""


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [
        ("legibly.transcript", -signal.SIGINT, b""),
        ("click", -signal.SIGINT, b""),
        ("legibly.cli.main", -signal.SIGINT, b""),
        ("legibly.cli.format", 130, b"legibly: stopped"),
        ("numpy", 130, b"legibly: stopped"),
    ],
)
def test_stopped_while_it_loads(name: str, code: int, said: bytes, tmp_path: Path) -> None:
    command = [sys.executable, "-c", STOPPED_AT.format(name=name)]
    process = subprocess.run(command, input=b"hello\n", capture_output=True, cwd=tmp_path)
    assert (process.returncode, process.stderr.strip()) == (code, said)
    assert os.listdir(tmp_path) == []


def test_a_module_is_the_command() -> None:
    command = [sys.executable, "-m", "legibly", "--version"]
    assert subprocess.run(command, capture_output=True, check=True).stdout.startswith(b"legibly")
