"""Plain numbers: cardinals, ordinals behind 第, decimals, fractions, numbers with 万 and 亿,
scores.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from legibly.grammars.conditions import Ahead
from legibly.grammars.grammar import Fields, Grammar, Parser, Part, grouped_digits
from legibly.grammars.phrases import Field, Maybe, Rule, Table, either, silent
from legibly.grammars.plain_numbers import (
    number_parser,
    scaled_parts,
    times_scale,
    write_number,
)
from legibly.grammars.style import CUSTOMARY, Style
from legibly.grammars.written_numbers import is_small, signed
from legibly_zh.grammars import numbers
from legibly_zh.grammars.numbers import SCALES, WRITTEN

_SCALED = re.compile(rf"(?P<sign>-)?(?P<n>{WRITTEN.number}) ?(?P<scale>{'|'.join(SCALES)})")
_ORDINAL = re.compile(rf"第(?P<n>{WRITTEN.whole})(?P<scale>{'|'.join(SCALES)})?")

scaled = Field("n", numbers.before_scale) + numbers.scale


def keep_numerals(style: Style) -> bool:
    return style.numerals == "words"


def _write_cardinal(fields: Fields, style: Style) -> list[Part] | None:
    number = fields["n"].text
    if keep_numerals(style) or is_small(number, style) or is_bare_ten(fields, style):
        return None
    return [Part(signed(fields, grouped_digits(number, style)))]


def is_bare_ten(fields: Fields, style: Style) -> bool:
    """十 is as short as 九, and stays as that does."""
    n = fields["n"]
    return n.last - n.first == 1 and n.text == "10" and style.digits_from >= CUSTOMARY


def _write_decimal(fields: Fields, style: Style) -> list[Part] | None:
    return None if keep_numerals(style) else write_number(fields, style)


def _write_scaled(fields: Fields, style: Style) -> list[Part] | None:
    """一万 is written 1万; 万 is part of the number and no word of its own."""
    if keep_numerals(style):
        return None
    return [Part("".join(part.text for part in scaled_parts(fields, style)))]


def _write_guess(fields: Fields, style: Style) -> list[Part] | None:
    if style.guesses == "words" or keep_numerals(style):
        return None
    scale = fields["scale"].text.partition("|")[0] if "scale" in fields else ""
    return [Part(fields["n"].text + scale)]


def _write_ordinal(fields: Fields, style: Style) -> list[Part] | None:
    number = fields["n"].text
    if "scale" in fields:
        scale, _, noughts = fields["scale"].text.partition("|")
        whole = times_scale(number, noughts)
        text = number + scale if style.scales == "words" else whole
        number = whole
    else:
        text = number
    if keep_numerals(style) or is_small(number, style):
        return None
    return [Part(f"第{text}")]


def _parse_scaled(pattern: re.Pattern[str]) -> Parser:
    def parse(text: str) -> Iterable[dict[str, str]]:
        for found in WRITTEN.values(pattern.fullmatch(text)):
            if "scale" in found:
                found["scale"] += f"|{SCALES[found['scale']]}"
            yield found

    return parse


def _write_fraction(fields: Fields, style: Style) -> list[Part] | None:
    """分之: small ones stay words."""
    if keep_numerals(style):
        return None
    top, bottom = fields["top"].text, fields["bottom"].text
    small = max(int(top), int(bottom)) < CUSTOMARY
    if style.fractions == "words" and small and "sign" not in fields and "whole" not in fields:
        return None
    whole = f"{fields['whole'].text}又" if "whole" in fields else ""
    return [Part(signed(fields, f"{whole}{top}/{bottom}"))]


def _parse_fraction(text: str) -> Iterable[dict[str, str]]:
    match = re.fullmatch(
        r"(?P<sign>-)?(?:(?P<whole>\d+)又)?(?P<top>\d{1,5})/(?P<bottom>\d{1,5})", text
    )
    if match:
        yield {name: value for name, value in match.groupdict().items() if value is not None}


def _write_score(fields: Fields, style: Style) -> list[Part] | None:
    first, second = fields["one"].text, fields["other"].text
    small = max(int(first), int(second)) < style.digits_from
    return None if keep_numerals(style) or small else [Part(f"{first}:{second}")]


def _parse_score(text: str) -> Iterable[dict[str, str]]:
    if match := re.fullmatch(r"(?P<one>\d{1,3})[-:](?P<other>\d{1,3})", text):
        yield match.groupdict()


def _write_sum(fields: Fields, style: Style) -> list[Part] | None:
    """Only where all numbers are wanted in digits."""
    if style.digits_from >= CUSTOMARY:
        return None
    names = ("a", "first", "b", "second", "c")
    return [Part("".join(fields[name].text for name in names if name in fields))]


_signed_number = Rule(either(numbers.cardinal, numbers.surely_negative_text + numbers.cardinal))
_sign = Table([("加", "+"), ("等 于", "=")])
_TELEPHONE = re.compile(r"1[3-9]\d{9}")
_parse_whole = number_parser(WRITTEN, WRITTEN.whole)


def _parse_cardinal(text: str) -> Iterable[dict[str, str]]:
    """Telephone numbers are said digit by digit."""
    return () if _TELEPHONE.fullmatch(text) else _parse_whole(text)


# 一 before what is counted is an article.
_no_article = Table([row for row in numbers.words["digit"] if row[1] != "1"])


def _write_both_scales(fields: Fields, style: Style) -> list[Part] | None:
    """十一亿九千万 is 11亿9000万."""
    if keep_numerals(style) or style.scales == "digits":
        return None
    names = ("n", "scale", "low", "low scale")
    n, scale, low, low_scale = (fields[name].text for name in names)
    return [Part(f"{n}{scale.partition('|')[0]}{int(low)}{low_scale}")]


GRAMMARS = [
    Grammar(
        "cardinal",
        numbers.sign + Field("n", numbers.long_cardinal) + numbers.no_guess,
        _write_cardinal,
        _parse_cardinal,
    ),
    Grammar(
        "cardinal",
        either(
            Field("n", either(_no_article, numbers.zero, numbers.two)) + Ahead(numbers.counters),
            Field("n", either(numbers.digit, numbers.zero)) + Ahead((), or_end=True),
        ),
        _write_cardinal,
        _parse_cardinal,
    ),
    Grammar(
        "cardinal",
        numbers.surely_negative + Field("n", numbers.digit),
        _write_cardinal,
        _parse_cardinal,
    ),
    Grammar(
        "scaled",
        Field("n", numbers.below_ten_thousand | numbers.two)
        + numbers.scale
        + Field("low", numbers.wan_places)
        + Field("low scale", Table([("万", "万"), ("萬", "萬")])),
        _write_both_scales,
    ),
    Grammar(
        "decimal",
        numbers.sign + Field("n", numbers.decimal),
        _write_decimal,
        number_parser(WRITTEN, WRITTEN.number),
    ),
    # Behind a minus a number is meant: 负一点一.
    Grammar(
        "decimal",
        numbers.surely_negative
        + Field("n", either(numbers.cardinal, numbers.zero) + numbers.point_and_digits),
        _write_decimal,
    ),
    Grammar(
        "guess", Field("n", numbers.guess) + Maybe(numbers.scale) + numbers.no_digit, _write_guess
    ),
    Grammar(
        "scaled", numbers.sign + scaled + numbers.no_digit, _write_scaled, _parse_scaled(_SCALED)
    ),
    Grammar(
        "ordinal",
        silent("第") + either(Field("n", numbers.cardinal | numbers.two), scaled),
        _write_ordinal,
        _parse_scaled(_ORDINAL),
    ),
    Grammar(
        "fraction",
        numbers.sign
        + Maybe(Field("whole", numbers.cardinal) + silent("又"))
        + Field("bottom", numbers.below_ten_thousand)
        + silent("分 之")
        + Field("top", numbers.below_ten_thousand | numbers.two),
        _write_fraction,
        _parse_fraction,
    ),
    Grammar(
        "score",
        Field("one", numbers.below_ten_thousand | numbers.zero)
        + silent("比")
        + Field("other", numbers.below_ten_thousand | numbers.zero),
        _write_score,
        _parse_score,
    ),
    Grammar(
        "sum",
        Field("a", _signed_number)
        + Field("first", _sign)
        + Field("b", _signed_number)
        + Maybe(Field("second", _sign) + Field("c", _signed_number)),
        _write_sum,
    ),
]
