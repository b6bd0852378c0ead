from __future__ import annotations

import io
import sys
import threading
from pathlib import Path

import pytest

from legibly.cli import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_bytes_are_counted_as_they_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "big").write_bytes(b"x" * 1000)
    monkeypatch.setattr(progress, "WORTH_SHOWING", 10)
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with (
        progress.watch_bytes([str(tmp_path / "big")], "reading") as wrap,
        open(tmp_path / "big", "rb", 0) as raw,
    ):
        stream = io.BufferedReader(wrap(raw))  # type: ignore[type-var]
        assert len(stream.read()) == 1000
    assert "reading" in terminal.getvalue()


def test_nobody_is_bothered_with_small_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "small").write_bytes(b"x")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with progress.watch_bytes([str(tmp_path / "small")], "reading"):
        pass
    assert terminal.getvalue() == ""


def test_lines_are_few(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    seconds = iter([0.0, 3.0, 10.0, 10.0, 12.0, 21.0, 21.0])
    now_and_then = progress.NowAndThen(lambda: next(seconds))
    for number in range(4):
        now_and_then.say(str(number))
    assert capsys.readouterr().err == "1\n3\n"


def test_what_is_no_terminal_is_told_in_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "SECONDS_BETWEEN_LINES", 0.0)
    (tmp_path / "big").write_bytes(b"x" * 1000)
    with (
        progress.watch_bytes([str(tmp_path / "big")], "counting", lines=True) as wrap,
        open(tmp_path / "big", "rb", 0) as raw,
    ):
        io.BufferedReader(wrap(raw)).read()  # type: ignore[type-var]
    assert "counting: 100% of 0.0 MB" in capsys.readouterr().err
    with progress.steps("training") as report:
        report(2, 10, 0.25)
    assert capsys.readouterr().err == "training: 2 of 10, 0.2500\n"


def test_waiting_says_how_long(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = threading.Event()
    monkeypatch.setattr(progress, "SECONDS_BETWEEN_LINES", 0.001)
    lines: list[str] = []

    def say(text: str) -> None:
        lines.append(text)
        said.set()

    monkeypatch.setattr(progress, "_say_line", say)
    with progress.waiting("estimating"):
        assert said.wait(60)
    assert lines[0].startswith("estimating: 0 s")
