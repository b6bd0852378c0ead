"""How the counts of an order become scores: stupid backoff, none, Katz, modified Kneser-Ney.

A score is a share of all that follows a context, cut off or not. What is left of it, by discounts
and by n-grams that were cut off, goes to backing off.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from legibly.ngram.vocabulary import BEGIN, PAD, UNKNOWN

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Places = NDArray[np.signedinteger[Any]]

METHODS = ("stupid", "none", "katz", "kneser-ney")
BY_SHORTER = METHODS[1:]  # those whose scores need those of shorter n-grams
ALPHA = 0.4  # of stupid backoff (Brants et al. 2007)
# Where all that follows a context was seen and nothing was discounted, backing off still has this
# weight, so that no text is impossible.
LEAST_BACKOFF = 1e-4
NOTHING = 1e-9  # less than this is left by rounding alone
HARDLY_ANY = 1e-3  # of the words are all but those that were seen in a context
GOOD_TURING_MAX = 7  # counts up to this are discounted by Katz


class Followers(NamedTuple):
    """The n-grams of an order that stay: their counts, the places of their contexts, log-scores
    without their first word; and for each context what all that follows it was counted, cut off or
    not.
    """

    values: Ints
    contexts: Places
    shorter: Floats
    totals: Floats

    def sums(self, values: NDArray[Any]) -> Floats:
        """By context."""
        found = np.bincount(self.contexts, weights=values, minlength=len(self.totals))
        return np.asarray(found, np.float64)


class Scores(NamedTuple):
    logs: Floats
    backoffs: Floats  # of the contexts


def unigram_logs(values: Ints, method: str) -> Floats:
    """Every word has some chance, the unknown one too; padding and the beginning have none."""
    words = np.ones(len(values), bool)
    words[[PAD, BEGIN]] = False
    total = float(values.sum())
    if method == "kneser-ney":
        discounts = kneser_ney_discounts(values[values > 0])
        discounted = values - discounts[np.minimum(values, 3)]
        left = float((discounts[np.minimum(values, 3)] * (values > 0)).sum()) / max(1.0, total)
        chances = discounted / max(1.0, total) + left / words.sum()
    else:
        # As if the unknown word, and each that was cut off, had been seen half a time.
        seen = values.astype(np.float64)
        seen[(values == 0) & words] = 0.5 if method != "stupid" else 0.1
        chances = seen / seen.sum()

    chances = np.where(words, np.maximum(chances, 1e-12), 1.0)
    logs = np.log(chances)
    logs[[PAD, BEGIN]] = -99 * np.log(10)
    if values[UNKNOWN] == 0 and method == "stupid":
        logs[UNKNOWN] = np.log(0.1 / max(1.0, total))
    return logs


def scores(method: str, of_counts: Ints, followers: Followers, *, cut: bool) -> Scores:
    """`of_counts` are the counts of counts of all n-grams of the order, from which discounts are
    told; `cut`: some were cut off.
    """
    if method == "stupid":
        shares = followers.values / followers.totals[followers.contexts]
        return Scores(np.log(shares), np.full(len(followers.totals), np.log(ALPHA)))
    if method == "kneser-ney":
        return _kneser_ney(of_counts, followers)
    if method == "katz":
        rates = _good_turing(of_counts)
        return _backing_off(followers, rates[np.minimum(followers.values, len(rates) - 1)], True)
    return _backing_off(followers, 1.0, cut)


def _kneser_ney(of_counts: Ints, followers: Followers) -> Scores:
    """As KenLM prunes: what was cut off adds to the weight of what is shorter."""
    values, contexts, shorter, totals = followers
    discounts = _kneser_ney_discounts(of_counts)
    taken = discounts[np.minimum(values, 3)]
    safe = np.where(totals > 0, totals, 1.0)
    weights = (totals - followers.sums(values) + followers.sums(taken)) / safe
    chances = values - taken
    del values, taken  # each as long as all n-grams
    chances /= safe[contexts]
    chances += weights[contexts] * np.exp(shorter, out=shorter)
    has = np.zeros(len(totals), bool)
    has[contexts] = True
    logs = np.log(np.maximum(chances, 1e-300, out=chances), out=chances)
    return Scores(logs, np.where(has, np.log(np.maximum(weights, 1e-12)), 0.0))


def _backing_off(followers: Followers, rates: Floats | float, yielding: bool) -> Scores:
    """Counts times their rates, and what is left over what shorter n-grams give to the words that
    do not follow: SRILM's arithmetic. Where nothing is left, a `yielding` method counts one more
    (Doug Paul's way); where hardly a word is left to take anything, those that follow take all.
    """
    totals = np.where(followers.totals > 0, followers.totals, 1.0)
    chances = followers.values * rates / totals[followers.contexts]
    given = followers.sums(chances)
    rest = 1.0 - followers.sums(np.exp(followers.shorter))
    has = given > 0
    all_seen = has & (rest < HARDLY_ANY)
    scale = np.where(all_seen, 1.0 / np.maximum(given, NOTHING), 1.0)
    if yielding:
        used_up = has & ~all_seen & (given > 1.0 - NOTHING)
        scale = np.where(used_up, totals / (totals + 1.0), scale)

    chances *= scale[followers.contexts]
    left = 1.0 - given * scale
    weights = np.where(left > NOTHING, left / np.maximum(rest, NOTHING), LEAST_BACKOFF)
    weights = np.where(has & ~all_seen, weights, 1.0)
    return Scores(np.log(np.maximum(chances, 1e-300)), np.log(weights))


def counts_of_counts(values: Ints) -> Ints:
    """How many n-grams have each count up to the largest that matters; parts of the text add up."""
    largest = GOOD_TURING_MAX + 1
    return np.bincount(np.minimum(values, largest + 1), minlength=largest + 2)[: largest + 1]


def kneser_ney_discounts(values: Ints) -> Floats:
    return _kneser_ney_discounts(counts_of_counts(values))


def _kneser_ney_discounts(of_counts: Ints) -> Floats:
    """By count: 0, 1, 2, 3 and more (Chen & Goodman 1998). Where there are too few to tell, half
    and three quarters.
    """
    n = [float(of_counts[k]) for k in range(1, 5)]
    if min(n) == 0:
        return np.array([0.0, 0.5, 0.75, 0.9])
    y = n[0] / (n[0] + 2 * n[1])
    found = [k - (k + 1) * y * n[k] / n[k - 1] for k in (1, 2, 3)]
    return np.array(
        [0.0, *(min(max(value, 0.05), k - 0.05) for k, value in zip((1, 2, 3), found, strict=True))]
    )


def good_turing(values: Ints) -> Floats:
    return _good_turing(counts_of_counts(values))


def _good_turing(of_counts: Ints) -> Floats:
    """What is left of each count, by count; the last holds for all larger ones (Katz 1987)."""
    n = [float(of_counts[k]) for k in range(1, GOOD_TURING_MAX + 2)]
    shares = np.ones(GOOD_TURING_MAX + 2)
    common = (GOOD_TURING_MAX + 1) * n[GOOD_TURING_MAX] / n[0] if n[0] else 1.0
    for r in range(1, GOOD_TURING_MAX + 1):
        if n[r - 1] and n[r] and common < 1:
            adjusted = (r + 1) * n[r] / n[r - 1] / r
            share = (adjusted - common) / (1 - common)
            shares[r] = share if 0 < share < 1 else 1.0
    return shares
