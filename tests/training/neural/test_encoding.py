from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legibly.casing import Case
from legibly.scorers.neural import NETWORK_MARKS
from legibly.scorers.word_pieces import MAX_WORD_PIECES, WordPieces
from legibly.training.neural.encoding import IGNORED, Encoded, encode, join
from legibly.training.spoken_form import Spoken

VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "van", "the", "##s", "##ish"]
WORDS = ["van", "the", "vans", "thes", "vanish", "vanishs", "zebra"]
SPOKEN = st.builds(
    Spoken,
    st.sampled_from(WORDS),
    st.sampled_from(NETWORK_MARKS),
    st.sampled_from(list(Case)),
    opening=st.just(""),
)
TEXTS = st.lists(st.lists(SPOKEN, max_size=6), max_size=4)


PIECES = WordPieces({piece: number for number, piece in enumerate(VOCABULARY)})


def shown(encoded: Encoded) -> list[tuple[str, str | None, str | None]]:
    """Pieces with their labels by name."""
    return [
        (
            VOCABULARY[piece],
            None if mark == IGNORED else NETWORK_MARKS[mark],
            None if case == IGNORED else Case(case).name,
        )
        for piece, mark, case in zip(
            encoded.pieces.tolist(), encoded.marks.tolist(), encoded.cases.tolist(), strict=True
        )
    ]


def test_the_mark_is_at_the_last_piece_and_the_case_at_the_first() -> None:
    words = [Spoken("vanishs", "?", Case.CAPITAL), Spoken("the", "", Case.LOWER)]
    assert shown(encode([words], PIECES)) == [
        ("van", None, "CAPITAL"),
        ("##ish", None, None),
        ("##s", "?", None),
        ("the", "", "LOWER"),
    ]


def test_a_word_without_pieces_is_the_unknown_one() -> None:
    assert shown(encode([[Spoken("zebra", ",", Case.UPPER)]], PIECES)) == [("[UNK]", ",", "UPPER")]
    assert shown(encode([[Spoken("", ".", Case.LOWER)]], PIECES)) == [("[UNK]", ".", "LOWER")]


def test_a_word_of_very_many_pieces_is_cut() -> None:
    words = [Spoken("van" + "ish" * 30, ".", Case.LOWER), Spoken("the", ",", Case.LOWER)]
    encoded = encode([words], PIECES)
    assert len(encoded) == MAX_WORD_PIECES + 1
    assert [mark for _, mark, _ in shown(encoded) if mark] == [".", ","]


def test_no_words_are_rows_of_no_length() -> None:
    encoded = encode([[], []], PIECES)
    assert len(encoded) == 0
    assert [row.dtype for row in (encoded.pieces, encoded.marks)] == [np.uint16, np.uint8]


@settings(max_examples=30)
@given(TEXTS)
def test_every_word_has_one_mark_and_one_case(texts: list[list[Spoken]]) -> None:
    encoded = encode(texts, PIECES)
    words = [word for text in texts for word in text]
    assert [mark for _, mark, _ in shown(encoded) if mark is not None] == [w.mark for w in words]
    assert [case for *_, case in shown(encoded) if case is not None] == [w.case.name for w in words]


@settings(max_examples=30)
@given(TEXTS, TEXTS)
def test_joined_rows_are_those_of_the_joined_texts(
    one: list[list[Spoken]], two: list[list[Spoken]]
) -> None:
    assert shown(join([encode(one, PIECES), encode(two, PIECES)])) == shown(
        encode(one + two, PIECES)
    )


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    encoded = encode([[Spoken("vans", "—", Case.MIXED)]], PIECES)
    with (tmp_path / "rows.npz").open("wb") as out:
        encoded.save(out)
    assert shown(Encoded.load(tmp_path / "rows.npz")) == shown(encoded)


def test_nothing_is_loaded_that_would_run_code(tmp_path: Path) -> None:
    objects = np.array([{}], object)
    np.savez(tmp_path / "rows.npz", pieces=objects, marks=objects, cases=objects)
    with pytest.raises(ValueError, match="allow_pickle=False"):
        Encoded.load(tmp_path / "rows.npz")
