"""Prosodic features as a table, for spreadsheets and data frames: a word a row."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from typing import TextIO

from legibly.formats.spreadsheet import as_cell
from legibly.prosody.features import NAMES
from legibly.transcript import Transcript

FEATURE_COLUMNS = ("recording", "word", "mark", "start", "end", "speaker", *NAMES)


def write_features(parts: Iterable[Transcript], out: TextIO, delimiter: str = ",") -> None:
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    writer.writerow(FEATURE_COLUMNS)
    for part in parts:
        marks = {token.last - 1: token.after for token in part.tokens}
        for place, word in enumerate(part.words):
            features = [word.labels.get(name) for name in NAMES]
            row = (part.name, word.text, marks.get(place, ""), word.start, word.end, word.speaker)
            writer.writerow([as_cell(cell) for cell in (*row, *features)])
