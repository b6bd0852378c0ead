"""Telephone numbers of 7, 10 and 11 digits, with a country's number before and an extension behind;
addresses of machines; social security numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from legibly.english.grammars import numbers
from legibly.grammars.grammar import Fields, Grammar, Part
from legibly.grammars.phrases import (
    Cost,
    Field,
    Many,
    Maybe,
    Phrase,
    Rule,
    Table,
    either,
    silent,
    write,
)
from legibly.grammars.style import Style

_PHONE = re.compile(
    r"(?:\+?(?P<country>\d{1,3})[ -])?(?:\(?(?P<area>\d{3})\)?[ "
    r".-]?)?(?P<exchange>\d{3})[-.](?P<line>\d{4})"
    r"(?:,? (?:ext\.?|extension) (?P<extension>\d{1,6}))?"
)
MAX_BYTE = 255
_IP = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")


def _group(places: int) -> Phrase:
    """Digits one by one; or as people say them: "eight hundred", "fifty five"."""
    ways = [numbers.number_of(places)]
    if places == 3:
        ways.append(numbers.digit + silent("hundred") + write("00"))
        ways.append(Cost(0.3) + numbers.digit + numbers.two_digits)
    if places == 4:
        ways.append(Cost(0.3) + numbers.two_digits + numbers.two_digits)
        ways.append(Cost(0.3) + numbers.digit + silent("thousand") + write("000"))
        ways.append(Cost(0.3) + numbers.two_digits + silent("hundred") + write("00"))
    return Rule(either(*ways))


_three, _four = _group(3), _group(4)
_extension = Maybe(
    silent("extension", "ext", "x")
    + Field("extension", Rule(numbers.digits | numbers.short_hundreds | numbers.cardinal))
)
_area_code = Maybe(silent("area code", cost=0.1))
_country = either(
    Field("country", Table([("one", "1"), ("plus one", "1")])),
    silent("plus")
    + Field(
        "country", Rule(numbers.some_digits | numbers.two_digits | Many(numbers.one_digit, 2, 3))
    ),
)


def _write_phone(fields: Fields, style: Style) -> list[Part]:
    area = fields["area"].text if "area" in fields else ""
    exchange, line = fields["exchange"].text, fields["line"].text
    country = fields["country"].text if "country" in fields else ""
    if style.phone == "(555) 555-5555":
        text = (
            f"({area}) " if area and not country else f"{area}-" if area else ""
        ) + f"{exchange}-{line}"
    else:
        between = {"555-555-5555": "-", "555.555.5555": ".", "5555555555": ""}[style.phone]
        text = between.join(
            part for part in (country if country == "1" else "", area, exchange, line) if part
        )

    if country and country != "1":
        text = f"+{country} {text}"
    elif country and style.phone == "(555) 555-5555":
        text = f"1-{text}"

    parts = [Part(text)]
    if "extension" in fields:
        parts.append(Part(f"ext. {fields['extension'].text}", fields["extension"]))
    return parts


def _parse_phone(text: str) -> Iterable[dict[str, str]]:
    if match := _PHONE.fullmatch(text):
        yield {name: value for name, value in match.groupdict().items() if value is not None}


_byte = Rule(
    either(
        numbers.number_of(1),
        numbers.number_of(2),
        numbers.number_of(3),
        numbers.cardinal,
        numbers.short_hundreds,
    )
)
_dot = silent("dot", "point") + write(".")


def _write_text(fields: Fields, style: Style) -> list[Part]:
    return [Part(fields["text"].text)]


def _write_address(fields: Fields, style: Style) -> list[Part] | None:
    text = fields["text"].text
    return [Part(text)] if _is_address(text) else None


def _parse_address(text: str) -> Iterable[dict[str, str]]:
    if _is_address(text):
        yield {"text": text}


def _is_address(text: str) -> bool:
    return bool(_IP.fullmatch(text)) and all(int(part) <= MAX_BYTE for part in text.split("."))


_number_of_ssn = (
    Field(
        "text",
        Table(
            [("ssn", "SSN"), ("s s n", "SSN"), ("social security number", "social security number")]
        ),
    )
    + Maybe(Field("is", Table([("is", "is")])))
    + Field("area", numbers.number_of(3))
    + Field("group", numbers.number_of(2))
    + Field("serial", numbers.number_of(4))
)


def _write_ssn(fields: Fields, style: Style) -> list[Part]:
    number = "-".join(fields[name].text for name in ("area", "group", "serial"))
    named = [Part(fields["text"].text), *([Part("is", fields["is"])] if "is" in fields else [])]
    return [*named, Part(number, fields["area"])]


GRAMMARS = [
    Grammar(
        "phone",
        Maybe(_country)
        + _area_code
        + Field("area", _three)
        + Field("exchange", _three)
        + Field("line", _four)
        + _extension,
        _write_phone,
        _parse_phone,
    ),
    # More digits than a phone number has: of a card, an account, a parcel.
    Grammar(
        "long digits", Field("text", Rule(Many(numbers.some_digits, 12, 30, short=0))), _write_text
    ),
    Grammar(
        "short phone",
        Field("exchange", _three) + Field("line", _four) + _extension,
        _write_phone,
        _parse_phone,
    ),
    Grammar(
        "ip",
        Field("text", _byte + _dot + _byte + _dot + _byte + _dot + _byte),
        _write_address,
        _parse_address,
    ),
    Grammar("social security", _number_of_ssn, _write_ssn),
]
