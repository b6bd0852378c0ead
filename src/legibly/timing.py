"""The timing semiring of Shugrina (2010), section 3.2, and the confidence that rides along.

An element is a pair (start, end) in seconds. Multiplication joins the words of one token: the
smallest interval that holds both. Addition keeps what two readings share. `ZERO` is a reading that
cannot be, `ONE` is a word without a time: it changes nothing that it is joined with.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple


class Interval(NamedTuple):
    start: float
    end: float

    def plus(self, other: Interval) -> Interval:
        """(s, e) + (s', e') = (max(s, s'), min(e, e'))"""
        return Interval(max(self.start, other.start), min(self.end, other.end))

    def times(self, other: Interval) -> Interval:
        """(s, e) x (s', e') = (min(s, s'), max(e, e'))"""
        return Interval(min(self.start, other.start), max(self.end, other.end))


MAX_SECONDS = 1e9  # thirty years
ZERO = Interval(0.0, math.inf)
ONE = Interval(math.inf, 0.0)


def interval(start: float | None, end: float | None) -> Interval:
    """The element of a word; a missing time is the neutral one of its side."""
    return Interval(ONE.start if start is None else start, ONE.end if end is None else end)


def hull(intervals: Iterable[Interval]) -> tuple[float | None, float | None]:
    """The product of all, with `None` where no word had a time."""
    product = ONE
    for item in intervals:
        product = product.times(item)
    # An end of 0.0 is the neutral one, but a fact for a word that is known to begin then.
    no_end = product.end == ONE.end and product.start != 0.0
    return None if product.start == ONE.start else product.start, None if no_end else product.end


def joint_confidence(confidences: Iterable[float | None]) -> float | None:
    """The chance that all words of a token are right: the Log semiring's product, written as
    probabilities.

    Words without a confidence do not count. Scores that are not probabilities (some recognisers
    write log-likelihoods) cannot be multiplied; the lowest one stands for the token.
    """
    known = [c for c in confidences if c is not None]
    if not known:
        return None
    if len(known) == 1 or any(not 0.0 <= c <= 1.0 for c in known):
        return min(known)

    return math.prod(known)
