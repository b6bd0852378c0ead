"""Models of features in folders: those of another version are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from legibly.errors import DataError
from legibly.scorers.features import load, read_lexicon


@pytest.mark.parametrize(
    ("scorer_settings", "message"),
    [
        ({"features": ["w0", "z9"]}, "unknown feature 'z9'.*the model is of another version"),
        ({"features": []}, r"features = \[\]; expected a list of their names"),
        ({"features": "w0"}, "features = 'w0'; expected a list"),
        ({"features": [["w0"]]}, "expected a list of their names"),
        ({"features": ["w0"], "target": "tone"}, "target = 'tone'; expected one of marks, case"),
        ({"features": ["w0"], "marks": 5}, "marks = 5; expected a list of marks"),
        ({"features": ["w0"], "marks": [5]}, r"marks = \[5\]; expected a list of marks"),
        ({"features": ["w0"]}, "crf.npz: damaged feature weights"),
    ],
)
def test_models_of_another_version(
    tmp_path: Path, scorer_settings: dict[str, object], message: str
) -> None:
    with pytest.raises(DataError, match=message):
        load(tmp_path, {"kind": "crf", **scorer_settings})


def test_the_types_of_sentences_are_those_of_marks(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="fcrf scorer has target = 'case'"):
        load(tmp_path, {"kind": "fcrf", "features": ["w0"], "target": "case"})


def test_a_lexicon_is_forms_by_their_words(tmp_path: Path) -> None:
    (tmp_path / "lex.txt").write_text("Bill\niPhone\n")
    assert read_lexicon(tmp_path / "lex.txt") == {"bill": "Bill", "iphone": "iPhone"}


@pytest.mark.parametrize("content", [None, b"\xff\xfe"])
def test_lexica_that_cannot_be_read(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "lex.txt").write_bytes(content)
    with pytest.raises(DataError, match=r"lex.txt: cannot be read .*; expected forms, one a line"):
        read_lexicon(tmp_path / "lex.txt")
