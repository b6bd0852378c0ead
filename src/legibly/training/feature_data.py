"""What maximum entropy models and CRFs are trained on: features and states of texts, one chain
after another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from legibly.casing import Case, case_of
from legibly.errors import DataError
from legibly.features.layouts import (
    TAGGED_MARKS,
    TYPE_OF_END,
    Layout,
    factorial_states,
    sentence_types,
)
from legibly.features.pos import PosTagger
from legibly.features.templates import ABSENT, NO_LEXICA, Lexica, WordFeatures
from legibly.marks import core_mark, fold
from legibly.scorers.features import find_layout
from legibly.sound_tags import is_tag
from legibly.training.spoken_form import condition
from legibly.transcript import Transcript, Word

MAX_SEQUENCE_WORDS = 128  # words of a chain; longer texts are cut
Report = Callable[[int, int, float], None]  # passes done and wanted, the loss of a word


@dataclass(frozen=True)
class FeatureSettings:
    kind: str  # maxent, crf, fcrf
    target: str = "marks"
    templates: tuple[str, ...] = ()
    marks: tuple[str, ...] = TAGGED_MARKS
    cutoff: int = 2  # rarer features are left out
    optimiser: str = "lbfgs"  # or adagrad, for more weights than L-BFGS has memory for
    passes: int = 100  # over the corpora, at most
    rate: float = 0.1  # of Adagrad
    prior: float = 1.0  # strength of the Gaussian prior: one over its variance
    confident: bool = False  # the recogniser's confidence as the value of word features
    seed: int = 1
    lexica: Lexica = field(default=NO_LEXICA)
    tagger: PosTagger | None = None

    @property
    def layout(self) -> Layout:
        return find_layout(self.kind, self.target, self.marks)


class NothingToLearnError(DataError):
    """Text that has no marks, or no capitals."""


class Labelled(NamedTuple):
    """Words as heard, with the mark and the case that should be written."""

    words: list[Word]
    marks: list[str]
    cases: list[Case]


def labelled(text: Transcript) -> Labelled:
    """Text is put into spoken form; words that somebody has timed stay as they are, so that times
    belong to them.
    """
    if any(word.start is not None for word in text.words):
        tokens = [token for token in text.tokens if token.text and not is_tag(token.text)]
        words = [_as_one(text.words[token.first : token.last], token.text) for token in tokens]
        marks = [core_mark(token.after) for token in tokens]
        return Labelled(words, marks, [case_of(token.text) or Case.LOWER for token in tokens])

    spoken = condition(text)
    return Labelled(
        [Word(w.text) for w in spoken], [w.mark for w in spoken], [w.case for w in spoken]
    )


def _as_one(words: Sequence[Word], text: str) -> Word:
    """What is written over several words, from the first one's start to the last one's end."""
    return words[0]._replace(text=text.lower(), end=words[-1].end)


def states_of(item: Labelled, settings: FeatureSettings) -> list[int]:
    """The number of each word's state."""
    if settings.target == "case":
        return [list(Case).index(case) for case in item.cases]
    marks = [fold(mark, settings.marks) for mark in item.marks]
    if settings.kind != "fcrf":
        return [settings.marks.index(mark) for mark in marks]
    if marks and marks[-1] not in TYPE_OF_END:
        marks[-1] = "."
    numbers = {state: i for i, state in enumerate(factorial_states())}
    return [numbers[state] for state in zip(marks, sentence_types(marks), strict=True)]


class Data(NamedTuple):
    """All chains one after another."""

    prints: list[NDArray[np.uint64]]  # by template
    values: list[NDArray[np.float32] | None]
    states: NDArray[np.int64]
    lengths: list[int]
    counts: NDArray[np.float32] | None = None  # how often each word's event occurred; None: once


def gather(texts: Iterable[Transcript], settings: FeatureSettings) -> Data:
    """Features and states of texts. Raises DataError where there is nothing to learn."""
    prints: list[list[NDArray[np.uint64]]] = [[] for _ in settings.templates]
    values: list[list[NDArray[np.float32]]] = [[] for _ in settings.templates]
    states: list[int] = []
    lengths: list[int] = []
    for text in texts:
        item = labelled(text)
        for first in range(0, len(item.words), MAX_SEQUENCE_WORDS):
            last = first + MAX_SEQUENCE_WORDS
            part = Labelled(item.words[first:last], item.marks[first:last], item.cases[first:last])
            pos = (
                settings.tagger.tag([word.text for word in part.words])
                if settings.tagger is not None
                else None
            )
            features = WordFeatures(
                part.words,
                pos=pos,
                begins=first == 0,
                ends=last >= len(item.words),
                lexica=settings.lexica,
                confident=settings.confident,
            )
            for k, name in enumerate(settings.templates):
                prints[k].append(features.fingerprints(name))
                found = features.values(name)
                values[k].append(np.ones(len(features), np.float32) if found is None else found)
            states += states_of(part, settings)
            lengths.append(len(part.words))

    if not states:
        raise DataError("no words in the corpora; expected text with marks and capitals")

    classes = np.array(states, np.int64)
    check_classes(classes, settings)
    joined = [np.concatenate(rows) for rows in values]
    return Data(
        [np.concatenate(rows) for rows in prints],
        [None if (row == 1.0).all() else row for row in joined],
        classes,
        lengths,
    )


def check_classes(states: NDArray[np.int64], settings: FeatureSettings) -> None:
    if len(np.unique(states)) < 2:
        what = "marks" if settings.target == "marks" else "capitals"
        raise NothingToLearnError(
            f"the corpora have no {what} to learn: every word has the same label"
        )


def absent_features(data: Data, settings: FeatureSettings) -> list[str]:
    """Features that the corpora have no label for: never there at any word."""
    return [
        name
        for name, row in zip(settings.templates, data.prints, strict=True)
        if not (row != ABSENT).any()
    ]


def kept_keys(data: Data, cutoff: int) -> NDArray[np.uint64]:
    """Features that occur so often."""
    keys = []
    for row in data.prints:
        there = row != ABSENT
        found, places, times = np.unique(row[there], return_inverse=True, return_counts=True)
        often = (
            times if data.counts is None else np.bincount(places, data.counts[there], len(found))
        )
        keys.append(found[often >= cutoff])
    return np.unique(np.concatenate(keys))
