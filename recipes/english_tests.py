"""The English test and development sets: references, each with the words as they are heard."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import islice

import legibly
from legibly.metrics.pairs import align_pair
from legibly.metrics.score import Score, Settings, score_aligned, sum_scores
from legibly.training.corpus import read_corpus
from legibly.transcript import Token, Transcript, join_parts
from recipes.place import Place

DIALOGUE_LINES = 1500  # of each corpus
Pairs = Iterable[tuple[Transcript, Transcript]]


def stripped(text: Transcript, *, marks: bool = False) -> Transcript:
    """Lower-case words, and nothing else unless the marks are to stay."""
    words = [
        word._replace(text=text.tokens[i].text.lower())
        if len(text.tokens) == len(text.words)
        else word
        for i, word in enumerate(text.words)
    ]
    tokens = [
        Token(w.text, i, i + 1, after=t.after if marks else "")
        for i, (w, t) in enumerate(zip(words, text.tokens, strict=True))
    ]
    return replace(text, words=tuple(words), tokens=tuple(tokens), alternatives=())


def compare(formatter: Callable[[Transcript], Transcript], pairs: Pairs) -> Score:
    """References against what the formatter makes of the words."""
    settings = Settings()
    return sum_scores(
        [score_aligned(align_pair("", ref, formatter(heard)), settings) for ref, heard in pairs],
        settings,
    )


def iwslt(place: Place, name: str) -> Pairs:
    text = join_parts(list(legibly.read_parts(place.data / "en/iwslt" / name, "labels")))
    yield text, stripped(text)


def earnings(place: Place, split: str = "test") -> Pairs:
    for path in place.files(f"timed/earnings21/{split}/*[0-9].jsonl.xz"):
        heard = place.data / f"asr/earnings21/rev_kaldi/{split}" / path.name
        yield legibly.read(path), legibly.read(heard)


def ami(place: Place, split: str = "test") -> Pairs:
    for path in place.files(f"timed/ami/{split}/*.jsonl.xz"):
        text = legibly.read(path)
        yield text, stripped(text)


def heldout(place: Place, lines: int, *, marks: bool = False) -> Pairs:
    """The first paragraphs of every source."""
    for path in place.files("en/heldout/*.xz"):
        for text in islice(read_corpus([str(path)], "en"), lines):
            yield text, stripped(text, marks=marks)


def dialogue(place: Place, name: str, split: str = "test") -> Pairs:
    path = place.data / f"dialogue/en/{name}.{split}.txt.xz"
    for text in islice(read_corpus([str(path)], "en"), DIALOGUE_LINES):
        yield text, stripped(text)
