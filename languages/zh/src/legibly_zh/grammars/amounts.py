"""Money, percent and measures: 一千元, 十二块五毛, 百分之五, 三百二十四点七五克, 每小时十公里."""

from __future__ import annotations

import re
from collections.abc import Iterable

from legibly.grammars.conditions import Cost
from legibly.grammars.grammar import Fields, Grammar, Part, grouped_digits, said
from legibly.grammars.phrases import Field, Maybe, Phrase, Table, as_said, either, silent, write
from legibly.grammars.plain_numbers import scaled_parts
from legibly.grammars.style import Style
from legibly.grammars.written_numbers import is_negative, is_small, signed
from legibly.languages.tables import rows
from legibly_zh.grammars import numbers
from legibly_zh.grammars.numbers import SCALES, WRITTEN, spaced
from legibly_zh.grammars.plain import is_bare_ten, keep_numerals, scaled

_currencies = [(row[0], row[1]) for row in rows("zh", "currencies", 2)]
_units = [(row[0], row[1], "everyday" in row[2:]) for row in rows("zh", "units", 2)]
_first_of_sign: dict[str, str] = {}
for _name, _sign in _currencies:
    _first_of_sign.setdefault(_sign, f"{_name}|{_sign}")
_first_of_unit: dict[str, str] = {}
_everyday = {name for name, _, small in _units if small}
for _name, _short, _ in _units:
    _first_of_unit.setdefault(_short, f"{_name}|{_short}")
    _first_of_unit.setdefault(_name, f"{_name}|{_short}")

_currency = Field(
    "currency", Table([(spaced(name), f"{name}|{sign}") for name, sign in _currencies])
)
# 一千克 is rather a kilogram than a thousand grams.
_OF_ONE_SIGN = 0.3
_unit = Field(
    "unit",
    Table(
        [
            (spaced(name), f"{name}|{short}", _OF_ONE_SIGN if len(name) == 1 else 0.0)
            for name, short, _ in _units
        ]
    ),
)
_amount = Field("n", numbers.amount | numbers.guess)
_ROUND = -0.2  # 350万欧元, not 3500000
_counted_amount: Phrase = either(
    _amount, Field("n", numbers.guess) + numbers.scale, Cost(_ROUND) + scaled
)
_yuan = Field("yuan", Table([(c, c) for c in "元块塊圆"]))
_tenth = Field("tenths", numbers.counted_digit) + Field("jiao", Table([(c, c) for c in "角毛"]))
_hundredth = Field("hundredths", numbers.counted_digit) + Field("fen", Table([("分", "分")]))
_last = Field("tenths", numbers.digit) + numbers.no_unit


def _number(fields: Fields, style: Style) -> str:
    """With 万 or 亿 where that was said."""
    if "scale" in fields:
        if numbers.GUESSED in fields["n"].text:
            return fields["n"].text + fields["scale"].text.partition("|")[0]
        return "".join(part.text for part in scaled_parts(fields, style))
    number = fields["n"].text
    if numbers.GUESSED in number:
        return number
    return signed(fields, grouped_digits(number, style))


def stays(fields: Fields, style: Style) -> bool:
    """Whether the words stay, as those of guesses and all where the script's own are wanted."""
    guessed = numbers.GUESSED in fields["n"].text and style.guesses == "words"
    return guessed or keep_numerals(style)


def is_too_small(fields: Fields, style: Style) -> bool:
    plain = "scale" not in fields and not is_negative(fields)
    plain = plain and numbers.GUESSED not in fields["n"].text
    return plain and (is_small(fields["n"].text, style) or is_bare_ten(fields, style))


def _write_money(fields: Fields, style: Style) -> list[Part] | None:
    name, sign = fields["currency"].text.split("|")
    if stays(fields, style):
        return None
    number = _number(fields, style)
    if style.currency == "sign":
        return [Part(f"{sign}{number}")]
    if is_too_small(fields, style):
        return None
    return [Part(number), Part(name, fields["currency"])]


def _write_yuan(fields: Fields, style: Style) -> list[Part] | None:
    """十二块五毛: its parts are named."""
    if stays(fields, style):
        return None
    tenths = fields["tenths"].text if "tenths" in fields else "0"
    hundredths = fields["hundredths"].text if "hundredths" in fields else ""
    number = fields["n"].text
    if style.currency == "sign":
        whole = grouped_digits(f"{number}.{tenths}{hundredths}", style)
        return [Part(f"¥{whole}")]
    names = ("yuan", "tenths", "jiao", "hundredths", "fen")
    return [
        Part(grouped_digits(number, style) + "".join(fields[n].text for n in names if n in fields))
    ]


def _write_bare_yuan(fields: Fields, style: Style) -> list[Part] | None:
    """一块 is a piece or "together" as well."""
    if stays(fields, style) or is_too_small(fields, style):
        return None
    return [Part(_number(fields, style)), Part(fields["yuan"].text, fields["yuan"])]


def _parse_money(text: str) -> Iterable[dict[str, str]]:
    signs = "|".join(re.escape(sign) for sign in sorted(_first_of_sign, key=len, reverse=True))
    names = "|".join(name for name, _ in _currencies)
    number = rf"(?P<n>{WRITTEN.number})(?P<scale>{'|'.join(SCALES)})?"
    text = text.replace("￥", "¥")
    match = re.fullmatch(rf"(?P<sign>-)?(?P<currency>{signs}) ?{number}", text)
    match = match or re.fullmatch(rf"(?P<sign>-)?{number} ?(?P<currency>{names})", text)
    for found in WRITTEN.values(match):
        named = [f"{name}|{sign}" for name, sign in _currencies if name == found["currency"]]
        found["currency"] = named[0] if named else _first_of_sign[found["currency"]]
        if "scale" in found:
            found["scale"] += f"|{SCALES[found['scale']]}"
        yield found


def _write_percent(fields: Fields, style: Style) -> list[Part] | None:
    if stays(fields, style) or style.percent == "percent":
        return None
    high = fields.get("high")
    if high is not None:  # 百分之三十到四十
        return [Part(f"{fields['n'].text}%"), *said(fields["to"]), Part(f"{high.text}%", high)]
    return [Part(_number(fields, style) + "%")]


def _parse_percent(text: str) -> Iterable[dict[str, str]]:
    return WRITTEN.values(re.fullmatch(rf"(?P<sign>-)?(?P<n>{WRITTEN.number}) ?%", text))


def _write_measure(fields: Fields, style: Style) -> list[Part] | None:
    name, short = fields["unit"].text.split("|")
    small = is_too_small(fields, style)
    one = "scale" not in fields and fields["n"].text == "1"
    if stays(fields, style) or (style.units == "words" and small and (name in _everyday or one)):
        return None
    number = _number(fields, style)
    if style.units == "short":
        return [Part(number + short)]
    return [Part(number), Part(name, fields["unit"])]


def _parse_measure(text: str) -> Iterable[dict[str, str]]:
    units = "|".join(re.escape(unit) for unit in sorted(_first_of_unit, key=len, reverse=True))
    pattern = rf"(?P<sign>-)?(?P<n>{WRITTEN.number}) ?(?P<unit>{units})"
    for found in WRITTEN.values(re.fullmatch(pattern, text)):
        yield {**found, "unit": _first_of_unit[found["unit"]]}


def _write_speed(fields: Fields, style: Style) -> list[Part] | None:
    """每小时十公里."""
    if stays(fields, style):
        return None
    name, short = fields["unit"].text.split("|")
    low = f"{fields['low'].text}{fields['to'].text}" if "low" in fields else ""
    number = low + _number(fields, style)
    if style.units == "short":
        return [Part(f"{number}{short}/h")]
    return [Part(f"每小时{number}{name}")]


_to = Field("to", as_said("到", "至"))
_percent_signs = silent("百 分 之")
_all = silent("百") + write("100")  # 百分之百

GRAMMARS = [
    Grammar("money", numbers.sign + _counted_amount + _currency, _write_money, _parse_money),
    Grammar(
        "money",
        Field("n", numbers.cardinal | numbers.two)
        + _yuan
        + either(_tenth + Maybe(_hundredth), _hundredth, _last)
        + Maybe(silent("钱")),
        _write_yuan,
    ),
    Grammar("money", _counted_amount + _yuan, _write_bare_yuan),
    Grammar(
        "percent",
        Maybe(numbers.surely_negative)
        + either(
            _percent_signs + Field("n", numbers.amount | _all),
            _percent_signs
            + Field("n", numbers.amount)
            + _to
            + Maybe(_percent_signs)
            + Field("high", numbers.amount | _all),
            silent("百 分") + Field("n", _all),
            silent("百 分") + Field("n", either(numbers.two_digits, numbers.three_digits)),
        ),
        _write_percent,
        _parse_percent,
    ),
    Grammar("measure", numbers.sign + _counted_amount + _unit, _write_measure, _parse_measure),
    Grammar(
        "measure",
        silent("每 小 时")
        + Maybe(Field("low", numbers.amount) + _to)
        + Field("n", numbers.amount)
        + _unit,
        _write_speed,
    ),
]
