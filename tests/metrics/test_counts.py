from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.metrics.counts import (
    Counts,
    Entities,
    HalfCreditSlots,
    Share,
    Slots,
    WordErrors,
    ratio,
)
from tests.metrics.helpers import SLOTS, counts

COUNTS = st.integers(0, 50)

# --- rates
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slots", "precision", "recall", "f1", "ser", "per"),
    [
        # 6 right, 1 another, 2 missed, 1 too many: 9 in the reference, 8 in the hypothesis.
        (Slots(6, 1, 2, 1), 6 / 8, 6 / 9, 12 / 17, 4 / 9, 4 / 10),
        (Slots(5, 0, 0, 0), 1.0, 1.0, 1.0, 0.0, 0.0),
        (Slots(0, 0, 4, 0), None, 0.0, 0.0, 1.0, 1.0),
        (Slots(0, 0, 0, 4), 0.0, None, 0.0, None, 1.0),
        (Slots(1, 0, 0, 3), 0.25, 1.0, 0.4, 3.0, 0.75),  # a slot error rate may exceed one
        (Slots(0, 2, 0, 0), 0.0, 0.0, 0.0, 1.0, 1.0),
        (Slots(), None, None, None, None, None),
    ],
)
def test_rates_by_hand(
    slots: Slots,
    precision: float | None,
    recall: float | None,
    f1: float | None,
    ser: float | None,
    per: float | None,
) -> None:
    found = (slots.precision, slots.recall, slots.f1, slots.ser, slots.per)
    assert found == tuple(
        value if value is None else pytest.approx(value)
        for value in (precision, recall, f1, ser, per)
    )


def test_kim_and_woodlands_third_annotator_has_half_credit() -> None:
    """Their Table 10: 97 marks, 65 right, 13 of the wrong kind, 19 missing, 18 put in."""
    slots = HalfCreditSlots(65, 13, 19, 18)
    rates = (slots.precision, slots.recall, slots.f1, slots.ser)
    assert rates == pytest.approx((0.7448, 0.7371, 0.7409, 0.4485), abs=5e-5)
    assert slots + slots == HalfCreditSlots(130, 26, 38, 36)


@given(COUNTS, COUNTS, COUNTS, COUNTS)
def test_kim_and_woodlands_identities(c: int, s: int, d: int, i: int) -> None:
    slots = Slots(c, s, d, i)
    n, m = slots.in_reference, slots.in_hypothesis
    assert (n, m, slots.errors) == (c + s + d, c + s + i, s + d + i)
    p, r, f = slots.precision, slots.recall, slots.f1
    if p and r and f is not None:
        assert f == pytest.approx(r * p / ((r + p) / 2)) == pytest.approx(2 * c / (n + m))  # (13)
    if slots.ser is not None:
        assert slots.ser == pytest.approx((s + d + i) / (c + s + d))  # (14)
    if f is not None:
        assert 1 - f == pytest.approx((s + (d + i) / 2) / (c + s + (d + i) / 2))  # (15)


def test_the_error_rate_of_words_is_their_slot_error_rate() -> None:
    errors = WordErrors(correct=7, substituted=1, deleted=2, inserted=1)
    assert errors.wer == errors.ser == pytest.approx(4 / 10)
    assert WordErrors(inserted=3).wer is None


def test_a_share() -> None:
    assert Share(3, 4).rate == 0.75
    assert Share(0, 4).rate == 0.0
    assert Share().rate is None


def test_error_rates_of_entities() -> None:
    entities = Entities(correct=5, spaced=1, incorrect=2, over=1, under=1, digits=2)
    assert entities.total == 10  # the wrong digits are among the wrong ones
    assert entities.neer == pytest.approx(5 / 10)
    assert entities.neer_ignoring_space == pytest.approx(4 / 10)
    assert Entities().neer is None
    assert Entities().neer_ignoring_space is None


@given(st.integers(0, 1000), st.integers(0, 1000))
def test_a_ratio_is_none_of_nothing(numerator: int, denominator: int) -> None:
    found = ratio(numerator, denominator)
    if denominator:
        assert found == pytest.approx(float(Fraction(numerator, denominator)))
    else:
        assert found is None


# --- sums
# ------------------------------------------------------------------------------


@given(SLOTS, SLOTS)
def test_slots_add_field_by_field(a: Slots, b: Slots) -> None:
    assert a + b == Slots(
        a.correct + b.correct,
        a.substituted + b.substituted,
        a.deleted + b.deleted,
        a.inserted + b.inserted,
    )


@given(counts(), counts(), counts())
def test_counts_add_in_any_order(a: Counts, b: Counts, c: Counts) -> None:
    assert a + b == b + a
    assert (a + b) + c == a + (b + c)
    assert a + Counts() == a


@given(counts(), counts())
def test_every_number_of_a_sum_is_the_sum_of_the_numbers(a: Counts, b: Counts) -> None:
    one, two, both = dict(a.flat()), dict(b.flat()), dict((a + b).flat())
    assert both == {path: one.get(path, 0) + two.get(path, 0) for path in {**one, **two}}


def test_a_class_that_one_side_lacks_is_taken_over() -> None:
    both = Counts(marks={",": Slots(1)}) + Counts(marks={",": Slots(2), "?": Slots(inserted=1)})
    assert both.marks == {",": Slots(3), "?": Slots(inserted=1)}


def test_a_sum_is_of_the_same_kind() -> None:
    assert isinstance(WordErrors(1) + WordErrors(2), WordErrors)


def test_adding_leaves_the_parts_alone() -> None:
    parts = Counts(marks={",": Slots(1)}), Counts(marks={",": Slots(2)})
    assert parts[0] + parts[1] != parts[0]
    assert [part.marks for part in parts] == [{",": Slots(1)}, {",": Slots(2)}]


def test_counts_are_frozen() -> None:
    with pytest.raises(AttributeError):
        Slots().correct = 3  # type: ignore[misc]


# --- paths
# ------------------------------------------------------------------------------


def test_every_number_has_a_path() -> None:
    found = dict(Counts(marks={",": Slots(1, 2, 3, 4)}, confusions={"?>.": 5}).flat())
    assert found["marks/,/correct"] == 1
    assert found["marks/,/inserted"] == 4
    assert found["confusions/?>."] == 5
    assert found["types/total"] == 0
    assert found["words_and_marks/deleted"] == 0


@given(counts())
def test_paths_lead_to_their_numbers(found: Counts) -> None:
    """The slow way: names one after the other, keys where there are any."""
    for path, number in found.flat():
        value: object = found
        for name in path.split("/"):
            value = value[name] if isinstance(value, Mapping) else getattr(value, name)
        assert value == number
