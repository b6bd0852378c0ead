"""The lines that were tried: what was heard, what was written of it, and what an editor wants."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import legibly
from legibly.formatting.formatter import Formatter

TABLE = Path(__file__).with_name("lines.tsv")


class Line(NamedTuple):
    """A row of the table; in texts of several lines `\\n` is a line's end."""

    table: str
    options: str  # a switch, or a style as in `dates=iso`
    heard: str
    before: str
    wanted: str


def read_lines(path: Path = TABLE) -> Iterator[Line]:
    for row in path.read_text("utf-8").splitlines():
        if not row.startswith("#"):
            yield Line(*(cell.replace("\\n", "\n") for cell in row.split("\t")))


@cache
def formatter(options: str) -> Formatter:
    return legibly.load(
        "en",
        quotes=options == "quotes",
        contractions=options == "contractions",
        redo=options == "redo",
        styles=[options] if "=" in options else (),
    )


def written(line: Line, folder: Path) -> str:
    """As a file that a user has: names and times before its lines are seen."""
    path = folder / ("heard.srt" if "-->" in line.heard else "heard.txt")
    path.write_text(line.heard + "\n", "utf-8")
    return formatter(line.options)(legibly.read(path, language="en")).to("text").rstrip("\n")
