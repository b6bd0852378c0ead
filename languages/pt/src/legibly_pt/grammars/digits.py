"""Telephone numbers, addresses of machines, e-mail and web addresses."""

from __future__ import annotations

from legibly.grammars.addresses import AddressWords
from legibly.grammars.phrases import Rule, Table, either
from legibly.grammars.telephones import Telephones
from legibly.languages.tables import rows
from legibly_pt.grammars import numbers

_letters = tuple((row[0], row[1]) for row in rows("pt", "letters", 2))

GRAMMARS = [
    *Telephones(
        templates=rows("pt", "phones"),
        digit=numbers.some_digits,
        tens=numbers.two_digits,
        prefixes=either(
            Table([("zero oitocentos", "0800"), ("zero trezentos", "0300"), ("oitocentos", "800")]),
            numbers.three_digits,
        ),
        plus=("mais",),
        country=Rule(
            either(
                numbers.below_thousand,
                numbers.digit + numbers.digit,
                numbers.digit + numbers.digit + numbers.digit,
            )
        ),
        extension=("extensão", "ramal"),
        extension_sign="ramal",
        cues=(),
    ).grammars(),
    *AddressWords(
        at=("arroba",),
        dot=("ponto",),
        dash=("hífen", "traço"),
        underscore=("underline", "sublinhado", "traço baixo", "sublinha"),
        slash=("barra",),
        colon=("dois pontos",),
        letters=_letters,
        digit=numbers.no_article,
        tens=numbers.two_digits,
        no_names=tuple(
            "o a os as um uma de do da em no na e ou é meu seu ao por que endereço".split()
        ),
    ).grammars(),
]
