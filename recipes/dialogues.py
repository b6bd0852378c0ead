"""Dialogues for the recipes of Lu & Ng (2010): utterances of words with the mark after each."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from legibly.marks import core_mark
from legibly.training.corpus import read_corpus
from recipes.place import Place

CORPORA = {
    "EN short: DailyDialog": (
        "en",
        "dialogue/en/dailydialog.train1k.txt.xz",
        "dialogue/en/dailydialog.test.txt.xz",
    ),
    "EN long: SGD": ("en", "dialogue/en/sgd.train.txt.xz", "dialogue/en/sgd.test.txt.xz"),
    "EN long: MultiWOZ": (
        "en",
        "dialogue/en/multiwoz20-*.train.txt.xz",
        "dialogue/en/multiwoz21.test.txt.xz",
    ),
    "CN short: CrossWOZ": (
        "zh",
        "dialogue/zh/crosswoz.train.txt.xz",
        "dialogue/zh/crosswoz.test.txt.xz",
    ),
    "CN long: KdConv film": (
        "zh",
        "dialogue/zh/kdconv-film.train.txt.xz",
        "dialogue/zh/kdconv-film.test.txt.xz",
    ),
}
ENDS = (".", "?", "!")
FOLDED = {",": ",", "、": ",", ".": ".", "?": "?", "!": "!"}
Utterance = list[tuple[str, str]]


def utterances(place: Place, path: str, language: str, count: int) -> list[Utterance]:
    """Lower-case words with the mark after each; what ends without a mark is left out."""
    return list(islice(_ended(place, path, language), count))


def _ended(place: Place, path: str, language: str) -> Iterator[Utterance]:
    for text in read_corpus(list(map(str, place.files(path))), language):
        words = [
            (token.text.lower(), FOLDED.get(core_mark(token.after), "")) for token in text.tokens
        ]
        if words and words[-1][1] in ENDS:
            yield words
