from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from legibly.speech.anchors import Anchor
from legibly.speech.pieces import LONGEST_PIECE_SECONDS, Piece, cut_pieces, divide


def in_a_row(count: int, begin: int = 0, at: float = 0.0, pause: float = 0.2) -> list[Anchor]:
    """Words of 0.3 s with pauses."""
    step = 0.3 + pause
    return [Anchor(begin + i, at + i * step, at + i * step + 0.3, begin + i) for i in range(count)]


@st.composite
def texts(draw: st.DrawFn) -> tuple[int, list[Anchor], float]:
    """Anchors with words missing between them, with pauses and with other sound."""
    word = heard = 0
    time = 0.0
    anchors = []
    for _ in range(draw(st.integers(0, 60))):
        word += draw(st.sampled_from([0, 0, 0, 1, 40]))
        heard += draw(st.sampled_from([0, 0, 0, 1, 30]))
        time += draw(st.sampled_from([0.0, 0.01, 0.3, 2.0, 25.0, 200.0]))
        anchors.append(Anchor(word, time, time + 0.4, heard))
        word, heard, time = word + 1, heard + 1, time + 0.4
    return word + draw(st.integers(0, 50)), anchors, time + draw(st.sampled_from([0.0, 1.0, 300.0]))


def check_order(pieces: Sequence[Piece], count: int, seconds: float) -> None:
    for piece in pieces:
        assert 0 <= piece.first < piece.last <= count
        assert -1e-6 <= piece.start <= piece.end + 1e-6
        assert piece.end <= seconds + 1e-6
    for before, after in pairwise(pieces):
        assert before.last <= after.first
        assert before.end <= after.start + 1e-6


@given(texts())
def test_pieces_are_in_order_and_bounded(text: tuple[int, list[Anchor], float]) -> None:
    count, anchors, seconds = text
    pieces = list(cut_pieces(count, anchors, seconds)) if count else []
    check_order(pieces, count, seconds)
    assert all(piece.seconds <= 1.5 * LONGEST_PIECE_SECONDS for piece in pieces)
    placed = {word for piece in pieces for word in range(piece.first, piece.last)}
    assert {anchor.word for anchor in anchors} <= placed


@given(texts())
def test_dividing_ends_and_loses_no_anchored_word(text: tuple[int, list[Anchor], float]) -> None:
    count, anchors, seconds = text
    for piece in list(cut_pieces(count, anchors, seconds)) if count else []:
        waiting, done, steps = [piece], [], 0
        while waiting:
            steps += 1
            assert steps < 10 * (piece.last - piece.first) + 50
            part = waiting.pop()
            parts = divide(part, anchors)
            check_order(parts, part.last, part.end)
            assert part not in parts
            if parts:
                waiting += parts[::-1]
            else:
                done.append(part)
        words = [word for part in done for word in range(part.first, part.last)]
        assert words == list(range(piece.first, piece.last))


def test_a_short_text_without_anchors_is_one_piece() -> None:
    assert list(cut_pieces(5, [], 80.0)) == [Piece(0, 5, 0.0, 80.0)]
    assert list(cut_pieces(5, [], 100.0)) == []


def test_pieces_end_in_pauses() -> None:
    anchors = in_a_row(100)
    pieces = list(cut_pieces(100, anchors, 50.0))
    assert [(piece.first, piece.last) for piece in pieces] == [(0, 41), (41, 82), (82, 100)]
    assert pieces[1].start == pieces[0].end
    assert anchors[40].end < pieces[0].end < anchors[41].start


def test_other_sound_between_words_belongs_to_no_piece() -> None:
    anchors = [*in_a_row(5), *in_a_row(5, begin=5, at=120.0)]
    first, second = cut_pieces(10, anchors, 130.0)
    assert (first.last, second.first) == (5, 5)
    assert first.end < 3.0
    assert second.start > 119.0


def test_a_piece_is_divided_where_it_differs_most() -> None:
    anchors = [*in_a_row(10), *in_a_row(10, begin=11, at=5.5), *in_a_row(10, begin=41, at=11.0)]
    whole = Piece(0, 51, 0.0, 16.0)
    before, between, after = divide(whole, anchors)
    assert [(p.first, p.last) for p in (before, between, after)] == [(0, 21), (21, 41), (41, 51)]
    assert [(p.first, p.last) for p in divide(before, anchors)] == [(0, 10), (10, 11), (11, 21)]


def test_a_piece_without_differences_is_halved() -> None:
    anchors = in_a_row(10)
    parts = divide(Piece(0, 10, 0.0, 5.0), anchors)
    assert [(part.first, part.last) for part in parts] == [(0, 5), (5, 10)]
    assert divide(Piece(3, 4, 1.4, 1.9), anchors) == []
    assert divide(Piece(3, 9, 90.0, 91.0), anchors) == []
