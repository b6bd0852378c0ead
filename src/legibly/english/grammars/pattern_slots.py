"""What stands for the slots of patterns."""

from __future__ import annotations

from legibly.english.grammars import amounts, numbers
from legibly.english.grammars.letters import acronym, letter, no_article
from legibly.english.grammars.spoken import STANDS_ALONE, ordinal_rows, rows
from legibly.grammars.phrases import (
    AnyWord,
    Capitalized,
    Phrase,
    Rule,
    Table,
    either,
    silent,
    write,
)
from legibly.grammars.repeats import Many
from legibly.languages.tables import grouped

_ROMAN = [(90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]


def roman(number: int) -> str:
    text = ""
    for value, sign in _ROMAN:
        while number >= value:
            text, number = text + sign, number - value
    return text


_dotted = (
    silent("point", "dot") + write(".") + Rule(numbers.cardinal | numbers.digits | numbers.zero)
)
_plain = Rule(either(numbers.cardinal, numbers.digits, numbers.short_hundreds, numbers.pairs))

_monarchs = grouped("en", "monarchs")

SLOTS: dict[str, Phrase] = {
    "cardinal": numbers.cardinal,
    "small": numbers.below_hundred,
    "ordinal": numbers.ordinal,
    "number": Rule(either(_plain, numbers.short_hundreds + numbers.short_hundreds)),
    "amount": amounts.amount,
    "digits": numbers.digits,
    "letters": Rule(letter | acronym),
    "roman": Table([(spoken, roman(int(n))) for spoken, n in rows(1, 99)]),
    "regnal": Table([(spoken, roman(int(n))) for spoken, n in ordinal_rows(1, 29)]),
    "version": Rule(_plain + Many(_dotted, 1, 4)),
    # "twenty two oh four", of a year and a month.
    "release": Rule(numbers.two_digits + write(".") + Rule(numbers.two_digits | numbers.oh_digit)),
    # Of a house or a seat: "four b"; "a" and "i" are words before anything but an end.
    "suffix": Rule(no_article | (Table([("a", "A")]) + STANDS_ALONE)),
    "later": Table([(spoken, roman(int(n))) for spoken, n in ordinal_rows(4, 29)]),
    "monarch": Table(_monarchs["name"]),
    "realm": Table(_monarchs["realm"]),
    "word": AnyWord(),
    "name": Capitalized(),
}
