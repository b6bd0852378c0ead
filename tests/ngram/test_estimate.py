"""Counts by order against a Counter, scores against what the papers write down."""

from __future__ import annotations

import math
import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from legibly.errors import UsageError
from legibly.ngram.counting import count_chunk
from legibly.ngram.estimate import counts_by_order, estimate
from legibly.ngram.smoothing import (
    ALPHA,
    LEAST_BACKOFF,
    METHODS,
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


@pytest.mark.parametrize("cutoffs", [(), (2,), (3, 6)])
@pytest.mark.parametrize("order", [1, 2, 3, 5])
@pytest.mark.parametrize("method", METHODS)
def test_scores_add_up(method: str, order: int, cutoffs: tuple[int, ...], tmp_path: Path) -> None:
    texts = corpus()
    model = trained(texts, order, method, tmp_path, cutoffs)
    words = [n for n in range(len(model.vocabulary)) if n not in (PAD, BEGIN)]
    states = {model.start}
    for text in texts[:30]:
        state = model.start
        for word in model.vocabulary.encode(text):
            _, state = model.score(state, word)
            states.add(state)
    for state in states:
        total = sum(math.exp(model.score(state, word)[0]) for word in words)
        if method == "stupid":
            assert 0 < total < 2  # no probabilities
        elif method == "none" and not cutoffs:  # nothing is left, and a little given all the same
            assert 1 <= total < 1 + 2 * LEAST_BACKOFF
        elif method == "kneser-ney":
            assert total == pytest.approx(1, abs=1e-6)
        else:  # the words that hardly ever follow a context have their chance all the same
            assert total == pytest.approx(1, abs=1e-3 * order)


def plain_score(
    texts: list[list[int]], gram: Gram, order: int, method: str, cutoffs: tuple[int, ...]
) -> float:
    """Word by word as written down: what is not in the model backs off with what is left of its
    context.
    """
    if len(gram) == 1:
        return math.exp(
            ngrams_of(estimate(count_chunk(texts, order), order, NAMES, method))[gram][0]
        )

    k, context = len(gram), gram[:-1]
    least = cutoffs[min(k - 2, len(cutoffs) - 1)]
    counted = grams(texts, k)
    values = dict(counted)
    if method == "kneser-ney" and k < order:
        before = Counter(other[1:] for other in grams(texts, k + 1))
        values = {g: n if g[0] == BEGIN else before[g] for g, n in counted.items()}
    follow = {g: n for g, n in values.items() if g[:-1] == context}
    stay = [g for g in follow if counted[g] >= least and is_kept(texts, context, cutoffs)]

    def shorter(g: Gram) -> float:
        return plain_score(texts, g[1:], order, method, cutoffs)

    if not stay:
        return (ALPHA if method == "stupid" else 1.0) * shorter(gram)

    total = sum(follow.values())
    cut = total - sum(follow[g] for g in stay)
    if method == "stupid":
        return follow[gram] / total if gram in stay else ALPHA * shorter(gram)

    all_values = np.array(list(values.values()), np.int64)
    if method == "kneser-ney":
        discounts = kneser_ney_discounts(all_values)
        taken = {g: float(discounts[min(follow[g], 3)]) for g in stay}
        weight = (sum(taken.values()) + cut) / total
        own = (follow[gram] - taken[gram]) / total if gram in stay else 0.0
        return own + weight * shorter(gram)

    rates = good_turing(all_values) if method == "katz" else np.ones(2)
    chances = {g: follow[g] * float(rates[min(follow[g], len(rates) - 1)]) for g in stay}
    rest = 1 - sum(shorter(g) for g in stay)
    if rest < 1e-3:  # all words follow this context
        return chances[gram] / sum(chances.values()) if gram in stay else shorter(gram)
    if sum(chances.values()) > total - 1e-6 and (method == "katz" or least > 1):
        total += 1
    if gram in stay:
        return chances[gram] / total
    left = 1 - sum(chances.values()) / total
    return (left / rest if left > 1e-6 else LEAST_BACKOFF) * shorter(gram)


def is_kept(texts: list[list[int]], gram: Gram, cutoffs: tuple[int, ...]) -> bool:
    if len(gram) == 1:
        return True
    least = cutoffs[min(len(gram) - 2, len(cutoffs) - 1)]
    return grams(texts, len(gram))[gram] >= least and is_kept(texts, gram[:-1], cutoffs)


FEW_TEXTS = st.lists(st.lists(st.integers(4, 6), max_size=5), min_size=1, max_size=6)


@settings(max_examples=25)
@given(
    FEW_TEXTS.filter(any),
    st.integers(2, 3),
    st.sampled_from(METHODS),
    st.sampled_from([(1,), (2,), (1, 2), (2, 1), (3,)]),
)
@example([[4, 5]] * 10 + [[4, 6], [4, 4]], 2, "none", (5,))
def test_what_is_cut_off_goes_to_backing_off(
    texts: list[list[int]], order: int, method: str, cutoffs: tuple[int, ...]
) -> None:
    model = estimate(count_chunk(texts, order), order, NAMES, method, cutoffs)
    contexts = {gram[:-1] for gram in grams(texts, order)}
    for context in contexts:
        for word in (END, 4, 5, 6, 9):
            found = model.score(model.state_of(context), word)[0]
            expected = plain_score(texts, (*context, word), order, method, cutoffs)
            assert math.exp(found) == pytest.approx(expected, rel=1e-6, abs=1e-12), (context, word)


BY_HAND = [[4, 5]] * 10 + [[4, 6], [4, 7], [4, 8]]  # "a b" ten times, "a c", "a d", "a e" once


def test_what_is_left_goes_to_backing_off_as_in_srilm() -> None:
    """ngram-count without discounts: shares of all that follows, and what is left of a context over
    what is left of the shorter ones.
    """
    table = ngrams_of(estimate(count_chunk(BY_HAND, 2), 2, NAMES, "none", (5,)))
    assert (4, 6) not in table
    assert math.exp(table[4, 5][0]) == pytest.approx(10 / 13)
    left_of_shorter = 1 - math.exp(table[(5,)][0])
    assert math.exp(table[(4,)][1]) == pytest.approx(3 / 13 / left_of_shorter)


def test_what_was_cut_weighs_what_is_shorter_as_in_kenlm() -> None:
    """lmplz --prune, with the discounts of few counts (0.5 of one, 0.9 of three and more)."""
    table = ngrams_of(estimate(count_chunk(BY_HAND, 2), 2, NAMES, "kneser-ney", (5,)))
    weight = (3 + 0.9) / 13
    # Five words have one word before them and the end has four: nine kinds, eight words.
    shorter = (1 - 0.5) / 9 + (5 * 0.5 + 0.9) / 9 / 8
    assert math.exp(table[(4,)][1]) == pytest.approx(weight)
    assert math.exp(table[4, 5][0]) == pytest.approx((10 - 0.9) / 13 + weight * shorter)


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
            weight = math.exp(table[gram[:-1]][1])
            if method == "stupid":
                assert weight == pytest.approx(ALPHA)
            else:  # where shorter contexts know no other word either, they are the ones to say so
                assert weight == pytest.approx(LEAST_BACKOFF) or (k > 2 and weight == 1)


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


def test_the_end_follows_every_text() -> None:
    table = ngrams_of(estimate(count_chunk([[4], [4]], 2), 2, NAMES, "none"))
    assert table[4, END][0] == pytest.approx(0.0)


def test_unknown_methods(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="unknown method 'x'; expected one of stupid, none, katz"):
        trained([["a"]], 2, "x", tmp_path)
