"""Ordinals whose words have a gender: "vigésimo primero", "vigésima primeira"; 21.º, 21ª.

A table has rows of `ordinal digit`, `ordinal teen`, `ordinal round` and `ordinal tens` (which a
digit follows), the same of hundreds, and `ordinal thousand`. Their text is digits and the sign of
their ending.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from legibly.grammars.conditions import Cost
from legibly.grammars.grammar import Fields, Grammar, Part
from legibly.grammars.phrases import Field, Phrase, Rule, Table, either, write
from legibly.grammars.style import Style
from legibly.languages.tables import PricedRow

_UNLIKE = 0.5  # décimo tercera: the parts have not one gender
_DIGITS_AND_ENDING = re.compile(r"(\d+)(\D+)")


@dataclass(frozen=True)
class GenderedOrdinals:
    """What ordinals of a language are made of."""

    words: Mapping[str, Sequence[PricedRow]]
    point: str  # between the digits and the sign of the ending
    endings: str  # a pattern: "[ºª]"

    def grammar(self) -> Grammar:
        return Grammar("ordinal", Field("n", self.phrase()), self._write, self._parse)

    def phrase(self) -> Phrase:
        digit = self._table("ordinal digit")
        below_hundred = Rule(
            either(
                self._table("ordinal teen"),
                self._table("ordinal round"),
                self._joined("ordinal tens", digit, self._digit_of),
            )
        )
        two_places = either(write("0") + digit, below_hundred)
        return Rule(
            either(
                digit,
                below_hundred,
                self._table("ordinal hundred round"),
                self._joined("ordinal hundred", two_places, self._two_places_of),
                self._table("ordinal thousand"),
            )
        )

    def _table(self, kind: str) -> Table:
        return Table(self.words[kind])

    def _of_gender(self, kind: str, ending: str) -> Table:
        """Words that end in "o", or in "a"."""
        rows = (row for row in self.words[kind] if row[0].endswith("a") == (ending == "a"))
        return Table(list(rows))

    def _joined(self, first: str, last: Phrase, last_of: Callable[[str], Phrase]) -> Phrase:
        """Both parts have the gender of what is counted; others are heard."""
        alike = (self._of_gender(first, ending) + last_of(ending) for ending in "oa")
        return either(*alike, Cost(_UNLIKE) + self._table(first) + last)

    def _digit_of(self, ending: str) -> Phrase:
        return self._of_gender("ordinal digit", ending)

    def _two_places_of(self, ending: str) -> Phrase:
        return either(
            write("0") + self._digit_of(ending),
            self._of_gender("ordinal teen", ending),
            self._of_gender("ordinal round", ending),
            self._of_gender("ordinal tens", ending) + self._digit_of(ending),
        )

    def _write(self, fields: Fields, style: Style) -> list[Part] | None:
        match = _DIGITS_AND_ENDING.fullmatch(fields["n"].text)
        assert match is not None
        digits, ending = match.groups()
        small = int(digits) < style.digits_from
        return None if small else [Part(f"{digits}{self.point}{ending}")]

    def _parse(self, text: str) -> Iterable[dict[str, str]]:
        if match := re.fullmatch(rf"(\d{{1,4}})\.?({self.endings})", text):
            yield {"n": match[1] + match[2]}
