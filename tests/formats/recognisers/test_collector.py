from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.errors import DataError
from legibly.formats.recognisers.collector import WordCollector, merge_runs
from legibly.transcript import Transcript, Word
from tests.formats.helpers import source


def collector(**settings: Any) -> WordCollector:
    return WordCollector(source("", **settings))


def taken(found: WordCollector) -> Transcript:
    return found.builder.take(continued=False)


# --- words
# ------------------------------------------------------------------------------


def test_a_word_with_all_that_is_known_of_it() -> None:
    word = collector().word(" so ", "0.5", 1, "0.75", 7, {"channel": "1"})
    assert word == Word("so", 0.5, 1.0, 0.75, "7", {"channel": "1"})


@pytest.mark.parametrize("text", ["", "  ", "\t\n"])
def test_nothing_is_no_word(text: str) -> None:
    assert collector().word(text) is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "talk.x: a word is None; expected a string; fix the line or pass --skip-bad-lines"),
        (5, "talk.x: a word is 5; expected a string"),
        ("\ud800", r"talk.x: a word is '\\ud800'; expected a string"),
    ],
)
def test_what_is_no_text_is_no_word(text: object, message: str) -> None:
    with pytest.raises(DataError, match=message):
        collector().word(text)
    patient = collector(skip_bad_lines=True)
    assert patient.word(text) is None
    assert patient.source.skipped == 1


def test_a_time_below_nought_is_an_error() -> None:
    with pytest.raises(DataError, match=r"talk\.x: word 'so': start"):
        collector().word("so", -1.0, 1.0)


def test_an_end_before_the_start_is_left_out_and_counted() -> None:
    found = collector()
    assert found.word("so", 2.0, 1.0) == Word("so", 2.0, None)
    assert sum(found.source.repairs.values()) == 1


def test_a_speaker_that_is_no_text_is_left_out() -> None:
    word = collector().word("so", speaker="\ud800")
    assert word is not None
    assert word.speaker is None


def test_marks_on_a_word_are_taken_off_it() -> None:
    found = collector()
    found.add("(so,", 0.0, 1.0)
    found.add("Mr.", 1.0, 2.0)
    found.add("!")
    transcript = taken(found)
    assert [word.text for word in transcript.words] == ["so", "Mr."]
    assert transcript.text == "(so, Mr.!"


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("so it is", [(1.0, None), (None, None), (None, 2.0)]),
        ("so is", [(1.0, None), (None, 2.0)]),
        ("你好", [(1.0, None), (None, 2.0)]),
        ("« so »", [(1.0, 2.0)]),
    ],
)
def test_of_several_words_the_first_has_the_start_and_the_last_the_end(
    text: str, times: list[tuple[float | None, float | None]]
) -> None:
    found = collector()
    found.add(text, 1.0, 2.0)
    assert [(word.start, word.end) for word in taken(found).words] == times


def test_a_stretch_of_no_text_is_none() -> None:
    found = collector()
    found.add_text(None)
    found.add_text("")
    assert found.builder.empty


@pytest.mark.parametrize("mark", [None, 5, "", " ", "\ud800"])
def test_what_is_no_mark_is_left_out(mark: object) -> None:
    found = collector()
    found.add("so")
    found.add_mark(mark)
    assert taken(found).text == "so"


def test_an_alternative_reaches_to_the_last_word() -> None:
    found = collector()
    for text in ("so", "it", "is"):
        found.add(text)
    found.add_alternative(1, [Word("at"), None, Word("his")], "0.5")
    [other] = taken(found).alternatives
    assert (other.first, other.last, other.score) == (1, 3, 0.5)
    assert [word.text for word in other.words] == ["at", "his"]


def test_the_words_of_another_hypothesis_have_no_times() -> None:
    assert collector().words(" so  it\ud800 is ") == (Word("so"), Word("is"))


# --- times
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        (1.5, 1.5),
        (2, 2.0),
        ("2", 2.0),
        ("1.300s", 1.3),
        (" 1.3 S ", 1.3),
        (".5", 0.5),
        ("PT1M3.5S", 63.5),
        ("PT1H2M3S", 3723.0),
        ("pt2m", 120.0),
        ("1h", 3600.0),
        ("1:30", 90.0),
        ("00:00:01,770", 1.77),
        ({"seconds": "1", "nanos": 500_000_000}, 1.5),
        ({"nanos": 500_000_000}, 0.5),
        ({}, 0.0),
        (None, None),
        ("", None),
    ],
)
def test_times_in_all_their_shapes(value: object, seconds: float | None) -> None:
    found = collector()
    assert found.seconds(value) == (seconds if seconds is None else pytest.approx(seconds))
    assert not found.source.repairs


@pytest.mark.parametrize(
    "value",
    ["soon", "1:30:", "PT", "s", "-1", 10**20, True, [], {"seconds": "x"}, {"seconds": None}],
)
def test_what_is_no_time_is_left_out_and_counted(value: object) -> None:
    found = collector()
    assert found.seconds(value) is None
    assert found.source.repairs == {"a time that is not one, left out": 1}


@given(st.integers(0, 99), st.integers(0, 59), st.integers(0, 59_999))
def test_durations_are_hours_and_minutes_and_seconds(hours: int, minutes: int, ms: int) -> None:
    text = f"PT{hours}H{minutes}M{ms / 1000}S"
    assert collector().seconds(text) == pytest.approx(hours * 3600 + minutes * 60 + ms / 1000)


@given(st.integers(0, 10**9), st.sampled_from([0.001, 1e-7]))
def test_other_units_are_made_seconds(value: int, unit: float) -> None:
    assert collector().seconds(value, unit) == pytest.approx(value * unit)
    assert collector().seconds(str(value), unit) == pytest.approx(value * unit)


# --- languages
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("named", "told", "language"),
    [
        (None, "en-US", "en"),
        (None, "english", "en"),
        (None, None, None),
        (None, 5, None),
        (None, "", None),
        ("pt", "en", "pt"),  # the user's word
    ],
)
def test_the_language_is_what_the_file_says_or_the_user(
    named: str | None, told: object, language: str | None
) -> None:
    found = collector(language=named)
    found.set_language(told)
    found.add("so")
    assert taken(found).language == language


# --- channels
# ------------------------------------------------------------------------------


def spoken(*rows: tuple[str, float | None, float | None]) -> list[Word]:
    return [Word(*row) for row in rows]


def test_channels_are_cut_at_their_pauses() -> None:
    first = spoken(("so", 0.0, 0.5), ("it", 0.6, 1.0), ("is", 3.0, 3.5))
    second = spoken(("yes", 0.7, 2.0), ("no", 2.1, 2.5))
    merged = merge_runs([first, second])
    assert [word.text for word in merged] == ["so", "it", "yes", "no", "is"]


def test_a_word_without_times_stays_with_the_one_before() -> None:
    first = spoken(("so", 0.0, 0.5), ("it", None, None), ("is", 3.0, 3.5))
    second = spoken(("yes", 1.0, 2.0))
    assert [word.text for word in merge_runs([first, second])] == ["so", "it", "yes", "is"]


def test_a_pause_may_be_longer() -> None:
    first, second = spoken(("so", 0.0, 0.5), ("is", 3.0, 3.5)), spoken(("yes", 1.0, 2.0))
    assert [word.text for word in merge_runs([first, second], 10.0)] == ["so", "is", "yes"]


@st.composite
def channels(draw: st.DrawFn) -> list[list[Word]]:
    found: list[list[Word]] = []
    for channel in range(draw(st.integers(1, 3))):
        reached, words = 0.0, []
        for number in range(draw(st.integers(0, 6))):
            start = reached + draw(st.sampled_from([0.0, 0.1, 0.5, 2.0]))
            reached = start + draw(st.sampled_from([0.1, 0.5]))
            words.append(Word(f"{channel}.{number}", start, reached))
        found.append(words)
    return found


@given(channels())
def test_every_word_of_a_channel_is_there_once_and_in_order(found: list[list[Word]]) -> None:
    merged = merge_runs(found)
    assert len(merged) == sum(len(words) for words in found)
    for channel, words in enumerate(found):
        assert [word for word in merged if word.text.startswith(f"{channel}.")] == words


@given(channels())
def test_another_channel_breaks_in_only_at_a_pause(found: list[list[Word]]) -> None:
    merged = merge_runs(found)
    for before, word in pairwise(merged):
        channel, number = word.text.split(".")
        if not before.text.startswith(f"{channel}.") and number != "0":
            previous = found[int(channel)][int(number) - 1]
            assert word.start is not None
            assert previous.end is not None
            assert word.start - previous.end >= 0.5
