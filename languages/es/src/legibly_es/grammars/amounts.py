"""Money, percent and measures: "doce euros con cinco", "ocho coma cinco por ciento", "dos metros y
medio".
"""

from __future__ import annotations

from legibly.grammars.amounts import Amounts
from legibly.grammars.phrases import silent
from legibly_es.grammars import numbers
from legibly_es.grammars.plain import SCALES, scaled

GRAMMARS = Amounts(
    language="es",
    written=numbers.WRITTEN,
    sign=numbers.sign,
    number=numbers.amount,
    small=numbers.counted.below_hundred,
    loose_cents=numbers.two_digits,
    scaled=scaled,
    half=silent("y medio", "y media"),
    scales=SCALES,
    of="de",
    joiners=("con", "y"),
    between=("a", "o", "y"),
    percent=("por ciento", "porciento", "por cien"),
).grammars()
