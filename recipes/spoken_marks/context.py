"""Counts of the words around marks, and around nouns that sound like spoken marks."""

from __future__ import annotations

import lzma
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from legibly.formatting.spoken_marks import (
    CONTEXT_KINDS,
    MARK,
    NEIGHBOUR_SIGNS,
    OTHER,
    OUTSIDE,
    Context,
)

# Used as "period" and "comma" are where they are words, and more often.
NOUNS = frozenset(
    "period term quote phrase word sentence letter page paragraph statement chapter section line "
    "comma colon dash bracket semicolon phase".split()
)
KIND_OF_MARK = {
    **dict.fromkeys(".?!", "end"),
    **dict.fromkeys((",", ":", ";", "—"), "inner"),
}
RARE = 100  # occurrences below which a word is any other
TELLING = 1.0  # log-odds; what differs less from any other word is left out
SMOOTHING = 0.5
_PIECES = re.compile(r"[^\W_][\w'’-]*|[,.?!:;—]")


class Place(NamedTuple):
    """The words around a mark or a noun; `kind` is None for a noun."""

    kind: str | None
    what: str
    before: str
    after: str


def places(line: str) -> Iterator[Place]:
    """Of a written line. What stands beside a noun and is a mark says nothing: it would be said."""
    words: list[str] = []
    marks: list[str] = []
    for piece in _PIECES.findall(line):
        if piece in KIND_OF_MARK:
            if words and not marks[-1]:
                marks[-1] = piece
        else:
            words.append(piece.lower().replace("’", "'"))
            marks.append("")
    for i, word in enumerate(words):
        after = words[i + 1] if i + 1 < len(words) else OUTSIDE
        if word in NOUNS:
            before = OUTSIDE if i == 0 else words[i - 1] if not marks[i - 1] else MARK
            yield Place(None, word, before, after if not marks[i] else MARK)
        if marks[i]:
            yield Place(KIND_OF_MARK[marks[i]], marks[i], word, after)


def read_places(paths: Iterable[Path], *, heldout: bool) -> Iterator[Place]:
    """Each tenth line is kept apart."""
    for path in paths:
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines):
                if (number % 10 == 0) == heldout:
                    yield from places(line)


@dataclass
class Sides:
    before: Counter[str] = field(default_factory=Counter)
    after: Counter[str] = field(default_factory=Counter)

    def add(self, place: Place) -> None:
        for counts, word in ((self.before, place.before), (self.after, place.after)):
            if word != MARK:
                counts[word] += 1


def learn(found: Iterable[Place]) -> Context:
    """The log-odds of each word beside a mark against beside a noun."""
    marks = {kind: Sides() for kind in CONTEXT_KINDS}
    nouns = Sides()
    for place in found:
        (nouns if place.kind is None else marks[place.kind]).add(place)
    total: Counter[str] = Counter()
    for sides in (*marks.values(), nouns):
        total.update(sides.before)
        total.update(sides.after)
    known = {word for word, count in total.items() if count >= RARE} | {OUTSIDE}

    columns = [
        _log_odds(getattr(marks[kind], side), getattr(nouns, side), known)
        for kind in CONTEXT_KINDS
        for side in ("before", "after")
    ]
    others = [column[OTHER] for column in columns]
    rows = {}
    for word in sorted({OTHER, OUTSIDE} | known):
        row = [column[word] for column in columns]
        if word in (OTHER, OUTSIDE) or any(
            abs(value - other) >= TELLING for value, other in zip(row, others, strict=True)
        ):
            rows[word] = tuple(round(value, 1) for value in row)
    return Context(NEIGHBOUR_SIGNS | rows)


def _log_odds(mark: Counter[str], noun: Counter[str], known: set[str]) -> dict[str, float]:
    def shares(counts: Counter[str]) -> dict[str, float]:
        kept = {word: counts[word] + SMOOTHING for word in known}
        kept[OTHER] = sum(n for word, n in counts.items() if word not in known) + SMOOTHING
        whole = sum(kept.values())
        return {word: math.log(count / whole) for word, count in kept.items()}

    of_mark, of_noun = shares(mark), shares(noun)
    return {word: of_mark[word] - of_noun[word] for word in of_mark}
