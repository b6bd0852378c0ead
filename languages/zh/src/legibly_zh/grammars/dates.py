"""Dates and years: 二〇二四年三月五日, 公元前二八零九年, 八十年代, 二十一世纪."""

from __future__ import annotations

import re
from collections.abc import Iterable

from legibly.grammars.conditions import Unlike
from legibly.grammars.grammar import Fields, Grammar, Part
from legibly.grammars.phrases import Field, Maybe, Rule, Table, either, silent
from legibly.grammars.repeats import Many, OfLength
from legibly.grammars.style import Style
from legibly_zh.grammars import numbers
from legibly_zh.grammars.plain import keep_numerals

DAYS = range(1, 32)
_DATE = re.compile(
    r"(?P<era>公元前?|纪元前?)?(?:(?P<year>\d{2,4}) ?年 ?)?"
    r"(?:(?P<month>\d{1,2}) ?月 ?(?:(?P<day>\d{1,2}) ?(?P<name>[日号號]))?)?"
)
_NUMBERS = re.compile(r"(?P<year>\d{4})([-/.])(?P<month>\d{1,2})\2(?P<day>\d{1,2})")

# Digits one by one; or counted: 两千零五年, 二千年.
_read_year = Rule(
    either(
        OfLength(numbers.one_digit, 4),
        OfLength(numbers.one_digit, 3),
        OfLength(numbers.one_digit, 2),
    )
)
_counted_year = Rule(numbers.four_digits)
_any_year = Field("year", either(_read_year, _counted_year))
_era_year = Field("year", either(_read_year, numbers.cardinal))
_sure_year = Field("year", either(OfLength(numbers.one_digit, 4), _counted_year))
_era = Field(
    "era",
    Table(
        [
            ("公 元", "公元"),
            ("公 元 前", "公元前"),
            ("纪 元", "公元"),
            ("纪 元 前", "公元前"),
            ("紀 元 前", "公元前"),
        ]
    ),
)
_nian, _yue = silent("年"), silent("月")
_month = Field("month", Rule(Table(numbers.rows(1, 12)))) + _yue
_day_name = Field("name", Table([(c, c) for c in "日号號"]))
_number_name = Field("name", Table([(c, c) for c in "号號"]))
_above_days = Field("day", Unlike(numbers.long_cardinal, lambda n, _: int(n) in DAYS))
_day = Field("day", Rule(Table(numbers.rows(1, 31)))) + _day_name


def _write(fields: Fields, style: Style) -> list[Part] | None:
    if keep_numerals(style):
        return None
    year, month, day = (fields[n].text if n in fields else "" for n in ("year", "month", "day"))
    era = fields["era"].text if "era" in fields else ""
    if style.dates == "iso" and year and month and day and not era:
        return [Part(f"{year}-{int(month):02d}-{int(day):02d}")]
    text = era + (f"{year}年" if year else "") + (f"{month}月" if month else "")
    return [Part(text + (f"{day}{fields['name'].text}" if day else ""))]


def _write_day(fields: Fields, style: Style) -> list[Part] | None:
    """Alone a small one may be a time: 一日三餐."""
    day = fields["day"].text
    if keep_numerals(style) or int(day) < style.digits_from:
        return None
    return [Part(f"{day}{fields['name'].text}")]


def _parse(text: str) -> Iterable[dict[str, str]]:
    match = _DATE.fullmatch(text) or _NUMBERS.fullmatch(text)
    if match is None or not text:
        return
    found = {name: value for name, value in match.groupdict().items() if value is not None}
    for name in ("month", "day"):
        if name in found:
            found[name] = str(int(found[name]))
    if "day" in found:
        found.setdefault("name", "日")
    if "era" in found:
        found["era"] = found["era"].replace("纪", "公")
    if "year" in found and len(found["year"]) < 4 and "era" not in found and "month" not in found:
        return
    yield found


def _write_decade(fields: Fields, style: Style) -> list[Part] | None:
    return None if keep_numerals(style) else [Part(fields["n"].text + fields["what"].text)]


def _parse_decade(text: str) -> Iterable[dict[str, str]]:
    if match := re.fullmatch(r"(?P<n>[1-9]0)(?P<what>年代)|(?P<c>\d\d)(?P<w>世纪|後|后)", text):
        yield {"n": match["n"] or match["c"], "what": match["what"] or match["w"]}


_decade = Table([row for row in numbers.rows(10, 90) if row[1].endswith("0")])
_born = Rule(OfLength(Many(numbers.one_digit, 1, 1), 2))

GRAMMARS = [
    Grammar(
        "date",
        either(
            _sure_year + _nian + Maybe(_month + Maybe(_day)),
            Field("year", _read_year) + _nian + _month + Maybe(_day),
            _era + _era_year + _nian + Maybe(_month + Maybe(_day)),
            _month + _day,
            _month,
        ),
        _write,
        _parse,
    ),
    Grammar("year", Field("year", OfLength(numbers.one_digit, 2)) + _nian, _write, _parse),
    Grammar("date", _day, _write_day),
    # 六十九号 is a house or a line.
    Grammar("date", _above_days + _number_name, _write_day),
    Grammar(
        "decade",
        either(
            Field("n", _decade) + Field("what", Table([("年 代", "年代")])),
            Field("n", numbers.two_digits)
            + Field("what", Table([("世 纪", "世纪"), ("世 紀", "世紀")])),
            Field("n", _born) + Field("what", Table([("后", "后"), ("後", "後")])),
        ),
        _write_decade,
        _parse_decade,
    ),
]
