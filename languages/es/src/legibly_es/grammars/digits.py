"""Telephone numbers, addresses of machines, e-mail and web addresses."""

from __future__ import annotations

from legibly.grammars.addresses import AddressWords
from legibly.grammars.phrases import Rule, Table, either
from legibly.grammars.telephones import Telephones
from legibly.languages.tables import rows
from legibly_es.grammars import numbers

_letters = tuple((row[0], row[1]) for row in rows("es", "letters", 2))

GRAMMARS = [
    *Telephones(
        templates=rows("es", "phones"),
        digit=numbers.some_digits,
        tens=numbers.two_digits,
        prefixes=either(
            Table([("cero ochocientos", "0800"), ("ochocientos", "800"), ("novecientos", "900")]),
            numbers.three_digits,
        ),
        plus=("más",),
        country=Rule(
            either(
                numbers.below_thousand,
                numbers.digit + numbers.digit,
                numbers.digit + numbers.digit + numbers.digit,
            )
        ),
        extension=("extensión", "interno"),
        extension_sign="ext.",
        cues=(),
    ).grammars(),
    *AddressWords(
        at=("arroba",),
        dot=("punto",),
        dash=("guion", "guión", "guion medio", "guión medio"),
        underscore=("guion bajo", "guión bajo", "subrayado"),
        slash=("barra", "diagonal", "slash"),
        colon=("dos puntos",),
        letters=_letters,
        digit=numbers.no_article,
        tens=numbers.two_digits,
        no_names=tuple(
            "el la los las un una de del en a y o es mi tu su al con por que correo".split()
        ),
    ).grammars(),
]
