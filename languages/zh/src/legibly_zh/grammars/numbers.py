"""Chinese numbers as phrases, characters with spaces between; their text is plain digits.

Numbers are counted by ten thousands: below 万 four places, below 亿 eight. 零 stands for places
that are left out: 一万零五 is 10005, 一万五 is 15000.
"""

from __future__ import annotations

from legibly.grammars.conditions import Cost, Unless
from legibly.grammars.phrases import (
    Field,
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
from legibly.languages.tables import rows as rows_of

SHORT = 0.5  # 一百五 for 150
UNSAID_NOUGHT = 0.6  # 一亿两千 with no 零 where one should be
BARE_ELEVEN = 0.3  # 一百十一 for 一百一十一

words = grouped_and_priced("zh", "numbers")
WRITTEN = WrittenNumbers(",", ".")


def spaced(text: str) -> str:
    """The characters of a phrase as words."""
    return " ".join(text)


def char(kind: str) -> Phrase:
    """A sign that leaves nothing, in any of its forms."""
    return silent(*(row[0] for row in words[kind]))


def scale_word(noughts: str) -> Phrase:
    return silent(*(row[0] for row in words["scale"] if row[1] == noughts))


digit = Usual(Table([*words["digit"], *words["formal"]]))
two = Table(words["two"])
counted_digit = Usual(digit | two)  # 两百, 两万
zero = Table(words["zero"])
nought = char("zero")
_ten, _hundred, _thousand = char("ten"), char("hundred"), char("thousand")
# What short forms are no part of: 一百一十, and 一百一个 is 100 of one.
counters = frozenset(row[0] for row in rows_of("zh", "counters"))
no_unit = Unless(
    either(_ten, _hundred, _thousand, *(scale_word(z) for z in ("4", "8")), silent(*counters))
)

tens = digit + _ten  # 二十
_more_tens = Table([row for row in words["digit"] if row[1] != "1"]) + _ten
_bare_ten = silent(words["ten"][0][0])  # 拾 alone is a verb
no_guess = Unless(silent("几", "幾"))
two_digits = Usual(
    either(
        write("1") + _bare_ten + (digit | write("0")),
        _more_tens + (digit | write("0")),
        Cost(BARE_ELEVEN) + tens + (digit | write("0")),
    )
)
below_hundred = Usual(digit | two_digits)

# Two places behind a hundred; behind 零 as well where nothing else is left out.
_ten_places = either(
    tens + (digit | write("0")),
    Cost(BARE_ELEVEN) + write("1") + _bare_ten + (digit | write("0")),
)
_one_place = nought + write("0") + digit
two_places = Usual(either(_ten_places, _one_place, Cost(SHORT) + digit + write("0") + no_unit))
three_digits = Usual(counted_digit + _hundred + (two_places | write("00")))
_low_places = either(
    nought + write("00") + digit,
    nought + write("0") + _ten_places,
    Cost(UNSAID_NOUGHT) + write("0") + _ten_places,
)
_three_places = Usual(
    either(
        three_digits,
        Cost(UNSAID_NOUGHT) + nought + three_digits,
        _low_places,
        Cost(SHORT) + digit + write("00") + no_unit,
    )
)
four_digits = Usual(counted_digit + _thousand + (_three_places | write("000")))
below_ten_thousand = Usual(either(below_hundred, three_digits, four_digits))

_four_places = Usual(
    either(
        four_digits,
        Cost(UNSAID_NOUGHT) + nought + four_digits,
        nought + write("0") + three_digits,
        Cost(UNSAID_NOUGHT) + write("0") + three_digits,
        nought + write("00") + (_ten_places),
        Cost(UNSAID_NOUGHT) + write("00") + _ten_places,
        nought + write("000") + digit,
        Cost(SHORT) + digit + write("000") + no_unit,
    )
)
_wan, _yi, _zhao = scale_word("4"), scale_word("8"), scale_word("12")
_count = Usual(below_ten_thousand | two)
_ten_thousands = Usual(_count + _wan + (_four_places | write("0000")))
below_hundred_million = Usual(below_ten_thousand | _ten_thousands)
_wan_places = Usual(
    either(
        four_digits,
        nought + write("0") + three_digits,
        Cost(UNSAID_NOUGHT) + write("0") + three_digits,
        nought + write("00") + two_digits,
        Cost(UNSAID_NOUGHT) + write("00") + two_digits,
        nought + write("000") + counted_digit,
        Cost(UNSAID_NOUGHT) + write("000") + counted_digit,
    )
)
_eight_places = Usual(
    either(
        _wan_places + _wan + (_four_places | write("0000")),
        write("0000") + _four_places,
        write("00000000"),
    )
)
_hundred_millions = Usual((below_hundred_million | two) + _yi + _eight_places)
_trillions = Usual(
    _count + _zhao + either(write("0000") + _eight_places, _wan_places + _yi + _eight_places)
)
# Of several digits: one alone may be part of any word.
long_cardinal = Usual(
    either(two_digits, three_digits, four_digits, _ten_thousands, _hundred_millions, _trillions)
)
cardinal = Usual(long_cardinal | digit | zero)
wan_places = _wan_places

# Digits one by one: years, strings, what is behind the point.
one_digit = Usual(digit | zero)
spoken_digit = Usual(either(one_digit, Table(words["spoken digit"])))
fraction = Usual(Many(one_digit, 1, 20))
_point = silent("点", "點") + write(".")
_hundreds_before = Usual(either(below_hundred_million, _hundred_millions, zero))
# 一点一 is rather "one by one": 一点一滴.
_plain_decimal = either(
    _hundreds_before + _point + Usual(Many(one_digit, 2, 20)),
    either(two_digits, three_digits, four_digits, _ten_thousands, zero) + _point + one_digit,
    Table([row for row in words["digit"] if row[1] != "1"]) + _point + one_digit,
    Cost(1.0) + silent("一") + write("1") + _point + Table([*words["digit"][1:], *words["zero"]]),
    Cost(4.0) + silent("一") + write("1") + _point + silent("一") + write("1"),
)
_formal_decimal = Table(words["formal"]) + _point + either(one_digit)
decimal = Usual(either(_plain_decimal, _formal_decimal))

sign = Maybe(Field("sign", Table([("负", "-"), ("負", "-"), ("正 负", "±")])))
surely_negative = Field("sign", Table([("负", "-"), ("負", "-"), ("正 负", "±")]))

surely_negative_text = Table([("负", "-"), ("負", "-")])
point_and_digits = _point + fraction

# What scales keep: 万 behind up to eight digits, 亿, and 万 亿.
_scale_rows = [("万", "4"), ("萬", "4"), ("亿", "8"), ("億", "8"), ("万 亿", "12"), ("兆", "12")]
SCALES = {word.replace(" ", ""): noughts for word, noughts in _scale_rows}
no_digit = Unless(either(digit, zero, two))
scale = Field("scale", Table([(w, f"{w.replace(' ', '')}|{n}") for w, n in _scale_rows]))
amount = Usual(either(cardinal, decimal, two))
before_scale = Usual(either(_count, decimal))
GUESSED = "~"


# Two numbers in a row that nobody tells apart: 三五千, 十七八, 七百三四十.
_tens_of = [("十", "1"), *((f"{d} 十", n) for d, n, _ in words["digit"])]
_neighbours = [
    (a[0], b[0], a[1], b[1]) for a, b in zip(words["digit"], words["digit"][1:], strict=False)
]
_neighbours += [("一", "两", "1", "2"), ("两", "三", "2", "3"), ("三", "五", "3", "5")]
_GUESS_SCALES = [("", 1), ("十", 10), ("百", 100), ("千", 1000)]
_guesses = [
    (f"{a} {b} {scale}".strip(), f"{int(m) * times}~{int(n) * times}")
    for a, b, m, n in _neighbours
    for scale, times in _GUESS_SCALES
]
_guesses += [
    (f"{before} {a} {b}", f"{tens}{m}~{tens}{n}")
    for before, tens in _tens_of
    for a, b, m, n in _neighbours
]
_guesses += [
    (f"{hundreds} 百 {a} {b} 十", f"{h}{m}0~{h}{n}0")
    for hundreds, h, _ in words["digit"]
    for a, b, m, n in _neighbours
]
_guesses += [
    (f"{d} {scale} {a} {b}", f"{h}{m}{noughts}~{h}{n}{noughts}")
    for d, h, _ in words["digit"]
    for scale, noughts in (("万", "000"), ("千", "00"), ("百", "0"))
    for a, b, m, n in _neighbours
]
guess = Table(_guesses)


def say(phrase: Phrase, text: str) -> str:
    """The cheapest way to say a text."""
    ways = [(cost, way) for end, way, cost in phrase.say(text, 0) if end == len(text)]
    return " ".join(min(ways)[1])


def rows(first: int, last: int) -> list[tuple[str, str]]:
    """Below a hundred."""
    return [(say(below_hundred, str(n)) if n else "零", str(n)) for n in range(first, last + 1)]
