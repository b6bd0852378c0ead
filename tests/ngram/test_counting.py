"""Counts, held against a Counter."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.errors import DataError
from legibly.ngram.counting import (
    BITS_PER_WORD,
    EMPTY,
    MAX_ORDER,
    CountSlice,
    Run,
    all_counts,
    count_chunk,
    count_slice,
    merge,
    merge_parts,
    pack,
    renumbered,
    unpack,
    words_of_slices,
)
from legibly.ngram.vocabulary import SIGNS
from tests.ngram.helpers import TEXTS, Gram, as_counter, corpus, plainly

NUMBERS = st.integers(0, (1 << BITS_PER_WORD) - 1)


@given(TEXTS, st.integers(1, 6))
def test_counts_are_those_of_the_obvious_way(texts: list[list[int]], order: int) -> None:
    assert as_counter(count_chunk(texts, order), order) == plainly(texts, order)


@given(st.integers(1, MAX_ORDER).flatmap(lambda n: st.lists(st.tuples(*[NUMBERS] * n), min_size=1)))
def test_what_is_packed_comes_out_again(grams: list[Gram]) -> None:
    columns = [np.array(column) for column in zip(*grams, strict=True)]
    high, low = pack(columns)
    run = Run(high, low, np.ones(len(grams), np.int64))
    assert [c.tolist() for c in unpack(run, len(columns))[::-1]] == [c.tolist() for c in columns]


@given(TEXTS, st.integers(1, 4))
def test_ngrams_that_end_alike_stand_together(texts: list[list[int]], order: int) -> None:
    columns = [column.tolist() for column in unpack(count_chunk(texts, order), order)]
    backwards = list(zip(*columns, strict=True))  # the last word first
    assert backwards == sorted(backwards)


@given(TEXTS, TEXTS, st.integers(1, 5))
def test_merged_runs_are_the_whole(one: list[list[int]], two: list[list[int]], order: int) -> None:
    runs = [count_chunk(one, order), count_chunk(two, order)]
    assert as_counter(merge(runs), order) == as_counter(count_chunk(one + two, order), order)


@given(TEXTS, TEXTS, st.integers(1, 5), st.integers(1, 7))
def test_merged_parts_are_the_whole(
    one: list[list[int]], two: list[list[int]], order: int, size: int
) -> None:
    parts = list(merge_parts([count_chunk(one, order), count_chunk(two, order)], size))
    joined = Run(*(np.concatenate([part[i] for part in parts]) for i in range(3)))
    whole = count_chunk(one + two, order)
    assert all(np.array_equal(a, b) for a, b in zip(joined, whole, strict=True))


def test_nothing_merged_is_nothing() -> None:
    assert merge([]) is EMPTY


@given(TEXTS, st.integers(1, 4), st.permutations(range(4, 10)), st.integers(4, 9))
def test_other_word_numbers(
    texts: list[list[int]], order: int, others: list[int], twin: int
) -> None:
    """Any other numbers, and two words that become one."""
    numbers = [*range(4), *others]
    numbers[twin] = numbers[4]
    expected: Counter[Gram] = Counter()
    for gram, count in plainly(texts, order).items():
        expected[tuple(numbers[word] for word in gram)] += count
    run = renumbered(count_chunk(texts, order), order, np.array(numbers))
    assert as_counter(run, order) == expected


def test_a_slice_is_spilt_where_it_grows_too_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("legibly.ngram.counting.CHUNK_TOKENS", 50)
    told: list[int] = []
    texts = corpus(100)
    spilt = count_slice(texts, 3, tmp_path / "a", told.append)
    assert len(spilt.runs) == len(told) > 3
    assert sum(told) == sum(len(text) + 1 for text in texts)
    monkeypatch.undo()
    whole = count_slice(texts, 3, tmp_path / "b")
    assert len(whole.runs) == 1
    words = words_of_slices([whole], 1)
    pairs = zip(all_counts([spilt], 3, words), all_counts([whole], 3, words), strict=True)
    assert all(np.array_equal(a, b) for a, b in pairs)


def test_a_slice_that_is_there_is_taken(tmp_path: Path) -> None:
    first = count_slice(corpus(20), 3, tmp_path)
    assert count_slice([], 3, tmp_path) == first


def test_slices_together_are_the_whole(tmp_path: Path) -> None:
    texts = corpus(100)
    whole = count_slice(texts, 3, tmp_path / "whole")
    halves = [
        count_slice(texts[:40], 3, tmp_path / "1"),
        count_slice(texts[40:], 3, tmp_path / "2"),
    ]
    words = words_of_slices([whole], 1)
    assert words == words_of_slices(halves, 1)
    pairs = zip(all_counts([whole], 3, words), all_counts(halves, 3, words), strict=True)
    assert all(np.array_equal(a, b) for a, b in pairs)


def test_damaged_counts_are_refused(tmp_path: Path) -> None:
    share = count_slice(corpus(20), 3, tmp_path)
    share.runs[0].write_bytes(b"broken")
    with pytest.raises(DataError, match=r"damaged counts .*; remove the folder and count anew"):
        all_counts([share], 3, SIGNS)


def test_a_damaged_listing_is_refused(tmp_path: Path) -> None:
    count_slice(corpus(20), 3, tmp_path)
    (tmp_path / "share.json").write_text("{")
    with pytest.raises(DataError, match="damaged"):
        count_slice([], 3, tmp_path)


def test_rare_words_are_left_out() -> None:
    share = CountSlice([*SIGNS, "a", "b", "c"], [0, 0, 0, 0, 1, 5, 2], [])
    assert words_of_slices([share], 2) == [*SIGNS, "b", "c"]  # the most frequent first
    assert words_of_slices([share, share], 2) == [*SIGNS, "b", "c", "a"]


def test_signs_that_occur_in_a_text_are_no_words_of_their_own() -> None:
    share = CountSlice([*SIGNS, "a"], [0, 3, 5, 5, 2], [])
    assert words_of_slices([share], 1) == [*SIGNS, "a"]


def test_a_closed_vocabulary_is_as_it_is_given() -> None:
    share = CountSlice([*SIGNS, "a", "b", "c"], [0, 0, 0, 0, 5, 2, 1], [])
    assert words_of_slices([share], 1, ["c", "x", "<s>", "c"]) == [*SIGNS, "c", "x"]
