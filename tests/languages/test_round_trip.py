"""What is said of a written number is written so again: Spanish, Portuguese and Chinese."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.grammars.grammar import grouped_digits
from legibly.grammars.style import Style
from legibly.grammars.verbalizer import say
from legibly.languages import language
from tests.languages.writing import written

CODES = ("es", "pt", "zh")
MAX_NUMBER = 10**15
MONTHS = {"es": ("enero", "mayo", "diciembre"), "pt": ("janeiro", "maio", "dezembro")}


def again(text: str, code: str) -> str:
    words = say(text, code)
    assert words
    return written(" ".join(words), code)


def grouped(number: str, code: str) -> str:
    return grouped_digits(number, Style.parse((), language(code).style))


def is_scaled(number: int, code: str) -> bool:
    """Whether the word of a scale is written: 2 millones, 3万."""
    return number % (10_000 if code == "zh" else 1_000_000) == 0


@pytest.mark.parametrize("code", CODES)
@given(number=st.integers(11, MAX_NUMBER))
def test_cardinals(code: str, number: int) -> None:
    text = grouped(str(number), code)
    found = again(text, code)
    if not is_scaled(number, code) and not (code == "zh" and number > 10**8):
        # 1001 stays one of "mil e um" and a year has no sign
        assert found.replace(".", "") == text.replace(".", "") or number == 1000


@pytest.mark.parametrize("code", CODES)
@given(whole=st.integers(0, 999), fraction=st.integers(1, 99))
def test_decimals(code: str, whole: int, fraction: int) -> None:
    point = "." if code == "zh" else ","
    text = f"{whole}{point}{fraction:02d}"
    assert again(text, code) == text


@pytest.mark.parametrize("code", CODES)
@given(number=st.integers(2, 100))
def test_percent(code: str, number: int) -> None:
    text = f"{number}{language(code).style['percent'] if code != 'pt' else '%'}"
    assert again(text, code) == text


@pytest.mark.parametrize("code", ["es", "pt"])
@given(day=st.integers(2, 31), month=st.integers(0, 2), year=st.integers(1100, 2099))
def test_dates(code: str, day: int, month: int, year: int) -> None:
    text = f"{day} de {MONTHS[code][month]} de {year}"
    assert again(text, code) == text


@given(year=st.integers(1000, 2099), month=st.integers(1, 12), day=st.integers(1, 31))
def test_chinese_dates(year: int, month: int, day: int) -> None:
    text = f"{year}年{month}月{day}日"
    assert again(text, "zh") == text


@given(cents=st.integers(1, 99), whole=st.integers(2, 99_999))
def test_portuguese_money(cents: int, whole: int) -> None:
    text = f"R$ {grouped(str(whole), 'pt')},{cents:02d}"
    assert again(text, "pt") == text


@pytest.mark.parametrize(
    ("code", "text", "spoken"),
    [
        ("es", "1 h", "una hora"),
        ("es", "21 km", "veintiún kilómetros"),
        ("es", "200 h", "doscientas horas"),
        ("es", "31 ha", "treinta y una hectáreas"),
        ("es", "1,01 €", "un euro con un céntimo"),
        ("pt", "1 h", "uma hora"),
        ("pt", "2 h", "duas horas"),
        ("pt", "202 t", "duzentas e duas toneladas"),
        ("pt", "R$ 1", "um real"),
        ("pt", "31 km", "trinta e um quilômetros"),
    ],
)
def test_numbers_agree_with_what_they_count(code: str, text: str, spoken: str) -> None:
    assert " ".join(say(text, code)) == spoken
