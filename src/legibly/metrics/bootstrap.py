"""Intervals and comparisons by resampling units with replacement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from legibly.metrics.counts import Counts
from legibly.metrics.score import Score

SEED = 12345
Floats = NDArray[np.float64]


class Interval95(NamedTuple):
    low: float
    high: float


@dataclass(frozen=True)
class Rate:
    """A fraction of sums of counts: numerator and denominator name paths of `Counts.flat`, with
    factors.
    """

    name: str
    numerator: tuple[tuple[str, float], ...]
    denominator: tuple[tuple[str, float], ...]


def slot_rates(path: str, credit: float = 0.0) -> list[Rate]:
    """`credit` is that of a wrong mark in the right place."""
    c, s, d, i = (f"{path}/{kind}" for kind in ("correct", "substituted", "deleted", "inserted"))
    right = ((c, 1.0), (s, credit))
    return [
        Rate(f"{path}/precision", right, ((c, 1), (s, 1), (i, 1))),
        Rate(f"{path}/recall", right, ((c, 1), (s, 1), (d, 1))),
        Rate(f"{path}/f1", ((c, 2), (s, 2 * credit)), ((c, 2), (s, 2), (d, 1), (i, 1))),
        Rate(f"{path}/ser", ((s, 1 - credit), (d, 1), (i, 1)), ((c, 1), (s, 1), (d, 1))),
    ]


def error_rate(name: str, path: str) -> Rate:
    c, s, d, i = (f"{path}/{kind}" for kind in ("correct", "substituted", "deleted", "inserted"))
    return Rate(name, ((s, 1), (d, 1), (i, 1)), ((c, 1), (s, 1), (d, 1)))


def entity_rate(path: str) -> Rate:
    wrong = tuple((f"{path}/{kind}", 1.0) for kind in ("spaced", "incorrect", "over", "under"))
    return Rate(f"{path}/neer", wrong, ((f"{path}/correct", 1), *wrong))


def all_rates(counts: Counts) -> list[Rate]:
    """Every rate that a report prints."""
    rates = [
        rate
        for mark, slots in counts.marks.items()
        for rate in slot_rates(f"marks/{mark}", slots.credit)
    ]
    rates += [rate for view in counts.case for rate in slot_rates(f"case/{view}")]
    rates += slot_rates("boundaries")
    rates += [entity_rate(f"numbers/{kind}") for kind in counts.numbers]
    return [*rates, error_rate("wer_without_marks", "words"), error_rate("wer", "words_and_marks")]


def _matrix(score: Score, columns: dict[str, int]) -> Floats:
    rows = {
        number: row for row, number in enumerate(dict.fromkeys(unit.number for unit in score.units))
    }
    table = np.zeros((len(rows), len(columns)))
    for unit in score.units:
        for path, value in unit.counts.flat():
            table[rows[unit.number], columns[path]] += value
    return table


def _columns(scores: Sequence[Score]) -> dict[str, int]:
    paths = dict.fromkeys(
        path for score in scores for unit in score.units for path, _ in unit.counts.flat()
    )
    return {path: i for i, path in enumerate(paths)}


def _samples(units: int, samples: int) -> Floats:
    """How often each unit is drawn in each sample."""
    generator = np.random.default_rng(SEED)
    return generator.multinomial(units, np.full(units, 1 / units), size=samples).astype(np.float64)


def _values(rate: Rate, sums: Floats, columns: dict[str, int]) -> Floats:
    def total(terms: tuple[tuple[str, float], ...]) -> Floats:
        values = np.zeros(len(sums))
        for path, factor in terms:
            if path in columns:
                values += factor * sums[:, columns[path]]
        return values

    bottom = total(rate.denominator)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(bottom > 0, total(rate.numerator) / bottom, np.nan)


def intervals(score: Score, samples: int = 1000) -> dict[str, Interval95]:
    """95 % intervals of all rates, by name; none where a rate is mostly undefined."""
    if score.drawn < 2 or samples < 1:
        return {}

    columns = _columns([score])
    sums = _samples(score.drawn, samples) @ _matrix(score, columns)
    found = {}
    for rate in all_rates(score.counts):
        values = _values(rate, sums, columns)
        values = values[~np.isnan(values)]
        if len(values) > samples / 2:
            low, high = np.percentile(values, [2.5, 97.5])
            found[rate.name] = Interval95(float(low), float(high))

    return found


class Comparison(NamedTuple):
    """The second hypothesis minus the first, and how often a resampled difference has the other
    sign (two-sided).
    """

    difference: float
    interval: Interval95
    p: float


def compare(first: Score, second: Score, samples: int = 1000) -> dict[str, Comparison]:
    """Paired: both hypotheses are drawn with the same units, so they must have been scored on the
    same references.
    """
    if first.drawn != second.drawn:
        raise ValueError("paired comparison needs the same references on both sides")
    if first.drawn < 2 or samples < 1:
        return {}

    columns = _columns([first, second])
    draws = _samples(first.drawn, samples)
    a, b = (_matrix(score, columns) for score in (first, second))
    found = {}
    for rate in all_rates(first.counts + second.counts):
        values = _values(rate, draws @ b, columns) - _values(rate, draws @ a, columns)
        values = values[~np.isnan(values)]
        if len(values) <= samples / 2:
            continue
        low, high = np.percentile(values, [2.5, 97.5])
        whole = _values(rate, b.sum(0)[None], columns) - _values(rate, a.sum(0)[None], columns)
        other_sign = min(int(np.sum(values <= 0)), int(np.sum(values >= 0)))
        p = 2 * (other_sign + 1) / (len(values) + 1)  # never 0: there are only so many samples
        found[rate.name] = Comparison(
            float(whole[0]), Interval95(float(low), float(high)), min(1.0, p)
        )

    return found
