"""Portuguese numbers as phrases: what the other grammars are made of. Their text is plain
digits.
"""

from __future__ import annotations

from legibly.grammars.conditions import Cost, Unless, Unlike
from legibly.grammars.counting import Counting
from legibly.grammars.phrases import Field, Maybe, Phrase, Table, Usual, either, silent, write
from legibly.grammars.repeats import Many
from legibly.grammars.written_numbers import WrittenNumbers
from legibly.languages.tables import grouped_and_priced

BARE_THOUSAND = 2.5  # "mil" alone is rarely an exact number
BARE_POINT = 2.0  # "ponto dois" without anything before it is often no number

words = grouped_and_priced("pt", "numbers")
WRITTEN = WrittenNumbers(".", ",")


# "vinte três" is heard as well as "vinte e três".
counting = Counting(
    words,
    tens_joiner=silent("e") | write("", cost=0.1),
    hundreds_joiner=silent("e") | write("", cost=0.8),
    group_joiner=silent("e"),
    joins_small=True,
)
digit, zero, two_digits = counting.digit, counting.zero, counting.two_digits
below_hundred, below_thousand = counting.below_hundred, counting.below_thousand
# "novecentos e doze"; round ones rather count.
three_digits = Unlike(counting.hundreds, lambda n, _: n.endswith("00"))
cardinal = Usual(counting.cardinal | zero)
plain_cardinal = Usual(counting.several_cardinal(BARE_THOUSAND) | zero)
one_digit = Usual(digit | zero)
# Telephone numbers have "meia", half a dozen.
some_digits = Usual(one_digit | Table(words["six"]) + write("", cost=0.3))

# "vírgula dois seis", "vírgula vinte e seis", "vírgula zero cento e quarenta e um".
_fraction = Usual(
    Many(one_digit, 1, 20, short=2)
    | (Cost(0.3) + Many(either(zero, below_thousand) + Cost(0.15), 1, 12))
)
_point = silent("vírgula", "ponto") + write(".") + _fraction
decimal = Usual(
    either(
        (counting.below_million | zero) + _point,
        Cost(BARE_POINT) + write("0") + _point,
    )
)
# In front of a unit.
halved = counting.below_hundred + silent("e meio", "e meia") + write(".5", cost=0.5)
amount = Usual(either(counting.cardinal, zero, decimal, halved))
before_scale = Usual(either(counting.before_scale, decimal))

sign = Maybe(Field("sign", Table([("menos", "-"), ("negativo", "-")])))
# "de menos una medida" is no number.
plain_sign = Maybe(
    Field("sign", Table([("menos", "-"), ("negativo", "-")])) + Unless(silent("uma"))
)
half: Phrase = silent("e meio", "e meia") + write(".5")


# Digits in addresses, where an article is none.
no_article = Usual(Table([row for row in words["digit"] if row[0] not in ("uma",)]) | zero)


def say(phrase: Phrase, text: str) -> str:
    """The cheapest way to say a text."""
    ways = [(cost, way) for end, way, cost in phrase.say(text, 0) if end == len(text)]
    return " ".join(min(ways)[1])


def rows(first: int, last: int) -> list[tuple[str, str]]:
    """Below a hundred."""
    return [(say(below_hundred, str(n)) if n else "zero", str(n)) for n in range(first, last + 1)]
