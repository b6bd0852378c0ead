"""What stands for the slots of patterns."""

from __future__ import annotations

from legibly.grammars.phrases import AnyWord, Capitalized, Phrase, Rule, Table, either
from legibly.grammars.repeats import Many
from legibly.grammars.roman import roman
from legibly_pt.grammars import letters, numbers

SLOTS: dict[str, Phrase] = {
    "cardinal": numbers.cardinal,
    "small": numbers.below_hundred,
    "number": Rule(either(numbers.cardinal, Many(numbers.some_digits, 2, 20))),
    "amount": numbers.amount,
    "digits": Rule(Many(numbers.some_digits, 2, 20)),
    "letters": letters.acronym,
    "roman": Table([(spoken, roman(int(n))) for spoken, n in numbers.rows(1, 99)]),
    "word": AnyWord(),
    "name": Capitalized(),
}
