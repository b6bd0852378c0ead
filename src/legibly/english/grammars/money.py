"""Money and percentages: "twelve dollars and fifty cents", "one point two billion dollars", "five
percent".
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from legibly.english.grammars import amounts, numbers
from legibly.english.grammars.cardinals import signed, values
from legibly.grammars.grammar import Fields, Grammar, Part, grouped_digits, said
from legibly.grammars.phrases import Cost, Field, Maybe, Rule, Table, as_said, either, silent, write
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
_PERCENT = re.compile(rf"(?P<sign>-)?(?P<n>{amounts.NUMBER}) ?%")
_RANGE = re.compile(rf"(?P<low>{amounts.NUMBER})%? ?(?:to|-|–) ?(?P<high>{amounts.NUMBER}) ?%")

_currency = Field("currency", Table(priced("en", "currencies")))
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
        return None
    number = grouped_digits(fields["n"].text, style)
    if "cents" in fields:
        if "." in number:
            return None  # five and a half dollars and four cents
        number += "." + fields["cents"].text
    parts = [Part(signed(fields, fields["currency"].text + number))]
    if "scale" in fields:
        parts.append(Part(fields["scale"].text, fields["scale"]))
    return parts


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
    return [Part("$0." + fields["cents"].text)]


def _write_price(fields: Fields, style: Style) -> list[Part]:
    return [*said(fields["cue"]), Part(f"${fields['n'].text}.{fields['cents'].text}", fields["n"])]


def _write_likely_price(fields: Fields, style: Style) -> list[Part] | None:
    """Behind a word that may as well stand before a year."""
    return None if fields["n"].text in ("18", "19", "20") else _write_price(fields, style)


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
        *(Part(fields[name].text, fields[name]) for name in ("scale", "unit") if name in fields),
    ]


def _same_scale(low: str, high: str) -> tuple[str, str]:
    """ "ten to fifteen thousand" is 10,000 to 15,000."""
    if low.isdecimal() and high.isdecimal() and len(low) < 3:
        for zeros in ("000", "00"):
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
_one_of_them = Table([("dollar", "$"), ("euro", "€"), ("pound", "£")])
_price = Field("n", numbers.below_hundred) + Field("cents", numbers.two_digits)
_costing = as_said(
    *("costs", "cost", "costs only", "costs just", "cost me", "costs me", "costs you", "cost us"),
    *("costs about", "priced at", "price of", "price is", "price was", "retails for", "retail for"),
    *(
        "sells for",
        "sell for",
        "sold for",
        "charge of",
        "charges",
        "charged",
        "charge me",
        "fee of",
    ),
    *("charged me", "charged us", "total of", "total is", "total was", "total comes to", "only"),
)
_maybe_costing = as_said("for", "for only", "for just", "paid", "pay", "just")

GRAMMARS = [
    Grammar("money", amounts.sign + _number + _currency + _and_cents, _write_money, _parse_cents),
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
    Grammar("named money", amounts.sign + (_number | amounts.scaled) + _named, _write_named),
    Grammar("cents", _cents + silent("cents", "cent"), _write_cents, _parse_only_cents),
    Grammar(
        "money",
        Field("article", as_said("a", cost=-4.0))
        + Field("n", _rounded)
        + Field("currency", _one_of_them),
        _write_attribute,
    ),
    # "it costs nineteen ninety nine"
    Grammar("price", Field("cue", _costing) + _price, _write_price),
    Grammar("price", Field("cue", _maybe_costing) + _price, _write_likely_price),
    Grammar(
        "percent",
        amounts.sign + _number + _percent_sign,
        _write_percent,
        lambda text: ({**found, "unit": "percent"} for found in values(_PERCENT.fullmatch(text))),
    ),
    Grammar("range", _range + _high + _percent_sign, _write_range),
    Grammar("range", _range + _high + amounts.scale + Maybe(_currency), _write_range),
    Grammar("range", _range + _high + _currency, _write_range),
    Grammar("range", _range + _high, _write_plain_range),
    Grammar("range", _between + _high + _percent_sign, _write_range),
    Grammar("range", _between + _high + amounts.scale + Maybe(_currency), _write_range),
    Grammar("range", _between + _high + _currency, _write_range),
    Grammar("range", _between + _high, _write_plain_range),
]
