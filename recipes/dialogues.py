"""Dialogues for the recipes of Lu & Ng (2010): utterances of words with the mark after each."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from legibly.marks import core_mark
from legibly.training.corpus import read_corpus
from recipes.place import Place

Utterance = list[tuple[str, str]]


class Corpus(NamedTuple):
    language: str
    training: str
    tests: str
    dev: str = ""  # none: the last utterances of the training part


class Sizes(NamedTuple):
    """Utterances, at most."""

    training: int
    tests: int
    dev: int


class Dialogues(NamedTuple):
    training: list[Utterance]
    dev: list[Utterance]
    tests: list[Utterance]


CORPORA = {
    "EN DailyDialog": Corpus(
        "en",
        "dialogue/en/dailydialog.train1k.txt.xz",
        "dialogue/en/dailydialog.test.txt.xz",
        "dialogue/en/dailydialog.dev.txt.xz",
    ),
    "EN SGD": Corpus(
        "en",
        "dialogue/en/sgd.train.txt.xz",
        "dialogue/en/sgd.test.txt.xz",
        "dialogue/en/sgd.dev.txt.xz",
    ),
    "EN MultiWOZ": Corpus(
        "en",
        "dialogue/en/multiwoz20-*.train.txt.xz",
        "dialogue/en/multiwoz21.test.txt.xz",
        "dialogue/en/multiwoz21.dev.txt.xz",
    ),
    "CN CrossWOZ": Corpus(
        "zh",
        "dialogue/zh/crosswoz.train.txt.xz",
        "dialogue/zh/crosswoz.test.txt.xz",
    ),
    "CN KdConv film": Corpus(
        "zh",
        "dialogue/zh/kdconv-film.train.txt.xz",
        "dialogue/zh/kdconv-film.test.txt.xz",
    ),
}
ENDS = (".", "?", "!")
FOLDED = {",": ",", "、": ",", ".": ".", "?": "?", "!": "!"}


def dialogues(place: Place, name: str, sizes: Sizes) -> Dialogues:
    """To learn from, to choose settings on, and to test on."""
    corpus = CORPORA[name]
    tests = utterances(place, corpus.tests, corpus.language, sizes.tests)
    if corpus.dev:
        training = utterances(place, corpus.training, corpus.language, sizes.training)
        return Dialogues(training, utterances(place, corpus.dev, corpus.language, sizes.dev), tests)

    both = utterances(place, corpus.training, corpus.language, sizes.training + sizes.dev)
    return Dialogues(both[: -sizes.dev], both[-sizes.dev :], tests)


def utterances(place: Place, path: str, language: str, count: int) -> list[Utterance]:
    """Lower-case words with the mark after each; what ends without a mark is left out."""
    return list(islice(_ended(place, path, language), count))


def sentences(utterance: Utterance) -> list[Utterance]:
    found: list[Utterance] = [[]]
    for word, mark in utterance:
        found[-1].append((word, mark))
        if mark in ENDS:
            found.append([])
    return [sentence for sentence in found if sentence]


def _ended(place: Place, path: str, language: str) -> Iterator[Utterance]:
    for text in read_corpus(list(map(str, place.files(path))), language):
        words = [
            (token.text.lower(), FOLDED.get(core_mark(token.after), "")) for token in text.tokens
        ]
        if words and words[-1][1] in ENDS:
            yield words
