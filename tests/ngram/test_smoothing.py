"""Discounts, and scores with cut-offs on texts small enough to count by hand."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from legibly.ngram.model import Ngram
from legibly.ngram.smoothing import ALPHA, LEAST_BACKOFF, good_turing, kneser_ney_discounts
from tests.ngram.helpers import trained

# "a" is followed thirteen times: ten times by "b"; by "c", "d" and "e" once each.
TEN_AND_THREE = [["a", "b"]] * 10 + [["a", "c"], ["a", "d"], ["a", "e"]]


def chance(model: Ngram, context: str, word: str) -> float:
    number = model.vocabulary.number
    return math.exp(model.score(model.state_of([number(context)]), number(word))[0])


def test_stupid_backoff_shares_among_all_that_follow(tmp_path: Path) -> None:
    model = trained(TEN_AND_THREE, 2, "stupid", tmp_path, (5,))
    assert chance(model, "a", "b") == pytest.approx(10 / 13)
    # 39 tokens, and the unknown word as if it had been seen a tenth of a time.
    assert chance(model, "a", "c") == pytest.approx(ALPHA * 1 / 39.1)


@pytest.mark.parametrize("method", ["none", "katz"])  # of too few counts Katz discounts none
def test_what_is_left_backs_off_as_in_srilm(method: str, tmp_path: Path) -> None:
    """`ngram-count -gt2min 5 -gt2max 0`: bow(a) = (1 - 10/13) / (1 - p(b))."""
    model = trained(TEN_AND_THREE, 2, method, tmp_path, (5,))
    assert chance(model, "a", "b") == pytest.approx(10 / 13)
    unigram = {"a": 13 / 39.5, "b": 10 / 39.5, "c": 1 / 39.5, "</s>": 13 / 39.5}
    weight = (3 / 13) / (1 - unigram["b"])
    assert weight == pytest.approx(0.309, abs=5e-4)
    assert chance(model, "a", "c") == pytest.approx(weight * unigram["c"])

    # Only the end follows "b", so nothing is left: SRILM counts one more.
    assert chance(model, "b", "</s>") == pytest.approx(10 / 11)
    assert chance(model, "b", "c") == pytest.approx((1 / 11) / (1 - unigram["</s>"]) * unigram["c"])

    # All that followed "c" was cut off: it is no context.
    assert chance(model, "c", "b") == pytest.approx(unigram["b"])


def test_kneser_ney_with_cutoffs_is_pruned_as_in_kenlm(tmp_path: Path) -> None:
    """`lmplz -o 2 --prune 0 4 --discount_fallback 0.5 0.75 0.9`: what is cut off adds to gamma."""
    model = trained(TEN_AND_THREE, 2, "kneser-ney", tmp_path, (5,))
    # Different words before: </s> 4, the others 1 each; the rest is spread over seven words.
    unigram = 0.5 / 9 + (5 * 0.5 + 0.9) / 9 / 7
    gamma = (0.9 + 1 + 1 + 1) / 13
    assert chance(model, "a", "b") == pytest.approx((10 - 0.9) / 13 + gamma * unigram)
    assert chance(model, "a", "c") == pytest.approx(gamma * unigram)


def test_without_discounts_and_cutoffs_hardly_anything_backs_off(tmp_path: Path) -> None:
    model = trained(TEN_AND_THREE, 2, "none", tmp_path)
    assert chance(model, "a", "b") == pytest.approx(10 / 13)
    assert chance(model, "a", "a") == pytest.approx(LEAST_BACKOFF * 13 / 39.5)


def test_where_all_words_follow_they_take_all(tmp_path: Path) -> None:
    texts = [["a", "a"], ["a", "b"], ["a"], ["a", "a"], ["a", "b"]]
    model = trained(texts * 100, 2, "katz", tmp_path)
    assert sum(chance(model, "a", word) for word in ("a", "b", "</s>")) == pytest.approx(1)


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
