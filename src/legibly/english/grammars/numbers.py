"""English numbers as phrases: what the other grammars are made of. Their text is plain digits,
without signs.
"""

from __future__ import annotations

from functools import cache

from legibly.grammars.conditions import Cost
from legibly.grammars.phrases import (
    HeardOnly,
    Maybe,
    Phrase,
    Rule,
    Table,
    either,
    silent,
    write,
)
from legibly.grammars.repeats import Many, OfLength
from legibly.languages.tables import grouped

AND = 0.2  # "a hundred and one" is said less often than "one hundred one"
SHORT = 1.0  # "three thirty" for three hundred thirty
CENTURY = 1.5  # "eighteen hundred" is rather a number
OH = 0.05  # "twenty oh five" for "two thousand five"
REPEATED = 0.1  # "double five"
HUNDREDS = 0.1  # "eleven hundred" for "one thousand one hundred"
BARE = 0.5  # "hundred" for "one hundred"

_words = grouped("en", "numbers")
_scales = [int(zeros) for _, zeros in _words["scale"]]
_and = Maybe(silent("and", cost=AND))

digit = Rule(Table(_words["digit"]))
teen = Table(_words["teen"])
tens = Table(_words["tens"])
zero = Table(_words["zero"])
a = Table([("a", "1", BARE)])
ordinal_digit = Table(_words["ordinal digit"])

# 10 to 99, and 1 to 99; the same with noughts before them.
# Recognisers also write "twenty-five", as one word.
_hyphenated = HeardOnly(
    [(f"{t} {d}".replace(" ", "-"), n + m) for t, n in _words["tens"] for d, m in _words["digit"]]
)
_hyphenated_ordinal = HeardOnly(
    [(f"{t}-{d}", n + m) for t, n in _words["tens"] for d, m in _words["ordinal digit"]]
)
two_digits = Rule(either(teen, tens + (digit | write("0")), _hyphenated))
below_hundred = Rule(digit | two_digits)
_two_places = Rule((write("0") + digit) | two_digits)
_ordinal_two_digits = Rule(
    either(
        Table(_words["ordinal teen"]),
        Table(_words["ordinal tens"]) + write("0"),
        tens + ordinal_digit,
        _hyphenated_ordinal,
    )
)
ordinal_below_hundred = Rule(ordinal_digit | _ordinal_two_digits)
_ordinal_two_places = Rule((write("0") + ordinal_digit) | _ordinal_two_digits)

_hundreds = digit + silent("hundred")
_three = Rule(_hundreds + ((_and + _two_places) | write("00")))
below_thousand = Rule(below_hundred | _three)
_three_places = Rule((write("0") + _two_places) | _three)
_ordinal_three = (_hundreds + _and + _ordinal_two_places) | (
    digit + silent("hundredth") + write("00")
)
_ordinal_three_places = (write("0") + _ordinal_two_places) | _ordinal_three


def _word(zeros: int, kind: str = "scale") -> Phrase:
    return silent(*(spoken for spoken, written in _words[kind] if written == str(zeros)))


def _rest(zeros: int, last: Phrase) -> Phrase:
    """What follows a group of thousands: as many places as there are noughts."""
    if zeros == 3:
        return Rule(write("000") | (_and + last))
    lower = _rest(zeros - 3, last)
    return Rule((_three_places + _word(zeros - 3) + lower) | (write("000") + lower))


def _counted(first: Phrase, last: Phrase) -> Phrase:
    """Numbers from a thousand on whose last group is `last`."""
    return either(*(first + _word(zeros) + _rest(zeros, last) for zeros in _scales))


def _thousands() -> Phrase:
    return (below_thousand | a) + _word(3) + _rest(3, _three_places)


def _ordinals() -> Phrase:
    exact = either(
        *(
            below_thousand + _word(int(z), "ordinal scale") + write("0" * int(z))
            for _, z in _words["ordinal scale"]
        )
    )
    return either(
        ordinal_digit,
        _ordinal_two_digits,
        _ordinal_three,
        Table(_words["ordinal zero"]),
        either(*(below_thousand + _word(z) + _ordinal_rest(z) for z in _scales[:3])),
        _hundreds_of_tens + _and + _ordinal_two_places,
        exact,
    )


def _ordinal_rest(zeros: int) -> Phrase:
    if zeros == 3:
        return _and + _ordinal_three_places
    lower = _ordinal_rest(zeros - 3)
    return (_three_places + _word(zeros - 3) + lower) | (write("000") + lower)


# "eleven hundred", "twenty one hundred and eleven"; "a hundred", "hundred and one".
_hundreds_of_tens = Cost(HUNDREDS) + two_digits + silent("hundred")
a_hundred = Rule((a + silent("hundred")) + ((_and + _two_places) | write("00")))
_bare_hundred = write("1", BARE) + silent("hundred") + _and + _two_places
_eleven_hundred = Rule(_hundreds_of_tens + ((_and + _two_places) | write("00")))
_indian = (
    below_hundred
    + silent("crore")
    + ((_two_places + silent("lakh", "lakhs")) | write("00"))
    + ((_two_places + silent("thousand")) | write("00"))
    + ((_and + _three_places) | write("000"))
) | (
    below_hundred
    + silent("lakh", "lakhs")
    + ((_two_places + silent("thousand")) | write("00"))
    + ((_and + _three_places) | write("000"))
)

# "one forty" for 140, "three oh five" for 305; "one thousand three thirty".
oh_digit = silent("oh", "o") + write("0") + digit
short_hundreds = Rule(digit + (two_digits | oh_digit))
_short_thousands = Cost(SHORT) + below_hundred + _word(3) + short_hundreds

# With an article: "a thousand", which is mostly no exact number, "a hundred and one".
articled = Rule(either(a_hundred, _counted(a | a_hundred, _three_places)))
plain_cardinal = Rule(
    either(
        Table([("zero", "0")]),
        below_thousand,
        _bare_hundred,
        _eleven_hundred,
        _counted(below_thousand | _eleven_hundred, _three_places),
        _indian,
        _short_thousands,
    )
)
cardinal = Rule(plain_cardinal | articled)
ordinal = Rule(_ordinals())

# "nineteen eighty four", "nineteen oh five", "nineteen hundred"; "two thousand (and) twelve".
_century = Rule(two_digits)
pairs = Rule(_century + (two_digits | (Cost(OH) + oh_digit)))
_of_thousand = silent("thousand") + (write("000") | (_and + _three_places))
_thousands_year = Table([("two", "2")]) + _of_thousand
old_year = Rule(Cost(0.5) + Table([("one", "1")]) + _of_thousand)  # in dates only
year = Rule(
    either(pairs, Cost(CENTURY) + _century + silent("hundred") + write("00"), _thousands_year)
)
# "nineteen hundred and forty", in dates only
hundred_year = Rule(Cost(0.5) + _century + silent("hundred") + _and + _two_places)
decade = Table(_words["decade"])

# Up to the thousands: what can stand before "point", and before "million".
below_million = Rule(
    either(below_thousand, a_hundred, _eleven_hundred, _thousands(), _short_thousands)
)

# Digit by digit, with "double five" and "triple oh".
_repeated = [
    (f"{word} {spoken}", written * int(times), REPEATED)
    for word, times in _words["repeated"]
    for spoken, written in [*_words["digit"], *_words["zero"]]
]
one_digit = Rule(digit | zero)
some_digits = Rule(one_digit | Table(_repeated))
digits = Rule(Many(some_digits, 2, 20))


@cache
def number_of(places: int) -> Phrase:
    """Exactly so many digits, one by one."""
    return Rule(OfLength(some_digits, places))


@cache
def fraction_digits() -> Phrase:
    """What is said after "point": digits one by one, or a number of two digits ("point twenty
    five").
    """
    return Rule(Many(some_digits, 1, 12) | (two_digits + Cost(0.7)))
