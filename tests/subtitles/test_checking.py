from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.subtitles.checking import Violation, check
from legibly.subtitles.cues import Cue
from legibly.subtitles.rules import CueRules

RULES = CueRules(line_width=10, lines=2, min_seconds=1.0, max_seconds=5.0, speed=10.0, gap=0.1)


@pytest.mark.parametrize(
    ("cue", "violations"),
    [
        (Cue(0, 2, ("so it is",)), []),
        (Cue(0, 2, ("a", "b", "c")), [("lines", 3, 2)]),
        (Cue(0, 2, ("so it is so",)), [("line width", 11, 10)]),
        (
            Cue(0, 3, ("so it is so", "or so it was")),
            [("line width", 11, 10), ("line width", 12, 10)],
        ),
        (Cue(0, 0.5, ("so",)), [("too short", 0.5, 1.0)]),
        (Cue(0, 5.5, ("so",)), [("too long", 5.5, 5.0)]),
        (Cue(0, 1, ("so it is", "now")), [("reading speed", 11.0, 10.0)]),
        (Cue(1, 1, ("so",)), [("too short", 0, 1.0), ("reading speed", 2000.0, 10.0)]),
        (Cue(0, 2, ("你好你好你",)), []),
        (Cue(0, 2, ("你好你好你好",)), [("line width", 12, 10)]),
    ],
)
def test_what_a_cue_breaks(cue: Cue, violations: list[tuple[str, float, float]]) -> None:
    assert list(check([cue], RULES)) == [Violation(1, *row) for row in violations]


@pytest.mark.parametrize(
    ("start", "violations"),
    [
        (2.1, []),
        (2.0, [Violation(2, "gap", 0.0, 0.1)]),
        (2.05, [Violation(2, "gap", 0.05, 0.1)]),
        (1.5, [Violation(2, "overlap", -0.5, 0.0)]),
        (9.0, []),
    ],
)
def test_what_two_cues_break_between_them(start: float, violations: list[Violation]) -> None:
    cues = [Cue(0, 2, ("so",)), Cue(start, start + 2, ("yes",))]
    assert list(check(cues, RULES)) == violations


def test_thousandths_of_a_second_are_forgiven() -> None:
    cues = [Cue(0, 0.999, ("so",)), Cue(1.098, 6.099, ("yes",))]
    assert list(check(cues, RULES)) == []


def test_nothing_breaks_no_rules() -> None:
    assert list(check([], RULES)) == []


TIMES = st.integers(0, 100).map(lambda tenths: tenths / 10)


@given(st.lists(st.tuples(TIMES, TIMES, st.sampled_from(["so", "so it is", "so it is so"]))))
def test_each_rule_is_that_of_its_words(rows: list[tuple[float, float, str]]) -> None:
    """One rule at a time, over all cues."""
    cues = [Cue(start, start + length, (text,)) for start, length, text in rows]
    found = list(check(cues, RULES))

    def broken(rule: str) -> list[int]:
        return [item.cue for item in found if item.rule == rule]

    lengths = [cue.end - cue.start for cue in cues]
    assert broken("too short") == [n for n, length in enumerate(lengths, 1) if length < 0.99]
    assert broken("too long") == [n for n, length in enumerate(lengths, 1) if length > 5.01]
    assert broken("line width") == [n for n, cue in enumerate(cues, 1) if len(cue.lines[0]) > 10]
    silences = [after.start - before.end for before, after in pairwise(cues)]
    assert broken("overlap") == [n for n, silence in enumerate(silences, 2) if silence < -0.01]
    assert broken("gap") == [n for n, silence in enumerate(silences, 2) if -0.01 < silence < 0.09]
