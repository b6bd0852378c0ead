"""Tokens as a table, for spreadsheets and data frames: CSV and TSV, one token a row.

A spreadsheet takes a cell that begins with `=`, `+`, `-` or `@` for a formula and may run it; such
cells get an apostrophe before them, which spreadsheets do not show. Programs want them as they are.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import TextIO

from legibly.formats.carries import Carries
from legibly.formats.registry import Format
from legibly.transcript import Transcript

COLUMNS = (
    "recording",
    "token",
    "before",
    "text",
    "after",
    "kind",
    "start",
    "end",
    "confidence",
    "speaker",
    "words",
)


_FORMULA = re.compile(r"[=+\-@\t\r]")
_NUMBER = re.compile(r"[+-]?[\d.,:/% ]+")


def as_cell(value: object) -> object:
    """A cell that no spreadsheet takes for a formula."""
    if isinstance(value, str) and _FORMULA.match(value) and not _NUMBER.fullmatch(value):
        return f"'{value}"
    return value


def as_it_is(value: object) -> object:
    return value


def write_table(
    delimiter: str, cell: Callable[[object], object], parts: Iterator[Transcript], out: TextIO
) -> None:
    """Tokens that are not written (dropped fillers) have an empty text; `words` are those that were
    heard.
    """
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    writer.writerow(COLUMNS)
    number = 0
    for part in parts:
        name = part.name or ""
        for token in part.tokens:
            start, end = part.times(token)
            confidence = part.confidence(token)
            words = part.words[token.first].text
            if token.last - token.first > 1:
                words = " ".join(word.text for word in part.words[token.first : token.last])
            row = (
                name,
                number,
                token.before,
                token.text,
                token.after,
                token.kind,
                start,
                end,
                confidence,
                part.words[token.first].speaker,
                words,
            )
            writer.writerow([cell(value) for value in row])
            number += 1
        number = number if part.continued else 0


_CARRIES = frozenset(
    {Carries.MARKS, Carries.WORD_TIMES, Carries.CONFIDENCE, Carries.SPEAKERS, Carries.HEARD}
)
FORMATS = (
    Format(
        "csv",
        "tokens as a table, safe to open in a spreadsheet",
        (".csv",),
        write=partial(write_table, ",", as_cell),
        carries=_CARRIES,
    ),
    Format(
        "tsv",
        "the same between tabs",
        (".tsv",),
        write=partial(write_table, "\t", as_cell),
        carries=_CARRIES,
    ),
    Format(
        "csv-plain",
        "tokens as a table, cells as they are (for programs)",
        write=partial(write_table, ",", as_it_is),
        carries=_CARRIES,
    ),
)
