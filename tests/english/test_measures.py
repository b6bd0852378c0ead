from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.grammars.style import Style
from legibly.grammars.verbalizer import verbalize
from legibly.languages.tables import rows
from tests.english.helpers import (
    formatted,
    hears,
    readings,
    spans,
    spell,
    ways,
    winner,
    written,
)

UNITS = [(row[0], row[1]) for row in rows("en", "units")]
MEASURES = [
    ("five kilometers", "5 kilometers"),
    ("one kilometer", "1 kilometer"),
    ("eighteen point five kilometers", "18.5 kilometers"),
    ("twenty miles", "20 miles"),
    ("two hundred miles per hour", "200 miles per hour"),
    ("two and a half hours", "2.5 hours"),
    ("five point five feet", "5.5 feet"),
    ("twenty degrees", "20 degrees"),
    ("minus five degrees fahrenheit", "-5 degrees Fahrenheit"),
    ("twenty degrees celsius", "20 degrees Celsius"),
    ("minus three meters", "-3 meters"),
    ("sixteen gigabytes", "16 gigabytes"),
    ("twenty five hundred miles", "2,500 miles"),
    ("three thirty miles", "330 miles"),
    ("a hundred kilometers per hour", "100 kilometers per hour"),
    ("two point five million tonnes", "2.5 million tonnes"),
    ("four hundred c c", "400 c c"),
]


@pytest.mark.parametrize(("spoken", "expected"), MEASURES)
def test_measures_are_written_in_digits(spoken: str, expected: str) -> None:
    assert written(spoken, "measure") == expected


@pytest.mark.parametrize(
    "spoken",
    [
        *("five miles", "six feet", "two hours", "three seconds", "one second"),  # everyday
        *("kilometer", "a kilometer", "many kilometers", "first kilometer", "half a kilometer"),
        *("five people", "five of a kilometer", "kilometers five", "six foot two", "degrees"),
    ],
)
def test_what_is_no_measure(spoken: str) -> None:
    assert written(spoken, "measure") is None


@pytest.mark.parametrize(
    ("spoken", "kind", "expected"),
    [
        ("forty second", "ordinal", "42nd"),
        ("ten pounds", "named money", "10 pounds"),
        ("twenty percent", "percent", "20%"),
        ("fifteen thirty hours", "time", "1530 hours"),
        ("room twenty five", "pattern", "Room 25"),
        ("ten a m", "time", "10 AM"),
        ("twenty cents", "cents", "$0.20"),
        ("five k", "numbered", "5K"),
        ("five g", "numbered", "5G"),
        ("twenty thousand won", "named money", "20,000 won"),
    ],
)
def test_another_reading_wins_where_it_is_likelier(spoken: str, kind: str, expected: str) -> None:
    assert winner(spoken) == (kind, expected)


@pytest.mark.parametrize(
    ("spoken", "expected"),
    [
        ("a few miles away", "A few miles away"),
        ("half a mile", "Half a mile"),
        ("the five miles home", "The five miles home"),
        ("wait a second", "Wait a second"),
        ("five foot ten inches", "5 foot 10 inches"),
        ("two hundred people per square kilometer", "200 people per square kilometer"),
        ("three quarters of a mile", "Three quarters of a mile"),
        ("twenty degrees in the shade", "20 degrees in the shade"),
        ("in the last twenty minutes", "In the last 20 minutes"),
        ("two hours and thirty minutes", "Two hours and 30 minutes"),
    ],
)
def test_measures_in_sentences(spoken: str, expected: str) -> None:
    assert formatted(spoken) == expected


@pytest.mark.parametrize(
    ("style", "spoken", "expected"),
    [
        (Style(units="short"), "two hundred miles per hour", "200 mph"),
        (Style(units="short"), "minus sixty six kilograms", "-66 kg"),
        (Style(units="short"), "twenty degrees celsius", "20°C"),
        (Style(units="short"), "twenty degrees", "20°"),
        (Style(units="short"), "five miles", "5 mi"),
        (Style(units="short"), "two point five million tonnes", "2.5 million t"),
        (Style(digits_from=0), "five miles", "5 miles"),
        (Style(digits_from=100), "twenty miles", None),
        (Style(digits_from=100), "twenty kilometers", "20 kilometers"),
        (Style(thousands=""), "twenty five hundred miles", "2500 miles"),
    ],
)
def test_measures_in_other_styles(style: Style, spoken: str, expected: str | None) -> None:
    assert written(spoken, "measure", style) == expected


def test_short_units_win_where_the_user_wants_them() -> None:
    assert readings("twenty seconds", Style(units="short"))[0][1] == "20 s"


def test_every_word_of_a_unit_is_a_token() -> None:
    assert spans("two hundred miles per hour", "measure") == [
        ("200", 0, 2, ""),
        ("miles", 2, 3, ""),
        ("per", 3, 4, ""),
        ("hour", 4, 5, ""),
    ]
    assert spans("two hundred miles per hour", "measure", Style(units="short")) == [
        ("200", 0, 2, ""),
        ("mph", 2, 5, ""),
    ]
    assert spans("twenty degrees celsius", "measure", Style(units="short")) == [("20°C", 0, 3, "")]


# --- properties
# ------------------------------------------------------------------------------


@given(st.integers(10, 9_999), st.sampled_from([spoken for spoken, _ in UNITS]))
def test_a_measure_is_its_number_and_what_was_said(number: int, unit: str) -> None:
    expected = unit.replace("celsius", "Celsius").replace("fahrenheit", "Fahrenheit")
    assert written(f"{spell(number)} {unit}", "measure") == f"{number:,} {expected}"


@given(st.integers(10, 9_999), st.sampled_from(UNITS))
def test_a_short_measure_is_its_number_and_the_sign(number: int, unit: tuple[str, str]) -> None:
    spoken, short = unit
    found = written(f"{spell(number)} {spoken}", "measure", Style(units="short"))
    assert found == f"{number:,}{'' if short.startswith('°') else ' '}{short}"


@given(
    st.sampled_from(["", "-"]),
    st.integers(2, 9_999),
    st.sampled_from(["", ".5", ".25"]),
    st.sampled_from([row for row in UNITS if " " not in row[1] and row[1][0] not in "°/"]),
)
def test_what_is_said_of_measures_is_heard_again(
    sign: str, number: int, fraction: str, unit: tuple[str, str]
) -> None:
    text = f"{sign}{number:,}{fraction} {unit[1]}"
    said = ways(text, "measure")
    assert said
    assert all(text in hears(way, "measure", Style(units="short")) for way in said)


# --- the way back
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("5 km", "five kilometers"),
        ("-5 km", "minus five kilometers"),
        ("200 mph", "two hundred miles per hour"),
        ("20°C", "twenty degrees celsius"),
        ("20 °C", "twenty degrees celsius"),
        ("5 m²", "five square meters"),
        ("3 s", "three seconds"),
        ("1,500 kg", "one thousand five hundred kilograms"),
        ("2.5 km", "two point five kilometers"),
        ("16GB", "sixteen gigabytes"),
        ("40 sq ft", "forty square feet"),
    ],
)
def test_measures_are_said(text: str, spoken: str) -> None:
    assert verbalize(text) == spoken


@pytest.mark.parametrize("text", ["km", "5", "five km", "5 kmh", "5  km", "5 people", "$5 km"])
def test_what_is_not_said_as_a_measure(text: str) -> None:
    assert ways(text, "measure") == []


# --- wrong today
# ------------------------------------------------------------------------------


def test_a_round_number_of_units_is_written_in_millions() -> None:
    assert written("five million square kilometers", "measure") == "5 million square kilometers"


@pytest.mark.parametrize(
    ("text", "spoken"), [("1 km", "one kilometer"), ("1 kg", "one kilogram"), ("1 ft", "one foot")]
)
def test_one_unit_is_not_several(text: str, spoken: str) -> None:
    assert verbalize(text) == spoken
