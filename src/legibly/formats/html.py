"""The page with a transcript in it, as one file that opens offline; read back from it, too."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from itertools import chain, islice
from typing import TextIO

from legibly.errors import DataError
from legibly.files.source import Source
from legibly.formats.carries import EVERYTHING
from legibly.formats.legibly_json import read_document, write_json
from legibly.formats.registry import Format
from legibly.page.one_file import page_with
from legibly.transcript import Transcript

_DATA_BEGINS, _DATA_ENDS = '<script type="application/json" id="transcript">', "</script>"
GENERATOR = '<meta name="generator" content="legibly">'


def write_html(parts: Iterator[Transcript], out: TextIO) -> None:
    first = list(islice(parts, 1))
    document = io.StringIO()
    write_json(chain(first, parts), document)
    text = document.getvalue().rstrip("\n")
    if first and (sound := first[0].sound) is not None:
        text = f'{{"sound": {json.dumps(sound)}, {text.removeprefix("{")}'
    out.write(page_with(text))


def read_html(source: Source) -> Iterator[Transcript]:
    _, begun, rest = source.document().partition(_DATA_BEGINS)
    data, ended, _ = rest.partition(_DATA_ENDS)
    if not begun or not ended:
        raise DataError(
            f"{source.name}: no transcript in it; expected a page that legibly wrote (--to html)"
        )
    yield from read_document(data, source)


def looks_like_page(opening: str) -> bool:
    return opening.lstrip().lower().startswith("<!doctype html>") and GENERATOR in opening


FORMATS = (
    Format(
        "html",
        "a page to read, search and correct, in one file",
        (".html", ".htm"),
        read_html,
        write_html,
        looks_like_page,
        carries=EVERYTHING,
    ),
)
