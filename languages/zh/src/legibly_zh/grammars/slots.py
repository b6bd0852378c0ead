"""What stands for the slots of patterns."""

from __future__ import annotations

from legibly.grammars.phrases import Phrase, Rule, either
from legibly.grammars.repeats import Many
from legibly_zh.grammars import numbers

SLOTS: dict[str, Phrase] = {
    "cardinal": numbers.cardinal,
    "small": numbers.below_hundred,
    "number": Rule(either(numbers.cardinal, Many(numbers.spoken_digit, 2, 20))),
    "amount": numbers.amount,
    "digits": Rule(Many(numbers.spoken_digit, 2, 20)),
}
