from __future__ import annotations

import lzma
from pathlib import Path

import numpy as np
import pytest

from legibly.casing import Case
from legibly.errors import DataError
from legibly.lattice.scoring import Block
from legibly.scorers.lexicon import LEXICON_FILE, Entry, LexiconScorer, load
from legibly.transcript import Word

ENTRIES = {
    "bill": Entry((1, 9, 0, 0), None),
    "iphone": Entry((0, 1, 0, 9), "iPhone"),
    "nasa": Entry((0, 1, 9, 0), None),
}


def test_the_most_frequent_form_scores_best() -> None:
    words = [Word("bill"), Word("Nasa"), Word("unheard")]
    [[table]] = LexiconScorer(ENTRIES).tables([Block(words, 0, 3, True, True)])
    assert [Case(int(i)) for i in np.argmax(table.scores, axis=1)] == [
        Case.CAPITAL,
        Case.UPPER,
        Case.LOWER,
    ]
    assert np.allclose(np.exp(table.scores).sum(axis=1), 1)
    assert not table.sentence_starts


def test_only_the_rows_asked_for_are_scored() -> None:
    [[table]] = LexiconScorer(ENTRIES).tables([Block([Word("a")] * 5, 1, 3, False, False)])
    assert table.scores.shape == (2, 4)


def test_best_form() -> None:
    scorer = LexiconScorer(ENTRIES)
    assert [scorer.best_form(w) for w in ("bill", "iphone", "nasa", "x")] == [
        "Bill",
        "iPhone",
        "NASA",
        "x",
    ]
    assert scorer.form("iphone") == "iPhone"
    assert scorer.form("bill") is None


def test_saved_and_loaded_it_is_the_same(tmp_path: Path) -> None:
    settings = LexiconScorer(ENTRIES).save(tmp_path)
    assert settings == {"kind": "lexicon", "file": LEXICON_FILE}
    assert load(tmp_path, settings).entries == ENTRIES


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"not xz", "cannot be read"),
        (
            lzma.compress(b"bill\t1\t2"),
            "lexicon.tsv.xz:1: expected a word, four counts and its mixed form",
        ),
        (lzma.compress(b"a\t1\t2\t3\tx\t"), "expected a word, four counts"),
        (lzma.compress(b"a\t1\t2\t3\t4\tXyz"), "'Xyz' is not a mixed form of 'a'"),
        (lzma.compress("é".encode("latin-1")), "cannot be read"),
        (lzma.compress(b"bill\t1\t2\t3\t4\t\n" * 99)[:-30], "cannot be read"),
    ],
)
def test_a_damaged_file_is_one_clear_line(tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / LEXICON_FILE).write_bytes(content)
    with pytest.raises(DataError, match=message) as caught:
        load(tmp_path, {"kind": "lexicon"})
    assert "\n" not in str(caught.value)
