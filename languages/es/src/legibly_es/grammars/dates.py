"""Dates: "tres de mayo de dos mil veinticuatro", "el primero de enero"; years before Christ;
centuries in roman numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from legibly.grammars.calendar_dates import FIRST_OF_MONTH, CalendarDates
from legibly.grammars.grammar import Fields, Grammar, Part, said
from legibly.grammars.phrases import Field, Rule, Table, as_said
from legibly.grammars.roman import roman
from legibly.grammars.style import Style
from legibly.languages.tables import rows
from legibly_es.grammars import numbers

_ERAS = [("antes de cristo", "a. C."), ("después de cristo", "d. C.")]
_era = Field("era", Table(_ERAS))


def _write_era(fields: Fields, style: Style) -> list[Part]:
    return [Part(fields["n"].text), Part(fields["era"].text, fields["era"])]


def _write_century(fields: Fields, style: Style) -> list[Part]:
    return [*said(fields["cue"]), Part(fields["n"].text, fields["n"])]


def _parse_century(text: str) -> Iterable[dict[str, str]]:
    if match := re.fullmatch(r"(siglos?) ([XVI]+)", text):
        yield {"cue": match[1], "n": match[2]}


def _parse_era(text: str) -> Iterable[dict[str, str]]:
    match = re.fullmatch(r"(\d+) ([ad])\. ?C\.", text)
    if match:
        yield {"n": match[1], "era": "a. C." if match[2] == "a" else "d. C."}


_century = Table([(spoken, roman(int(n))) for spoken, n in numbers.rows(1, 29)])

GRAMMARS = [
    *CalendarDates(
        months=tuple(dict.fromkeys(row[1] for row in rows("es", "calendar", 2))),
        day=Rule(
            Table([("primero", FIRST_OF_MONTH), ("uno", FIRST_OF_MONTH, 0.5), *numbers.rows(2, 31)])
        ),
        year=Rule(numbers.cardinal),
        of="de",
        of_year=("de", "del", "de el"),
        first="1",
    ).grammars(),
    Grammar("era", Field("n", numbers.cardinal) + _era, _write_era, _parse_era),
    Grammar(
        "era",
        Field("cue", as_said("siglo", "siglos")) + Field("n", _century),
        _write_century,
        _parse_century,
    ),
]
