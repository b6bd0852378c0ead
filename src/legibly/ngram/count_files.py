"""Counts of n-grams as text: the words, a tab, how often they occur, as SRILM's `ngram-count
-write3` writes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TextIO

import numpy as np

from legibly.errors import DataError
from legibly.files.source import open_source
from legibly.ngram.counting import Run, unpack
from legibly.ngram.vocabulary import SIGNS

_NUMBER = re.compile("[0-9]{1,15}")


def write_counts(run: Run, order: int, words: Sequence[str], out: TextIO, least: int = 1) -> int:
    """How many were written; what holds padding is no n-gram of the text."""
    columns = unpack(run, order)[::-1]
    kept = (run.counts >= least) & np.logical_and.reduce(
        [column != SIGNS.index("<pad>") for column in columns]
    )
    for at in np.flatnonzero(kept):
        out.write(f"{' '.join(words[column[at]] for column in columns)}\t{run.counts[at]}\n")
    return int(kept.sum())


def read_counts(path: str | Path, least: int = 1) -> Iterator[tuple[list[str], int]]:
    """N-grams that occur so often, all of the same length."""
    length = None
    with open_source(path) as source:
        for number, line in source.lines():
            if not line.strip():
                continue
            text, tab, count = line.rpartition("\t")
            words = text.split(" ")
            if not tab or not _NUMBER.fullmatch(count.strip()) or not all(words):
                raise DataError(
                    f"{path}:{number}: {line[:60]!r}; expected words, a tab and how often they "
                    "occur"
                )
            if length is None:
                length = len(words)
            if len(words) != length:
                raise DataError(
                    f"{path}:{number}: {len(words)} words after n-grams of {length}; expected one "
                    "length"
                )
            if int(count) >= least:
                yield words, int(count)
