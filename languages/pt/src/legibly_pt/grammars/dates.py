"""Dates: "três de maio de dois mil e vinte e quatro", "um do doze"; years before Christ;
centuries in roman numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from legibly.grammars.calendar_dates import FIRST_OF_MONTH, CalendarDates
from legibly.grammars.centuries import Centuries
from legibly.grammars.grammar import Fields, Grammar, Part
from legibly.grammars.phrases import Field, Maybe, Rule, Table, silent
from legibly.grammars.style import Style
from legibly.languages.tables import rows
from legibly_pt.grammars import numbers

_ERAS = [("antes de cristo", "a. C."), ("depois de cristo", "d. C.")]
_era = Field("era", Table(_ERAS))


def _write_era(fields: Fields, style: Style) -> list[Part]:
    return [Part(fields["n"].text), Part(fields["era"].text, fields["era"])]


def _parse_era(text: str) -> Iterable[dict[str, str]]:
    match = re.fullmatch(r"(\d+) ([ad])\. ?C\.", text)
    if match:
        yield {"n": match[1], "era": "a. C." if match[2] == "a" else "d. C."}


# "um do doze de dois mil": the month by its number.
_day = Field("day", Table(numbers.rows(1, 31)))
_month = Field("month", Table(numbers.rows(1, 12)))
_in_year = Maybe(silent("de") + Field("year", Rule(numbers.cardinal)))


def _write_numbers(fields: Fields, style: Style) -> list[Part] | None:
    date = f"{int(fields['day'].text):02d}/{int(fields['month'].text):02d}"
    year = fields["year"].text if "year" in fields else ""
    if year and not 1000 <= int(year) < 2200:
        return None
    return [Part(f"{date}/{year}" if year else date)]


# A number between these is rather a year, and has no sign for its thousand.
_FIRST_YEAR, _LAST_YEAR = 1900, 2069
_year = Field("n", Rule(numbers.cardinal))


def _write_year(fields: Fields, style: Style) -> list[Part] | None:
    number = fields["n"].text
    return [Part(number)] if _FIRST_YEAR <= int(number) <= _LAST_YEAR else None


def _parse_year(text: str) -> Iterable[dict[str, str]]:
    if re.fullmatch(r"1[1-9]\d\d|20\d\d", text):
        yield {"n": text}


GRAMMARS = [
    Grammar("date", _day + silent("do") + _month + _in_year, _write_numbers),
    Grammar("year", _year, _write_year, _parse_year),
    *CalendarDates(
        months=tuple(dict.fromkeys(row[1] for row in rows("pt", "calendar", 2))),
        day=Rule(
            Table([("primeiro", FIRST_OF_MONTH), ("um", FIRST_OF_MONTH, 0.5), *numbers.rows(2, 31)])
        ),
        year=Rule(numbers.cardinal),
        of="de",
        of_year=("de", "do ano de"),
        first="1º",
        to=("e", "a", "ao", "ou", "até"),
    ).grammars(),
    Grammar("era", Field("n", numbers.cardinal) + _era, _write_era, _parse_era),
    *Centuries(
        numbers.rows(1, 29), ("século", "séculos"), ("e", "e o", "ao", "a", "ou")
    ).grammars(),
]
