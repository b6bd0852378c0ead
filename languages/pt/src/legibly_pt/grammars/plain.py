"""Plain numbers: cardinals, ordinals, decimals, fractions, millions, strings of digits."""

from __future__ import annotations

import re
from collections.abc import Iterable

from legibly.grammars.conditions import Cost
from legibly.grammars.grammar import Fields, Grammar, Part, grouped_digits, said
from legibly.grammars.phrases import (
    Field,
    Maybe,
    Phrase,
    Rule,
    Table,
    as_said,
    either,
    silent,
    write,
)
from legibly.grammars.plain_numbers import (
    digits_grammar,
    number_parser,
    parse_fraction,
    scale_field,
    scaled_parser,
    scaled_parts,
    wordings,
    write_cardinal,
    write_fraction,
    write_number,
)
from legibly.grammars.style import Style
from legibly.languages.tables import PricedRow
from legibly.languages.tables import rows as table_rows
from legibly_pt.grammars import numbers

_words = numbers.words
_scale_rows = [
    row for kind in ("long scale", "one long scale", "scale", "one scale") for row in _words[kind]
]
SCALES = {word: noughts for word, noughts, _ in _scale_rows}
scale = scale_field(_scale_rows)
scaled = either(
    Field("n", numbers.before_scale) + scale,
    Field("n", numbers.before_scale) + scale + Field("half", silent("e meio")),
)

_UNLIKE = 0.5  # décimo tercera
_digit, _teen = Table(_words["ordinal digit"]), Table(_words["ordinal teen"])


def _of_gender(kind: str, ending: str) -> Table:
    """Words that end in "o", or in "a"."""
    return Table([row for row in _words[kind] if row[0].endswith("a") == (ending == "a")])


def _joined(first: str, last: Phrase) -> Phrase:
    """Both parts have the gender of what is counted; others are heard."""
    return either(
        *(_of_gender(first, end) + _in_gender(last, end) for end in "oa"),
        Cost(_UNLIKE) + Table(_words[first]) + last,
    )


def _in_gender(last: Phrase, ending: str) -> Phrase:
    if last is _digit:
        return _of_gender("ordinal digit", ending)
    return either(
        write("0") + _of_gender("ordinal digit", ending),
        _of_gender("ordinal teen", ending),
        _of_gender("ordinal round", ending),
        _of_gender("ordinal tens", ending) + _of_gender("ordinal digit", ending),
    )


_below_hundred = Rule(
    either(_teen, Table(_words["ordinal round"]), _joined("ordinal tens", _digit))
)
_two_places = either(write("0") + _digit, _below_hundred)
ordinal = Rule(
    either(
        _digit,
        _below_hundred,
        Table(_words["ordinal hundred round"]),
        _joined("ordinal hundred", _two_places),
        Table(_words["ordinal thousand"]),
    )
)

_ORDINAL = re.compile(r"(?P<n>\d{1,4})\.?(?P<end>[ºª])")


def _write_ordinal(fields: Fields, style: Style) -> list[Part] | None:
    digits, ending = re.fullmatch(r"(\d+)(\D+)", fields["n"].text).groups()  # type: ignore[union-attr]
    return None if int(digits) < style.digits_from else [Part(f"{digits}{ending}")]


def _parse_ordinal(text: str) -> Iterable[dict[str, str]]:
    if match := _ORDINAL.fullmatch(text):
        yield {"n": match["n"] + match["end"]}


def _parts() -> list[PricedRow]:
    """ "terços", "vigésimos", "doze avos", and what they divide by."""
    known = list(_words["part"])
    for spoken, number in numbers.rows(11, 99):
        known += [(f"{spoken} avos", number, 0.0), (f"{spoken} avo", number, 0.5)]
    return known


def _write_part_of_unit(fields: Fields, style: Style) -> list[Part] | None:
    """ "três quintos de metro" with its unit short."""
    if style.units != "short":
        return None
    short = fields["unit"].text.split("|")[1]
    return [Part(f"{fields['top'].text}/{fields['bottom'].text}"), Part(short, fields["unit"])]


_bottom = Field("bottom", Table(_parts()))
_top = Field("top", numbers.counting.below_thousand)
_whole = Field("whole", numbers.below_thousand) + silent("e")
_unit = Field("unit", Table([(row[0], "|".join(row[:2])) for row in table_rows("pt", "units", 2)]))


def _write_scaled(fields: Fields, style: Style) -> list[Part]:
    return scaled_parts(fields, style)


def _write_thousands_before(fields: Fields, style: Style) -> list[Part]:
    """ "dois mil e tal": the number, and what makes it vague."""
    return [Part(grouped_digits(fields["n"].text, style)), *said(fields["vague"])]


GRAMMARS = [
    Grammar(
        "cardinal",
        numbers.sign + Field("n", numbers.plain_cardinal) + numbers.counting.no_scale,
        write_cardinal,
        number_parser(numbers.WRITTEN, numbers.WRITTEN.whole),
    ),
    Grammar(
        "cardinal",
        Field("n", numbers.cardinal)
        + Field("vague", as_said("e tal", "e tantos", "e tantas", "e poucos", "e poucas")),
        _write_thousands_before,
    ),
    Grammar(
        "decimal",
        numbers.sign + Field("n", numbers.decimal),
        write_number,
        number_parser(numbers.WRITTEN, numbers.WRITTEN.number),
    ),
    Grammar(
        "scaled", numbers.sign + scaled, _write_scaled, scaled_parser(numbers.WRITTEN, _scale_rows)
    ),
    Grammar("ordinal", Field("n", ordinal), _write_ordinal, _parse_ordinal),
    Grammar(
        "fraction",
        numbers.sign + Maybe(_whole) + _top + _bottom,
        write_fraction,
        parse_fraction,
    ),
    Grammar("measure", _top + _bottom + silent("de") + _unit, _write_part_of_unit),
    digits_grammar(numbers.some_digits),
    wordings(row[0] for row in table_rows("pt", "wordings")),
]
