"""What is read digit by digit: telephone numbers, codes, addresses of machines, number plates."""

from __future__ import annotations

import re
from collections.abc import Iterable
from string import ascii_lowercase

from legibly.grammars.addresses import AddressWords
from legibly.grammars.conditions import Cost
from legibly.grammars.grammar import Fields, Grammar, Part
from legibly.grammars.phrases import (
    Field,
    InCapitals,
    Phrase,
    Rule,
    Series,
    Table,
    either,
    silent,
    write,
)
from legibly.grammars.repeats import Many
from legibly.grammars.style import Style
from legibly_zh.grammars import numbers
from legibly_zh.grammars.plain import keep_numerals

LEAST = 4  # digits that may be anything; with 幺 or a nought among them three
_STRING = re.compile(r"\d{3,20}[Xx]?")
_PHONE = re.compile(r"0\d{2,3}-?\d{7,8}|1\d{10}")
_AREA = re.compile(r"^(010|02\d|0[3-9]\d\d)(\d{7,8})$")  # of a telephone number
_PROVINCES = "京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼"

_TRAINS = [("高", "G"), ("动", "D"), ("特", "T"), ("快", "K"), ("城", "C"), ("直", "Z")]
_end = Table([("x", "X")])
_letter = Table([(c, c.upper()) for c in ascii_lowercase])


def _write(fields: Fields, style: Style) -> list[Part] | None:
    """Two and three digits in a row are rather counted or named."""
    text = fields["n"].text
    plain = fields["kind"].text == "plain"
    few = len(text) < LEAST and "0" not in text
    if keep_numerals(style) or (plain and few):
        return None
    return [Part(_AREA.sub(r"\1-\2", text))]


def _write_if_spoken(fields: Fields, style: Style) -> list[Part] | None:
    text = fields["n"].text
    return [Part(text.replace("!", ""))] if "!" in text and not keep_numerals(style) else None


def _parse(text: str) -> Iterable[dict[str, str]]:
    if _STRING.fullmatch(text) or _PHONE.fullmatch(text):
        yield {"n": text.replace("-", "").upper(), "kind": "plain"}


def _write_text(fields: Fields, style: Style) -> list[Part]:
    return [Part(fields["text"].text)]


def _parse_ip(text: str) -> Iterable[dict[str, str]]:
    if re.fullmatch(r"\d{1,3}(?:\.\d{1,3}){3}", text):
        yield {"text": text}


def _kind(name: str) -> Phrase:
    return Field("kind", write(name))


_spoken_one = Table([(row[0], f"!{row[1]}", row[2]) for row in numbers.words["spoken digit"]])
_with_one = Rule(Many(either(numbers.one_digit, numbers.two, _spoken_one), 3, 20, short=3))
_byte = Rule(Many(numbers.spoken_digit, 1, 3))
_dotted = silent("点", "點") + write(".") + _byte

GRAMMARS = [
    Grammar(
        "digits",
        Field("n", Rule(Many(numbers.one_digit, 3, 20))) + _kind("plain"),
        _write,
        _parse,
    ),
    Grammar("digits", Field("n", Many(numbers.one_digit, 8, 20) + _end) + _kind("code"), _write),
    # 幺 is said in nothing else.
    Grammar("digits", Field("n", _with_one) + _kind("code"), _write_if_spoken),
    Grammar(
        "ip", Field("text", Series([_byte, _dotted, _dotted, _dotted])), _write_text, _parse_ip
    ),
    Grammar(
        "plate",
        Field(
            "text",
            Table([(c, c) for c in _PROVINCES])
            + _letter
            + Cost(-4.0)
            + Rule(Many(either(numbers.spoken_digit, _letter, InCapitals()), 4, 6)),
        ),
        _write_text,
    ),
    # 高 of 高铁, 动 of 动车: the number of a train.
    Grammar(
        "train",
        Field("text", Table(_TRAINS) + Rule(Many(numbers.one_digit, 3, 4))),
        _write_text,
    ),
    *AddressWords(
        at=("艾 特", "at"),
        dot=("点", "點"),
        dash=("杠", "横 杠"),
        underscore=("下 划 线",),
        slash=("斜 杠",),
        colon=("冒 号",),
        letters=(),
        digit=numbers.spoken_digit,
        tens=numbers.two_digits,
    ).grammars(),
]
