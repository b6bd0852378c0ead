from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.grammars.style import Style
from legibly.grammars.verbalizer import verbalize
from tests.english.helpers import (
    DIGITS,
    formatted,
    is_heard_again,
    spans,
    spell,
    ways,
    winner,
    written,
)

TIMES = [
    ("three thirty p m", "3:30 PM"),
    ("three p m", "3 PM"),
    ("six am", "6 AM"),
    ("six a.m.", "6 AM"),
    ("twelve p m", "12 PM"),
    ("three p m e s t", "3 PM EST"),
    ("three thirty eastern", "3:30 Eastern"),
    ("five forty five p m pacific time", "5:45 PM Pacific Time"),
    ("eight oh six a m", "8:06 AM"),
    ("twelve thirty a m", "12:30 AM"),
    ("eleven o'clock", "11 o'clock"),
    ("twelve o clock", "12 o'clock"),
    ("three o'clock e s t", "3:00 EST"),
    ("three o'clock p m", "3 PM"),
    ("half past three", "3:30"),
    ("quarter past five", "5:15"),
    ("a quarter past five", "5:15"),
    ("ten after eleven", "11:10"),
    ("five past four", "4:05"),
    ("twenty minutes past four", "4:20"),
    ("half past nine p m", "9:30 PM"),
    ("quarter to one", "12:45"),
    ("quarter to twelve p m", "11:45 PM"),
    ("ten to eleven pm", "10:50 PM"),
    ("ten minutes to eleven p m", "10:50 PM"),
    ("twenty five to six a m", "5:35 AM"),
    ("three minutes to six p m", "5:57 PM"),
    ("fifteen thirty hours", "1530 hours"),
    ("twenty three fifty nine hours", "2359 hours"),
]
BARE_TIMES = [
    ("three thirty", "3:30"),
    ("eight oh six", "8:06"),
    ("twelve fifty", "12:50"),
]


@pytest.mark.parametrize(
    ("kind", "spoken", "expected"),
    [("time", *row) for row in TIMES] + [("bare time", *row) for row in BARE_TIMES],
)
def test_times_of_day(kind: str, spoken: str, expected: str) -> None:
    assert written(spoken, kind) == expected


@pytest.mark.parametrize(
    ("kind", "spoken"),
    [
        ("time", "three"),
        ("time", "three thirty"),
        ("time", "thirteen p m"),
        ("time", "three sixty p m"),
        ("time", "three five p m"),
        ("time", "zero o'clock"),
        ("time", "o'clock"),
        ("time", "half past"),
        ("time", "half to nine"),
        ("time", "p m"),
        ("time", "ten to eleven"),
        ("time", "fifteen thirty"),
        ("time", "five after"),
        ("time", "five past thirteen"),
        ("bare time", "thirteen thirty"),
        ("bare time", "three sixty"),
        ("bare time", "three five"),
        ("bare time", "six to nine"),
        ("bare time", "half to nine"),
    ],
)
def test_what_is_no_time(kind: str, spoken: str) -> None:
    assert written(spoken, kind) is None


@pytest.mark.parametrize(
    ("spoken", "kind", "expected"),
    [
        ("twelve twelve", "year", "1212"),
        ("ten sixty six", "year", "1066"),
        ("nine one one", "pattern", "911"),
        ("three thirty dollars", "money", "$330"),
        ("three thirty percent", "percent", "330%"),
        ("five to ten dollars", "range", "$5 to $10"),
        ("ten to twelve percent", "range", "10 to 12%"),
        ("room three thirty", "pattern", "Room 330"),
        ("won five to one", "pattern", "won 5-1"),
        ("three thirty miles", "measure", "330 miles"),
    ],
)
def test_another_reading_wins_where_it_is_likelier(spoken: str, kind: str, expected: str) -> None:
    assert winner(spoken) == (kind, expected)


@pytest.mark.parametrize(
    ("spoken", "expected"),
    [
        ("meet at three thirty p m tomorrow", "Meet at 3:30 PM tomorrow"),
        ("it is half past three", "It is 3:30"),
        ("at five forty five", "At 5:45"),
        ("i am at home", "I am at home"),
        ("three to six p m", "3 to 6 PM"),
        ("ten to eleven people", "10 to 11 people"),
        ("five after", "Five after"),
        ("noon", "Noon"),
        ("half past", "Half past"),
        ("one of the clocks", "One of the clocks"),
        ("quarter to the left", "Quarter to the left"),
    ],
)
def test_times_in_sentences(spoken: str, expected: str) -> None:
    assert formatted(spoken) == expected


@pytest.mark.parametrize(
    ("style", "spoken", "expected"),
    [
        (Style(hours="24"), "three thirty p m", "15:30"),
        (Style(hours="24"), "three p m", "15:00"),
        (Style(hours="24"), "twelve oh five a m", "00:05"),
        (Style(hours="24"), "twelve p m", "12:00"),
        (Style(hours="24"), "quarter to one p m", "12:45"),
        (Style(hours="24"), "three p m e s t", "15:00 EST"),
        (Style(hours="24"), "half past three", "3:30"),  # of the morning or not
        (Style(half="a.m."), "three thirty p m", "3:30 p.m."),
        (Style(half="a.m."), "three a m", "3 a.m."),
        (Style(half="am"), "three p m", "3 pm"),
    ],
)
def test_times_in_other_styles(style: Style, spoken: str, expected: str) -> None:
    assert written(spoken, "time", style) == expected


def test_every_part_of_a_time_keeps_its_words() -> None:
    assert spans("three thirty p m", "time") == [("3:30", 0, 2, ""), ("PM", 2, 4, "")]
    assert spans("three p m e s t", "time") == [
        ("3", 0, 1, ""),
        ("PM", 1, 3, ""),
        ("EST", 3, 6, ""),
    ]
    assert spans("ten to eleven p m", "time") == [("10:50", 0, 3, ""), ("PM", 3, 5, "")]


# --- properties
# ------------------------------------------------------------------------------


HOURS, MINUTES = st.integers(1, 12), st.integers(0, 59)


def spell_time(hour: int, minute: int) -> str:
    if not minute:
        return spell(hour)
    return f"{spell(hour)} {spell(minute) if minute >= 10 else f'oh {DIGITS[minute]}'}"


@given(HOURS, MINUTES, st.sampled_from(["AM", "PM"]))
def test_times_are_what_was_counted(hour: int, minute: int, half: str) -> None:
    spoken = f"{spell_time(hour, minute)} {half[0].lower()} m"
    assert written(spoken, "time") == (f"{hour}:{minute:02d}" if minute else f"{hour}") + f" {half}"

    noon = 12 * (half == "PM")
    expected = f"{hour % 12 + noon:02d}:{minute:02d}"
    assert written(spoken, "time", Style(hours="24")) == expected


@given(HOURS, st.integers(1, 29), st.sampled_from(["past", "after"]))
def test_minutes_past_an_hour_are_added(hour: int, minutes: int, past: str) -> None:
    spoken = f"{spell(minutes)} {past} {spell(hour)}"
    assert written(spoken, "time") == f"{hour}:{minutes:02d}"


@given(HOURS, st.integers(1, 29))
def test_minutes_to_an_hour_are_taken_off(hour: int, minutes: int) -> None:
    of_day = (hour * 60 - minutes) % 720
    expected = f"{of_day // 60 or 12}:{of_day % 60:02d} PM"
    assert written(f"{spell(minutes)} minutes to {spell(hour)} p m", "time") == expected


@given(
    HOURS,
    MINUTES,
    st.sampled_from(["AM", "PM"]),
    st.sampled_from(["", " EST", " GMT", " UTC"]),
)
def test_what_is_said_of_times_is_heard_again(hour: int, minute: int, half: str, zone: str) -> None:
    time = f"{hour}:{minute:02d}" if minute else f"{hour}"
    assert is_heard_again(f"{time} {half}{zone}", "time")


@given(HOURS, st.integers(1, 59))
def test_what_is_said_of_bare_times_is_heard_again(hour: int, minute: int) -> None:
    assert is_heard_again(f"{hour}:{minute:02d}", "bare time")


# --- the way back
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("3:30 PM", "three thirty p m"),
        ("3 PM", "three p m"),
        ("12 AM", "twelve a m"),
        ("3:05", "three oh five"),
        ("3:00", "three o'clock"),
        ("12:30 AM EST", "twelve thirty a m e s t"),
        ("15:30", "fifteen thirty hours"),
        ("00:05", "zero oh five hours"),
        ("3:30-4:30", "three thirty to four thirty"),
    ],
)
def test_times_are_said(text: str, spoken: str) -> None:
    assert verbalize(text) == spoken


@pytest.mark.parametrize("text", ["3", "3:5", "25:00", "3:60 PM", "13 PM", "3.30", "PM", "3:30:15"])
def test_what_is_not_said_as_a_time(text: str) -> None:
    assert ways(text, "time") == []


@pytest.mark.parametrize(
    ("spoken", "expected"),
    [("oh eight hundred hours", "0800 hours"), ("fifteen hundred hours zulu", "1500 hours Zulu")],
)
def test_full_hours_of_a_day_of_24(spoken: str, expected: str) -> None:
    assert formatted(spoken).lower() == expected.lower()


@pytest.mark.parametrize("text", ["10 a.m. daily", "10:30 a.m. daily"])
def test_the_stops_of_a_half_are_no_marks(text: str) -> None:
    assert "." not in verbalize(text)
    assert verbalize("At 10 a.m. Then") == "At ten a m. Then"


@pytest.mark.parametrize(
    ("spoken", "expected"),
    [
        ("three seventy p m", "Three seventy PM"),
        ("we met at ten eighty p m", "We met at ten eighty PM"),
        ("it was seven sixty five pm", "It was seven sixty five PM"),
        ("channel five seventy a m", "Channel 570 a m"),
        ("three fifty nine p m", "3:59 PM"),
    ],
)
def test_minutes_that_there_are_not_stay_words(spoken: str, expected: str) -> None:
    assert formatted(spoken) == expected
