"""Spanish numbers as phrases: what the other grammars are made of. Their text is plain digits."""

from __future__ import annotations

from legibly.grammars.conditions import Cost, Unless, Unlike
from legibly.grammars.counting import Counting
from legibly.grammars.phrases import (
    Field,
    HeardOnly,
    Maybe,
    Phrase,
    Table,
    Usual,
    either,
    silent,
    write,
)
from legibly.grammars.repeats import Many
from legibly.grammars.written_numbers import WrittenNumbers
from legibly.languages.tables import grouped_and_priced

BARE_THOUSAND = 2.5  # "mil" alone is rarely an exact number
BARE_POINT = 2.0  # "punto dos" without anything before it is often no number
REPEATED = 0.1  # "triple tres"

words = grouped_and_priced("es", "numbers")
WRITTEN = WrittenNumbers(".", ",")


def _counting(one: str) -> Counting:
    """`one` is said rather than other forms: un dólar, veintiún dólares."""
    own = {
        kind: [
            (w, n, cost - 0.5 if w.endswith((one, one.replace("u", "ú"))) else cost)
            for w, n, cost in rows
        ]
        if kind in ("digit", "teen")
        else rows
        for kind, rows in words.items()
    }
    return Counting(
        own,
        tens_joiner=silent("y"),
        hundreds_joiner=Maybe(silent("y", cost=1.5)),
        group_joiner=silent("y", cost=0.5),
    )


counting, counted = _counting("uno"), _counting("un")
digit, zero, two_digits = counting.digit, counting.zero, counting.two_digits
below_hundred, below_thousand = counting.below_hundred, counting.below_thousand
# "seiscientos doce"; round ones rather count.
three_digits = Unlike(counting.hundreds, lambda n, _: n.endswith("00"))
cardinal = Usual(counting.cardinal | zero)
plain_cardinal = Usual(counting.several_cardinal(BARE_THOUSAND) | zero)

_repeated = HeardOnly(
    [
        (f"{word} {spoken}", written * int(times), REPEATED)
        for word, times, _ in words["repeated"]
        for spoken, written, _ in [*words["digit"], *words["zero"]]
    ]
)
one_digit = Usual(digit | zero)
some_digits = Usual(one_digit | _repeated)

# "coma dos seis", "coma veintiséis", "coma cero ciento cuarenta y uno".
_fraction = Usual(
    Many(one_digit, 1, 20, short=2)
    | (Cost(0.3) + Many(either(zero, below_thousand) + Cost(0.15), 1, 12))
)
_point = silent("coma", "punto") + write(".") + _fraction
decimal = Usual(
    either(
        (counting.below_million | zero) + _point,
        Cost(BARE_POINT) + write("0") + _point,
    )
)
# In front of a unit.
halved = counted.below_hundred + silent("y medio", "y media") + write(".5", cost=0.5)
amount = Usual(either(counted.cardinal, zero, decimal, halved))
before_scale = Usual(either(counted.before_scale, decimal))

sign = Maybe(Field("sign", Table([("menos", "-")])))
# "de menos una medida" is no number.
plain_sign = Maybe(Field("sign", Table([("menos", "-")])) + Unless(silent("un", "una")))
half: Phrase = silent("y medio", "y media") + write(".5")


# Digits in addresses, where an article is none.
no_article = Usual(Table([row for row in words["digit"] if row[0] not in ("un", "una")]) | zero)


def say(phrase: Phrase, text: str) -> str:
    """The cheapest way to say a text."""
    ways = [(cost, way) for end, way, cost in phrase.say(text, 0) if end == len(text)]
    return " ".join(min(ways)[1])


def rows(first: int, last: int) -> list[tuple[str, str]]:
    """Below a hundred."""
    return [(say(below_hundred, str(n)) if n else "cero", str(n)) for n in range(first, last + 1)]
