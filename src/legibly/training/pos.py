"""Trains a tagger of parts of speech on treebanks (CoNLL-U), lower-cased and without marks, as
recognisers write.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np

from legibly.errors import DataError
from legibly.features.pos import POS_FEATURES, PosTagger
from legibly.features.templates import WordFeatures
from legibly.files.source import open_source
from legibly.training.feature_data import Data, FeatureSettings, Report
from legibly.training.fitting import train
from legibly.transcript import Word

UNSPOKEN = frozenset({"PUNCT", "SYM", "_"})
Tagged = list[tuple[str, str]]
_NUMBER = re.compile(r"[0-9]{1,9}(?:-[0-9]{1,9})?")


def read_treebank(path: str) -> Iterator[Tagged]:
    """Sentences; a word of several parts (don't) has the tag of the first."""
    sentence: Tagged = []
    skip_to = 0
    with open_source(path) as source:
        for number, line in source.lines():
            fields = line.split("\t")
            if not line.strip():
                if sentence:
                    yield sentence
                sentence, skip_to = [], 0
            elif line.startswith("#") or "." in fields[0]:
                continue
            elif len(fields) < 4:
                source.bad(number, f"{len(fields)} fields; expected CoNLL-U with at least 4")
            elif not _NUMBER.fullmatch(fields[0]):
                source.bad(number, f"{fields[0][:20]!r} numbers no word; expected 1 or 1-2")
            elif "-" in fields[0]:
                last = fields[0].partition("-")[2]
                sentence.append((fields[1].lower(), ""))
                skip_to = int(last)
            elif int(fields[0]) <= skip_to:
                if sentence and not sentence[-1][1]:
                    sentence[-1] = (sentence[-1][0], fields[3])
            elif fields[3] not in UNSPOKEN:
                sentence.append((fields[1].lower(), fields[3]))

    if sentence:
        yield sentence


def train_tagger(
    sentences: Sequence[Tagged], passes: int = 8, report: Report = lambda done, total, loss: None
) -> PosTagger:
    tags = tuple(sorted({tag for sentence in sentences for _, tag in sentence}))
    if len(tags) < 2:
        raise DataError(
            "fewer than two parts of speech in the treebank; expected CoNLL-U with tags in column 4"
        )

    settings = FeatureSettings(
        *("crf", "marks", POS_FEATURES, tags),
        cutoff=1,
        optimiser="adagrad",
        passes=passes,
        rate=0.1,
        prior=0.3,
    )
    features = [WordFeatures([Word(word) for word, _ in sentence]) for sentence in sentences]
    states = np.array([tags.index(tag) for sentence in sentences for _, tag in sentence], np.int64)
    data = Data(
        [np.concatenate([item.fingerprints(name) for item in features]) for name in POS_FEATURES],
        [None] * len(POS_FEATURES),
        states,
        [len(sentence) for sentence in sentences],
    )
    return PosTagger(train(data, settings, report=report), tags)
