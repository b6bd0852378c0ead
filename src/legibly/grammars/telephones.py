"""Telephone numbers: strings of digits as long as a template of the language says.

A row of `phones.tsv` is a template, `000-000-0000`, and the country (`+34`) or the first digits
(`0800`) of the numbers that are written so, where not all of that length are. The digits are said
one by one, in pairs, the first ones in hundreds, or with words for repeated ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
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
_NO_COUNTRIES = frozenset(f"+{n}" for n in (0, 2, 3, 4, 5, 6, 8, 9))  # those begin with more
_TENS = re.compile(r"\d{0,3}(?:\d0){2,}")  # that are listed: ten, twenty, thirty


@dataclass(frozen=True)
class Telephones:
    """What telephone numbers of a language are made of."""

    templates: Sequence[Sequence[str]]  # and of which country, or which first digits
    digit: Phrase  # one, or several that are the same
    tens: Phrase
    prefixes: Phrase  # "cero ochocientos", and three digits in hundreds
    plus: tuple[str, ...]
    country: Phrase
    extension: tuple[str, ...]
    extension_sign: str
    cues: tuple[str, ...]

    def grammars(self) -> list[Grammar]:
        piece = either(self.digit, Cost(0.2) + self.tens)
        rest_of = Many(piece, MIN_DIGITS // 2 - 1, 15)
        opened = Cost(0.2) + self.prefixes + rest_of
        number = Field("n", Rule(either(Many(piece, MIN_DIGITS // 2, 15), opened)))
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
        country = f"+{fields['country'].text}" if "country" in fields else ""
        text = self.grouped(digits, country)
        if text is None or _TENS.fullmatch(digits) or country in _NO_COUNTRIES:
            return None
        if country:
            text = f"{country} {text}"
        if "extension" in fields:
            text += f" {self.extension_sign} {fields['extension'].text}"
        cue = said(fields["cue"]) if "cue" in fields else []
        first = fields["plus"] if "plus" in fields else fields["n"]
        return [*cue, Part(text, first)]

    def grouped(self, digits: str, country: str = "") -> str | None:
        """In the groups that are usual for as many; None where no number is so long."""
        templates = (t for t, of in self._by_country(digits, country) if _length(t) == len(digits))
        template = next(templates, None)
        return template and re.sub("0", "{}", template).format(*digits)

    def _by_country(self, digits: str, country: str) -> Iterator[tuple[str, str]]:
        """Those of the country or the first digits, then those that are anybody's."""
        rows = [(row[0], row[1] if len(row) > 1 else "") for row in self.templates]
        yield from (row for row in rows if row[1] and (row[1] == country or _begins(digits, *row)))
        yield from (row for row in rows if not row[1])

    def _parse(self, text: str) -> Iterable[dict[str, str]]:
        digits = re.sub(r"\D", "", text)
        if self.grouped(digits) == text or re.fullmatch(r"\(?\d{2,3}\)?[ -]?\d{3,5}-\d{4}", text):
            yield {"n": digits}

    def _parse_abroad(self, text: str) -> Iterable[dict[str, str]]:
        match = re.fullmatch(r"\+(?P<country>\d{1,3})[ -](?P<n>[\d() -]+)", text)
        if match:
            yield {"plus": "", "country": match["country"], "n": re.sub(r"\D", "", match["n"])}


def _length(template: str) -> int:
    return template.count("0")


def _begins(digits: str, template: str, first: str) -> bool:
    """Whether these are the first digits of such numbers."""
    return not first.startswith("+") and digits.startswith(first)
