"""The English test and development sets of the recipes: references, each with the words as they are heard."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import islice

from common import DATA

import legibly
from legibly.metrics.pairs import align_pair
from legibly.metrics.score import Score, Settings, score_aligned, sum_scores
from legibly.training.corpus import read_corpus
from legibly.transcript import Token, Transcript, join_parts

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


def iwslt(name: str) -> Pairs:
    text = join_parts(list(legibly.read_parts(DATA / "en/iwslt" / name, "labels")))
    yield text, stripped(text)


def earnings(split: str = "test") -> Pairs:
    for path in sorted((DATA / f"timed/earnings21/{split}").glob("*[0-9].jsonl.xz")):
        yield (
            legibly.read(path),
            legibly.read(DATA / f"asr/earnings21/rev_kaldi/{split}" / path.name),
        )


def ami(split: str = "test") -> Pairs:
    for path in sorted((DATA / f"timed/ami/{split}").glob("*.jsonl.xz")):
        text = legibly.read(path)
        yield text, stripped(text)


def heldout(lines: int, *, marks: bool = False) -> Pairs:
    """The first paragraphs of every source."""
    for path in sorted((DATA / "en/heldout").glob("*.xz")):
        for text in islice(read_corpus([str(path)], "en"), lines):
            yield text, stripped(text, marks=marks)


def dialogue(name: str, split: str = "test") -> Pairs:
    for text in islice(
        read_corpus([str(DATA / f"dialogue/en/{name}.{split}.txt.xz")], "en"), DIALOGUE_LINES
    ):
        yield text, stripped(text)
