"""The steps over shards, held against a model that is estimated in one go."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.errors import DataError, UsageError
from legibly.ngram.counting import all_counts, count_chunk, count_slice, words_of_slices
from legibly.ngram.estimate import estimate
from legibly.ngram.shards import (
    Arrays,
    Estimation,
    Plan,
    dealt,
    forward,
    gather,
    limits_for,
    model_arrays,
)
from legibly.ngram.smoothing import METHODS
from legibly.ngram.vocabulary import BEGIN, END, PAD, Vocabulary
from tests.ngram.helpers import TEXTS, Gram, as_counter, corpus


def in_memory(of: Estimation, deals: list[dict[int, Arrays]]) -> dict[str, np.ndarray]:
    """The plainest engine: one shard after another, and what they send in a list of dicts."""
    shards = range(of.shards)
    first = [gather(of, i, [deal[i] for deal in deals if i in deal]) for i in shards]
    state = [done.shard for done in first]
    plan = Plan(of)
    plan.hear([done.told for done in first])
    boxes: list[dict[int, Arrays]] = [{} for _ in shards]
    for step in plan.steps():
        done = [step(i, state[i], boxes[i], plan.facts) for i in shards]
        boxes = [{i: done[i].sent[to] for i in shards if to in done[i].sent} for to in shards]
        state = [item.shard for item in done]
        if done[0].told:
            plan.hear([item.told for item in done])
    pieces = [model_arrays(of, i, state[i], plan.facts) for i in shards]
    joined = {name: np.concatenate([piece[name] for piece in pieces]) for name in pieces[0]}
    return {**plan.base_arrays(), **joined}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("order", "cutoffs", "shards"),
    [(2, (), 3), (3, (2,), 2), (4, (1, 2), 6), (5, (), 1), (5, (), 4)],
)
def test_the_model_is_that_of_one_go(
    method: str, order: int, cutoffs: tuple[int, ...], shards: int, tmp_path: Path
) -> None:
    texts = corpus(150, seed=order)
    whole = [count_slice(texts, order, tmp_path / "whole")]
    words = words_of_slices(whole, 1)
    expected = estimate(
        all_counts(whole, order, words), order, Vocabulary.of(words), method, cutoffs
    )

    numbers = Vocabulary.of(words)
    rows = [numbers.encode(text) for text in texts]
    counts = Counter(number for row in rows for number in row)
    limits = limits_for([counts[number] for number in range(len(words))], shards)
    of = Estimation(order, len(words), method, cutoffs, limits)
    deals = [
        dealt(forward(count_chunk(rows[at : at + 50], order), order), of) for at in (0, 50, 100)
    ]
    found = in_memory(of, deals)
    for k, level in enumerate(expected.levels):
        assert not k or np.array_equal(found[f"{k}.keys"], level.keys)
        assert np.array_equal(found[f"{k}.logs"], np.asarray(level.logs, np.float32))
        assert np.array_equal(found[f"{k}.suffixes"], expected.suffixes[k])
        if k + 1 < order:
            weights = np.asarray(level.backoffs, np.float32)
            assert np.array_equal(found[f"{k}.backoffs"], weights)
            assert np.array_equal(found[f"{k}.shorter"], expected.shorter_states[k])


def test_shards_without_an_ngram_do_no_harm() -> None:
    """Words of a closed vocabulary may never occur."""
    of = Estimation(4, 12, "kneser-ney", (), (5, 6, 7, 8, 9, 10, 11))
    found = in_memory(of, [dealt(forward(count_chunk([[4, 4, 9]], 4), 4), of)])
    assert len(found["0.logs"]) == 12
    assert len(found["3.keys"]) == 2  # <s> 4 4 9, 4 4 9 </s>


def test_a_shard_has_room_for_so_many_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("legibly.ngram.shards.MAX_SHARD_NGRAMS", 3)
    of = Estimation(3, 6, "stupid", (), ())
    with pytest.raises(DataError, match="n-grams in one shard, and less than 3 have room"):
        in_memory(of, [dealt(forward(count_chunk([[4, 5]], 3), 3), of)])


def beginning_at_each_word(texts: list[list[int]], order: int) -> Counter[Gram]:
    found: Counter[Gram] = Counter()
    for text in texts:
        row = [BEGIN, *text, END, *[PAD] * (order - 1)]
        for at in range(len(text) + 2):
            found[tuple(row[at : at + order])] += 1
    return found


@given(TEXTS, st.integers(2, 6))
def test_ngrams_that_begin_at_each_word(texts: list[list[int]], order: int) -> None:
    run = forward(count_chunk(texts, order), order)
    counted = {gram[::-1]: count for gram, count in as_counter(run, order).items()}
    assert counted == beginning_at_each_word(texts, order)


@given(st.lists(st.integers(0, 1000), min_size=1, max_size=50), st.integers(1, 60))
def test_shards_are_ranges_of_words(counts: list[int], shards: int) -> None:
    limits = limits_for(counts, shards)
    assert list(limits) == sorted(set(limits))
    assert all(0 < limit < len(counts) for limit in limits)
    assert len(limits) < shards


def test_shards_are_about_alike() -> None:
    limits = limits_for([10] * 100, 4)
    assert limits == (25, 50, 75)


@pytest.mark.parametrize(
    ("order", "method", "cutoffs", "message"),
    [
        (1, "stupid", (), "an order of at least 2"),
        (3, "stupid", (3, 2), "cut-offs 3 2: those of longer n-grams are not smaller"),
        (3, "other", (), "unknown method 'other'"),
    ],
)
def test_what_cannot_be_estimated(
    order: int, method: str, cutoffs: tuple[int, ...], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        Estimation(order, 10, method, cutoffs, ())
