"""What stays words though it holds numbers: idioms, and guesses (七八个, 三四十, 十几万)."""

from __future__ import annotations

from itertools import pairwise

from legibly.grammars.conditions import Ahead, Cost, Unless
from legibly.grammars.grammar import Fields, Grammar, Part, said
from legibly.grammars.phrases import Field, Maybe, as_said, either
from legibly.grammars.plain_numbers import wordings
from legibly.grammars.style import Style
from legibly.languages.tables import rows
from legibly_zh.grammars import numbers
from legibly_zh.grammars.numbers import spaced, words

_RATHER_TIME = 11.0  # 零点十分
_OF_A_STRING = 10.0  # two of the digits of a long number
_digits = [row[0] for row in words["digit"]]
_pairs = [f"{a} {b}" for a, b in pairwise(_digits)]
_pairs += ["一 两", "两 三", "兩 三", "三 五", "三 两"]
_units = as_said(
    "十",
    "百",
    "千",
    "万",
    "萬",
    "亿",
    "億",
    "十 万",
    "百 万",
    "千 万",
    "万 亿",
    "十 亿",
    "百 亿",
    "千 亿",
    "十 萬",
    "百 萬",
)


def _write_guess(fields: Fields, style: Style) -> list[Part] | None:
    return None if style.guesses == "digits" else _write(fields, style)


def _write(fields: Fields, style: Style) -> list[Part]:
    return [part for name in fields for part in said(fields[name])]


_hundreds = Field("hundreds", as_said(*(f"{d} 百" for d in [*_digits, "两"])))
_tens = Field("tens", as_said("十", *(f"{d} 十" for d in _digits)))
_thousands = Field(
    "thousands", as_said(*(f"{d} {s}" for d in [*_digits, "两", "十"] for s in "千万"))
)
_decade = Field("decade", as_said("年 代"))
_pair = Field("pair", as_said(*_pairs))
_scale = Maybe(Field("scale", _units))
_vague = Field("vague", as_said("几", "幾"))

_several = Field("vague", as_said("数", "數"))
_OF_CONGRESS = "全人政中常一二三四五六七八九十"
_some_tens = [spoken for spoken, _ in numbers.rows(10, 39)]
_ordinal = Field("ordinal", as_said("第"))
_session_count = Field("count", as_said(*_some_tens))
_session = Field("count", as_said(*(f"{spoken} 届" for spoken in _some_tens)))
_congress = Field("count", as_said(*(f"{spoken} 大" for spoken in _some_tens)))

_phrases = [row[0] for row in rows("zh", "wordings")]


def _is_string(phrase: str) -> bool:
    """五一 and the like, which are pieces of years as well: 一五一二年."""
    return all(char in _digits for char in phrase)


GRAMMARS = [
    Grammar("wording", _congress, _write),
    wordings(spaced(phrase) for phrase in _phrases if not _is_string(phrase)),
    Grammar(
        "wording",
        Field("said", as_said(*(spaced(phrase) for phrase in _phrases if _is_string(phrase))))
        + Unless(as_said(*_digits, "零", "〇", "年")),
        _write,
    ),
    # 十分 is "very", but not in 十分之一 and 十分钟.
    Grammar(
        "wording",
        Field("said", as_said("十 分", cost=_RATHER_TIME)) + Unless(as_said("之", "钟", "鐘")),
        _write,
    ),
    # 三四个, 五六十万, 十七八, 七百三四十
    Grammar(
        "wording",
        Cost(_OF_A_STRING) + _pair + _scale + Maybe(_decade) + numbers.no_digit,
        _write_guess,
    ),
    Grammar(
        "wording",
        either(_hundreds, _tens, _thousands) + Cost(_OF_A_STRING) + _pair + _scale,
        _write_guess,
    ),
    # 十几, 二十几万, 几十, 几百万
    Grammar("wording", either(_tens, _hundreds) + _vague + _scale, _write),
    Grammar("wording", either(_vague, _several) + Field("scale", _units), _write),
    # Congresses and their plans are counted in characters: 十三届全国人大, 十九大.
    Grammar("wording", Maybe(_ordinal) + _session + Ahead(_OF_CONGRESS), _write),
    Grammar("wording", _ordinal + _session_count + Field("what", as_said("个 五 年")), _write),
]
