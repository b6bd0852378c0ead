"""Telephone numbers: strings of digits as long as a template of the language says.

A row of `phones.tsv` is a template: `000-000-0000`. The digits are said one by one, in pairs, or
with words for repeated ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from legibly.grammars.conditions import Cost, Unless
from legibly.grammars.grammar import Fields, Grammar, Part, said
from legibly.grammars.phrases import (
    Field,
    Maybe,
    Phrase,
    Rule,
    as_said,
    either,
    silent,
)
from legibly.grammars.repeats import Many
from legibly.grammars.style import Style

MIN_DIGITS = 8
_TENS = re.compile(r"\d{0,3}(?:\d0){2,}")  # that are listed: ten, twenty, thirty


@dataclass(frozen=True)
class Telephones:
    """What telephone numbers of a language are made of."""

    templates: tuple[str, ...]
    digit: Phrase  # one, or several that are the same
    tens: Phrase
    plus: tuple[str, ...]
    country: Phrase
    extension: tuple[str, ...]
    extension_sign: str
    cues: tuple[str, ...]

    def grammars(self) -> list[Grammar]:
        piece = either(self.digit, Cost(0.2) + self.tens)
        number = Field("n", Rule(Many(piece, MIN_DIGITS // 2, 15)))
        plus = Field("plus", silent(*self.plus)) + Field("country", self.country)
        extension = silent(*self.extension) + Field("extension", Rule(Many(piece, 1, 4)))
        rest = number + Unless(piece) + Maybe(extension)
        cue = Maybe(Field("cue", as_said(*self.cues))) if self.cues else Maybe(Cost(0.0))
        return [
            Grammar(
                "phone",
                Field("n", Rule(Many(self.digit, MIN_DIGITS, 12))) + Unless(piece),
                self._write,
                self._parse,
            ),
            Grammar("phone", cue + rest, self._write),
            Grammar("phone", cue + plus + rest, self._write, self._parse_abroad),
        ]

    def _write(self, fields: Fields, style: Style) -> list[Part] | None:
        digits = fields["n"].text
        text = self.grouped(digits)
        if text is None or _TENS.fullmatch(digits):
            return None
        if "country" in fields:
            text = f"+{fields['country'].text} {text}"
        if "extension" in fields:
            text += f" {self.extension_sign} {fields['extension'].text}"
        cue = said(fields["cue"]) if "cue" in fields else []
        first = fields["plus"] if "plus" in fields else fields["n"]
        return [*cue, Part(text, first)]

    def grouped(self, digits: str) -> str | None:
        """In the groups that are usual for as many; None where no number is so long."""
        for template in self.templates:
            if template.count("0") == len(digits):
                return re.sub("0", "{}", template).format(*digits)
        return None

    def _parse(self, text: str) -> Iterable[dict[str, str]]:
        digits = re.sub(r"\D", "", text)
        if self.grouped(digits) == text or re.fullmatch(r"\(?\d{2,3}\)?[ -]?\d{3,5}-\d{4}", text):
            yield {"n": digits}

    def _parse_abroad(self, text: str) -> Iterable[dict[str, str]]:
        match = re.fullmatch(r"\+(?P<country>\d{1,3})[ -](?P<n>[\d() -]+)", text)
        if match:
            yield {"plus": "", "country": match["country"], "n": re.sub(r"\D", "", match["n"])}
