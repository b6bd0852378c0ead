"""Telephone numbers of 7, 10 and 11 digits, with a country's number before and an extension behind;
addresses of machines; social security numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from legibly.english.grammars import numbers
from legibly.english.grammars.spoken import STANDS_ALONE, THINGS, say
from legibly.grammars.conditions import Cost, Unless
from legibly.grammars.grammar import Fields, Grammar, Part, said
from legibly.grammars.phrases import (
    AnyWord,
    Field,
    Maybe,
    Rule,
    SaidOnly,
    Series,
    Table,
    as_said,
    either,
    silent,
    write,
)
from legibly.grammars.repeats import Many
from legibly.grammars.style import Style
from legibly.languages.tables import rows

_PHONE = re.compile(
    r"(?:(?=\+|1[ -])\+?(?P<country>\d{1,3})[ -])?(?:\(?(?P<area>\d{3})\)?[ "
    r".-]?)?(?P<exchange>\d{3})[-.](?P<line>\d{4})"
    r"(?:,? (?:ext\.?|extension) (?P<extension>\d{1,6}))?"
)
MAX_BYTE = 255
_IP = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")


# Groups of digits as people say them: "eight hundred", "fifty five fifty five".
_said_three = Rule(
    either(
        numbers.digit + silent("hundred") + write("00"),
        Cost(0.3) + numbers.digit + numbers.two_digits,
    )
)
_said_four = Rule(
    either(
        Cost(0.3) + numbers.two_digits + numbers.two_digits,
        Cost(0.3) + numbers.digit + silent("thousand") + write("000"),
        Cost(0.3) + numbers.two_digits + silent("hundred") + write("00"),
    )
)
_three = Rule(numbers.number_of(3) | _said_three)
_four = Rule(numbers.number_of(4) | _said_four)
_area, _exchange, _line = Field("area", _three), Field("exchange", _three), Field("line", _four)
_seven = Rule(_exchange + _line)
_ten = Rule(_area + _seven)

# Ten digits may be anything; what is said before them tells a telephone.
_callers = ("call", "text", "ring", "phone", "reach", "fax", "dial", "contact")
_calls = [
    f"{verb}{whom}{at}"
    for verb in _callers
    for whom in ("", " me", " us", " him", " her")
    for at in ("", " at", " on")
]
_owners = ("", "my ", "our ", "your ", "his ", "her ", "their ", "the ")
_lines = ("phone", "telephone", "cell", "mobile", "fax", "cell phone", "mobile phone", "contact")
_numbers = [f"{owner}{line} number" for owner in _owners for line in _lines]
_numbers += [
    f"{owner}{line}" for owner in _owners[1:7] for line in (*_lines, "number", "direct line")
]
_numbers += [
    f"{owner}{name}" for owner in _owners for name in ("number to call", "callback number")
]
_numbers += [f"{name}{verb}" for name in _numbers for verb in (" is", "'s", " was", " at")]
_cue = Field("cue", as_said(*dict.fromkeys([*_calls, *_numbers, "toll free", "toll free at"])))
_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_hundreds = numbers.digit + silent("hundred") + write("00")
_extension = silent("extension", "ext", "x") + Field(
    "extension", Rule(numbers.digits | numbers.short_hundreds | numbers.cardinal)
)
_country = Field("country", Table([("one", "1")]))
_openers = {row[0] for row in rows("en", "openers")}
_no_digit = Unless(numbers.some_digits)  # no number is cut out of a longer one
# Codes of countries, in which no digit more can be mistaken for one of theirs.
_CODES = (
    "20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 "
    "65 66 7 81 82 84 86 90 91 92 93 94 95 98 351 352 353 354 358 359 370 371 372 380 385 386 420 "
    "421 852 853 880 886 961 962 965 966 971 972 974"
).split()
_code = Table(
    sorted(
        {
            (way, code)
            for code in _CODES
            for way in (" ".join(_DIGITS[int(d)] for d in code), say(numbers.below_thousand, code))
        }
    )
)
_thousands = numbers.digit + silent("thousand") + write("000")
_abroad = Rule(Many(either(numbers.some_digits, numbers.two_digits, _hundreds, _thousands), 3, 12))
_no_more = Unless(either(numbers.some_digits, numbers.two_digits, silent("hundred", "thousand")))
# How digits abroad are grouped, by country and number, where it is not as everywhere.
_GROUPS = {("353", 8): (1, 3, 4), ("61", 9): (1, 4, 4), ("91", 10): (5, 5)}
# Of Britain: eleven digits, of which the first is a nought.
_nought = silent("oh", "zero", "o") + write("0")
_british = Rule(_nought + Many(either(numbers.some_digits, numbers.two_digits, _hundreds), 3, 10))


def grouped(digits: str, country: str = "") -> str:
    """Digits of a number abroad in the groups that are usual there, or that can be read."""
    if country == "44" and len(digits) == 10:
        sizes: tuple[int, ...] | None = _british_groups(digits)
    else:
        usual = {8: (4, 4), 9: (3, 3, 3), 10: (3, 3, 4), 11: (3, 4, 4), 12: (4, 4, 4)}
        sizes = _GROUPS.get((country, len(digits)), usual.get(len(digits)))
    if sizes is None:
        return digits
    places = [sum(sizes[:i]) for i in range(len(sizes) + 1)]
    return " ".join(digits[a:b] for a, b in pairwise(places))


def _british_groups(digits: str) -> tuple[int, ...]:
    """London (20), big towns (161, 113) and other places (1632), mobile phones (7911)."""
    if digits[0] == "2":
        return 2, 4, 4
    of_town = digits[0] == "1" and "1" not in digits[1:3]
    return (4, 6) if digits[0] == "7" or of_town else (3, 3, 4)


def _write_abroad(fields: Fields, style: Style) -> list[Part] | None:
    country, digits = fields["country"].text, fields["digits"].text
    if not 6 <= len(digits) <= 12 or (country == "44" and len(digits) not in (6, 7, 10)):
        return None
    if len(digits) < 8:
        return _behind_cue(fields, f"+{country} {digits}", "country")  # some of it
    return _behind_cue(fields, f"+{country} {grouped(digits, country)}", "country")


def _write_british(fields: Fields, style: Style) -> list[Part] | None:
    digits = fields["digits"].text
    free = digits.startswith(("0800", "0500")) and len(digits) == 10
    if (len(digits) != 11 or digits[1] not in "12378") and not free:
        return None
    if free:
        return _behind_cue(fields, f"{digits[:4]} {digits[4:7]} {digits[7:]}", "digits")
    return _behind_cue(fields, "0" + grouped(digits[1:], "44"), "digits")


def _behind_cue(fields: Fields, text: str, first: str) -> list[Part]:
    if "cue" not in fields:
        return [Part(text)]
    return [*said(fields["cue"]), Part(text, fields[first])]


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

    if "cue" in fields:
        first = fields.get("country") or fields.get("area") or fields["exchange"]
        parts = [*said(fields["cue"]), Part(text, first)]
    else:
        parts = [Part(text)]
    if "extension" in fields:
        parts.append(Part(f"ext. {fields['extension'].text}", fields["extension"]))
    return parts


def _write_name(fields: Fields, style: Style) -> list[Part]:
    """Letters of the keys in place of digits."""
    text = f"1-{fields['area'].text}-{fields['name'].text.upper()}"
    return [*said(fields["cue"]), Part(text, fields["country"])]


def _write_long(fields: Fields, style: Style) -> list[Part] | None:
    """Unless somebody counts: "nine eight seven six ..."."""
    digits = [int(digit) for digit in fields["text"].text]
    if {b - a for a, b in pairwise(digits)} in ({1}, {-1}):
        return None
    return [Part(fields["text"].text)]


def _write_named(fields: Fields, style: Style) -> list[Part]:
    return [*said(fields["cue"]), Part(fields["text"].text, fields["text"])]


def _never(fields: Fields, style: Style) -> None:
    return None


def _parse_phone(text: str) -> Iterable[dict[str, str]]:
    if match := _PHONE.fullmatch(text):
        yield {name: value for name, value in match.groupdict().items() if value is not None}


_byte = Rule(
    either(
        numbers.number_of(1),
        numbers.number_of(2),
        numbers.number_of(3),
        numbers.below_thousand,
        numbers.a_hundred,
        numbers.short_hundreds,
    )
)
_dot = as_said("dot", "point")
_BYTES, _DOTS = ("first", "second", "third", "fourth"), ("dot 1", "dot 2", "dot 3")
_bytes = [Field(name, _byte) for name in _BYTES]
_dots = [Field(name, _dot) for name in _DOTS]


def _write_address(fields: Fields, style: Style) -> list[Part]:
    """What is no address is not one in part, either: "256 dot 1 dot 1 dot 1"."""
    text = ".".join(fields[name].text for name in _BYTES)
    if _is_address(text):
        return [Part(text)]
    parts = {name: Part(fields[name].text, fields[name]) for name in (*_BYTES, *_DOTS)}
    return sorted(parts.values(), key=lambda part: part.field.first if part.field else 0)


def _parse_address(text: str) -> Iterable[dict[str, str]]:
    if _is_address(text):
        yield dict(zip(_BYTES, text.split("."), strict=True)) | dict.fromkeys(_DOTS, "dot")


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


# Numbers that are no telephone's, however many digits they have.
_named_numbers = (
    *("account", "order", "tracking", "invoice", "serial", "case", "confirmation", "reference"),
    *("ticket", "policy", "passport", "license", "card", "credit card", "debit card", "routing"),
    *("model", "part", "booking", "member", "membership", "customer", "registration", "employee"),
    *("student", "insurance", "badge", "product", "item", "batch", "lot", "contract", "permit"),
)
_codes = (
    *((f"{name} number", f"{name} number") for name in _named_numbers),
    *(("pin", "PIN"), ("pin number", "PIN number"), ("pin code", "PIN code")),
    *((f"{name}code", f"{name}code") for name in ("pass", "access ", "entry ", "door ")),
    ("zip code", "ZIP code"),
    *((f"{name} code", f"{name} code") for name in ("security", "postal", "verification")),
)
_being = ("", " is", " was", " ends in", " ending in")
_code_cue = Field(
    "cue", Table([(spoken + verb, written + verb) for spoken, written in _codes for verb in _being])
)
# "twenty one" is no "twenty" before a "one".
_two_digits = Rule(
    either(
        numbers.teen,
        numbers.tens + numbers.digit,
        numbers.tens + write("0") + Unless(numbers.digit),
    )
)
_code_digits = Rule(
    Many(numbers.some_digits, 3, 30, short=0)
    | Many(either(numbers.some_digits, _two_digits), 2, 30, short=0)
)

_area_said = silent("area code", cost=0.1)
GRAMMARS = [
    Grammar(
        "phone",
        either(
            _cue + Maybe(_country) + Maybe(_area_said) + _ten,
            _cue + _seven,
            Maybe(_country) + _area_said + _ten,
            Maybe(_country) + Field("area", _said_three) + _seven,
            Maybe(_country) + _area + Field("exchange", _said_three) + _line,
            Maybe(_country) + _area + _exchange + Field("line", _said_four),
            silent("plus") + _country + _ten,
        )
        + _no_digit
        + Maybe(_extension),
        _write_phone,
        _parse_phone,
    ),
    Grammar(
        "phone",
        Maybe(_cue)
        + silent("plus")
        + Field("country", _code)
        + Field("digits", _abroad)
        + _no_more,
        _write_abroad,
    ),
    Grammar("phone", Cost(-20.0) + Maybe(_cue) + Field("digits", _british), _write_british),
    # "call one eight hundred flowers"
    Grammar(
        "phone",
        _cue
        + _country
        + Field("area", _hundreds)
        + Field("name", AnyWord((*_openers, *THINGS)))
        + STANDS_ALONE,
        _write_name,
    ),
    # More digits than are counted: of a card, an account, a parcel.
    Grammar(
        "long digits", Field("text", Rule(Many(numbers.some_digits, 8, 30, short=0))), _write_long
    ),
    Grammar("long digits", _code_cue + Field("text", _code_digits), _write_named),
    Grammar(
        "phone",
        Maybe(_country) + _ten + _extension,
        _write_phone,
        _parse_phone,
    ),
    # Said of what is written so; heard only with a cue.
    Grammar("phone", SaidOnly(Maybe(_country) + _ten), _never, _parse_phone),
    Grammar(
        "phone",
        SaidOnly(silent("plus") + Field("country", _code) + _ten),
        _never,
        _parse_phone,
    ),
    Grammar("short phone", _seven + _no_digit + Maybe(_extension), _write_phone, _parse_phone),
    Grammar(
        "ip",
        Series([part for pair in zip(_bytes, _dots, strict=False) for part in pair]) + _bytes[-1],
        _write_address,
        _parse_address,
    ),
    Grammar("social security", _number_of_ssn, _write_ssn),
]
