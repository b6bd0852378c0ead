from __future__ import annotations

import io
import sys
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
