"""Acronyms that are spelt, "o n u", and codes of letters and a number, in languages whose letters
are heard as themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from string import ascii_lowercase

from legibly.grammars.grammar import Fields, Grammar, Part
from legibly.grammars.phrases import Field, Phrase, Rule, Table, either
from legibly.grammars.repeats import Many
from legibly.grammars.style import Style

_WORD_FIRST = 1.5  # an acronym that begins with a letter that is a word: "o n u"
_VOWELS = "oeau"


@dataclass(frozen=True)
class Acronyms:
    """What acronyms of a language are made of."""

    words: str  # letters that are words of their own
    number: Phrase  # of a code, behind its letters
    digit: Phrase

    @property
    def acronym(self) -> Phrase:
        letter, sure = _letters(ascii_lowercase), self._sure
        first = Table([(c, c.upper(), _WORD_FIRST) for c in _VOWELS])
        return Rule(
            either(sure + Many(sure, 1, 1), sure + Many(letter, 2, 5))
            | (first + sure + Many(letter, 1, 4))
        )

    @property
    def _sure(self) -> Phrase:
        return _letters("".join(c for c in ascii_lowercase if c not in self.words))

    def grammars(self) -> list[Grammar]:
        acronym = self.acronym
        number = Rule(either(self.number, Many(self.digit, 2, 6)))
        code = Field("text", Rule(self._sure | acronym)) + Field("number", number)
        return [
            Grammar("letters", Field("text", acronym), _write, _parse),
            Grammar("code", code, _write),
        ]


def _letters(letters: str) -> Table:
    return Table([(form, c.upper()) for c in letters for form in (c, f"{c}.")])


def _write(fields: Fields, style: Style) -> list[Part]:
    return [Part("".join(fields[name].text for name in ("text", "number") if name in fields))]


def _parse(text: str) -> Iterable[dict[str, str]]:
    if re.fullmatch("[A-Z]{2,6}", text):
        yield {"text": text}
