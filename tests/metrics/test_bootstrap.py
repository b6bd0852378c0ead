from __future__ import annotations

from functools import reduce
from operator import add

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legibly.metrics.bootstrap import (
    SEED,
    Interval95,
    Rate,
    all_rates,
    compare,
    entity_rate,
    error_rate,
    intervals,
    slot_rates,
)
from legibly.metrics.counts import Counts, Entities, Slots, WordErrors
from legibly.metrics.score import Score, Settings, Unit, score_pair
from legibly.transcript import Transcript
from tests.metrics.helpers import counts, score, written

REF = " ".join(["so we can, yes. Is it so? No."] * 200)
GOOD = REF.replace("Is it so?", "is it so?", 300)
BAD = REF.replace(",", "").replace("?", ".")
SAMPLES = 20  # few, as each is added up unit by unit

# --- the slow way
# ------------------------------------------------------------------------------


def rate_of(found: Counts, name: str) -> float | None:
    """The rates that counts have themselves, by their names in reports."""
    *path, rate = name.split("/")
    if name == "wer":
        return found.words_and_marks.wer
    if name == "wer_without_marks":
        return found.words.wer
    if path[0] == "numbers":
        return found.numbers.get(path[1], Entities()).neer
    if path[0] == "boundaries":
        return getattr(found.boundaries, rate)  # type: ignore[no-any-return]
    return getattr(getattr(found, path[0]).get(path[1], Slots()), rate)  # type: ignore[no-any-return]


def resampled(one: Score) -> list[Counts]:
    """The counts of each sample: units drawn with the same draws, and added one by one."""
    numbers = list(dict.fromkeys(unit.number for unit in one.units))
    draws = np.random.default_rng(SEED).multinomial(
        len(numbers), np.full(len(numbers), 1 / len(numbers)), size=SAMPLES
    )
    return [
        reduce(
            add,
            (
                unit.counts
                for number, times in zip(numbers, draw, strict=True)
                for unit in one.units
                if unit.number == number
                for _ in range(times)
            ),
            Counts(),
        )
        for draw in draws
    ]


def percentiles(values: list[float]) -> tuple[float, float]:
    low, high = np.percentile(sorted(values), [2.5, 97.5])
    return pytest.approx(low), pytest.approx(high)  # type: ignore[return-value]


@st.composite
def scores(draw: st.DrawFn, units: int = 4) -> Score:
    """Units of made-up counts; some of one number, as a breakdown leaves them."""
    found = [
        Unit("", draw(counts()), number) for number in range(units) for _ in range(1 + number % 2)
    ]
    return Score(Settings(), tuple(found))


@settings(max_examples=30)
@given(scores())
def test_intervals_are_those_of_adding_up_each_sample(one: Score) -> None:
    samples, found = resampled(one), intervals(one, SAMPLES)
    for rate in all_rates(one.counts):
        values = [rate_of(sample, rate.name) for sample in samples]
        defined = [value for value in values if value is not None]
        if len(defined) > SAMPLES / 2:
            assert tuple(found[rate.name]) == percentiles(defined)
        else:
            assert rate.name not in found


@settings(max_examples=30)
@given(scores(), scores())
def test_comparisons_are_those_of_adding_up_each_sample(one: Score, two: Score) -> None:
    both = list(zip(resampled(one), resampled(two), strict=True))
    found = compare(one, two, SAMPLES)
    for name, comparison in found.items():
        pairs = [(rate_of(first, name), rate_of(second, name)) for first, second in both]
        values = [b - a for a, b in pairs if a is not None and b is not None]
        assert len(values) > SAMPLES / 2
        assert tuple(comparison.interval) == percentiles(values)
        first, second = rate_of(one.counts, name), rate_of(two.counts, name)
        if first is not None and second is not None:
            assert comparison.difference == pytest.approx(second - first)
        assert 0 < comparison.p <= 1


# --- rates
# ------------------------------------------------------------------------------


@given(counts())
def test_rates_name_what_they_are_made_of(found: Counts) -> None:
    numbers = dict(found.flat())
    for rate in all_rates(found):
        top = sum(factor * numbers.get(path, 0) for path, factor in rate.numerator)
        bottom = sum(factor * numbers.get(path, 0) for path, factor in rate.denominator)
        wanted = rate_of(found, rate.name)
        assert wanted == (pytest.approx(top / bottom) if bottom else None), rate.name


def test_every_rate_that_a_report_prints_has_a_name() -> None:
    found = Counts(
        marks={",": Slots(), "overall": Slots()},
        case={"overall": Slots()},
        numbers={"time": Entities()},
    )
    assert [rate.name for rate in all_rates(found)] == [
        *(f"marks/,/{rate}" for rate in ("precision", "recall", "f1", "ser")),
        *(f"marks/overall/{rate}" for rate in ("precision", "recall", "f1", "ser")),
        *(f"case/overall/{rate}" for rate in ("precision", "recall", "f1", "ser")),
        *(f"boundaries/{rate}" for rate in ("precision", "recall", "f1", "ser")),
        *("numbers/time/neer", "wer_without_marks", "wer"),
    ]


def test_names_of_rates() -> None:
    assert [rate.name for rate in slot_rates("x")] == ["x/precision", "x/recall", "x/f1", "x/ser"]
    assert entity_rate("numbers/time").name == "numbers/time/neer"
    assert error_rate("wer", "words") == Rate(
        "wer",
        (("words/substituted", 1), ("words/deleted", 1), ("words/inserted", 1)),
        (("words/correct", 1), ("words/substituted", 1), ("words/deleted", 1)),
    )


# --- intervals
# ------------------------------------------------------------------------------


def test_intervals_hold_the_rate_and_are_the_same_each_time() -> None:
    result = score(REF, BAD)
    assert len(result.units) > 10
    found = intervals(result)
    f1 = result.counts.marks["overall"].f1
    assert f1 is not None
    low, high = found["marks/overall/f1"]
    assert low <= f1 <= high
    assert intervals(result) == found


def test_one_unit_has_no_interval() -> None:
    assert intervals(score("yes.", "yes.")) == {}
    assert intervals(Score(Settings(), ())) == {}
    assert intervals(score(REF, BAD), samples=0) == {}


def test_units_that_are_all_alike_have_an_interval_of_no_width() -> None:
    unit = Counts(words=WordErrors(correct=3, deleted=1))
    one = Score(Settings(), tuple(Unit("", unit, number) for number in range(5)))
    assert intervals(one, SAMPLES)["wer_without_marks"] == Interval95(0.25, 0.25)


def test_a_rate_of_nothing_has_no_interval() -> None:
    one = Score(Settings(), tuple(Unit("", Counts(boundaries=Slots(1)), i) for i in range(3)))
    found = intervals(one, SAMPLES)
    assert found["boundaries/f1"] == Interval95(1.0, 1.0)
    assert "wer" not in found


def test_a_breakdown_does_not_change_the_intervals() -> None:
    words = [word._replace(speaker="AB"[i % 3 == 0]) for i, word in enumerate(written(REF).words)]
    ref = Transcript(words, written(REF).tokens)
    plain, broken = (score_pair(ref, written(BAD), Settings(by=by)) for by in (None, "speaker"))
    assert len(broken.units) > len(plain.units)
    assert intervals(broken) == intervals(plain)


# --- comparisons
# ------------------------------------------------------------------------------


def test_a_paired_comparison_tells_better_from_worse() -> None:
    comparison = compare(score(REF, GOOD), score(REF, BAD))
    assert comparison["marks/overall/f1"].difference < 0
    assert comparison["marks/overall/f1"].p < 0.01


def test_the_same_hypothesis_twice_does_not_differ() -> None:
    same = compare(score(REF, GOOD), score(REF, GOOD))["marks/overall/f1"]
    assert (same.difference, same.interval, same.p) == (0.0, Interval95(0.0, 0.0), 1.0)


@settings(max_examples=30)
@given(scores(), scores())
def test_the_other_way_round_the_difference_has_the_other_sign(one: Score, two: Score) -> None:
    there, back = compare(one, two, SAMPLES), compare(two, one, SAMPLES)
    assert there.keys() == back.keys()
    for name, comparison in there.items():
        assert comparison.difference == pytest.approx(-back[name].difference, nan_ok=True)
        assert comparison.p == pytest.approx(back[name].p)
        assert comparison.interval.low == pytest.approx(-back[name].interval.high)


def test_p_is_never_nought_for_there_are_only_so_many_samples() -> None:
    better = Score(Settings(), tuple(Unit("", Counts(boundaries=Slots(9)), i) for i in range(4)))
    worse = Score(Settings(), tuple(Unit("", Counts(boundaries=Slots(1, 8)), i) for i in range(4)))
    assert compare(better, worse, 99)["boundaries/f1"].p == pytest.approx(2 / 100)


def test_a_rate_that_is_seldom_there_on_both_sides_is_not_compared() -> None:
    """One unit of many is drawn in two samples of three, and two others in less than half."""
    empty, full = Counts(), Counts(boundaries=Slots(1))
    one, two = (
        Score(Settings(), tuple(Unit("", full if i == at else empty, i) for i in range(50)))
        for at in (0, 1)
    )
    assert "boundaries/f1" in intervals(one, 1000)
    assert "boundaries/f1" not in compare(one, two, 1000)


def test_one_unit_cannot_be_compared() -> None:
    assert compare(score("yes.", "yes."), score("yes.", "no.")) == {}


def test_a_comparison_needs_the_same_references() -> None:
    with pytest.raises(ValueError, match="the same references on both sides"):
        compare(score(REF, GOOD), score("yes.", "yes."))


def test_half_credit_is_in_the_intervals_too() -> None:
    whole, half = (score(REF, BAD, half_credit=credit) for credit in (False, True))
    name = "marks/overall/ser"
    assert half.ser is not None
    assert whole.ser is not None
    assert half.ser < whole.ser
    low, high = intervals(half)[name]
    assert low <= half.ser <= high < intervals(whole)[name].low
    assert half.counts.marks["overall"].substituted == whole.counts.marks["overall"].substituted
