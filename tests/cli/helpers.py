from __future__ import annotations

import io
import sys
from dataclasses import dataclass
from typing import Any

import pytest

from legibly.cli.main import run


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str


class Cli:
    """Runs commands in this process, with a standard input of their own."""

    def __init__(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Any
    ) -> None:
        self._capsys, self._monkeypatch, self._folder = capsys, monkeypatch, tmp_path

    def __call__(self, *arguments: object, stdin: str | bytes = "") -> Result:
        file = self._folder / ".stdin"
        file.write_bytes(stdin.encode() if isinstance(stdin, str) else stdin)
        with file.open("rb") as raw:
            self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(raw))
            code = run([str(argument) for argument in arguments])
        file.unlink()
        out, err = self._capsys.readouterr()
        return Result(code, out, err)
