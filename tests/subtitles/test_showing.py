from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.subtitles.cues import Cue
from legibly.subtitles.rules import PRESETS, CueRules
from legibly.subtitles.showing import with_times

RULES = CueRules(min_seconds=1.0, max_seconds=7.0, speed=20.0, gap=0.08)


def times(*drafts: tuple[float, float, str]) -> list[tuple[float, float]]:
    cues = with_times([Cue(start, end, (text,)) for start, end, text in drafts], RULES)
    return [(cue.start, cue.end) for cue in cues]


def test_a_cue_is_shown_as_long_as_it_is_heard() -> None:
    assert times((1.0, 3.0, "so")) == [(1.0, 3.0)]


def test_a_short_cue_stays_into_the_silence_after_it() -> None:
    assert times((1.0, 1.2, "so")) == [(1.0, 2.0)]


def test_a_long_text_stays_until_it_can_be_read() -> None:
    assert times((1.0, 1.2, "x" * 40)) == [(1.0, 3.0)]


def test_no_cue_stays_into_the_next_one() -> None:
    assert times((1.0, 1.2, "x" * 40), (2.5, 4.0, "so")) == [(1.0, 2.42), (2.5, 4.0)]


def test_a_long_cue_is_taken_away() -> None:
    assert times((1.0, 30.0, "so")) == [(1.0, 8.0)]


def test_a_cue_waits_for_the_one_before_it() -> None:
    assert times((1.0, 3.0, "so"), (3.0, 5.0, "yes")) == [(1.0, 2.92), (3.0, 5.0)]
    assert times((1.0, 1.3, "so"), (1.3, 5.0, "yes")) == [(1.0, 1.3), (1.38, 5.0)]


def test_speakers_who_talk_at_once_share_the_time_by_their_length() -> None:
    assert times((1.0, 3.0, "hello"), (1.0, 3.0, "there")) == [(1.0, 1.92), (2.0, 3.0)]
    # 12 and 3 of 15 parts, and a gap.
    assert times((0.0, 5.0, "hello hello"), (0.1, 5.0, "so")) == [(0.0, 3.92), (4.0, 5.0)]


def test_a_word_thrown_in_does_not_share_the_time_of_a_long_cue() -> None:
    first, second = times((0.0, 5.0, "hello"), (2.0, 2.5, "so"))
    assert first == (0.0, 1.92)
    assert second[0] == 2.0


def test_nothing_is_shown_of_nothing() -> None:
    assert with_times([], RULES) == []


def test_what_is_shown_stays_as_it_was() -> None:
    draft = Cue(0.0, 1.0, ("so", "it is"), "A", 3, 7)
    assert with_times([draft], RULES) == [draft._replace(end=1.0)]


HUNDREDTHS = st.integers(0, 3000).map(lambda hundredths: hundredths / 100)


@st.composite
def drafts(draw: st.DrawFn) -> list[Cue]:
    """In the order of their starts, whatever their ends; some at the same time."""
    starts = sorted(draw(st.lists(HUNDREDTHS, max_size=12)))
    return [
        Cue(start, start + draw(HUNDREDTHS) / 3, ("x" * draw(st.integers(1, 60)),), None, i, i + 1)
        for i, start in enumerate(starts)
    ]


@given(drafts(), st.sampled_from(sorted(PRESETS)))
def test_times_never_overlap_or_run_back(found: list[Cue], preset: str) -> None:
    rules = PRESETS[preset]
    cues = with_times(found, rules)
    assert [(cue.lines, cue.first) for cue in cues] == [(cue.lines, cue.first) for cue in found]
    for draft, cue in zip(found, cues, strict=True):
        assert cue.start >= draft.start - 0.001
        assert cue.start < cue.end <= cue.start + rules.max_seconds + 0.0015
    for before, after in pairwise(cues):
        assert after.start >= before.end + rules.gap - 0.0015


@given(drafts())
def test_thousandths_are_enough(found: list[Cue]) -> None:
    for cue in with_times(found, RULES):
        assert (cue.start, cue.end) == (round(cue.start, 3), round(cue.end, 3))


@pytest.mark.parametrize("silence", [1.5, 3.0, 10.0])
def test_cues_with_silence_between_them_keep_their_starts(silence: float) -> None:
    found = [(i * (1 + silence), i * (1 + silence) + 1, "so it is") for i in range(5)]
    assert [start for start, _ in times(*found)] == [start for start, _, _ in found]
