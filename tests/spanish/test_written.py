"""Tables of what Spanish grammars write, and of what they leave."""

from __future__ import annotations

import pytest

from tests.languages.writing import formatted, written

TABLES = {
    "cardinal": [
        ("diez", "10"),
        ("veintitrés libros", "23 libros"),
        ("treinta y una casas", "31 casas"),
        ("ciento un dálmatas", "101 dálmatas"),
        ("doscientas cincuenta páginas", "250 páginas"),
        ("mil quinientos", "1500"),
        ("cuarenta y seis mil seiscientos sesenta y cuatro", "46.664"),
        ("dos millones tres", "2.000.003"),
        ("mil millones uno", "1.000.000.001"),
        ("entre dieciséis mil y dieciocho mil", "entre 16.000 y 18.000"),
        ("menos veinticinco mil", "-25.000"),
        ("dos mil y pico", "2000 y pico"),
        (
            "novecientos noventa y nueve billones novecientos noventa y nueve mil millones uno",
            "999.999.000.000.001",
        ),
    ],
    "scaled": [
        ("doscientos millones", "200 millones"),
        ("tres coma cinco millones", "3,5 millones"),
        ("dos millones y medio", "2,5 millones"),
        ("mil quinientos millones de personas", "1500 millones de personas"),
        ("dos billones", "2 billones"),
    ],
    "decimal": [
        ("uno coma dos seis", "1,26"),
        ("cero coma veintiséis", "0,26"),
        ("tres coma catorce quince noventa y dos", "3,141592"),
        ("uno punto treinta y tres", "1,33"),
    ],
    "ordinal": [
        ("décimo", "10.º"),
        ("la vigésima primera edición", "la 21.ª edición"),
        ("decimotercer", "13.er"),
        ("vigesimoctavo", "28.º"),
        ("centésimo trigésimo cuarto", "134.º"),
        ("decimoctava", "18.ª"),
    ],
    "fraction": [("tres vigésimos", "3/20"), ("once cientounavos", "11/101")],
    "percent": [
        ("ocho coma cinco por ciento", "8,5 %"),
        ("entre dos y tres por ciento", "entre 2 y 3 %"),
        ("cien por cien", "100 %"),
    ],
    "money": [
        ("doce euros con cinco céntimos", "12,05 €"),
        ("quinientos euros", "500 €"),
        ("setenta y cinco dólares con sesenta y tres", "$75,63"),
        ("doscientos pesos", "200 pesos"),
        ("tres millones de euros", "3 millones de euros"),
        ("dos millones de dólares", "$2 millones"),
        ("dos dólares y sesenta y tres dólares", "$2 y $63"),
    ],
    "time": [
        ("las tres y cuarto", "las 3:15"),
        ("a las tres y media de la tarde", "a las 3:30 de la tarde"),
        ("las dos menos cuarto", "la 1:45"),
        ("cuarto para las ocho", "las 7:45"),
        ("las dieciséis cincuenta", "las 16:50"),
        ("la una y diez p m", "la 1:10 p.m."),
        ("las veintitrés y cincuenta y nueve", "las 23:59"),
        ("las once de la noche", "las 11 de la noche"),
        ("a las veintidós horas con treinta minutos", "a las 22:30"),
    ],
    "date": [
        ("tres de mayo de dos mil veinticuatro", "3 de mayo de 2024"),
        ("el primero de enero", "el 1 de enero"),
        ("mayo de mil novecientos noventa y dos", "mayo de 1992"),
        ("siglo diecinueve", "siglo XIX"),
        ("doscientos tres antes de cristo", "203 a. C."),
    ],
    "measure": [
        ("veinte kilómetros por hora", "20 kilómetros por hora"),
        ("dos coma cinco kilos", "2,5 kilos"),
        ("tres horas", "tres horas"),
    ],
    "telephone": [
        ("uno dos tres cuatro cinco seis siete ocho nueve", "123-456-789"),
        ("uno veintitrés uno veintitrés cincuenta y seis setenta y ocho", "123-123-5678"),
        ("más treinta y cuatro nueve uno dos tres cuatro cinco seis siete ocho", "+34 912 345 678"),
    ],
    "electronic": [
        ("a b c arroba g mail punto com", "abc@gmail.com"),
        ("doble ve doble ve doble ve punto a b c punto es barra e f g", "www.abc.es/efg"),
        ("hache te te pe ese dos puntos barra barra nvidia punto com", "https://nvidia.com"),
    ],
    "countries": [
        ("más treinta y cuatro seiscientos doce trece catorce quince", "+34 612 131 415"),
        (
            "más cincuenta y dos cincuenta y cinco doce treinta y cuatro cincuenta y seis "
            "setenta y ocho",
            "+52 55 1234 5678",
        ),
        ("más cinco siete tres cero uno dos tres cuatro cinco seis siete ocho", "+57 301 234 5678"),
        ("cero ochocientos cuatro cuatro cuatro uno dos tres cuatro", "0800 444 1234"),
    ],
    "ranges": [
        ("del tres al ocho de junio de dos mil veinte", "del 3 al 8 de junio de 2020"),
        ("entre el cinco y el diez de marzo", "entre el 5 y el 10 de marzo"),
        ("los siglos quince y dieciséis", "los siglos XV y XVI"),
        ("entre setenta y siete y ochenta pesos", "entre 77 y 80 pesos"),
        ("setecientos setenta y siete y ochocientos pesos", "777 y 800 pesos"),
    ],
    "strings": [("o n u", "ONU"), ("cero cero siete", "007"), ("covid diecinueve", "covid-19")],
}
LEFT = [
    "uno de ellos no vino",
    "las tres de la tarde",
    "uno dos tres",
    "niños de seis siete ocho años",
    "un millón de personas",
    "un millón y medio de euros",
    "dos horas y media",
    "de menos una medida",
    "menos un detalle",
    "una casa y un perro",
    "mil gracias por todo",
    "más o menos",
    "al menos dos",
    "las dos personas",
    "la una y la otra",
    "marcan un punto de inflexión",
    "un tercio del país",
    "dos tercios",
    "un euro",
    "mil",
    "las mil y una noches",
    "primero y segundo",
    "las dos",
]


@pytest.mark.parametrize(
    ("spoken", "expected"), [row for table in TABLES.values() for row in table]
)
def test_is_written(spoken: str, expected: str) -> None:
    assert written(spoken, "es") == expected


@pytest.mark.parametrize("spoken", LEFT)
def test_is_left(spoken: str) -> None:
    assert written(spoken, "es") == spoken


@pytest.mark.parametrize(
    ("styles", "spoken", "expected"),
    [
        (("thousands=,",), "mil doscientos treinta y cuatro coma cinco seis", "1234.56"),
        (("thousands=,", "grouping=4"), "mil doscientos treinta y cuatro", "1,234"),
        (("thousands=space",), "doce mil coma cinco", "12 000,5"),
        (("scales=digits",), "doscientos millones", "200.000.000"),
        (("hours=24",), "las tres de la tarde", "las 15:00"),
        (("hours=24",), "la una y diez p m", "las 13:10"),
        (("half=AM",), "la una y diez p m", "la 1:10 PM"),
        (("fractions=digits",), "dos tercios", "2/3"),
        (("currency=sign",), "doscientos pesos", "$200"),
        (("currency=words",), "doce euros con cinco céntimos", "12,05 euros"),
        (("percent=%",), "tres por ciento", "3%"),
        (("dates=iso",), "tres de mayo de dos mil veinticuatro", "2024-05-03"),
        (("dates=mdy",), "tres de mayo de dos mil veinticuatro", "5/3/2024"),
    ],
)
def test_styles(styles: tuple[str, ...], spoken: str, expected: str) -> None:
    assert written(spoken, "es", *styles) == expected


def test_units_are_short_where_wanted() -> None:
    assert written("dos metros y medio", "es", units="short") == "2,5 m"
    assert written("tres quintos de metro", "es", units="short") == "3/5 m"
    assert written("diez grados celsius", "es", units="short") == "10 °C"


def test_tokens_keep_their_words() -> None:
    tokens = formatted("vino a las tres y media de la tarde", "es").tokens
    assert [(t.text, t.first, t.last) for t in tokens[:5]] == [
        ("vino", 0, 1),
        ("a", 1, 2),
        ("las", 2, 3),
        ("3:30", 3, 6),
        ("de", 6, 7),
    ]
