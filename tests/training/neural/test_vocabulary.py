from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

pytest.importorskip("tokenizers", reason="needs pip install 'legibly[train]'")

from legibly.scorers.word_pieces import WordPieces
from legibly.training.neural.vocabulary import FIRST_PIECES, learn_pieces, save_pieces

COUNTS = Counter(
    {"falar": 90, "falamos": 60, "falaram": 50, "não": 400, "às": 30, "中": 9, "龘": 1}
)


def test_pieces_are_those_of_the_words(tmp_path: Path) -> None:
    pieces = learn_pieces(COUNTS, 60)
    assert pieces[: len(FIRST_PIECES)] == list(FIRST_PIECES)
    assert "não" in pieces
    assert "中" in pieces
    assert "龘" not in pieces, "too rare"
    assert len(pieces) == len(set(pieces)) <= 60

    save_pieces(pieces, tmp_path / "tokenizer.json")
    cut = WordPieces.load(tmp_path / "tokenizer.json")
    assert [pieces[number] for number in cut("não")] == ["não"]
    assert "".join(pieces[number].removeprefix("##") for number in cut("falamos")) == "falamos"
    assert [pieces[number] for number in cut("龘")] == ["[UNK]"]


def test_accents_tell_words_apart(tmp_path: Path) -> None:
    save_pieces([*FIRST_PIECES, "e", "é"], tmp_path / "tokenizer.json")
    cut = WordPieces.load(tmp_path / "tokenizer.json")
    assert cut("e") != cut("é")
    assert cut("É") == cut("é")
