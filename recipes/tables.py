"""Tables in Markdown, and figures as they stand in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from legibly.metrics.bootstrap import Comparison, Interval95, intervals
from legibly.metrics.counts import OVERALL, Counts, Slots
from legibly.metrics.score import Score, Settings, Unit


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines)


def percent(rate: float | None, digits: int = 1) -> str:
    return "-" if rate is None else f"{100 * rate:.{digits}f}"


def with_interval(rate: float | None, interval: Interval95 | None) -> str:
    """A figure with its 95 % interval: **69.8** (68.1-71.4)."""
    if interval is None:
        return f"**{percent(rate)}**"
    return f"**{percent(rate)}** ({percent(interval.low)}-{percent(interval.high)})"


def overall_f1(score: Score) -> str:
    """F1 of all marks together, with its interval."""
    found = intervals(score).get(f"marks/{OVERALL}/f1")
    return with_interval(score.counts.marks[OVERALL].f1, found)


def difference(found: Comparison | None) -> str:
    """Of two figures, with its 95 % interval: +1.2 (-0.3 to +2.8)."""
    if found is None:
        return "-"
    low, high = found.interval
    return f"{100 * found.difference:+.1f} ({100 * low:+.1f} to {100 * high:+.1f})"


def pair_slots(pairs: Sequence[tuple[object, object]]) -> Slots:
    """Of what is wanted and what was found, place by place; what is empty or None is no slot."""
    return Slots(
        correct=sum(bool(wanted) and wanted == found for wanted, found in pairs),
        substituted=sum(
            bool(wanted) and bool(found) and wanted != found for wanted, found in pairs
        ),
        deleted=sum(bool(wanted) and not found for wanted, found in pairs),
        inserted=sum(bool(found) and not wanted for wanted, found in pairs),
    )


def slot_score(units: Sequence[Slots]) -> Score:
    """Slots of units that were counted by hand, as a score that intervals can be had of."""
    counted = (Unit("", Counts(marks={OVERALL: slots}), i) for i, slots in enumerate(units))
    return Score(Settings(), tuple(counted))
