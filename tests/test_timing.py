from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from legibly.timing import ONE, ZERO, Interval, hull, interval, joint_confidence

POINTS = st.floats(min_value=0, allow_nan=False)
INTERVALS = st.builds(Interval, POINTS, POINTS)


@given(INTERVALS, INTERVALS, INTERVALS)
def test_plus_is_a_commutative_monoid_with_zero(a: Interval, b: Interval, c: Interval) -> None:
    assert a.plus(b) == b.plus(a)
    assert a.plus(b).plus(c) == a.plus(b.plus(c))
    assert a.plus(ZERO) == a


@given(INTERVALS, INTERVALS, INTERVALS)
def test_times_is_a_monoid_with_one(a: Interval, b: Interval, c: Interval) -> None:
    assert a.times(b).times(c) == a.times(b.times(c))
    assert a.times(ONE) == a == ONE.times(a)


@given(INTERVALS, INTERVALS, INTERVALS)
def test_times_distributes_over_plus(a: Interval, b: Interval, c: Interval) -> None:
    assert a.times(b.plus(c)) == a.times(b).plus(a.times(c))
    assert b.plus(c).times(a) == b.times(a).plus(c.times(a))


@given(INTERVALS)
def test_zero_annihilates(a: Interval) -> None:
    assert a.times(ZERO) == ZERO == ZERO.times(a)


@given(
    st.lists(st.tuples(st.none() | st.floats(0, 100), st.none() | st.floats(0, 100)), max_size=6)
)
def test_the_hull_is_the_earliest_start_and_the_latest_end(
    times: list[tuple[float | None, float | None]],
) -> None:
    start, end = hull(interval(s, e) for s, e in times)
    starts = [s for s, _ in times if s is not None]
    ends = [e for _, e in times if e is not None]
    assert start == (min(starts) if starts else None)
    if ends and max(ends) > 0:
        assert end == max(ends)
    if not ends and start != 0.0:
        assert end is None


def test_a_word_that_ends_at_zero_has_an_end() -> None:
    assert hull([interval(0.0, 0.0)]) == (0.0, 0.0)
    assert hull([]) == (None, None)


def test_the_confidence_of_a_token_is_that_all_its_words_are_right() -> None:
    assert joint_confidence([0.5, None, 0.5]) == 0.25
    assert joint_confidence([None]) is None
    assert joint_confidence([0.7]) == 0.7


def test_scores_that_are_no_probabilities_are_not_multiplied() -> None:
    assert joint_confidence([-6.763, -2.0]) == -6.763
    assert not math.isnan(joint_confidence([1.5, 0.5]) or 0)
