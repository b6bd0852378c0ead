"""Plain numbers: cardinals, ordinals, decimals, fractions, millions, strings of digits."""

from __future__ import annotations

import re

from legibly.grammars.gendered_ordinals import GenderedOrdinals
from legibly.grammars.grammar import Fields, Grammar, Part, grouped_digits, said
from legibly.grammars.phrases import (
    Field,
    Maybe,
    Table,
    as_said,
    either,
    silent,
)
from legibly.grammars.plain_numbers import (
    digits_grammar,
    number_parser,
    parse_fraction,
    scale_field,
    scaled_parser,
    wordings,
    write_cardinal,
    write_fraction,
    write_number,
    write_scaled,
)
from legibly.grammars.style import Style
from legibly.languages.tables import PricedRow
from legibly.languages.tables import rows as table_rows
from legibly_es.grammars import numbers

_words = numbers.words
_scale_rows = [
    row for kind in ("long scale", "one long scale", "scale", "one scale") for row in _words[kind]
]
_scale_rows += [("cuatrillones", "24", 0.0), ("cuatrillón", "24", 0.0)]
SCALES = {word: noughts for word, noughts, _ in _scale_rows}
scale = scale_field(_scale_rows)
scaled = either(
    Field("n", numbers.before_scale) + scale,
    Field("n", numbers.before_scale) + scale + Field("half", silent("y medio")),
)

_ordinals = GenderedOrdinals(_words, point=".", endings="[ºª]|er")


def _parts() -> list[PricedRow]:
    """ "tercios", "vigésimos", "treintavos", "cuarentiunavos", and what they divide by."""
    known = list(_words["part"])
    for spoken, number in numbers.rows(11, 99):
        joined, short = spoken.replace(" ", ""), _contracted(spoken)
        for stem in sorted({joined, short, re.sub("[aeo]$", "", short)}):
            known += [(f"{stem}avos", number, 0.2), (f"{stem}avo", number, 0.5)]
    for spoken, number in numbers.rows(1, 99):
        stem = _contracted(spoken)
        known += [(f"ciento{stem}avos", f"1{number.zfill(2)}", 0.0)]
    return known


def _contracted(spoken: str) -> str:
    """ "cuarenta y uno" as the stem of "cuarentiunavo", "veintiuno" as that of "veintiunavo"."""
    stem = re.sub(r"a y ", "i", spoken)
    stem = re.sub(r"(?<=un)o$", "", stem)
    return stem.translate(str.maketrans("áéíóú", "aeiou"))


def _write_part_of_unit(fields: Fields, style: Style) -> list[Part] | None:
    """ "tres quintos de metro" with its unit short."""
    if style.units != "short":
        return None
    short = fields["unit"].text.split("|")[1]
    return [Part(f"{fields['top'].text}/{fields['bottom'].text}"), Part(short, fields["unit"])]


_bottom = Field("bottom", Table(_parts()))
_top = Field("top", numbers.counted.below_thousand)
_whole = Field("whole", numbers.below_thousand) + silent("y")
_unit = Field("unit", Table([(row[0], "|".join(row[:2])) for row in table_rows("es", "units", 2)]))


def _write_thousands_before(fields: Fields, style: Style) -> list[Part]:
    """ "dos mil y pico": the number, and what makes it vague."""
    return [Part(grouped_digits(fields["n"].text, style)), *said(fields["vague"])]


GRAMMARS = [
    Grammar(
        "cardinal",
        numbers.plain_sign + Field("n", numbers.plain_cardinal) + numbers.counting.no_scale,
        write_cardinal,
        number_parser(numbers.WRITTEN, numbers.WRITTEN.whole),
    ),
    Grammar(
        "cardinal",
        Field("n", numbers.cardinal) + Field("vague", as_said("y pico", "y tantos", "y tantas")),
        _write_thousands_before,
    ),
    Grammar(
        "decimal",
        numbers.sign + Field("n", numbers.decimal),
        write_number,
        number_parser(numbers.WRITTEN, numbers.WRITTEN.number),
    ),
    Grammar(
        "scaled", numbers.sign + scaled, write_scaled, scaled_parser(numbers.WRITTEN, _scale_rows)
    ),
    _ordinals.grammar(),
    Grammar(
        "fraction",
        numbers.sign + Maybe(_whole) + _top + _bottom,
        write_fraction,
        parse_fraction,
    ),
    Grammar("measure", _top + _bottom + silent("de") + _unit, _write_part_of_unit),
    digits_grammar(numbers.some_digits),
    wordings(row[0] for row in table_rows("es", "wordings")),
]
