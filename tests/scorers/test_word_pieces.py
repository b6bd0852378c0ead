"""Our word pieces are those of the library `tokenizers`."""

from __future__ import annotations

import json
import lzma
import pickle
import unicodedata
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.errors import DataError
from legibly.model_folders.finding import find_model
from legibly.scorers.word_pieces import WordPieces

PATH = find_model("en") / "tokenizer.json"
OURS = WordPieces.load(PATH)
VOCABULARY = {"[UNK]": 0, "play": 1, "##ing": 2, "##s": 3, "e": 4, "-": 5, "你": 6}


@pytest.fixture(scope="module")
def theirs() -> Any:
    tokenizers = pytest.importorskip("tokenizers", reason="needs pip install 'legibly[dev]'")
    tokenizer = tokenizers.Tokenizer.from_file(str(PATH))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def old_enough(text: str) -> bool:
    """Their tables of letters are those of an older Unicode."""
    known = unicodedata.ucd_3_2_0
    return all(known.category(char) not in ("Cn", "So") for char in text)


@given(st.text(max_size=20).filter(old_enough))
def test_any_text_is_cut_alike(theirs: Any, text: str) -> None:
    assert OURS.cut(text) == theirs.encode(text, add_special_tokens=False).ids


def test_a_million_words_are_cut_alike(theirs: Any, corpora: Path) -> None:
    for name in ("ted", "changelog", "news_us", "scotus_oral"):
        with lzma.open(corpora / f"en/{name}.txt.xz", "rt", encoding="utf-8") as lines:
            words = {word for line in islice(lines, 3000) for word in line.lower().split()}
        for word in words:
            assert OURS.cut(word) == theirs.encode(word, add_special_tokens=False).ids


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("playing", [1, 2]),
        ("PLAYS", [1, 3]),
        ("é", [4]),
        ("play-e", [1, 5, 4]),
        ("你play", [6, 1]),
        ("playground", [0]),
        ("\u200b", []),
        ("e" * 101, [0]),
    ],
)
def test_the_longest_piece_first(text: str, pieces: list[int]) -> None:
    assert WordPieces(VOCABULARY).cut(text) == pieces


def test_a_word_has_a_piece_and_not_too_many() -> None:
    pieces = WordPieces(VOCABULARY)
    assert pieces("\u200b") == [0]
    assert len(pieces("play-" * 30)) == 16
    assert pickle.loads(pickle.dumps(pieces))("playing") == [1, 2]


@pytest.mark.parametrize(
    "document",
    [
        "{",
        "[]",
        "{}",
        '{"model": {}, "normalizer": null}',
        '{"model": {"vocab": {"a": "b"}}, "normalizer": {}}',
    ],
)
def test_files_that_are_no_vocabulary(tmp_path: Path, document: str) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text(document, "utf-8")
    with pytest.raises(DataError, match=r"tokenizer.json: no vocabulary of word pieces"):
        WordPieces.load(path)


def test_only_what_is_used_is_read(tmp_path: Path) -> None:
    model = {"vocab": VOCABULARY, "continuing_subword_prefix": "##", "max_input_chars_per_word": 9}
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps({"model": model, "normalizer": None, "decoder": 3}), "utf-8")
    assert WordPieces.load(path).cut("playing") == [1, 2]
