"""Text in pieces of about a hundred words, and how well a formatter restores their marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from legibly.formatting.formatter import Formatter
from legibly.formatting.options import Options
from legibly.marks import core_mark, fold
from legibly.metrics.counts import Slots
from legibly.training.corpus import read_corpus
from legibly.training.feature_data import labelled
from legibly.transcript import Transcript, Word, as_heard
from recipes.place import Place
from recipes.tables import overall_f1, pair_slots, slot_score

PIECE_WORDS = 100
ENDS = (".", "?", "!")
WRITTEN = ("", ",", ".", "?", "!")
OPTIONS = Options(case=False, numbers=False)


@dataclass(frozen=True)
class Domain:
    """A kind of speech: what is tested on, and more and more to adapt with."""

    name: str
    test: Sequence[Transcript]
    little: dict[int, list[Transcript]]  # by how many words it has


def limited(place: Place, pattern: str, words: int) -> list[Transcript]:
    """The first words of some files, in turns of at most a hundred words."""
    taken: list[Transcript] = []
    for text in read_corpus(list(map(str, place.files(pattern))), "en"):
        for piece in pieces(untimed(text)):
            taken.append(piece)
            words -= len(piece.words)
            if words <= 0:
                return taken
    return taken


def untimed(text: Transcript) -> Transcript:
    """Only words: the general text has no times either."""
    return replace(text, words=tuple(Word(word.text) for word in text.words))


def pieces(text: Transcript) -> Iterator[Transcript]:
    """Cut at the ends of sentences."""
    for begin, end in pairwise(_cuts(text)):
        tokens = text.tokens[begin:end]
        first = tokens[0].first
        shifted = tuple(token.shifted(-first) for token in tokens)
        yield Transcript(text.words[first : tokens[-1].last], shifted, "en")


def _cuts(text: Transcript) -> list[int]:
    """Positions of tokens, from the beginning to the end."""
    cuts = [0]
    for position, token in enumerate(text.tokens, 1):
        if position - cuts[-1] >= PIECE_WORDS and core_mark(token.after) in ENDS:
            cuts.append(position)
    if cuts[-1] != len(text.tokens):
        cuts.append(len(text.tokens))
    return cuts


def marks_f1(formatter: Formatter, tests: Sequence[Transcript]) -> str:
    """F1 of all marks together, with its interval by drawing pieces anew."""
    return overall_f1(slot_score([_slots(formatter, text) for text in tests]))


def _slots(formatter: Formatter, text: Transcript) -> Slots:
    words, marks, _ = labelled(text)
    written = formatter(Transcript(words, tuple(as_heard(words)), "en"))
    pairs = [
        (fold(mark, WRITTEN), core_mark(token.after))
        for mark, token in zip(marks, written.tokens, strict=True)
    ]
    return pair_slots(pairs)
