"""Acronyms that are spelt: "o n u", "i b g e"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from string import ascii_lowercase

from legibly.grammars.grammar import Fields, Grammar, Part
from legibly.grammars.phrases import Field, Rule, Table, either
from legibly.grammars.repeats import Many
from legibly.grammars.style import Style
from legibly_pt.grammars import numbers

_WORDS = "aeoé"  # letters that are words of their own
_letter = Table([(form, c.upper()) for c in ascii_lowercase for form in (c, f"{c}.")])
_sure = Table(
    [(form, c.upper()) for c in ascii_lowercase if c not in _WORDS for form in (c, f"{c}.")]
)
_first = Table([(c, c.upper(), 1.5) for c in "oeau"])
acronym = Rule(
    either(
        _sure + Many(_sure, 1, 1), _sure + Many(_letter, 2, 5), _first + _sure + Many(_letter, 1, 4)
    )
)


def _write(fields: Fields, style: Style) -> list[Part]:
    return [Part("".join(fields[name].text for name in ("text", "number") if name in fields))]


def _parse(text: str) -> Iterable[dict[str, str]]:
    if re.fullmatch("[A-Z]{2,6}", text):
        yield {"text": text}


GRAMMARS = [
    Grammar("letters", Field("text", acronym), _write, _parse),
    Grammar(
        "code",
        Field("text", Rule(_sure | acronym))
        + Field("number", Rule(either(numbers.below_thousand, Many(numbers.one_digit, 2, 6)))),
        _write,
    ),
]
