"""Written numbers without their style: what is the same number written otherwise compares equal.

Rules, a line each, that hold for both sides and all items; there are no exceptions for single ones.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

Rule = tuple[str, str]

# The sign before decimals, that of thousands, spaces, the place of a currency's sign.
WESTERN: Sequence[Rule] = (
    (r"ᵉʳ", "er"),
    (r"kph", "km/h"),
    (r"(?<=\d)[.](?=\d)", ","),
    (r" 1/2\b", ",5"),  # 2 1/2 is 2.5
    (r"\bmenos (?=\d)", "-"),
    (r"(?<![\d,])0,(?=\d)", ","),  # .5 is 0.5
    (r"us\$", "$"),
    (r"\b0?1º? de\b", "1 de"),  # the first of a month
    (r"\b0(?=\d de )", ""),
    (r"([\d,]+) ?([€£$¥])", r"\2\1"),
    (r"(?<=[ap])\. ?m\.?", "m"),
    (r"(?<=\d )de la tarde\b", "pm"),
    (r"(?<=\d )de la mañana\b", "am"),
    (r"(?<=\d):00(?= ?[ap]m)", ""),
    (r"(?<=\d) ?h(?=\d)", ":"),
    (r"(?<=\+\d)[ -]|(?<=\+\d\d)[ -]", ""),
    (r"[^\w,%$€£¥₩₡₧/+:@-]", ""),
)

_PARTS = "凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上"
CHINESE: Sequence[Rule] = (
    (r"[\s，,。]", ""),
    (r"萬", "万"),
    (r"億", "亿"),
    (r"負", "负"),
    (r"￥|cny¥?|人民币", "¥"),
    (r"纪元", "公元"),
    # Dates: 2002/01/28 and 2002年1月28日.
    (r"(\d{1,4})/(\d{2})/(\d{2})(?!\d)", r"\1年\2月\3日"),
    (r"(?<!\d)(\d{4})/(\d{2})(?!\d)", r"\1年\2月"),
    (r"(?<=\d年)(\d{2})/(\d{2})(?!\d)", r"\1月\2日"),
    (r"(?<!\d)(\d{2})/(\d{2})(?=的|$)", r"\1月\2日"),
    (r"(?<!\d)0(?=\d[月日号点])", ""),
    (r"(?<=\d)号", "日"),
    # Times: 05:05 and 5:05; 8:30a.m. and 上午8:30; 2点3刻 and 2:45.
    (r"(\d{1,2})点1刻", r"\1:15"),
    (r"(\d{1,2})点2刻", r"\1:30"),
    (r"(\d{1,2})点3刻", r"\1:45"),
    (r"(\d{1,2})点半", r"\1:30"),
    (r"(?<![\d:])0(?=\d:\d\d)", ""),
    (rf"(?:{_PARTS})(\d{{1,2}}:\d\d(?::\d\d)?)", r"\1"),
    (r"(?<=\d)[ap]\.m\.", ""),
    # Money: US$1000, $1000 and 1000美元.
    (r"us\$", "$"),
    (r"jpy¥|jp¥", "日元"),
    (r"([\d.]+[万亿]?)(美元|美金)", r"$\1"),
    (r"([\d.]+[万亿]?)欧元", r"€\1"),
    (r"([\d.]+[万亿]?)英镑", r"£\1"),
    (r"([\d.]+[万亿]?)韩元", r"₩\1"),
    (r"([\d.]+[万亿]?)(印度卢[比布])", r"₹\1"),
    (r"([\d.]+[万亿]?)(元|块钱)", r"¥\1"),
    (r"rm(?=\d)", "马来西亚令吉"),
    (r"([\d.~-]+[万亿]?)卢布", r"₽\1"),
    # Ranges and guesses: 15-6 is 15~16, 730-40 is 730~740.
    (r"(?<=\d)[%]?[到至](?=\d)", "~"),
    (r"(?<![\d.-])(\d*)(\d)-(\d)(?!\d)", r"\1\2~\1\3"),
    (r"(?<![\d.-])(\d*)(\d\d)-(\d\d)(?!\d)", r"\1\2~\1\3"),
    (r"(?<![\d.-])(\d)(\d000)-(\d000)(?!\d)", r"\1\2~\1\3"),
    (r"(\d+)块(\d)毛?", r"¥\1.\2"),
    (r"[.](?!\d)", ""),
)
_SCALES = {"万": 4, "亿": 8, "兆": 12}
_SCALED = re.compile(r"(?<![\d.])(?:\d+(?:\.\d+)?[万亿兆])+(?:\d+(?!\d*[.\d年月日:]))?")


def style_free(text: str, language: str) -> str:
    text = text.lower().strip()
    for pattern, replacement in CHINESE if language == "zh" else WESTERN:
        text = re.sub(pattern, replacement, text)
    return _SCALED.sub(_written_out, text) if language == "zh" else text.strip(",")


def _written_out(match: re.Match[str]) -> str:
    """万 and 亿 as noughts, exactly: 1.5万 is 15000, 100万1111 is 1001111."""
    total = 0
    for number, scale in re.findall(r"(\d+(?:\.\d+)?)([万亿兆]?)", match[0]):
        whole, _, fraction = number.partition(".")
        places = _SCALES.get(scale, 0)
        if len(fraction) > places:
            return match[0]
        total += int(whole + fraction.ljust(places, "0"))
    return str(total)
