"""Plain numbers: cardinals, ordinals, decimals, digit strings, fractions; "twenty-five" with its
hyphen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from legibly.english.grammars import amounts, numbers
from legibly.grammars.conditions import Cost, Unless
from legibly.grammars.grammar import Fields, Grammar, Part, grouped_digits, plain_digits
from legibly.grammars.phrases import Field, Rule, Table, either, silent
from legibly.grammars.repeats import Many
from legibly.grammars.style import CUSTOMARY, Style
from legibly.languages.tables import grouped

_ENDINGS = {"1": "st", "2": "nd", "3": "rd"}
_INTEGER = re.compile(r"(?P<sign>-)?(?P<n>\d{1,3}(?:,\d{3})+|\d+)")
_DECIMAL = re.compile(rf"(?P<sign>-)?(?P<n>{amounts.NUMBER})")
_ORDINAL = re.compile(r"(?P<n>\d{1,3}(?:,\d{3})*|\d+)(?:st|nd|rd|th)")
_words = grouped("en", "numbers")


def signed(fields: Fields, text: str) -> str:
    return fields["sign"].text + text if "sign" in fields else text


def is_negative(fields: Fields) -> bool:
    """Small numbers are written in digits behind a sign."""
    return "sign" in fields and fields["sign"].text == "-"


def values(match: re.Match[str] | None) -> Iterable[dict[str, str]]:
    """The groups of a match that are there, numbers without thousands signs."""
    if match is not None:
        yield {
            name: plain_digits(text) for name, text in match.groupdict().items() if text is not None
        }


def _write_cardinal(fields: Fields, style: Style) -> list[Part] | None:
    number = fields["n"].text
    if (int(number) < style.digits_from and not is_negative(fields)) or amounts.is_round(number):
        return None
    return [Part(signed(fields, grouped_digits(number, style)))]


def _write_articled(fields: Fields, style: Style) -> list[Part] | None:
    """ "a thousand" is mostly no exact number, "a thousand and one" is."""
    number = fields["n"].text
    if number[0] == "1" and not number[1:].strip("0") and style.digits_from >= CUSTOMARY:
        return None
    return _write_cardinal(fields, style)


def _write_articled_scale(fields: Fields, style: Style) -> list[Part] | None:
    return None if style.digits_from >= CUSTOMARY else _write_scaled(fields, style)


def _write_decimal(fields: Fields, style: Style) -> list[Part]:
    return [Part(signed(fields, grouped_digits(fields["n"].text, style)))]


def _write_scaled(fields: Fields, style: Style) -> list[Part]:
    return [
        Part(signed(fields, grouped_digits(fields["n"].text, style))),
        Part(fields["scale"].text, fields["scale"]),
    ]


def ordinal_text(number: str, style: Style) -> str:
    ending = "th" if number[-2:-1] == "1" else _ENDINGS.get(number[-1], "th")
    return grouped_digits(number, style) + ending


def _write_ordinal(fields: Fields, style: Style) -> list[Part] | None:
    number = fields["n"].text
    return None if int(number) < style.digits_from else [Part(ordinal_text(number, style))]


def _write_digits(fields: Fields, style: Style) -> list[Part]:
    return [Part(fields["n"].text)]


def _write_year(fields: Fields, style: Style) -> list[Part] | None:
    number = fields["n"].text
    return [Part(number)] if "1000" <= number <= "2199" else None


def _write_spelt(fields: Fields, style: Style) -> list[Part]:
    return [Part(fields["n"].text)]


def _parse_cardinal(text: str) -> Iterable[dict[str, str]]:
    match = _INTEGER.fullmatch(text)
    if match and (match["n"] == "0" or match["n"][0] != "0"):
        yield from values(match)


def _parse_year(text: str) -> Iterable[dict[str, str]]:
    return values(re.fullmatch(r"(?P<n>1[1-9]\d\d|20[0-9]\d)", text))


def _parse_digits(text: str) -> Iterable[dict[str, str]]:
    return values(re.fullmatch(r"(?P<n>\d{2,20})", text))


def _parse_fraction(text: str) -> Iterable[dict[str, str]]:
    match = re.fullmatch(r"(?P<top>\d{1,2})/(?P<bottom>[234568]|10|16|100)", text)
    if match and int(match["top"]) < int(match["bottom"]):
        yield from values(match)


def _write_fraction(fields: Fields, style: Style) -> list[Part]:
    return [Part(f"{fields['top'].text}/{fields['bottom'].text}")]


def _parts() -> list[tuple[str, str]]:
    """ "thirds", "fifths" ... and what they divide by."""
    rows = [
        ("half", "2"),
        ("halves", "2"),
        ("quarters", "4"),
        ("quarter", "4"),
        ("thirds", "3"),
        ("third", "3"),
    ]
    for spoken, number in [*_words["ordinal digit"][3:], *_words["ordinal teen"]]:
        rows += [(spoken + "s", number), (spoken, number)]
    rows += [("twentieths", "20"), ("twentieth", "20"), ("hundredths", "100"), ("hundredth", "100")]
    return rows


def _hyphenated() -> Table:
    ones = _words["digit"] + _words["ordinal digit"]
    return Table([(f"{ten} {one}", f"{ten}-{one}") for ten, _ in _words["tens"] for one, _ in ones])


# Two digits in a row are rather counted than read.
_long_digits = Rule(
    either(Many(numbers.some_digits, 3, 20, short=4), Cost(8.0) + Many(numbers.some_digits, 2, 2))
)
_mixed_digits = Rule(
    either(
        numbers.short_hundreds,
        numbers.pairs,
        numbers.one_digit + numbers.two_digits + numbers.two_digits,
        numbers.two_digits + numbers.two_digits + numbers.two_digits,
        numbers.digits + numbers.two_digits,
        Cost(3.0) + numbers.two_digits + numbers.digits,
    )
)
# No number is cut out of a larger one: "a hundred and two hundred".
_no_scale = Unless(silent("hundred", *(spoken for spoken, _ in _words["scale"])))

GRAMMARS = [
    Grammar("year", Field("n", numbers.year), _write_year, _parse_year),
    Grammar(
        "cardinal",
        amounts.sign + Field("n", numbers.plain_cardinal) + _no_scale,
        _write_cardinal,
        _parse_cardinal,
    ),
    Grammar("cardinal", Field("n", numbers.articled) + _no_scale, _write_articled, _parse_cardinal),
    Grammar(
        "ordinal",
        Field("n", numbers.ordinal),
        _write_ordinal,
        lambda text: values(_ORDINAL.fullmatch(text)),
    ),
    Grammar(
        "decimal",
        amounts.sign + Field("n", amounts.decimal),
        _write_decimal,
        lambda t: values(_DECIMAL.fullmatch(t)),
    ),
    Grammar(
        "scaled",
        amounts.sign + amounts.plain_scaled,
        _write_scaled,
        lambda text: values(amounts.SCALE.fullmatch(text)),
    ),
    Grammar(
        "scaled",
        amounts.articled_scaled,
        _write_articled_scale,
        lambda text: values(amounts.SCALE.fullmatch(text)),
    ),
    Grammar("digits", Field("n", _long_digits), _write_digits, _parse_digits),
    Grammar("short", Field("n", _mixed_digits), _write_digits),
    Grammar(
        "fraction",
        Field("top", numbers.below_hundred | numbers.a) + Field("bottom", Table(_parts())),
        _write_fraction,
        _parse_fraction,
    ),
    Grammar("spelt", Field("n", _hyphenated()), _write_spelt),
]
