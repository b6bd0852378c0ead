"""Dates: "tres de mayo de dos mil veinticuatro", "el primero de enero"; years before Christ;
centuries in roman numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from legibly.grammars.calendar_dates import FIRST_OF_MONTH, CalendarDates
from legibly.grammars.centuries import Centuries
from legibly.grammars.grammar import Fields, Grammar, Part
from legibly.grammars.phrases import Field, Rule, Table
from legibly.grammars.style import Style
from legibly.languages.tables import rows
from legibly_es.grammars import numbers

_ERAS = [("antes de cristo", "a. C."), ("después de cristo", "d. C.")]
_era = Field("era", Table(_ERAS))


def _write_era(fields: Fields, style: Style) -> list[Part]:
    return [Part(fields["n"].text), Part(fields["era"].text, fields["era"])]


def _parse_era(text: str) -> Iterable[dict[str, str]]:
    match = re.fullmatch(r"(\d+) ([ad])\. ?C\.", text)
    if match:
        yield {"n": match[1], "era": "a. C." if match[2] == "a" else "d. C."}


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
        to=("y", "y el", "al", "a", "o", "o el", "hasta el"),
    ).grammars(),
    Grammar("era", Field("n", numbers.cardinal) + _era, _write_era, _parse_era),
    *Centuries(numbers.rows(1, 29), ("siglo", "siglos"), ("y", "y el", "al", "a", "o")).grammars(),
]
