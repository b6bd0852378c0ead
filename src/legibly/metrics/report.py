"""A score as JSON and as a table for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from legibly.metrics.bootstrap import Comparison, Interval95
from legibly.metrics.counts import OVERALL, Entities, Slots, WordErrors
from legibly.metrics.score import Score


class Scored(NamedTuple):
    """What one system got."""

    name: str
    score: Score
    intervals: Mapping[str, Interval95]


class Report(NamedTuple):
    """All that `legibly score` says of one system, or of two and how they differ."""

    systems: Sequence[Scored]
    comparison: Mapping[str, Comparison] | None
    by: str | None = None

    def as_json(self) -> dict[str, Any]:
        first = self.systems[0]
        document = as_json(first.score, first.intervals)
        if self.by is not None:
            groups = first.score.groups()
            document["by"] = {value: as_json(part) for value, part in groups.items()}
        if len(self.systems) > 1:
            document["against"] = as_json(self.systems[1].score, self.systems[1].intervals)
            document["comparison"] = {
                name: {"difference": c.difference, "interval": list(c.interval), "p": c.p}
                for name, c in (self.comparison or {}).items()
            }
        return document

    def lines(self) -> Iterator[str]:
        for name, score, intervals in self.systems:
            if len(self.systems) > 1:
                yield f"== {name}"
            yield from table(score, intervals)
            for value, part in score.groups().items() if self.by is not None else ():
                yield f"\n-- {self.by} {value}"
                yield from table(part)

        if self.comparison is not None:
            yield ""
            yield from comparison_table(self.comparison)


def as_json(score: Score, found: Mapping[str, Interval95] | None = None) -> dict[str, Any]:
    """Counts and rates as fractions; a rate that nothing was there for is null."""
    counts = score.counts
    found = found or {}
    return {
        "marks": {mark: _slots(slots) for mark, slots in counts.marks.items()},
        "punctuation_error_rate": counts.marks[OVERALL].per if counts.marks else None,
        "confusions": dict(counts.confusions),
        "boundaries": {**_slots(counts.boundaries), "su_error": counts.boundaries.ser},
        "types": {
            "correct": counts.types.correct,
            "total": counts.types.total,
            "accuracy": counts.types.rate,
        },
        "case": {
            **_slots(counts.case.get(OVERALL, Slots())),
            **{view: _slots(slots) for view, slots in counts.case.items() if view != OVERALL},
            "error_types": dict(counts.case_errors),
        },
        "numbers": {
            **_entities(counts.numbers.get(OVERALL, Entities())),
            "classes": {
                kind: _entities(e) for kind, e in sorted(counts.numbers.items()) if kind != OVERALL
            },
        },
        "wer": counts.words_and_marks.wer,
        "wer_without_marks": counts.words.wer,
        "words": _words(counts.words),
        "words_and_marks": _words(counts.words_and_marks),
        "units": score.drawn,
        "intervals": {name: list(interval) for name, interval in found.items()},
        "signature": score.signature,
    }


def _slots(slots: Slots) -> dict[str, Any]:
    return {
        **{
            kind: getattr(slots, kind) for kind in ("correct", "substituted", "deleted", "inserted")
        },
        **{rate: getattr(slots, rate) for rate in ("precision", "recall", "f1", "ser")},
    }


def _words(errors: WordErrors) -> dict[str, Any]:
    return {
        kind: getattr(errors, kind) for kind in ("correct", "substituted", "deleted", "inserted")
    }


def _entities(entities: Entities) -> dict[str, Any]:
    kinds = (
        "correct",
        "spaced",
        "incorrect",
        "over",
        "under",
        "digits",
        "total",
        "neer",
        "neer_ignoring_space",
    )
    # The same as slots: formatted otherwise, not formatted, formatted without need.
    slots = Slots(
        entities.correct, entities.incorrect + entities.spaced, entities.under, entities.over
    )
    return {**{kind: getattr(entities, kind) for kind in kinds}, **_slots(slots)}


MARK_NAMES = {
    ",": "comma",
    ".": "full stop",
    "?": "question",
    "!": "exclamation",
    ":": "colon",
    ";": "semicolon",
}


def table(score: Score, found: Mapping[str, Interval95] | None = None) -> Iterator[str]:
    """Lines for people: percentages, with half the width of the 95 % interval behind F1."""
    counts, found = score.counts, found or {}
    yield f"{'':26}{'P':>7}{'R':>7}{'F1':>7}{'±':>6}{'SER':>8}{'ref':>9}{'hyp':>9}"
    if score.has_marks:
        for mark, slots in counts.marks.items():
            if mark != OVERALL and (slots.in_reference or slots.in_hypothesis):
                yield _line(
                    f"{mark} {MARK_NAMES.get(mark, '')}", slots, found.get(f"marks/{mark}/f1")
                )
        yield _line("all marks", counts.marks[OVERALL], found.get("marks/overall/f1"))
        yield _line("sentence boundaries", counts.boundaries, found.get("boundaries/f1"))

    if score.has_capitals:
        for view, name in CASE_NAMES.items():
            slots = counts.case.get(view, Slots())
            if slots.in_reference or slots.in_hypothesis:
                yield _line(name, slots, found.get(f"case/{view}/f1"))

    yield ""
    yield (
        f"WER with marks {_percent(counts.words_and_marks.wer)}   WER' without "
        f"{_percent(counts.words.wer)}" + _errors(counts.words)
    )
    if score.has_marks:
        yield (
            f"punctuation error rate {_percent(counts.marks[OVERALL].per)}   "
            f"SU error {_percent(counts.boundaries.ser)}   "
            f"sentence types right {_percent(counts.types.rate)} of {counts.types.total} shared "
            "ends"
        )

    if counts.case_errors:
        total = sum(counts.case_errors.values())
        shares = (
            f"{kind} {100 * n / total:.0f} %" for kind, n in sorted(counts.case_errors.items())
        )
        yield f"case errors (Gravano Table 2): {', '.join(shares)}"

    if entities := counts.numbers.get(OVERALL):
        yield (
            f"numbers: NEER {_percent(entities.neer)}, ignoring space "
            f"{_percent(entities.neer_ignoring_space)} of "
            f"{entities.total} entities (incorrect {entities.incorrect}, over {entities.over}, "
            f"under {entities.under}; "
            f"wrong digits {entities.digits})"
        )

    if not score.has_marks:
        yield "the reference has no marks, so they were not scored"
    if not score.has_capitals:
        yield "the reference has no capitals, so case was not scored"
    if not counts.words.correct + counts.words.substituted + counts.words.inserted:
        yield "the hypothesis is empty"
    yield f"signature {score.signature}" + (f"|bs:{score.drawn}x100w" if found else "")


CASE_NAMES = {
    "overall": "case",
    "matched": "case, matching words",
    "inner": "case, inside sentences",
    "all_caps": "ALL CAPS",
    "mixed_case": "mixed case",
}


def _line(name: str, slots: Slots, interval: Interval95 | None) -> str:
    half = f"{50 * (interval.high - interval.low):.1f}" if interval else ""
    rates = "".join(f"{_number(rate):>7}" for rate in (slots.precision, slots.recall, slots.f1))
    counts = f"{slots.in_reference:>9}{slots.in_hypothesis:>9}"
    return f"{name:26}{rates}{half:>6}{_number(slots.ser):>8}{counts}"


def _number(rate: float | None) -> str:
    return "-" if rate is None else f"{100 * rate:.1f}"


def _percent(rate: float | None) -> str:
    return "-" if rate is None else f"{100 * rate:.2f} %"


def _errors(words: WordErrors) -> str:
    kinds = f"{words.substituted} substituted, {words.deleted} deleted, {words.inserted} inserted"
    return f"   ({kinds} of {words.in_reference})"


def comparison_table(found: Mapping[str, Comparison]) -> Iterator[str]:
    """Second minus first, in points."""
    yield f"{'second minus first':26}{'points':>8}{'95 % interval':>20}{'p':>8}"
    for name, item in found.items():
        if name.endswith(("/f1", "/ser", "/neer")) or name.startswith("wer"):
            low, high = 100 * item.interval.low, 100 * item.interval.high
            interval = f"{low:.2f} to {high:.2f}"
            yield f"{name:26}{100 * item.difference:>8.2f}{interval:>20}{item.p:>8.3f}"
