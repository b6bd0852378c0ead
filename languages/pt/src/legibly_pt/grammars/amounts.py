"""Money, percent and measures: "doze reais e cinco", "oito vírgula cinco por cento", "dois metros
e meio".
"""

from __future__ import annotations

from legibly.grammars.amounts import Amounts
from legibly.grammars.phrases import silent
from legibly_pt.grammars import numbers
from legibly_pt.grammars.plain import SCALES, scaled

GRAMMARS = Amounts(
    language="pt",
    written=numbers.WRITTEN,
    sign=numbers.sign,
    number=numbers.amount,
    small=numbers.counting.below_hundred,
    loose_cents=numbers.two_digits,
    scaled=scaled,
    half=silent("e meio", "e meia"),
    scales=SCALES,
    of="de",
    joiners=("e", "com"),
    between=("a", "ou", "e"),
    percent=("por cento",),
).grammars()
