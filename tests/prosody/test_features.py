from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.prosody.features import (
    FEATURES,
    LONGEST_PAUSE_SECONDS,
    LOOK_BACK_WORDS,
    NAMES,
    PAPER_NAMES,
    TIME_NAMES,
    from_labels,
    from_times,
    labelled,
)
from legibly.transcript import Word

SPOKEN = [
    Word("well", 0.0, 0.5),
    Word("i", 1.0, 1.1),
    Word("know", 1.1, 1.5),
    Word("him", 1.52, 2.0),
    Word("yes", 3.0, 3.25),
]


def column(name: str, words: list[Word]) -> list[float]:
    values = from_times(words)[:, TIME_NAMES.index(name)].tolist()
    return [round(value, 4) for value in values]


def test_the_ten_of_the_paper_are_there() -> None:
    assert len(PAPER_NAMES) == 10
    assert {feature.name for feature in FEATURES} == set(NAMES)


def test_a_pause_lasts_until_the_next_word() -> None:
    pauses = column("pause", SPOKEN)
    assert pauses[:4] == [0.5, 0.0, 0.02, 1.0]
    assert math.isnan(pauses[4])


def test_the_last_pause_counts_from_its_end_and_gaps_of_aligners_are_none() -> None:
    assert column("since_pause", SPOKEN) == [0.5, 0.1, 0.5, 1.0, 0.25]


def test_durations_in_seconds_and_by_letter() -> None:
    assert column("duration", SPOKEN) == [0.5, 0.1, 0.4, 0.48, 0.25]
    assert column("letter_duration", SPOKEN) == [0.125, 0.1, 0.1, 0.16, 0.0833]


def test_a_word_that_takes_longer_than_those_before_is_lengthened() -> None:
    words = [Word("bill", i * 0.3, i * 0.3 + 0.3) for i in range(8)]
    words.append(Word("bill", 2.4, 3.0))
    assert column("lengthening", words)[-2:] == [0.0, round(math.log(2), 4)]


def test_overlap_and_long_silences_have_limits() -> None:
    assert column("pause", [Word("a", 0, 2), Word("b", 1, 3), Word("c", 90, 91)])[:2] == [
        0.0,
        LONGEST_PAUSE_SECONDS,
    ]


def test_where_times_begin_anew_no_pause_is_known() -> None:
    words = [Word("a", 5.0, 5.2), Word("b", 0.0, 0.4), Word("c", 0.4, 0.9)]
    assert math.isnan(column("pause", words)[0])
    assert column("since_pause", words)[1:] == [0.4, 0.9]


def test_words_without_times_are_not_known() -> None:
    values = from_times([Word("a"), Word("b", 0.0, 0.3), Word("c")])
    assert np.isnan(values[0]).all()
    assert np.isnan(values[2, : TIME_NAMES.index("rate")]).all()


def test_the_borders_of_captions_are_no_pauses() -> None:
    words = [Word("so", 1.0), Word("it", None, 2.0), Word("is", 3.0), Word("true", None, 4.0)]
    assert np.isnan(from_times(words)[:, TIME_NAMES.index("pause")]).all()


def test_no_words() -> None:
    assert from_times([]).shape == (0, len(TIME_NAMES))


@st.composite
def timed(draw: st.DrawFn) -> list[Word]:
    now, words = 0.0, []
    for _ in range(draw(st.integers(1, 60))):
        start = now + draw(st.sampled_from((0.0, 0.0, 0.0, 0.02, 0.1, 0.6)))
        now = start + draw(st.sampled_from((0.1, 0.25, 0.5)))
        text = draw(st.sampled_from(("a", "word", "sentence")))
        words.append(Word(text, start, now) if draw(st.integers(0, 9)) else Word(text))
    return words


@given(timed(), st.integers(0, 60))
def test_a_row_is_the_same_wherever_the_words_were_cut(words: list[Word], place: int) -> None:
    place = min(place, len(words) - 1)
    first = max(0, place - LOOK_BACK_WORDS)
    part = words[first : place + 2]
    whole, cut = from_times(words)[place], from_times(part)[place - first]
    assert np.array_equal(whole, cut, equal_nan=True)


@given(timed())
def test_labels_say_what_was_measured(words: list[Word]) -> None:
    values = from_times(words)
    found = [
        word._replace(labels=labels)
        for word, labels in zip(words, labelled(values, TIME_NAMES), strict=True)
    ]
    assert np.allclose(from_labels(found, TIME_NAMES), values, atol=1e-4, equal_nan=True)


@pytest.mark.parametrize("wrong", ["long", None, [1], 1e300, float("nan")])
def test_labels_that_are_no_numbers_are_not_known(wrong: object) -> None:
    assert np.isnan(from_labels([Word("a", labels={"pause": wrong})], ("pause",))).all()
