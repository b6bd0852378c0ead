"""How plain numbers are written in languages that have words for scales (millones): cardinals,
decimals, numbers with a scale, ordinals, fractions, strings of digits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from legibly.grammars.grammar import Fields, Grammar, Parser, Part, grouped_digits, said
from legibly.grammars.phrases import Field, Phrase, Rule, Table, as_said
from legibly.grammars.repeats import Many
from legibly.grammars.style import Style
from legibly.grammars.written_numbers import WrittenNumbers, is_negative, is_small, signed

MILLION_NOUGHTS = 6
SURE_DIGITS = 4  # said one by one
BETWEEN = "|"  # parts of a field that says more than what is written


def is_round(number: str) -> bool:
    """Whether it is rather written with the word for millions."""
    return len(number) > MILLION_NOUGHTS and number.endswith("0" * MILLION_NOUGHTS)


def write_cardinal(fields: Fields, style: Style) -> list[Part] | None:
    number = fields["n"].text
    if is_small(number, style) and not is_negative(fields):
        return None
    if style.scales == "words" and is_round(number):
        return None
    return [Part(signed(fields, grouped_digits(number, style)))]


def write_number(fields: Fields, style: Style) -> list[Part]:
    return [Part(signed(fields, grouped_digits(fields["n"].text, style)))]


def times_scale(number: str, noughts: str) -> str:
    """1.5 and 6 are 1500000."""
    whole, _, fraction = number.partition(".")
    places = int(noughts)
    moved = whole + fraction[:places].ljust(places, "0")
    rest = fraction[places:]
    return (moved.lstrip("0") or "0") + (f".{rest}" if rest else "")


def scaled_parts(fields: Fields, style: Style) -> list[Part]:
    """A number and the word of its scale, half of one behind it included."""
    number = fields["n"].text + (".5" if "half" in fields else "")
    word, _, noughts = fields["scale"].text.partition(BETWEEN)
    if style.scales == "digits":
        return [Part(signed(fields, grouped_digits(times_scale(number, noughts), style)))]
    scale = fields["scale"]
    parts = [Part(signed(fields, grouped_digits(number, style)))]
    return [*parts, *(part._replace(field=part.field) for part in said(scale._replace(text=word)))]


def is_lone_one(fields: Fields, style: Style) -> bool:
    """ "un millón", "un millón y medio": written so unless all is wanted short."""
    one = fields["n"].text == "1" and "sign" not in fields
    return one and style.units == "words" and style.scales == "words"


def write_scaled(fields: Fields, style: Style) -> list[Part] | None:
    return None if is_lone_one(fields, style) else scaled_parts(fields, style)


def scale_field(rows: Iterable[tuple[str, str, float]]) -> Phrase:
    """Words of scales with their noughts."""
    return Field(
        "scale", Table([(word, f"{word}{BETWEEN}{noughts}", cost) for word, noughts, cost in rows])
    )


def scaled_parser(numbers: WrittenNumbers, rows: Sequence[tuple[str, str, float]]) -> Parser:
    noughts = {word: zeros for word, zeros, _ in rows}
    pattern = re.compile(rf"(?P<n>{numbers.number}) (?P<scale>{'|'.join(noughts)})", re.I)

    def parse(text: str) -> Iterable[dict[str, str]]:
        for found in numbers.values(pattern.fullmatch(text)):
            word = found["scale"].lower()
            yield {**found, "scale": f"{word}{BETWEEN}{noughts[word]}"}

    return parse


def number_parser(numbers: WrittenNumbers, shape: str) -> Parser:
    """Of whole numbers or of all, a minus before them or none."""
    pattern = re.compile(rf"(?P<sign>-)?(?P<n>{shape})")

    def parse(text: str) -> Iterable[dict[str, str]]:
        match = pattern.fullmatch(text.replace("−", "-"))
        if match and (match["n"][0] != "0" or not match["n"][1:2].isdigit()):
            yield from numbers.values(match)

    return parse


def digits_grammar(digit: Phrase, least: int = 3, most: int = 20) -> Grammar:
    """Digits one by one; three alone may count something, but for those behind a nought."""
    text = re.compile(rf"\d{{{least},{most}}}")

    def parse(written: str) -> Iterable[dict[str, str]]:
        if text.fullmatch(written):
            yield {"n": written}

    return Grammar(
        "digits",
        Field("n", Rule(Many(digit, least, most, short=4))),
        _write_digits,
        parse,
    )


def _write_digits(fields: Fields, style: Style) -> list[Part] | None:
    digits = fields["n"].text
    return None if len(digits) < SURE_DIGITS and digits[0] != "0" else [Part(digits)]


def write_fraction(fields: Fields, style: Style) -> list[Part] | None:
    """Small ones stay words, and so does what may be an article: un tercio."""
    top, bottom = fields["top"].text, fields["bottom"].text
    if top == "1" and int(bottom) < 10 and not is_negative(fields):
        return None
    if style.fractions == "words" and int(top) < 10 and int(bottom) < 10:
        return None
    whole = f"{fields['whole'].text} " if "whole" in fields else ""
    return [Part(signed(fields, f"{whole}{top}/{bottom}"))]


def parse_fraction(text: str) -> Iterable[dict[str, str]]:
    match = re.fullmatch(r"(?:(?P<whole>\d{1,2}) )?(?P<top>\d{1,3})/(?P<bottom>\d{1,4})", text)
    if match:
        yield {name: value for name, value in match.groupdict().items() if value is not None}


def wordings(phrases: Iterable[str]) -> Grammar:
    """Phrases with numbers in them that stay as they are said."""
    return Grammar(
        "wording",
        Field("said", as_said(*phrases)),
        lambda fields, style: said(fields["said"]),
    )
