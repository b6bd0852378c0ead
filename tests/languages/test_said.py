"""What grammars of the packaged languages say, and that it is heard again as what was written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.grammars.verbalizer import verbalize
from tests.languages.writing import apart, ways, whole_readings, written

SAID = {
    "es": [
        (
            "El 3 de mayo de 2024 a las 15:30 pagó 12,50 € por 3 kg.",
            "El tres de mayo de dos mil veinticuatro a las quince y treinta pagó doce euros con "
            "cincuenta céntimos por tres kilogramos.",
        ),
        ("1.º de enero", "primero de enero"),
        ("200 millones", "doscientos millones"),
        ("1000", "mil"),
        ("1.000.000", "un millón"),
        ("21.ª", "vigésima primera"),
        ("10-20", "diez a veinte"),
        ("-5 °C", "menos cinco grados celsius"),
        ("2/3", "dos tercios"),
    ],
    "pt": [
        (
            "Em 3 de maio de 2024, às 15h30, pagou R$ 12,50 por 3 kg.",
            "Em três de maio de dois mil e vinte e quatro, às quinze horas e trinta, pagou doze "
            "reais e cinquenta centavos por três quilogramas.",
        ),
        ("R$ 2 bilhões", "dois bilhões de reais"),
        ("1.000.000.000", "um bilhão"),
        ("1.100", "mil e cem"),
        ("1.234", "mil duzentos e trinta e quatro"),
        ("21ª", "vigésima primeira"),
        ("R$ 0,25", "vinte e cinco centavos"),
    ],
    "zh": [
        ("2024年3月5日下午3:30", "二零二四年三月五日下午三点三十分"),
        ("共1.5万人，占12.5%", "共一点五万人，占百分之十二点五"),
        ("20世纪80年代", "二十世纪八十年代"),
        ("第21届", "第二十一届"),
        ("$100", "一百美元"),
        ("打13501234567", "打一三五零一二三四五六七"),
        ("-5°C", "负五摄氏度"),
    ],
}


@pytest.mark.parametrize(
    ("code", "text", "expected"), [(code, *row) for code, table in SAID.items() for row in table]
)
def test_is_said(code: str, text: str, expected: str) -> None:
    assert verbalize(text, code) == expected


CODES = st.sampled_from(["es", "pt", "zh"])


@given(CODES, st.integers(10, 10**15))
def test_a_number_that_was_said_is_written_as_it_was(code: str, number: int) -> None:
    """Those of the scales are written with their words, unless the style says otherwise."""
    spoken = verbalize(str(number), code)
    if code == "zh":
        spoken = apart(spoken)
    if spoken == "mil":
        return  # alone it is rarely a number
    texts = written(spoken, code, "thousands=none", "scales=digits", digits_from=1)
    assert texts == str(number)


@given(CODES, st.integers(0, 10**6), st.from_regex(r"[0-9]{1,5}", fullmatch=True))
def test_a_decimal_that_was_said_is_heard_again(code: str, whole: int, fraction: str) -> None:
    sign = "." if code == "zh" else ","
    text = f"{whole}{sign}{fraction}"
    for spoken in ways(text, "decimal", code)[:8]:
        plain = {t.replace(".", "") if code != "zh" else t for _, t in whole_readings(spoken, code)}
        assert text in plain


@given(CODES, st.integers(1, 12), st.integers(1, 28), st.integers(1900, 2099))
def test_a_date_that_was_said_is_written_as_it_was(
    code: str, month: int, day: int, year: int
) -> None:
    months = {
        "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre "
        "diciembre",
        "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro "
        "dezembro",
    }
    if code == "zh":
        text = f"{year}年{month}月{day}日"
        assert written(apart(verbalize(text, code)), code) == text
    else:
        first = "1º" if code == "pt" and day == 1 else str(day)
        text = f"{first} de {months[code].split()[month - 1]} de {year}"
        assert written(verbalize(text, code), code) == text


@given(CODES, st.integers(1, 23), st.integers(1, 59))
def test_a_time_that_was_said_is_written_as_it_was(code: str, hour: int, minute: int) -> None:
    before = {"es": "la " if hour == 1 else "las ", "pt": "às ", "zh": ""}[code]
    text = f"{before}{hour}:{minute:02d}"
    spoken = verbalize(text, code)
    assert written(apart(spoken) if code == "zh" else spoken, code) == text


@given(CODES, st.integers(2, 10**6 - 1), st.integers(0, 99))
def test_percent_and_money_that_were_said_are_written_as_they_were(
    code: str, number: int, cents: int
) -> None:
    percent = {"es": f"{number} %", "pt": f"{number}%", "zh": f"{number}%"}[code]
    money = {"es": f"${number},{cents:02d}", "pt": f"R$ {number},{cents:02d}", "zh": f"${number}"}
    for text in (percent, money[code]):
        spoken = verbalize(text, code)
        styles = ("thousands=none", "scales=digits", "currency=sign")
        again = written(apart(spoken) if code == "zh" else spoken, code, *styles)
        assert again == text.removesuffix(",00")
