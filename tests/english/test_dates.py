from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.grammars.style import Style
from legibly.grammars.verbalizer import verbalize
from tests.english.helpers import (
    formatted,
    is_heard_again,
    ordinal,
    spans,
    spell,
    spell_ordinal,
    ways,
    winner,
    written,
)

MONTHS = [
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
]
TABLES = {
    "date": [
        ("july twenty fifth twenty twelve", "July 25, 2012"),
        ("july twenty five twenty twelve", "July 25, 2012"),
        ("july the twenty fifth", "July the 25th"),
        ("january first", "January 1"),
        ("july four", "July 4"),
        ("may the fourth", "May the 4th"),
        ("december seventh nineteen forty one", "December 7, 1941"),
        ("the twenty fifth of july two thousand twelve", "the 25th of July 2012"),
        ("the fifteenth of january", "the 15th of January"),
        ("fourth of july", "4th of July"),
        ("second october", "2nd October"),
        ("third march two thousand and one", "3rd March 2001"),
        ("first january one thousand sixty six", "1st January 1066"),
        ("october nineteen oh five", "October 1905"),
        ("may twenty twelve", "May 2012"),
        ("june two thousand", "June 2000"),
        ("february twenty ninth two thousand and twenty four", "February 29, 2024"),
    ],
    "decade": [
        ("nineteen nineties", "1990s"),
        ("eighteen eighties", "1880s"),
        ("twenty tens", "2010s"),
        ("twenty thirties", "2030s"),
        ("nineteen tens", "1910s"),
    ],
    "quarter": [
        ("q three twenty twenty", "Q3 2020"),
        ("q one", "Q1"),
        ("cue three", "Q3"),
        ("h two", "H2"),
        ("h one twenty twenty one", "H1 2021"),
        ("q two two thousand nineteen", "Q2 2019"),
    ],
    "era": [
        ("seven fifty b c", "750 BC"),
        ("forty four bc", "44 BC"),
        ("seventy nine a d", "79 AD"),
        ("three hundred b c e", "300 BCE"),
        ("one thousand b c", "1000 BC"),  # a year: without a thousands sign
        ("thirteen hundred b c", "1300 BC"),
        ("nineteen hundred c e", "1900 CE"),
    ],
}


@pytest.mark.parametrize(
    ("kind", "spoken", "expected"),
    [(kind, *row) for kind, rows in TABLES.items() for row in rows],
)
def test_dates_are_written(kind: str, spoken: str, expected: str) -> None:
    assert written(spoken, kind) == expected


@pytest.mark.parametrize(
    ("kind", "spoken"),
    [
        ("date", "may"),
        ("date", "march"),
        ("date", "july"),
        ("date", "the fourth"),
        ("date", "march on fifth"),
        ("date", "january thirty second"),
        ("date", "the thirty second of july"),
        ("date", "the fifteen of july"),
        ("date", "july zero"),
        ("date", "july hundred"),
        ("date", "sunday the fourth"),
        ("date", "fourth of"),
        ("decade", "nineteen ninety"),
        ("decade", "nine nineties"),
        ("decade", "twenty one nineties"),
        ("quarter", "q five"),
        ("quarter", "queue one"),
        ("quarter", "q three nine"),
        ("era", "b c"),
        ("era", "forty b"),
        ("era", "forty four of b c"),
    ],
)
def test_what_is_no_date(kind: str, spoken: str) -> None:
    assert written(spoken, kind) is None


@pytest.mark.parametrize(
    ("spoken", "kind", "expected"),
    [
        ("twenty twelve", "year", "2012"),
        ("q five", "code", "Q5"),
        ("twenty twenty dollars", "money", "$2,020"),
        ("henry the eighth", "pattern", "Henry VIII"),
        ("world war two", "pattern", "World War II"),
        ("twenty first", "ordinal", "21st"),
        ("october nineteen oh five", "date", "October 1905"),
        ("ten a m", "time", "10 AM"),
        ("b c", "letters", "BC"),
        ("forty seconds", "measure", "40 seconds"),
    ],
)
def test_another_reading_wins_where_it_is_likelier(spoken: str, kind: str, expected: str) -> None:
    assert winner(spoken) == (kind, expected)


@pytest.mark.parametrize(
    ("spoken", "expected"),
    [
        ("on the fourth", "On the fourth"),
        ("may be", "May be"),
        ("march on", "March on"),
        ("the may queen", "The may queen"),
        ("may five hundred people come", "May 500 people come"),
        ("in may five people came", "In may five people came"),
        ("march two hundred miles", "March 200 miles"),
        ("the first of the month", "The first of the month"),
        ("in the sixties", "In the sixties"),
        ("twenties and thirties", "Twenties and thirties"),
        ("december seventh nineteen forty one a date", "December 7, 1941 a date"),
        ("the fifth of november", "The 5th of November"),
    ],
)
def test_dates_in_sentences(spoken: str, expected: str) -> None:
    assert formatted(spoken) == expected


@pytest.mark.parametrize(
    ("dates", "spoken", "expected"),
    [
        ("mdy", "the fifteenth of january", "January 15"),
        ("mdy", "fifteenth january twenty twelve", "January 15, 2012"),
        ("mdy", "january fifteenth", "January 15"),
        ("dmy", "january fifteenth", "15 January"),
        ("dmy", "january fifteenth twenty twelve", "15 January 2012"),
        ("dmy", "second october", "2 October"),
        ("iso", "january fifteenth twenty twelve", "2012-01-15"),
        ("iso", "the first of december nineteen eighty", "1980-12-01"),
        ("iso", "january fifteenth", "January 15"),  # without a year there is no such form
        ("iso", "january twenty twelve", "January 2012"),
    ],
)
def test_dates_in_other_orders(dates: str, spoken: str, expected: str) -> None:
    assert written(spoken, "date", Style(dates=dates)) == expected


def test_every_part_of_a_date_keeps_its_words() -> None:
    assert spans("july twenty fifth twenty twelve", "date") == [
        ("July", 0, 1, ""),
        ("25", 1, 3, ","),
        ("2012", 3, 5, ""),
    ]
    assert spans("the fifth of july nineteen ten", "date") == [
        ("the", 0, 1, ""),
        ("5th", 1, 2, ""),
        ("of", 2, 3, ""),
        ("July", 3, 4, ""),
        ("1910", 4, 6, ""),
    ]
    assert spans("q three twenty twenty", "quarter") == [("Q3", 0, 2, ""), ("2020", 2, 4, "")]


def test_a_date_in_another_order_is_one_token() -> None:
    assert spans("january fifteenth", "date", Style(dates="dmy")) == [("15 January", 0, 2, "")]


# --- properties
# ------------------------------------------------------------------------------


DAYS = st.dates(datetime.date(1900, 1, 1), datetime.date(2099, 12, 31))


def spell_year(year: int) -> str:
    return spell(year) if year % 100 < 10 else f"{spell(year // 100)} {spell(year % 100)}"


@given(DAYS)
def test_dates_are_what_was_counted(date: datetime.date) -> None:
    month, day, year = MONTHS[date.month - 1], spell_ordinal(date.day), spell_year(date.year)
    mdy, dmy = f"{month.lower()} {day} {year}", f"the {day} of {month.lower()} {year}"
    assert written(mdy, "date") == f"{month} {date.day}, {date.year}"
    assert written(dmy, "date") == f"the {ordinal(date.day)} of {month} {date.year}"
    assert written(dmy, "date", Style(dates="dmy")) == f"{date.day} {month} {date.year}"
    assert written(dmy, "date", Style(dates="mdy")) == f"{month} {date.day}, {date.year}"
    for spoken in (mdy, dmy):
        assert written(spoken, "date", Style(dates="iso")) == date.isoformat()


@given(DAYS)
def test_what_is_said_of_dates_is_heard_again(date: datetime.date) -> None:
    month = MONTHS[date.month - 1]
    assert is_heard_again(f"{month} {date.day}, {date.year}", "date")
    assert is_heard_again(f"{ordinal(date.day)} of {month} {date.year}", "date")
    assert is_heard_again(f"the {ordinal(date.day)} of {month} {date.year}", "date")
    assert is_heard_again(f"{month} the {ordinal(date.day)}, {date.year}", "date")
    assert is_heard_again(f"{ordinal(date.day)} {month} {date.year}", "date")
    assert is_heard_again(f"{month} {date.year}", "date")


@given(st.integers(13, 20), st.integers(1, 9))
def test_what_is_said_of_decades_is_heard_again(century: int, decade: int) -> None:
    assert is_heard_again(f"{century}{decade}0s", "decade")


def test_what_is_said_of_quarters_is_heard_again() -> None:
    for quarter in range(1, 5):
        assert is_heard_again(f"Q{quarter}", "quarter")
        for year in range(2000, 2100):
            assert is_heard_again(f"Q{quarter} {year}", "quarter")


@given(st.integers(1, 99_999), st.sampled_from(["BC", "BCE", "AD", "CE"]))
def test_what_is_said_of_eras_is_heard_again(year: int, era: str) -> None:
    assert is_heard_again(f"{year} {era}", "era")


# --- the way back
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("July 4, 1976", "july fourth nineteen seventy six"),
        ("July 4th", "july fourth"),
        ("4 July 1976", "fourth of july nineteen seventy six"),
        ("4th July", "fourth july"),
        ("January 2012", "january twenty twelve"),
        ("2012-01-15", "fifteenth of january twenty twelve"),
        ("1990s", "nineteen nineties"),
        ("'90s", "nineties"),
        ("90's", "nineties"),
        ("'05", "oh five"),
        ("Q3 2020", "q three twenty twenty"),
        ("44 BC", "forty four b c"),
        ("44BCE", "forty four b c e"),
    ],
)
def test_dates_are_said(text: str, spoken: str) -> None:
    assert verbalize(text) == spoken


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("July", "date"),
        ("July 45", "date"),
        ("2012-13-15", "date"),
        ("2012-00-15", "date"),
        ("15/01/2012", "date"),
        ("Juli 4", "date"),
        ("1995s", "decade"),
        ("Q5", "quarter"),
        ("Q3 1999", "quarter"),
        ("44", "era"),
        ("BC 44", "era"),
    ],
)
def test_what_is_not_said_as_a_date(text: str, kind: str) -> None:
    assert ways(text, kind) == []


# --- wrong today
# ------------------------------------------------------------------------------


def test_an_era_may_come_first() -> None:
    assert formatted("a d seventy nine") == "AD 79"


def test_the_hundreds_of_a_century_are_heard() -> None:
    assert formatted("the nineteen hundreds") == "The 1900s"


@pytest.mark.parametrize(
    ("text", "spoken"), [("1900s", "nineteen hundreds"), ("1800s", "eighteen hundreds")]
)
def test_the_hundreds_of_a_century_are_said(text: str, spoken: str) -> None:
    assert verbalize(f"the {text}") == f"the {spoken}"


def test_a_year_has_two_halves() -> None:
    assert written("h three", "quarter") is None
