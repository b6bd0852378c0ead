"""What prosodic models are trained on: features and marks of timed words, a group a recording."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from legibly.errors import DataError
from legibly.marks import fold
from legibly.prosody.features import NAMES, Values
from legibly.scorers.prosody import PROSODY_MARKS, feature_rows
from legibly.training.feature_data import labelled
from legibly.transcript import Transcript, Word

Classes = NDArray[np.int64]


class ProsodyData(NamedTuple):
    """Word ends behind which a pause is known."""

    rows: Values  # [words, names]
    marks: Classes  # positions in PROSODY_MARKS
    groups: Classes  # the recording of each word
    text: Values | None = None  # [words, PROSODY_MARKS]: what a model of the text says, in logs

    def of(self, chosen: NDArray[np.bool_] | Classes) -> ProsodyData:
        text = None if self.text is None else self.text[chosen]
        return ProsodyData(self.rows[chosen], self.marks[chosen], self.groups[chosen], text)

    @property
    def shares(self) -> Values:
        """How often each mark occurs."""
        counts = np.bincount(self.marks, minlength=len(PROSODY_MARKS)).astype(np.float64)
        shares: Values = counts / counts.sum()
        return shares


def gather(texts: Iterable[Transcript], names: Sequence[str] = NAMES) -> ProsodyData:
    """Raises DataError where no word has times, or none a mark."""
    rows: list[Values] = []
    marks: list[Classes] = []
    groups: list[int] = []
    for number, text in enumerate(texts):
        words, classes = timed_words(text)
        values = feature_rows(words, ("pause", *names))
        known = np.isfinite(values[:, 0])
        rows.append(values[known, 1:])
        marks.append(classes[known])
        groups += [number] * int(known.sum())
    if not groups:
        raise DataError("no words with times in the corpora; expected timed words with their marks")
    data = ProsodyData(np.concatenate(rows), np.concatenate(marks), np.array(groups, np.int64))
    if not data.marks.any():
        raise DataError("no marks behind words with times; expected marks to learn")
    return data


def timed_words(text: Transcript) -> tuple[list[Word], Classes]:
    """The words of a transcript, and the position in PROSODY_MARKS of what is behind each."""
    item = labelled(text)
    known = set(PROSODY_MARKS)
    classes = [PROSODY_MARKS.index(fold(mark, known)) for mark in item.marks]
    return item.words, np.array(classes, np.int64)
