"""Money and percentages: "twelve dollars and fifty cents", "one point two billion dollars", "five
percent".
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from legibly.english.grammars import amounts, numbers
from legibly.english.grammars.cardinals import signed, values
from legibly.english.grammars.spoken import COUNTS_NOTHING, STANDS_ALONE, rows
from legibly.grammars.conditions import Cost, Unless
from legibly.grammars.grammar import Fields, Grammar, Part, grouped_digits, said
from legibly.grammars.phrases import (
    Field,
    HeardOnly,
    Maybe,
    Rule,
    Table,
    as_said,
    either,
    silent,
    write,
)
from legibly.grammars.style import Style
from legibly.languages.tables import priced

_NAMED = ("€", "£", "¥", "₩", "₹")  # people write both "€5" and "5 euros"
_signs = sorted({sign for _, sign, _ in priced("en", "currencies")}, key=len, reverse=True)
_SIGN = "|".join(map(re.escape, _signs))
_MONEY = re.compile(
    rf"(?P<sign>-)?(?P<currency>{_SIGN})(?P<n>{amounts.NUMBER})(?: "
    rf"(?P<scale>{'|'.join(amounts.SCALES)}|thousand))?",
    re.I,
)
_CENTS = re.compile(r"(?P<sign>-)?(?P<currency>[$€])(?P<n>\d+(?:,\d{3})*)\.(?P<cents>\d\d)")
_PENCE = re.compile(r"(?P<sign>-)?(?P<currency>£)(?P<n>\d+(?:,\d{3})*)\.(?P<cents>\d\d)")
_PERCENT = re.compile(rf"(?P<sign>-)?(?P<n>{amounts.NUMBER}) ?%")
_RANGE = re.compile(rf"(?P<low>{amounts.NUMBER})%? ?(?:to|-|–) ?(?P<high>{amounts.NUMBER}) ?%")

_rows = priced("en", "currencies")
_said = list({sign: row for row in reversed(_rows) for sign in (row[1],)}.values())
_currency = Field("currency", Table(_said) | HeardOnly([row for row in _rows if row not in _said]))
# Of one to nine cents the nought is not heard.
_cents = Field("cents", Rule((write("0") + numbers.digit) | numbers.two_digits))
_and_cents = either(silent("and"), Cost(0.05)) + _cents + silent("cents", "cent")
_number = Field("n", amounts.amount)
_named = Field(
    "named", Table([(word, word) for word, sign, _ in priced("en", "currencies") if sign in _NAMED])
)
_joined = Table([("to", "to"), ("or", "or")])


def _write_money(fields: Fields, style: Style) -> list[Part] | None:
    if amounts.is_round(fields["n"].text):
        scaled = amounts.in_scale(fields["n"].text)
        return [Part(signed(fields, fields["currency"].text + scaled))] if scaled else None
    number = grouped_digits(_in_cents(fields), style)
    if "cents" in fields:
        if style.point in number:
            return None  # five and a half dollars and four cents
        number += style.point + fields["cents"].text
    parts = [Part(signed(fields, fields["currency"].text + number))]
    if "scale" in fields:
        parts.append(Part(fields["scale"].text, fields["scale"]))
    return parts


def _write_apart(fields: Fields, style: Style) -> list[Part] | None:
    """ "one point two dollars and five cents" are two amounts."""
    if amounts.is_round(fields["n"].text):
        return None
    amount = signed(fields, fields["currency"].text + grouped_digits(_in_cents(fields), style))
    cents = f"{fields['currency'].text}0{style.point}{fields['cents'].text}"
    return [Part(amount), *said(fields["and"]), Part(cents, fields["cents"])]


def _in_cents(fields: Fields) -> str:
    """A fraction of a dollar has two digits: "two and a half dollars"."""
    whole, point, fraction = fields["n"].text.partition(".")
    if not point or "scale" in fields:
        return fields["n"].text
    return f"{whole or '0'}.{fraction:0<2}"


def _write_named(fields: Fields, style: Style) -> list[Part] | None:
    """The currency as a word, where it is not the dollar."""
    if amounts.is_round(fields["n"].text):
        return None
    parts = [Part(signed(fields, grouped_digits(fields["n"].text, style)))]
    return [
        *parts,
        *(Part(fields[name].text, fields[name]) for name in ("scale", "named") if name in fields),
    ]


def _write_attribute(fields: Fields, style: Style) -> list[Part]:
    """ "a million dollar question": the article belongs to the question."""
    sign, amount = fields["currency"].text, fields["n"]
    text = f"{sign}1 {amount.text}" if amount.text.isalpha() else sign + amount.text
    return [*said(fields["article"]), Part(text, amount)]


def _write_cents(fields: Fields, style: Style) -> list[Part]:
    return [Part(f"$0{style.point}{fields['cents'].text}")]


def _price_text(fields: Fields, style: Style) -> str:
    return f"${fields['n'].text}{style.point}{fields['cents'].text}"


def _write_price(fields: Fields, style: Style) -> list[Part]:
    return [*said(fields["cue"]), Part(_price_text(fields, style), fields["n"])]


def _write_price_often(fields: Fields, style: Style) -> list[Part] | None:
    if fields["n"].text in ("18", "19", "20"):
        return None  # a year
    return [Part(_price_text(fields, style)), *said(fields["often"])]


def _write_likely_price(fields: Fields, style: Style) -> list[Part] | None:
    """Behind a word that may as well stand before a year."""
    return None if fields["n"].text in ("18", "19", "20") else _write_price(fields, style)


def _write_prices(fields: Fields, style: Style) -> list[Part]:
    high = f"${fields['high'].text}{style.point}{fields['high cents'].text}"
    low = Part(_price_text(fields, style), fields["n"])
    return [*said(fields["cue"]), low, *said(fields["joiner"]), Part(high, fields["high"])]


def _parse_only_cents(text: str) -> Iterable[dict[str, str]]:
    return values(re.fullmatch(r"\$0?\.(?P<cents>\d\d)", text))


def _write_percent(fields: Fields, style: Style) -> list[Part]:
    number = signed(fields, grouped_digits(fields["n"].text, style))
    if style.percent == "%":
        return [Part(number + "%")]
    return [Part(number), Part("percent", fields["unit"])]


def _write_range(fields: Fields, style: Style) -> list[Part]:
    low, high = (
        grouped_digits(number, style)
        for number in _same_scale(fields["low"].text, fields["high"].text)
    )
    before = fields["currency"].text if "currency" in fields else ""
    opening = said(fields["between"]) if "between" in fields else []
    # "two to three million dollars" are both millions.
    scale = f" {fields['scale'].text}" if before and "scale" in fields else ""
    first = Part(before + low + scale, fields["low"] if opening else None)
    parts = [*opening, first, Part(fields["to"].text, fields["to"])]
    if "unit" in fields and style.percent == "%":
        return [*parts, Part(high + "%", fields["high"])]

    parts.append(Part(before + high, fields["high"]))
    return [
        *parts,
        *(
            Part(fields[name].text, fields[name])
            for name in ("scale", "unit", "named")
            if name in fields
        ),
    ]


def _same_scale(low: str, high: str) -> tuple[str, str]:
    """ "ten to fifteen thousand" is 10,000 to 15,000; "two to three hundred thousand" is 200,000 to
    300,000.
    """
    if low.isdecimal() and high.isdecimal() and len(low) < 3:
        zeros = "000" if high.endswith("000") else "00"
        if len(low) == 1 and low < high[0] and high[1:] == "00000":
            zeros = "00000"
        if high.endswith(zeros) and int(low) < int(high[: -len(zeros)]):
            return low + zeros, high
    return low, high


def _write_plain_range(fields: Fields, style: Style) -> list[Part] | None:
    """Without a unit only where it has a scale in common."""
    low, high = fields["low"].text, fields["high"].text
    return _write_range(fields, style) if _same_scale(low, high) != (low, high) else None


def _parse_money(text: str) -> Iterable[dict[str, str]]:
    if not text.startswith(("$0.", "$.")):
        yield from values(_MONEY.fullmatch(text.removesuffix(".00")))


def _parse_cents(text: str) -> Iterable[dict[str, str]]:
    match = _CENTS.fullmatch(text)
    if match and match["cents"] != "00" and int(match["n"].replace(",", "")):
        yield from values(match)


def _parse_pence(text: str) -> Iterable[dict[str, str]]:
    match = _PENCE.fullmatch(text)
    if match and match["cents"] != "00" and int(match["n"].replace(",", "")):
        yield from values(match)


_percent_sign = Field("unit", Table([("percent", "percent"), ("per cent", "percent")]))
_low = Field("low", Rule(amounts.small_amount))
_high = Field("high", Rule(amounts.small_amount))
_range = _low + Field("to", _joined)
_between = Field("between", as_said("between")) + _low + Field("to", as_said("and"))
# What is before a noun: "a hundred dollar bill".
_rounded = Table(
    [
        *((scale, scale) for scale in amounts.SCALES),
        *(("hundred", "100"), ("thousand", "1,000"), ("hundred thousand", "100,000")),
    ]
)
# "five pounds fifty"; "seven pounds eleven" is rather a weight.
_usual_cents = Table([row for row in rows(20, 99) if row[1][1] in "05" or row[1] == "99"])
_named_sign = Table(
    [
        (name, sign)
        for name, sign, _ in priced("en", "currencies")
        if sign in _NAMED and " " not in name
    ]
)
_one_of_them = Table([("dollar", "$"), ("euro", "€"), ("pound", "£")])
_price = Field("n", numbers.below_hundred) + Field("cents", numbers.two_digits)
_about = ("", " only", " just", " about", " around", " roughly", " nearly", " almost", " over")
_costing = as_said(
    *(
        f"{verb}{whom}{about}"
        for verb in ("costs", "cost", "costing", "charge", "charges", "charged", "charging")
        for whom in ("", " me", " us", " you", " him", " her", " them")
        for about in _about
    ),
    *(
        f"{verb}{about}"
        for verb in (
            *("priced at", "price of", "price is", "price was", "prices at", "retails for"),
            *("retail for", "sells for", "sell for", "sold for", "selling for", "goes for"),
            *("charge of", "fee of", "total of", "total is", "total was", "total comes to"),
            *("on sale for", "on sale at", "comes to", "came to", "bill was", "bill is"),
            *("marked down to", "reduced to", "fare is", "fare was", "worth", "starting at just"),
        )
        for about in _about
    ),
    *("that'll be", "that will be", "that comes to"),
    *(
        f"price {moves}{to}"
        for moves in (
            "went up",
            "went down",
            "goes up",
            "dropped",
            "fell",
            "rose",
            "jumped",
            "drops",
        )
        for to in (" to", " from")
    ),
    *(
        f"{verb} at {least}"
        for verb in ("start", "starts", "starting")
        for least in ("only", "just")
    ),
)
# What has a price, whatever else may be said of it.
_priced = as_said(
    *(
        f"{thing}{verb}{about}"
        for thing in (
            *("lunch", "dinner", "breakfast", "coffee", "parking", "admission", "shipping", "gas"),
            *("delivery", "postage", "the ticket", "tickets", "the fare", "the fee", "the cover"),
            *("the bill", "the tab", "the total", "the price", "the charge", "the toll", "the tip"),
            *("the subscription", "a pint", "a beer", "a gallon", "your total"),
            *("your change", "the copay", "entry", "the entrance fee"),
            *(
                "the cheapest",
                "the cheapest one",
                "a ticket",
                "a bottle",
                "a sandwich",
                "a haircut",
            ),
        )
        for verb in (" is", " was", " are", " were", " will be", " came to", " would be")
        for about in ("", " only", " just", " about")
    )
)
_owing = as_said(
    *(
        f"{verb} {whom}"
        for verb in ("owe", "owes")
        for whom in ("me", "us", "you", "him", "her", "them")
    )
)
_maybe_costing = as_said(
    "for",
    "for only",
    "for just",
    "paid",
    "pay",
    "just",
    "only",
    "save",
    "want",
    "asking",
    "asking for",
)
# Prices rather end so, and no number does.
_ending = Table([("ninety nine", "99"), ("ninety five", "95")])
_shop_price = Table([*rows(1, 17), *rows(21, 99)])

_how_often = as_said(
    *("a month", "per month", "a year", "per year", "a week", "per week", "a pound", "a gallon"),
    *("a piece", "plus tax", "plus shipping", "including tax", "a pop", "each", "apiece"),
)

GRAMMARS = [
    Grammar("money", amounts.sign + _number + _currency + _and_cents, _write_money, _parse_cents),
    Grammar(
        "money",
        amounts.sign
        + Field("n", Rule(amounts.decimal | amounts.halved))
        + _currency
        + Field("and", as_said("and"))
        + _cents
        + silent("cents", "cent"),
        _write_apart,
    ),
    Grammar(
        "money",
        amounts.sign
        + _number
        + Field("currency", Table([("pounds", "£")]))
        + silent("and")
        + _cents
        + silent("pence"),
        _write_money,
        _parse_pence,
    ),
    Grammar(
        "money",
        either(
            amounts.sign + _number + _currency,
            amounts.sign + amounts.scaled + _currency,
            # "twelve dollars fifty"
            Cost(4.5) + _number + _currency + Field("cents", numbers.two_digits),
            Field("n", numbers.a)
            + Field("currency", Table([("dollar", "$")]))
            + Field("cents", numbers.two_digits),
        ),
        _write_money,
        _parse_money,
    ),
    Grammar(
        "money",
        Cost(-2.0)
        + Field("n", numbers.below_thousand)
        + Field("currency", _named_sign)
        + Field("cents", _usual_cents)
        + Unless(either(numbers.digit, silent("hundred", "thousand", "percent", "ounces"))),
        _write_money,
    ),
    # "two dollars and a half"
    Grammar(
        "money",
        Field("n", numbers.below_thousand | numbers.a)
        + Field("currency", Table([("dollars", "$"), ("dollar", "$")]))
        + silent("and a half")
        + Field("cents", write("50"))
        + STANDS_ALONE,
        _write_money,
    ),
    Grammar("named money", amounts.sign + (_number | amounts.scaled) + _named, _write_named),
    Grammar("cents", _cents + silent("cents", "cent"), _write_cents, _parse_only_cents),
    Grammar(
        "money",
        Field("article", as_said("a", "the", "this", "that", "another", "one", cost=-4.0))
        + Field("n", _rounded)
        + Field("currency", _one_of_them),
        _write_attribute,
    ),
    # "it costs nineteen ninety nine"
    Grammar("price", Field("cue", _costing) + _price + COUNTS_NOTHING, _write_price),
    Grammar("price", Field("cue", _priced) + _price + STANDS_ALONE, _write_likely_price),
    # "from twenty nine ninety nine to nineteen ninety nine"
    Grammar(
        "price",
        Cost(-3.0)
        + Field("cue", as_said("from", "between"))
        + Field("n", _shop_price)
        + Field("cents", _ending)
        + Field("joiner", as_said("to", "and"))
        + Field("high", numbers.below_hundred)
        + Field("high cents", numbers.two_digits)
        + STANDS_ALONE,
        _write_prices,
    ),
    # "nine ninety nine a month"
    Grammar("price", _price + Field("often", _how_often), _write_price_often),
    Grammar(
        "price",
        Field("cue", _owing) + Field("n", numbers.two_digits) + Field("cents", numbers.two_digits),
        _write_likely_price,
    ),
    Grammar("price", Field("cue", _maybe_costing) + _price + STANDS_ALONE, _write_likely_price),
    Grammar(
        "percent",
        amounts.sign + _number + _percent_sign,
        _write_percent,
        lambda text: ({**found, "unit": "percent"} for found in values(_PERCENT.fullmatch(text))),
    ),
    Grammar("range", _range + _high + _percent_sign, _write_range),
    Grammar("range", _range + _high + amounts.scale + Maybe(_currency), _write_range),
    Grammar("range", _range + _high + _currency, _write_range),
    Grammar("range", either(_range, _between) + _high + _named, _write_range),
    Grammar("range", _range + _high, _write_plain_range),
    Grammar("range", _between + _high + _percent_sign, _write_range),
    Grammar("range", _between + _high + amounts.scale + Maybe(_currency), _write_range),
    Grammar("range", _between + _high + _currency, _write_range),
    Grammar("range", _between + _high, _write_plain_range),
]
