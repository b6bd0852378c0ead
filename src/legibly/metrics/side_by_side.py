"""Two aligned texts in rows, a sentence a row, and what is wrong with each piece of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from legibly.alignment import Pair
from legibly.drawing import draw
from legibly.marks import ends_sentence
from legibly.metrics.conventions import Convention
from legibly.metrics.pairs import AlignedPair, normal
from legibly.metrics.slots import View

KINDS = {
    "sub": "word substituted",
    "del": "word deleted",
    "ins": "word inserted",
    "msub": "mark substituted",
    "mdel": "mark deleted",
    "mins": "mark inserted",
    "case": "case",
}
MAX_ROW_WORDS = 60  # words; longer sentences are cut


class Piece(NamedTuple):
    """A token as it is written, and its errors: names of `KINDS`."""

    text: str
    errors: tuple[str, ...]


@dataclass
class Row:
    ref: list[Piece] = field(default_factory=list)
    hyp: list[Piece] = field(default_factory=list)


def side_by_side(pair: AlignedPair, convention: Convention) -> Iterator[Row]:
    """A row for each sentence of the reference."""
    ref, hyp = View.of(pair.ref, convention), View.of(pair.hyp, convention)
    row = Row()
    for place in pair.pairs:
        left, right = _errors(pair, ref, hyp, place)
        if place.ref is not None:
            row.ref.append(Piece(draw(pair.ref.tokens[place.ref]), left))
        if place.hyp is not None:
            row.hyp.append(Piece(draw(pair.hyp.tokens[place.hyp]), right))
        ended = place.ref is not None and ends_sentence(pair.ref.tokens[place.ref].after)
        if ended or max(len(row.ref), len(row.hyp)) >= MAX_ROW_WORDS:
            yield row
            row = Row()

    if row.ref or row.hyp:
        yield row


def _errors(
    pair: AlignedPair, ref: View, hyp: View, place: Pair
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Of both sides of a place."""
    i, j = place
    if i is None or j is None:
        if i is not None:
            return ("del", *(("mdel",) if ref.marks[i] else ())), ()
        assert j is not None
        return (), ("ins", *(("mins",) if hyp.marks[j] else ()))

    left, right = pair.ref.tokens[i].text, pair.hyp.tokens[j].text
    found = []
    if normal(left) != normal(right):
        found.append("sub")
    elif left != right and ref.forms[i] is not hyp.forms[j]:
        found.append("case")

    wanted, has = ref.marks[i], hyp.marks[j]
    if wanted != has:
        found.append("msub" if wanted and has else "mdel" if wanted else "mins")
    return tuple(found), tuple(found)
