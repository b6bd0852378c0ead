"""Counts by order against a Counter, scores against what the papers write down."""

from __future__ import annotations

import math
import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.errors import UsageError
from legibly.ngram.counting import count_chunk
from legibly.ngram.estimate import (
    ALPHA,
    LEAST_BACKOFF,
    METHODS,
    counts_by_order,
    estimate,
    good_turing,
    kneser_ney_discounts,
)
from legibly.ngram.vocabulary import BEGIN, END, PAD
from tests.ngram.helpers import NAMES, TEXTS, Gram, corpus, ngrams_of, plainly, trained


def grams(texts: list[list[int]], order: int) -> Counter[Gram]:
    """N-grams of the texts; those with padding are none."""
    return Counter({gram: n for gram, n in plainly(texts, order).items() if PAD not in gram})


@given(TEXTS, st.integers(2, 5))
def test_shorter_ngrams_are_read_off(texts: list[list[int]], order: int) -> None:
    shorter: list[Gram] = []
    for k, own in enumerate(counts_by_order(count_chunk(texts, order), order), 1):
        expected = grams(texts, k)
        ends: list[Gram] = [
            (end,) if k == 2 else shorter[end] for end in own.ends.tolist() if k > 1
        ]
        rows = [
            (first, *end)
            for first, end in zip(own.firsts.tolist(), ends or [()] * len(own.words), strict=True)
        ]
        shorter = rows
        assert [row[-1] for row in rows] == own.words.tolist()
        assert dict(zip(rows, own.counts.tolist(), strict=True)) == expected
        if k < order:
            longer = grams(texts, k + 1)
            for gram, value in zip(rows, own.continuations.tolist(), strict=True):
                before = {other[0] for other in longer if other[1:] == gram}
                assert value == (expected[gram] if gram[0] == BEGIN else len(before))


@given(TEXTS, st.integers(1, 4), st.sampled_from(METHODS))
def test_counts_of_longer_ngrams_do_for_shorter_ones(
    texts: list[list[int]], order: int, method: str
) -> None:
    own, other = (estimate(count_chunk(texts, n), order, NAMES, method) for n in (order, order + 2))
    for one, two in zip(own.levels, other.levels, strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))


@given(TEXTS, st.sampled_from([(2,), (1, 2), (3, 1)]))
def test_cutoffs_are_by_order_and_the_last_holds_for_longer_ones(
    texts: list[list[int]], cutoffs: tuple[int, ...]
) -> None:
    model = estimate(count_chunk(texts, 4), 4, NAMES, "none", cutoffs)
    least = [0, *cutoffs, *[cutoffs[-1]] * 3]
    kept: set[Gram] = {(number,) for number in range(len(NAMES))}
    for k in range(2, 5):
        kept |= {g for g, n in grams(texts, k).items() if n >= least[k - 1] and g[:-1] in kept}
    assert set(ngrams_of(model)) == kept


@pytest.mark.parametrize("order", [1, 2, 3, 5])
@pytest.mark.parametrize("method", METHODS)
def test_scores_add_up(method: str, order: int, tmp_path: Path) -> None:
    texts = corpus()
    model = trained(texts, order, method, tmp_path)
    words = [n for n in range(len(model.vocabulary)) if n not in (PAD, BEGIN)]
    states = {model.start}
    for text in texts[:30]:
        state = model.start
        for word in model.vocabulary.encode(text):
            _, state = model.score(state, word)
            states.add(state)
    for state in states:
        total = sum(math.exp(model.score(state, word)[0]) for word in words)
        if method == "kneser-ney":
            assert total == pytest.approx(1, abs=1e-6)
        elif method in ("katz", "none"):  # where all was seen often, nothing is left for the rest
            assert total == pytest.approx(1, abs=0.2)
        else:
            assert 0 < total < 2  # no probabilities


@given(TEXTS.filter(any), st.integers(2, 4), st.sampled_from(["stupid", "none"]))
def test_scores_without_discounts_are_shares_of_their_contexts(
    texts: list[list[int]], order: int, method: str
) -> None:
    model = estimate(count_chunk(texts, order), order, NAMES, method)
    table = ngrams_of(model)
    for k in range(2, order + 1):
        found = grams(texts, k)
        for gram, count in found.items():
            same = sum(n for other, n in found.items() if other[:-1] == gram[:-1])
            assert table[gram][0] == pytest.approx(math.log(count / same))
            weight = ALPHA if method == "stupid" else LEAST_BACKOFF
            assert table[gram[:-1]][1] == pytest.approx(math.log(weight))


def plain_kneser_ney(texts: list[list[int]], order: int) -> dict[Gram, float]:
    """Chen & Goodman's (1998) interpolated scores, equation by equation."""
    words = [n for n in range(len(NAMES)) if n not in (PAD, BEGIN)]
    values: dict[Gram, float] = {}
    for k in range(1, order + 1):
        own = grams(texts, k)
        if k < order:
            longer = grams(texts, k + 1)
            before = Counter(gram[1:] for gram in longer)
            own = Counter({g: n if g[0] == BEGIN else before[g] for g, n in own.items()})
        if k == 1:
            own.pop((BEGIN,), None)
        discounts = kneser_ney_discounts(np.array(list(own.values()), np.int64))
        taken = {gram: float(discounts[min(n, 3)]) for gram, n in own.items()}
        rows = [(word,) for word in words] if k == 1 else list(own)
        for gram in rows:
            alike = [other for other in own if other[:-1] == gram[:-1]]
            total = sum(own[other] for other in alike)
            left = sum(taken[other] for other in alike) / total
            lower = 1 / len(words) if k == 1 else values[gram[1:]]
            values[gram] = max(own[gram] - taken.get(gram, 0.0), 0.0) / total + left * lower
    return values


@given(TEXTS.filter(any), st.integers(2, 4))
def test_kneser_ney_is_as_written_down(texts: list[list[int]], order: int) -> None:
    table = ngrams_of(estimate(count_chunk(texts, order), order, NAMES, "kneser-ney"))
    for gram, chance in plain_kneser_ney(texts, order).items():
        assert math.exp(table[gram][0]) == pytest.approx(max(chance, 1e-12), rel=1e-6), gram


def test_stupid_backoff_is_as_written_down(tmp_path: Path) -> None:
    model = trained([["a", "b"], ["a", "b"], ["a", "c"]], 3, "stupid", tmp_path)
    number = model.vocabulary.number
    state = model.state_of([BEGIN, number("a")])
    assert model.score(state, number("b"))[0] == pytest.approx(math.log(2 / 3))
    # "b c" was never seen after "a": two shorter contexts, each for 0.4, and then c's share of all
    # eight tokens.
    state = model.state_of([number("a"), number("b")])
    unigram = math.exp(float(model.levels[0].logs[number("c")]))
    assert unigram == pytest.approx(1 / 9, rel=0.02)
    assert model.score(state, number("c"))[0] == pytest.approx(math.log(0.4 * 0.4 * unigram))


def test_katz_discounts_what_was_seen_and_gives_that_to_the_rest(tmp_path: Path) -> None:
    letters, chance = "abcdefghijklmnopqrstuvwxyz", random.Random(1)
    weights = [1 / rank for rank in range(1, len(letters) + 1)]
    texts = [chance.choices(letters, weights, k=6) for _ in range(100)]
    model = trained(texts, 2, "katz", tmp_path)
    counts = Counter(
        pair for text in texts for pair in zip(["<s>", *text], [*text, "</s>"], strict=True)
    )
    shares = good_turing(np.array(list(counts.values()), np.int64))
    assert (shares < 1).any()
    number, table = model.vocabulary.number, ngrams_of(model)
    for first in letters:
        own = {pair: n for pair, n in counts.items() if pair[0] == first}
        chances = {
            pair: n * shares[min(n, len(shares) - 1)] / sum(own.values()) for pair, n in own.items()
        }
        for (_, second), expected in chances.items():
            found = math.exp(table[number(first), number(second)][0])
            assert found == pytest.approx(expected)
        rest = 1 - sum(math.exp(table[number(second),][0]) for _, second in own)
        left = (1 - sum(chances.values())) / rest
        assert math.exp(table[number(first),][1]) == pytest.approx(max(left, LEAST_BACKOFF / rest))


def test_discounts_of_kneser_ney() -> None:
    values = np.repeat([1, 2, 3, 4], [100, 40, 20, 10])
    y = 100 / 180
    assert kneser_ney_discounts(values).tolist() == pytest.approx(
        [0, 1 - 2 * y * 40 / 100, 2 - 3 * y * 20 / 40, 3 - 4 * y * 10 / 20]
    )


def test_discounts_where_there_is_too_little_to_tell() -> None:
    assert kneser_ney_discounts(np.array([5, 5])).tolist() == [0.0, 0.5, 0.75, 0.9]


def test_discounts_of_good_turing() -> None:
    numbers = [1000, 400, 200, 120, 80, 60, 45, 30, 20]
    shares = good_turing(np.repeat(range(1, 10), numbers))
    common = 8 * numbers[7] / numbers[0]
    for r in range(1, 8):
        adjusted = (r + 1) * numbers[r] / numbers[r - 1] / r
        assert shares[r] == pytest.approx((adjusted - common) / (1 - common))
        assert 0 < shares[r] < 1
    assert shares[8] == 1.0  # more often than that is reliable


def test_the_end_follows_every_text() -> None:
    table = ngrams_of(estimate(count_chunk([[4], [4]], 2), 2, NAMES, "none"))
    assert table[4, END][0] == pytest.approx(0.0)


def test_unknown_methods(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="unknown method 'x'; expected one of stupid, none, katz"):
        trained([["a"]], 2, "x", tmp_path)
