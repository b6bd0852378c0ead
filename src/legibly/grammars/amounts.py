"""Money, percent and measures, from tables of currencies and units.

A row of currencies is spoken, its sign, where that stands (`before`, `before apart`, `after`) and
`clear` where it stands for no other currency; a row of cents is spoken, and the currency that it is
a part of. A row of units is spoken, its short form, and `everyday` where small numbers before it
are spelt out as elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from legibly.grammars.conditions import Cost, Unless
from legibly.grammars.grammar import Fields, Grammar, Parser, Part, Writer, grouped_digits, said
from legibly.grammars.phrases import (
    Field,
    Maybe,
    Phrase,
    Table,
    as_said,
    either,
    silent,
)
from legibly.grammars.plain_numbers import BETWEEN, is_lone_one, scaled_parts
from legibly.grammars.style import Style
from legibly.grammars.written_numbers import WrittenNumbers, is_negative, is_small, signed
from legibly.languages.tables import Row, rows

_DEGREE = "°"
_UNJOINED = 0.2  # twelve euros five


class Currency(NamedTuple):
    name: str
    sign: str
    place: str
    clear: str = ""

    def is_wanted(self, style: Style) -> bool:
        """Whether the sign is written."""
        return style.currency == "sign" or (style.currency == "clear" and bool(self.clear))

    def with_sign(self, number: str) -> str:
        """ "$5", "R$ 5", "5 €"."""
        if self.place == "after":
            return f"{number} {self.sign}"
        return f"{self.sign}{' ' if self.place == 'before apart' else ''}{number}"


@dataclass(frozen=True)
class Amounts:
    """What amounts of a language are made of."""

    language: str
    written: WrittenNumbers
    sign: Phrase  # maybe a minus
    number: Phrase  # text of what may stand before a unit
    small: Phrase  # below a hundred: cents
    loose_cents: Phrase  # cents that are not called so
    scaled: Phrase  # fields "n" and "scale", maybe "half"
    half: Phrase  # behind a unit: and a half
    scales: Mapping[str, str]  # words of scales and their noughts
    of: str  # between a scale and what is counted
    joiners: tuple[str, ...]  # between money and its cents
    between: tuple[str, ...]  # between the ends of a range
    percent: tuple[str, ...]

    def grammars(self) -> list[Grammar]:
        return [*self._money(), *self._percent(), *self._measures()]

    @property
    def _of(self) -> Phrase:
        return Maybe(Field("of", as_said(self.of)))

    @property
    def _range(self) -> Phrase:
        return Field("low", self.number) + Field("to", as_said(*self.between))

    def _money(self) -> list[Grammar]:
        table = rows(self.language, "currencies", 3)
        amount = Field("n", self.number)
        currency = Field("currency", Table([(row[0], BETWEEN.join(row)) for row in table]))
        parts = rows(self.language, "cents", 2)
        cent = Field("cent", as_said(*(row[0] for row in parts)))
        cents, joiner = Field("cents", self.small), silent(*self.joiners)
        joined = joiner | Cost(_UNJOINED)
        parse = _money_parser(self.written, table, parts, self.scales, self.of)
        unlike_cents = silent(*(row[0] for row in table), *self.percent, *self.joiners)
        named = {row[0]: Currency(*row) for row in table}
        return [
            Grammar(
                "money",
                self.sign
                + amount
                + currency
                + either(
                    joined + cents + cent,
                    joined + Field("cents", self.loose_cents) + Unless(unlike_cents),
                ),
                _write_money,
                parse,
            ),
            Grammar("money", self.sign + amount + currency, _write_money, parse),
            Grammar("money", self._range + amount + currency, _write_money),
            Grammar(
                "money", self.sign + self.scaled + self._of + currency, _write_scaled_money, parse
            ),
            Grammar(
                "cents",
                cents + cent,
                _cents_writer({row[0]: named[row[1]] for row in parts}),
                parse,
            ),
        ]

    def _percent(self) -> list[Grammar]:
        unit = Field("unit", as_said(*self.percent))
        amount = Field("n", self.number)
        pattern = re.compile(rf"(?P<sign>-)?(?P<n>{self.written.number})[ \u00a0\u202f]?%")

        def parse(text: str) -> Iterable[dict[str, str]]:
            for found in self.written.values(pattern.fullmatch(text)):
                yield {**found, "unit": self.percent[0]}

        return [
            Grammar("percent", self.sign + amount + unit, _write_percent, parse),
            Grammar("percent", self._range + amount + unit, _write_percent),
        ]

    def _measures(self) -> list[Grammar]:
        table = rows(self.language, "units", 2)
        unit = Field("unit", Table([(row[0], BETWEEN.join(row[:3])) for row in table]))
        amount, half = Field("n", self.number), Maybe(Field("half", self.half))
        return [
            Grammar(
                "measure",
                self.sign + amount + unit + half,
                _write_measure,
                _measure_parser(self.written, table),
            ),
            Grammar("measure", self.sign + self.scaled + self._of + unit, _write_scaled_measure),
            Grammar("measure", self._range + amount + unit, _write_measure),
        ]


def _is_range(fields: Fields) -> bool:
    """ "seis e oito mil" are six thousand and eight thousand: no range of six to eight thousand."""
    if "low" not in fields:
        return True
    low, high = Decimal(fields["low"].text), Decimal(fields["n"].text)
    return low < high and not (low < 1000 <= high and high % 1000 == 0)


def _low_end(fields: Fields, style: Style) -> list[Part]:
    """Of a range: written as its other end is."""
    if "low" not in fields:
        return []
    return [Part(grouped_digits(fields["low"].text, style), fields["low"]), *said(fields["to"])]


def _write_money(fields: Fields, style: Style) -> list[Part] | None:
    currency = Currency(*fields["currency"].text.split(BETWEEN))
    number = fields["n"].text
    if not _is_range(fields):
        return None
    if "cents" in fields:
        if "." in number:
            return None
        number += f".{fields['cents'].text.zfill(2)}"
    text = signed(fields, grouped_digits(number, style))
    if currency.is_wanted(style) and not (number == "1" and style.currency == "clear"):
        return [*_low_end(fields, style), Part(currency.with_sign(text), fields["n"])]
    if is_small(number, style) and not is_negative(fields):
        return None
    name = fields["currency"]._replace(text=currency.name)
    return [*_low_end(fields, style), Part(text, fields["n"]), *said(name)]


def _write_scaled_money(fields: Fields, style: Style) -> list[Part] | None:
    """The sign goes to the number; one that stands behind would part it from its scale."""
    if is_lone_one(fields, style) and style.currency != "sign":
        return None
    currency = Currency(*fields["currency"].text.split(BETWEEN))
    number, *scale = scaled_parts(fields, style)
    if currency.is_wanted(style) and (currency.place != "after" or not scale):
        return [Part(currency.with_sign(number.text)), *scale]
    of = said(fields["of"]) if "of" in fields else []
    return [number, *scale, *of, *said(fields["currency"]._replace(text=currency.name))]


def _cents_writer(currencies: dict[str, Currency]) -> Writer:
    def write(fields: Fields, style: Style) -> list[Part] | None:
        number, currency = fields["cents"].text, currencies[fields["cent"].text]
        if style.currency == "sign" or (currency.clear and currency.place != "after"):
            return [Part(currency.with_sign(grouped_digits(f"0.{number.zfill(2)}", style)))]
        return None if is_small(number, style) else [Part(number), *said(fields["cent"])]

    return write


def _money_parser(
    written: WrittenNumbers,
    table: Iterable[Row],
    cents: Iterable[Row],
    scales: Mapping[str, str],
    of: str,
) -> Parser:
    """A sign before or behind, whatever is customary; with cents or a scale."""
    first: dict[str, str] = {}
    for row in table:
        first.setdefault(row[1], BETWEEN.join(row))
    names = {row[0]: row[1] for row in table}
    parts = {names[row[1]]: row[0] for row in reversed(list(cents))}
    signs = "|".join(re.escape(sign) for sign in sorted(first, key=len, reverse=True))
    pattern = re.compile(
        rf"(?P<minus>-)?(?:(?P<before>{signs}) ?)?(?P<n>{written.number})"
        rf"(?: (?P<scale>{'|'.join(scales)}))?(?: ?(?P<after>{signs}))?"
    )

    def parse(text: str) -> Iterable[dict[str, str]]:
        match = pattern.fullmatch(text)
        sign = match and (match["before"] or match["after"])
        if match is None or not sign or (match["before"] and match["after"]):
            return
        found = {"n": written.plain(match["n"]), "currency": first[sign]}
        if match["minus"]:
            found["sign"] = "-"
        if match["scale"]:
            found |= {"scale": f"{match['scale']}{BETWEEN}{scales[match['scale']]}", "of": of}
        else:
            found = _with_cents(found, parts.get(sign))
        yield found

    return parse


def _with_cents(found: dict[str, str], name: str | None) -> dict[str, str]:
    """Two decimals of money are its cents."""
    whole, _, cents = found["n"].partition(".")
    if len(cents) != 2 or name is None:
        return found
    if cents == "00":
        return {**found, "n": whole}
    named = {"cents": str(int(cents)), "cent": name}
    if whole != "0":
        return {**found, "n": whole, **named}
    return named


def _write_percent(fields: Fields, style: Style) -> list[Part] | None:
    if not _is_range(fields):
        return None
    number = signed(fields, grouped_digits(fields["n"].text, style))
    if style.percent == "percent":
        return [*_low_end(fields, style), Part(number, fields["n"]), *said(fields["unit"])]
    return [*_low_end(fields, style), Part(number + style.percent, fields["n"])]


def _measured(fields: Fields, style: Style, number: list[Part]) -> list[Part]:
    """With the unit as it is wanted."""
    name, short, *_ = fields["unit"].text.split(BETWEEN)
    low = _low_end(fields, style)
    if style.units != "short":
        return [*low, *number, *said(fields["unit"]._replace(text=name))]
    if short.startswith(_DEGREE):
        return [*low, *number[:-1], Part(f"{number[-1].text} {short}", number[-1].field)]
    return [*low, *number, Part(short, fields["unit"])]


def _write_measure(fields: Fields, style: Style) -> list[Part] | None:
    *_, everyday = f"{fields['unit'].text}{BETWEEN}".split(BETWEEN, 2)
    number = fields["n"].text
    if "half" in fields:
        number += ".5"
    small = is_small(fields["n"].text, style) and not is_negative(fields)
    one = fields["n"].text == "1"
    if style.units == "words" and small and (everyday.strip(BETWEEN) or one):
        return None
    if not _is_range(fields):
        return None
    if "half" in fields and "." in fields["n"].text:
        return None
    text = signed(fields, grouped_digits(number, style))
    return _measured(fields, style, [Part(text, fields["n"])])


def _write_scaled_measure(fields: Fields, style: Style) -> list[Part] | None:
    if is_lone_one(fields, style):
        return None
    of = said(fields["of"]) if "of" in fields and style.units != "short" else []
    return _measured(fields, style, [*scaled_parts(fields, style), *of])


def _measure_parser(written: WrittenNumbers, table: Iterable[Row]) -> Parser:
    first: dict[str, str] = {}
    for row in table:
        first.setdefault(row[1], BETWEEN.join(row[:3]))
    units = "|".join(re.escape(unit) for unit in sorted(first, key=len, reverse=True))
    pattern = re.compile(rf"(?P<sign>-)?(?P<n>{written.number}) ?(?P<unit>{units})")

    def parse(text: str) -> Iterable[dict[str, str]]:
        for found in written.values(pattern.fullmatch(text)):
            yield {**found, "unit": first[found["unit"]]}

    return parse
