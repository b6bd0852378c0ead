from __future__ import annotations

import io
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.errors import DataError
from legibly.ngram.count_files import read_counts, write_counts
from legibly.ngram.counting import count_chunk
from legibly.ngram.vocabulary import PAD
from tests.ngram.helpers import NAMES, TEXTS, plainly


def file(folder: Path, *lines: str) -> Path:
    path = folder / "counts.tsv"
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


@given(TEXTS, st.integers(1, 3), st.integers(1, 3))
def test_ngrams_of_the_text_are_written(texts: list[list[int]], order: int, least: int) -> None:
    names = NAMES.words()
    out = io.StringIO()
    written = write_counts(count_chunk(texts, order), order, names, out, least)
    expected = {
        " ".join(names[word] for word in gram): count
        for gram, count in plainly(texts, order).items()
        if count >= least and PAD not in gram
    }
    rows = [line.split("\t") for line in out.getvalue().splitlines()]
    assert {gram: int(count) for gram, count in rows} == expected
    assert written == len(rows) == len(expected)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    with (tmp_path / "c.tsv").open("w") as out:
        write_counts(count_chunk([[4, 5], [4, 5], [4, 6]], 2), 2, NAMES.words(), out)
    found = Counter({" ".join(words): n for words, n in read_counts(tmp_path / "c.tsv")})
    assert found == Counter({"<s> a": 3, "a b": 2, "b </s>": 2, "a c": 1, "c </s>": 1})


def test_rare_ngrams_and_blank_lines_are_passed_over(tmp_path: Path) -> None:
    path = file(tmp_path, "met Bill in\t7", "", "in NASA </s>\t2")
    assert list(read_counts(path, least=3)) == [(["met", "Bill", "in"], 7)]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (("met Bill in 7",), "1: 'met Bill in 7'; expected words, a tab and how often"),
        (("met Bill in\tmany",), "expected words, a tab and how often"),
        (("met Bill in\t²",), "expected words, a tab and how often"),
        (("met Bill in\t1234567890123456",), "expected words, a tab and how often"),
        (("met  in\t3",), "expected words, a tab and how often"),
        (("met Bill in\t7", "Bill in\t2"), "2: 2 words after n-grams of 3; expected one length"),
    ],
)
def test_bad_counts(tmp_path: Path, lines: tuple[str, ...], message: str) -> None:
    with pytest.raises(DataError, match=message):
        list(read_counts(file(tmp_path, *lines)))
