"""Amounts: whole numbers and decimals, "two and a half", and what scales them: million, billion."""

from __future__ import annotations

import re

from legibly.english.grammars import numbers
from legibly.grammars.conditions import Cost
from legibly.grammars.phrases import (
    Field,
    Maybe,
    Rule,
    Table,
    either,
    silent,
    write,
)

POINT = 2.0  # "point five" without anything before it is often no number
SCALES = ("million", "billion", "trillion", "quadrillion")

_point = silent("point") + write(".") + numbers.fraction_digits()
_half = silent("and a half", "and one half") + write(".5")
decimal = Rule(
    either(
        (numbers.below_million | numbers.zero | numbers.short_hundreds) + _point,
        Cost(POINT) + _point,
    )
)
halved = Rule(numbers.below_hundred + _half)
short = Rule(Cost(numbers.SHORT) + (numbers.short_hundreds | numbers.pairs))
# In front of a unit everything that can be a number is one.
amount = Rule(either(numbers.cardinal, decimal, halved, short))
small_amount = Rule(either(numbers.below_million, decimal, halved, short, numbers.a))

EITHER_WAY = "plus or minus"  # the minus is no sign of the number
sign = Maybe(
    Field("sign", Table([("minus", "-"), ("negative", "-"), (EITHER_WAY, f"{EITHER_WAY} ")]))
)
scale = Field("scale", Table([(word, word) for word in SCALES]))
thousand = Field("scale", Table([("thousand", "thousand")]))
plain_scaled = either(
    Field("n", Rule(either(numbers.below_million, decimal, halved, short))) + scale,
    Field("n", Rule(decimal | halved)) + thousand,
)
articled_scaled = Field("n", numbers.a) + scale
scaled = plain_scaled | articled_scaled


def is_round(number: str) -> bool:
    """Whether it is rather written in millions."""
    return len(number) > 6 and number.endswith("000000")


def in_scale(number: str) -> str | None:
    """ "one billion four hundred million", in the larger of its scales: 1.4 billion."""
    for scale, zeros in (("trillion", 12), ("billion", 9)):
        whole, rest = number[:-zeros], number[-zeros:]
        if whole and rest.strip("0"):
            return f"{whole}.{rest.rstrip('0')} {scale}" if len(rest.rstrip("0")) <= 3 else None
    return None


NUMBER = r"\d+(?:,\d{3})*(?:\.\d+)?|\.\d+"
SCALE = re.compile(rf"(?P<n>{NUMBER}) (?P<scale>{'|'.join(SCALES)})", re.I)
