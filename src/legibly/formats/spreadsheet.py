"""Tokens as a table, for spreadsheets and data frames: CSV and TSV, one token a row."""

from __future__ import annotations

import csv
from collections.abc import Iterator
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


def write_table(delimiter: str, parts: Iterator[Transcript], out: TextIO) -> None:
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
            writer.writerow(
                (
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
            )
            number += 1
        number = number if part.continued else 0


_CARRIES = frozenset(
    {Carries.MARKS, Carries.WORD_TIMES, Carries.CONFIDENCE, Carries.SPEAKERS, Carries.HEARD}
)
FORMATS = (
    Format(
        "csv", "tokens as a table", (".csv",), write=partial(write_table, ","), carries=_CARRIES
    ),
    Format(
        "tsv",
        "the same between tabs",
        (".tsv",),
        write=partial(write_table, "\t"),
        carries=_CARRIES,
    ),
)
