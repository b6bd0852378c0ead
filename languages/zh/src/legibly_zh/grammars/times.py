"""Times of day: 下午三点半, 八点零五分, 十三点五分十秒, 两点一刻."""

from __future__ import annotations

import re
from collections.abc import Iterable

from legibly.grammars.conditions import Cost
from legibly.grammars.grammar import Fields, Grammar, Part
from legibly.grammars.phrases import (
    Field,
    Maybe,
    Rule,
    Table,
    either,
    silent,
    write,
)
from legibly.grammars.style import Style
from legibly_zh.grammars import numbers
from legibly_zh.grammars.plain import keep_numerals

_TIME = re.compile(
    r"(?P<part>凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里)?"
    r"(?P<hour>\d{1,2})[:：](?P<minute>\d\d)(?:[:：](?P<second>\d\d))?"
)
_PARTS = (
    "凌晨 清晨 早上 早晨 上午 中午 下午 傍晚 晚上 夜里 半夜 深夜 今晚 昨晚 明晚 今早 明早".split()
)
_AFTERNOON = ("中午", "下午", "傍晚", "晚上", "今晚", "昨晚", "明晚", "夜里", "深夜")
_QUARTERS = [("一 刻", "15"), ("二 刻", "30"), ("两 刻", "30"), ("三 刻", "45"), ("半", "30")]

_OTHER = 0.2  # 二点 is said less often than 两点
_HOURS = [("两", "2", 0.0), ("兩", "2", _OTHER)]
_HOURS += [(spoken, n, _OTHER if n == "2" else 0.0) for spoken, n in numbers.rows(0, 24)]
_part = Field("part", Table([(numbers.spaced(part), part) for part in _PARTS]))
_hour = Field("hour", Rule(Table(_HOURS)))
_dot = silent("点", "點", "时", "時", "点 钟", "點 鐘")
_tens = Table(numbers.rows(10, 59))
_units = either(numbers.nought + write("0") + numbers.digit)
_minute_name, _second_name = silent("分"), silent("秒")
_any_minute = either(_units, _tens, write("0") + numbers.digit)
# Without 分: two digits, and no decimals.
_clear_minute = Field("minute", either(_tens, Cost(2.0) + _units))
_minute = Field("minute", Rule(_any_minute)) + _minute_name
_EXACT = -8.0  # 三十六秒 behind 三十五分 is no measure
_second = Cost(_EXACT) + Field("second", Rule(_any_minute)) + _second_name
_quarter = Field("minute", Table(_QUARTERS))
_sharp = silent("整")
_no_score = numbers.no_unit


def _write(fields: Fields, style: Style) -> list[Part] | None:
    if keep_numerals(style):
        return None
    hour, part = int(fields["hour"].text), fields["part"].text if "part" in fields else ""
    if style.hours == "24" and part:
        hour, part = (hour % 12 + 12 if part in _AFTERNOON and hour < 12 else hour), ""
    minute = fields["minute"].text if "minute" in fields else "00"
    second = f":{fields['second'].text}" if "second" in fields else ""
    clock = Part(f"{hour}:{minute}{second}", fields["hour"])
    return [Part(part), clock] if part else [clock._replace(field=None)]


def _write_hour(fields: Fields, style: Style) -> list[Part] | None:
    """三点 are points as well, and 一点 is a little: only behind a part of the day."""
    hour, part = fields["hour"].text, fields["part"].text if "part" in fields else ""
    if keep_numerals(style) or (not part and (int(hour) < style.digits_from or hour == "1")):
        return None
    if style.hours == "24" and part:
        late = int(hour) % 12 + 12 if part in _AFTERNOON and int(hour) < 12 else int(hour)
        return [Part(f"{late}:00")]
    clock = Part(hour + fields["dot"].text, fields["hour"])
    return [Part(part), clock] if part else [clock._replace(field=None)]


def _parse(text: str) -> Iterable[dict[str, str]]:
    match = _TIME.fullmatch(text)
    if match is None or int(match["hour"]) > 24:
        return
    found = {name: value for name, value in match.groupdict().items() if value is not None}
    found["hour"] = str(int(found["hour"]))
    if found["minute"] == "00" and "second" not in found:
        del found["minute"]
    yield found


def _never(fields: Fields, style: Style) -> None:
    """Only said."""


_said_dot = Field(
    "dot", Table([(numbers.spaced(c), c) for c in ("点", "點", "点钟", "點鐘", "时", "時")])
)

GRAMMARS = [
    Grammar(
        "time",
        Maybe(_part) + _hour + _dot + either(_minute + Maybe(_second), _quarter),
        _write,
        _parse,
    ),
    Grammar("time", _part + _hour + _dot + _clear_minute + _no_score, _write),
    # 八点零五 without a part of the day is rather a decimal.
    Grammar("time", _hour + _dot + Field("minute", _tens) + _no_score, _write),
    Grammar("time", Maybe(_part) + _hour + _said_dot + numbers.no_digit, _write_hour),
    Grammar("time", Maybe(_part) + _hour + silent("点"), _never, _parse),
]
