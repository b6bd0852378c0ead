"""Dates: "july twenty fifth twenty twelve", "the fifteenth of january", decades, quarters, eras."""

from __future__ import annotations

import re
from collections.abc import Iterable

from legibly.english.grammars import numbers
from legibly.english.grammars.cardinals import ordinal_text
from legibly.english.grammars.spoken import ordinal_rows, rows
from legibly.grammars.grammar import Fields, Grammar, Part
from legibly.grammars.phrases import Field, Maybe, Rule, Table, either, silent
from legibly.grammars.style import Style
from legibly.languages.tables import grouped

_words = grouped("en", "calendar")
_VERBS = {"may": 8.0, "march": 5.0}
_MONTHS = [written for _, written in _words["month"]]
_MONTH = "|".join(_MONTHS)
_MDY = re.compile(
    rf"(?P<month>{_MONTH}) (?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:,? (?P<year>1[1-9]\d\d|20\d\d))?"
)
_DMY = re.compile(rf"(?P<dated>\d{{1,2}}) (?P<month>{_MONTH})(?: (?P<year>1[1-9]\d\d|20\d\d))?")
_NTH = re.compile(
    rf"(?P<nth>\d{{1,2}})(?:st|nd|rd|th) (?P<month>{_MONTH})(?: (?P<year>1[1-9]\d\d|20\d\d))?"
)
_MY = re.compile(rf"(?P<month>{_MONTH}),? (?P<year>1[1-9]\d\d|20\d\d)")
_ISO = re.compile(r"(?P<year>\d{4})-(?P<number>\d\d)-(?P<day>\d\d)")
_DECADE = re.compile(r"'?(?P<century>1\d|20)?(?P<decade>\d0)'?s")
_QUARTER = re.compile(r"(?P<letter>[QH])(?P<quarter>[1-4])(?: (?P<year>20\d\d))?")

# "may" and "march" are words of their own before they are months.
_month = Field(
    "month", Table([(spoken, month, _VERBS.get(spoken, 0.0)) for spoken, month in _words["month"]])
)
_day = Field("day", Rule(Table(ordinal_rows(1, 31)) | Table([(s, w, 3.0) for s, w in rows(1, 31)])))
_dated = Field("dated", Table(ordinal_rows(1, 31)))
_year = Field("year", Rule(numbers.year | numbers.old_year))
_maybe_year = Maybe(_year)
_the = Maybe(silent("the", cost=0.2))


def _write_date(fields: Fields, style: Style) -> list[Part] | None:
    month, year = fields["month"], fields.get("year")
    day = fields.get("day") or fields.get("dated") or fields.get("nth")
    if year is not None and not "1000" <= year.text <= "2199":
        return None
    if day is None:
        return [Part(month.text), Part(year.text, year)] if year is not None else None
    if style.dates == "iso" and year is not None:
        return [Part(f"{year.text}-{_MONTHS.index(month.text) + 1:02d}-{int(day.text):02d}")]

    order = {"mdy": "mdy", "dmy": "dmy"}.get(
        style.dates, "mdy" if month.first < day.first else "dmy"
    )
    tail = [Part(year.text, year)] if year is not None else []
    if order == "mdy":
        return [Part(month.text, month), Part(day.text, day, "," if tail else ""), *tail]

    text = (
        ordinal_text(day.text, style) if "nth" in fields and style.dates == "spoken" else day.text
    )
    return [Part(text, day), Part(month.text, month), *tail]


def _parse_date(text: str) -> Iterable[dict[str, str]]:
    for pattern in (_MDY, _DMY, _NTH, _MY, _ISO):
        if match := pattern.fullmatch(text):
            found = {name: value for name, value in match.groupdict().items() if value is not None}
            if "number" in found:
                number = int(found.pop("number"))
                if not 1 <= number <= 12:
                    return
                found["month"], found["dated"] = _MONTHS[number - 1], str(int(found.pop("day")))
            yield found


def _write_decade(fields: Fields, style: Style) -> list[Part]:
    return [
        Part((fields["century"].text if "century" in fields else "") + fields["decade"].text + "s")
    ]


def _write_quarter(fields: Fields, style: Style) -> list[Part]:
    head = Part(fields["letter"].text + fields["quarter"].text)
    return [head, Part(fields["year"].text, fields["year"])] if "year" in fields else [head]


def _parse(pattern: re.Pattern[str], text: str) -> Iterable[dict[str, str]]:
    if match := pattern.fullmatch(text):
        yield {name: value for name, value in match.groupdict().items() if value is not None}


_era = Field("era", Table(_words["era"]))
_past_year = Field("year", Rule(numbers.cardinal | numbers.year | numbers.short_hundreds))


def _write_era(fields: Fields, style: Style) -> list[Part]:
    return [Part(fields["year"].text), Part(fields["era"].text, fields["era"])]


GRAMMARS = [
    Grammar(
        "date",
        either(
            _month + _the + _day + _maybe_year,
            _month + _maybe_year,
            _the + _dated + silent("of") + _month + _maybe_year,
            Field("nth", Table(ordinal_rows(1, 31))) + _month + _maybe_year,
        ),
        _write_date,
        _parse_date,
    ),
    Grammar(
        "decade",
        Maybe(Field("century", Table([*rows(13, 20)]))) + Field("decade", numbers.decade),
        _write_decade,
        lambda text: _parse(_DECADE, text),
    ),
    Grammar(
        "quarter",
        Field("letter", Table([("q", "Q"), ("h", "H"), ("cue", "Q", 2.0)]))
        + Field("quarter", Table(rows(1, 4)))
        + _maybe_year,
        _write_quarter,
        lambda text: _parse(_QUARTER, text),
    ),
    Grammar(
        "era",
        _past_year + _era,
        _write_era,
        lambda text: _parse(re.compile(r"(?P<year>\d{1,5}) ?(?P<era>BCE?|AD|CE)"), text),
    ),
]
