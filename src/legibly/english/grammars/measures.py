"""Measures: "eighteen point five kilometers", "two hundred miles per hour"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from legibly.english.grammars import amounts, numbers
from legibly.english.grammars.cardinals import is_negative, signed
from legibly.grammars.grammar import Fields, Grammar, Part, grouped_digits, plain_digits, said
from legibly.grammars.phrases import Field, Table, as_said
from legibly.grammars.style import Style
from legibly.languages.tables import rows

# A unit's text is its short form; in words it is what was heard, so that both are in the field.
_NAMES = ("celsius", "fahrenheit")
_SECOND = 3.0  # "forty second" is rather an ordinal
_units = [(row[0], f"{row[0]}|{row[1]}") for row in rows("en", "units", 2)]
_everyday = {row[0] for row in rows("en", "units") if row[2:] == ("everyday",)}
_first_spoken: dict[str, str] = {}
for _spoken, _both in _units:
    _first_spoken.setdefault(_both.partition("|")[2], _both)
_HUNDREDS = re.compile(r"(?:1\d|20)00s")
_MEASURE = re.compile(rf"(?P<sign>-)?(?P<n>{amounts.NUMBER}) ?(?P<unit>[^\d\s]\S*(?: [a-z]{{2}})?)")


def _write(fields: Fields, style: Style) -> list[Part] | None:
    spoken, _, short = fields["unit"].text.partition("|")
    number = fields["n"].text
    if (
        style.units == "words"
        and spoken in _everyday
        and _is_small(number, style)
        and not is_negative(fields)
    ):
        return None

    if amounts.is_round(number):
        return None
    amount = signed(fields, grouped_digits(number, style))
    if style.units == "short":
        parts = (
            [Part(amount)]
            if "scale" not in fields
            else [Part(amount), Part(fields["scale"].text, fields["scale"])]
        )
        if short.startswith("°"):
            return [Part(amount + short)]
        return [*parts, Part(short, fields["unit"])]

    named = [Part(fields["scale"].text, fields["scale"])] if "scale" in fields else []
    return [Part(amount), *named, *_words(spoken, fields)]


def _write_both(fields: Fields, style: Style) -> list[Part] | None:
    """ "five or six megabytes", alike."""
    after = _write(fields, style)
    if after is None:
        return None
    low = Part(grouped_digits(fields["low"].text, style))
    return [low, *said(fields["joiner"]), after[0]._replace(field=fields["n"]), *after[1:]]


def _is_small(number: str, style: Style) -> bool:
    return "." not in number and int(number) < style.digits_from


def _words(spoken: str, fields: Fields) -> Iterable[Part]:
    """The words of a unit, each a token of its own."""
    unit = fields["unit"]
    for at, word in enumerate(spoken.split()):
        yield Part(
            word.capitalize() if word in _NAMES else word, unit._replace(first=unit.first + at)
        )


def _parse(text: str) -> Iterable[dict[str, str]]:
    if _HUNDREDS.fullmatch(text):
        return  # of a century
    if (match := _MEASURE.fullmatch(text)) and (unit := _first_spoken.get(match["unit"])):
        found = {"n": plain_digits(match["n"]), "unit": unit}
        yield {**found, "sign": "-"} if match["sign"] else found


_unit = Field(
    "unit",
    Table([(spoken, both, _SECOND if spoken == "second" else 0.0) for spoken, both in _units]),
)

GRAMMARS = [
    Grammar("measure", amounts.sign + Field("n", amounts.amount) + _unit, _write, _parse),
    Grammar("measure", amounts.sign + amounts.scaled + _unit, _write),
    Grammar(
        "measure",
        Field("low", numbers.below_hundred)
        + Field("joiner", as_said("or", "to"))
        + Field("n", numbers.below_thousand)
        + _unit,
        _write_both,
    ),
]
