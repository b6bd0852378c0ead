"""A long text and its sound in pieces, cut in pauses between anchors; a piece whose words do not
fit its sound is divided where the two most plainly differ.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from legibly.speech.anchors import Anchor

ENOUGH_SECONDS = 20.0  # of a piece: the next pause ends it
MOST_SECONDS = 45.0  # of a piece: the next border of two anchors ends it
LONGEST_PIECE_SECONDS = 90.0  # what has no anchor for longer is not looked at
CUT_PAUSE_SECONDS = 0.15
SPOKEN_WORD_SECONDS = 0.35  # of a word in running speech
MARGIN_SECONDS = 0.1  # of sound beside the words of a piece
DIFFERENT_SECONDS = 0.5  # of sound at an end of a piece without words that it could be of
REACH_SECONDS = (3.0, 1.0)  # before or behind all anchors: at least, and for each word


@dataclass(frozen=True)
class Piece:
    """The words `first` to `last` (exclusive), in the sound from `start` to `end` seconds."""

    first: int
    last: int
    start: float
    end: float

    @property
    def seconds(self) -> float:
        return self.end - self.start


@dataclass(frozen=True)
class Gap:
    """What lies between two neighbouring anchors, or before or behind all of them."""

    piece: Piece
    unsure: bool  # it has words of the text, or others were heard in it

    @property
    def difference(self) -> float:
        """Seconds that the sound is longer or shorter than its words would be."""
        words = self.piece.last - self.piece.first
        return abs(self.piece.seconds - SPOKEN_WORD_SECONDS * words)


def cut_pieces(count: int, anchors: Sequence[Anchor], seconds: float) -> Iterator[Piece]:
    """Pieces of all `count` words that may be in the sound, in order, none of them longer than
    LONGEST_PIECE_SECONDS.
    """
    if not anchors:
        if seconds <= LONGEST_PIECE_SECONDS:
            yield Piece(0, count, 0.0, seconds)
        return
    first, start = 0, max(0.0, anchors[0].start - _reach(anchors[0].word))
    for before, after in pairwise(anchors):
        gap = after.start - before.end
        piece = Piece(first, before.word + 1, start, before.end + min(MARGIN_SECONDS, gap / 3))
        together = after.is_next_to(before)
        if gap > ENOUGH_SECONDS or (piece.seconds >= MOST_SECONDS and not together):
            yield piece
            inner = Piece(before.word + 1, after.word, piece.end, after.start - MARGIN_SECONDS)
            if inner.last > inner.first and inner.seconds <= LONGEST_PIECE_SECONDS:
                yield inner
            first, start = after.word, max(piece.end, after.start - min(MARGIN_SECONDS, gap / 3))
        elif together and piece.seconds >= (
            ENOUGH_SECONDS if gap >= CUT_PAUSE_SECONDS else MOST_SECONDS
        ):
            middle = (before.end + after.start) / 2
            yield Piece(first, before.word + 1, start, middle)
            first, start = after.word, middle
    behind = anchors[-1].end + _reach(count - anchors[-1].word - 1)
    yield Piece(first, count, start, min(seconds, behind))


def _reach(words: int) -> float:
    least, a_word = REACH_SECONDS
    return min(LONGEST_PIECE_SECONDS / 3, least + a_word * words)


def divide(piece: Piece, anchors: Sequence[Anchor]) -> list[Piece]:
    """The parts to try when a piece does not fit: what comes before and after its widest
    difference, and that one; empty where there is nothing left to divide.
    """
    inside = anchors[
        bisect_left(anchors, piece.first, key=lambda anchor: anchor.word) : bisect_left(
            anchors, piece.last, key=lambda anchor: anchor.word
        )
    ]
    inside = [a for a in inside if piece.start < a.end and a.start < piece.end]
    if not inside:
        return []
    unsure = [gap.piece for gap in sorted(_gaps(piece, inside), key=_by_difference) if gap.unsure]
    cut = unsure[0] if unsure else _middle(inside)
    if cut is None:
        return []
    before = Piece(piece.first, cut.first, piece.start, cut.start)
    after = Piece(cut.last, piece.last, cut.end, piece.end)
    return [part for part in (before, cut, after) if part.last > part.first]


def _by_difference(gap: Gap) -> float:
    return -gap.difference


def _gaps(piece: Piece, inside: Sequence[Anchor]) -> Iterator[Gap]:
    head = Piece(piece.first, inside[0].word, piece.start, _before(inside[0], piece.start))
    yield Gap(head, head.last > head.first or head.seconds > DIFFERENT_SECONDS)
    for left, right in pairwise(inside):
        margin = min(MARGIN_SECONDS, max(0.0, right.start - left.end) / 3)
        between = Piece(left.word + 1, right.word, left.end + margin, right.start - margin)
        yield Gap(between, not right.is_next_to(left))
    tail = Piece(inside[-1].word + 1, piece.last, _behind(inside[-1], piece.end), piece.end)
    yield Gap(tail, tail.last > tail.first or tail.seconds > DIFFERENT_SECONDS)


def _before(anchor: Anchor, start: float) -> float:
    return max(start, anchor.start - MARGIN_SECONDS)


def _behind(anchor: Anchor, end: float) -> float:
    return min(end, anchor.end + MARGIN_SECONDS)


def _middle(inside: Sequence[Anchor]) -> Piece | None:
    """The border of two anchors in the middle, without words or sound of its own."""
    if len(inside) < 2:
        return None
    right = inside[len(inside) // 2]
    left = inside[len(inside) // 2 - 1]
    border = (left.end + right.start) / 2
    return Piece(right.word, right.word, border, border)
