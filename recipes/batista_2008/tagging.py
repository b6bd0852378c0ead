"""Our own taggers of parts of speech, and how often they are right."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from legibly.features.pos import PosTagger, accuracy, load_tagger
from legibly.training.pos import read_treebank, train_tagger
from recipes.batista_2008.judging import Rows
from recipes.place import Place

ENGLISH, PORTUGUESE = "English", "Portuguese"
TREEBANKS = {  # what each is trained on, and tested on
    ENGLISH: (
        ("en/pos/ewt-train.conllu.xz", "en/pos/gum-train.conllu.xz"),
        ("en/pos/ewt-test.conllu.xz", "en/pos/gum-test.conllu.xz"),
    ),
    PORTUGUESE: (
        ("pt/pos/bosque-train.conllu.xz",),
        ("pt/pos/bosque-test.conllu.xz", "pt/pos/porttinari-test.conllu.xz"),
    ),
}


class Remembering(PosTagger):
    """Tags the same words once: every set of features sees the same texts."""

    def __init__(self, tagger: PosTagger) -> None:
        super().__init__(tagger.table, tagger.tags)
        self._remembered: dict[tuple[str, ...], list[str]] = {}

    def tag(self, words: Sequence[str]) -> list[str]:
        key = tuple(words)
        if key not in self._remembered:
            self._remembered[key] = super().tag(words)
        return self._remembered[key]


def taggers(place: Place, folder: Path | None) -> tuple[dict[str, PosTagger], Rows]:
    """By language, of which the English one may lie in a folder; and how often each is right on
    its test sets.
    """
    trained: dict[str, PosTagger] = {
        name: load_tagger(folder)
        if name == ENGLISH and folder
        else train_tagger(sentences(place, *training))
        for name, (training, _) in TREEBANKS.items()
    }
    rows = [row for name, tagger in trained.items() for row in accuracy_rows(place, name, tagger)]
    return {name: Remembering(tagger) for name, tagger in trained.items()}, rows


def accuracy_rows(place: Place, name: str, tagger: PosTagger) -> Iterator[list[str]]:
    _, tests = TREEBANKS[name]
    for path in tests:
        tagged = sentences(place, path)
        words, right = sum(map(len, tagged)), accuracy(tagger, tagged)
        row = [name, Path(path).name.split(".")[0], f"{words:,}", f"{right:.1%}"]
        print(row, file=sys.stderr, flush=True)
        yield row


def sentences(place: Place, *treebanks: str) -> list[list[tuple[str, str]]]:
    return [sentence for path in treebanks for sentence in read_treebank(str(place.data / path))]
