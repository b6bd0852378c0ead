"""Dates: "july twenty fifth twenty twelve", "the fifteenth of january", decades, quarters, eras."""

from __future__ import annotations

import re
from collections.abc import Iterable

from legibly.english.grammars import numbers
from legibly.english.grammars.cardinals import ordinal_text
from legibly.english.grammars.spoken import ordinal_rows, rows
from legibly.grammars.conditions import Cost
from legibly.grammars.grammar import Fields, Grammar, Part, said
from legibly.grammars.phrases import (
    Field,
    Maybe,
    Rule,
    Table,
    as_said,
    either,
    silent,
    write,
)
from legibly.grammars.style import CUSTOMARY, Style
from legibly.languages.tables import grouped

_words = grouped("en", "calendar")
_VERBS = {"may": 8.0, "march": 5.0}
_MONTHS = [written for _, written in _words["month"]]
_MONTH = "|".join(_MONTHS)
_MDY = re.compile(
    rf"(?P<month>{_MONTH}) (?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:,? (?P<year>1[1-9]\d\d|20\d\d))?"
)
_MTHE = re.compile(
    rf"(?P<month>{_MONTH}) (?P<the>the) (?P<day>\d{{1,2}})(?:st|nd|rd|th)"
    r"(?:,? (?P<year>1[1-9]\d\d|20\d\d))?"
)
_OF = re.compile(
    rf"(?:(?P<the>[Tt]he) )?(?P<dated>\d{{1,2}})(?:st|nd|rd|th) of (?P<month>{_MONTH})"
    r"(?: (?P<year>1[1-9]\d\d|20\d\d))?"
)
_DMY = re.compile(rf"(?P<dated>\d{{1,2}}) (?P<month>{_MONTH})(?: (?P<year>1[1-9]\d\d|20\d\d))?")
_NTH = re.compile(
    rf"(?P<nth>\d{{1,2}})(?:st|nd|rd|th) (?P<month>{_MONTH})(?: (?P<year>1[1-9]\d\d|20\d\d))?"
)
_MY = re.compile(rf"(?P<month>{_MONTH}),? (?P<year>1[1-9]\d\d|20\d\d)")
_ISO = re.compile(r"(?P<year>\d{4})-(?P<number>\d\d)-(?P<day>\d\d)")
_DECADE = re.compile(r"'?(?P<century>1\d|20)?(?P<decade>\d0)'?s")
_CENTURY = re.compile(r"(?P<century>1[1-9]|20)(?P<decade>00)s")
_QUARTER = re.compile(r"(?P<letter>[QH])(?P<quarter>[1-4])(?: (?P<year>20\d\d))?")

# "may" and "march" are words of their own before they are months.
_month = Field(
    "month", Table([(spoken, month, _VERBS.get(spoken, 0.0)) for spoken, month in _words["month"]])
)
# With a day and a year no verb is meant.
_sure_month = Field("month", Table(_words["month"]))
_day = Field("day", Rule(Table(ordinal_rows(1, 31)) | Table([(s, w, 3.0) for s, w in rows(1, 31)])))
_own = [(f"{spoken}'", decade) for spoken, decade in grouped("en", "numbers")["decade"]]
_dated = Field("dated", Table(ordinal_rows(1, 31)))
_year = Field("year", Rule(either(numbers.year, numbers.old_year, numbers.hundred_year)))
_maybe_year = Maybe(_year)
_the = Maybe(Field("the", as_said("the", cost=0.2)))
_of = Field("of", as_said("of"))
_beyond = Field("beyond", Table(ordinal_rows(32, 99)))  # no day of a month, and yet one thing


def _write_date(fields: Fields, style: Style) -> list[Part] | None:
    month, year = fields["month"], fields.get("year")
    day = fields.get("day") or fields.get("dated") or fields.get("nth")
    if year is not None and not "1000" <= year.text <= "2199":
        return None
    if day is None:
        return [Part(month.text), Part(year.text, year)] if year is not None else None
    if style.dates == "iso" and year is not None:
        return [Part(f"{year.text}-{_MONTHS.index(month.text) + 1:02d}-{int(day.text):02d}")]

    tail = [Part(year.text, year)] if year is not None else []
    if style.dates == "spoken" or (style.dates == "iso" and year is None):
        return [*_as_said(fields, style), *tail]
    if style.dates == "mdy":
        return [Part(month.text, month), Part(day.text, day, "," if tail else ""), *tail]
    return [Part(day.text, day), Part(month.text, month), *tail]


def _as_said(fields: Fields, style: Style) -> list[Part]:
    """The day and the month in the order and with the small words that were said."""
    month = fields["month"]
    article = said(fields["the"]) if "the" in fields else []
    if "day" in fields:  # July the 4th; July 4
        day = fields["day"]
        text = ordinal_text(day.text, style) if article else day.text
        mark = "," if "year" in fields else ""
        return [Part(month.text, month), *article, Part(text, day, mark)]
    day = fields.get("dated") or fields["nth"]
    between = said(fields["of"]) if "of" in fields else []
    text = ordinal_text(day.text, style)
    return [*article, Part(text, day), *between, Part(month.text, month)]


def _write_beyond(fields: Fields, style: Style) -> list[Part]:
    number, month = fields["beyond"], fields["month"]
    ordinal = Part(ordinal_text(number.text, style), number)
    return [ordinal, *said(fields["of"]), Part(month.text, month)]


def _write_span(fields: Fields, style: Style) -> list[Part] | None:
    """From one day to another."""
    first = _write_date(fields, style)
    later = {name: fields[f"later {name}"] for name in ("month", "day")}
    last = _write_date(later, style)
    if first is None or last is None:
        return None
    return [*first, *said(fields["joiner"]), *last]


def _parse_date(text: str) -> Iterable[dict[str, str]]:
    for pattern in (_MDY, _MTHE, _DMY, _OF, _NTH, _MY, _ISO):
        if match := pattern.fullmatch(text):
            found = {name: value for name, value in match.groupdict().items() if value is not None}
            if "number" in found:
                number = int(found.pop("number"))
                if not 1 <= number <= 12:
                    return
                found["month"], found["dated"] = _MONTHS[number - 1], str(int(found.pop("day")))
            if "dated" in found:
                found["of"] = "of"
            yield found


def _write_decades_own(fields: Fields, style: Style) -> list[Part]:
    return [Part(f"{fields['century'].text}{fields['decade'].text}s'")]


def _write_decade(fields: Fields, style: Style) -> list[Part] | None:
    """Without a century it may be years of a life, or degrees."""
    if "century" not in fields and style.digits_from >= CUSTOMARY:
        return None
    century = fields["century"].text if "century" in fields else ""
    return [Part(f"{century}{fields['decade'].text}s")]


def _write_many_hundreds(fields: Fields, style: Style) -> list[Part]:
    return [*said(fields["the"]), Part("2000s", fields["decade"])]


def _write_quarter(fields: Fields, style: Style) -> list[Part]:
    head = Part(fields["letter"].text + fields["quarter"].text)
    return [head, Part(fields["year"].text, fields["year"])] if "year" in fields else [head]


def _parse(pattern: re.Pattern[str], text: str) -> Iterable[dict[str, str]]:
    if match := pattern.fullmatch(text):
        yield {name: value for name, value in match.groupdict().items() if value is not None}


_era = Field("era", Table(_words["era"]))
_past_year = Field("year", Rule(numbers.cardinal | numbers.year | numbers.short_hundreds))


def _write_era(fields: Fields, style: Style) -> list[Part]:
    if fields["era"].first < fields["year"].first:
        return [Part(fields["era"].text), Part(fields["year"].text, fields["year"])]
    return [Part(fields["year"].text), Part(fields["era"].text, fields["era"])]


GRAMMARS = [
    Grammar(
        "date",
        either(
            _month + _the + _day + _maybe_year,
            _sure_month + _the + _day + _year,
            _month + _maybe_year,
            Cost(-1.0) + _the + _dated + _of + _month + _maybe_year,
            Field("nth", Table(ordinal_rows(1, 31))) + _month + _maybe_year,
        ),
        _write_date,
        _parse_date,
    ),
    Grammar("date", _beyond + _of + _month, _write_beyond),
    # "may fifth to may twelfth"
    Grammar(
        "date",
        _sure_month
        + Field("day", Table(ordinal_rows(1, 31)))
        + Field("joiner", as_said("to", "through", "until", "and", "or"))
        + Field("later month", Table(_words["month"]))
        + Field("later day", Table(ordinal_rows(1, 31))),
        _write_span,
    ),
    Grammar(
        "decade",
        Maybe(Field("century", Table([*rows(13, 20)]))) + Field("decade", numbers.decade),
        _write_decade,
        lambda text: _parse(_DECADE, text),
    ),
    # "nineteen eighties' music"
    Grammar(
        "decade",
        Cost(-4.0) + Field("century", Table([*rows(13, 20)])) + Field("decade", Table(_own)),
        _write_decades_own,
    ),
    # "the nineteen hundreds"
    Grammar(
        "decade",
        Field("century", Table([*rows(11, 20)]))
        + silent("hundreds")
        + Field("decade", write("00")),
        _write_decade,
        lambda text: _parse(_CENTURY, text),
    ),
    Grammar(
        "decade",
        Field("the", as_said("the", "early", "late", "mid"))
        + Field("decade", silent("two thousands") + write("00")),
        _write_many_hundreds,
    ),
    Grammar(
        "quarter",
        either(
            Field("letter", Table([("q", "Q"), ("cue", "Q", 2.0)]))
            + Field("quarter", Table(rows(1, 4))),
            Field("letter", Table([("h", "H")])) + Field("quarter", Table(rows(1, 2))),
        )
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
    Grammar("era", Cost(-3.0) + Field("era", Table([("a d", "AD")])) + _past_year, _write_era),
]
