"""Two numbers that belong together, written alike: "five or ten", "ten to one", "five foot eleven",
"six four six three", "one forty over ninety".
"""

from __future__ import annotations

from legibly.english.grammars import numbers
from legibly.english.grammars.spoken import rows
from legibly.grammars.grammar import Fields, Grammar, Part, grouped_digits, said
from legibly.grammars.phrases import (
    Cost,
    Field,
    Many,
    Maybe,
    Rule,
    Table,
    Unless,
    as_said,
    either,
    silent,
)
from legibly.grammars.style import Style

_number = Rule(either(numbers.below_thousand, numbers.zero))
_one = Field("one", _number)
_more = either(numbers.digit, numbers.two_digits, silent("hundred", "thousand", "million", "and a"))
_other = Field("other", _number) + Unless(
    either(_more, silent("point", "o'clock", "percent", "dollars", "past", "to", "th"))
)


def _write_pair(fields: Fields, style: Style) -> list[Part] | None:
    """In digits where one of them would be; neither where both are small."""
    one, other = fields["one"], fields["other"]
    low, high = int(one.text), int(other.text)
    if not min(low, high) < style.digits_from <= max(low, high):
        return None
    if high % 100 == 0 and low < 10:
        return None  # "one or two hundred": the hundreds may be those of both
    opening = said(fields["between"]) if "between" in fields else []
    first = Part(grouped_digits(one.text, style), one if opening else None)
    joiner = said(fields["joiner"])
    return [*opening, first, *joiner, Part(grouped_digits(other.text, style), other)]


def _write_approximate(fields: Fields, style: Style) -> list[Part] | None:
    """ "five six hundred dollars": nobody says which; the words stay."""
    low, high = int(fields["one"].text.split("|")[1]), int(fields["other"].text.split("|")[1])
    if not 0 < high - low <= max(1, low // 2, 5 if low >= 5 else 1):
        return None
    return [
        *(Part(fields[name].text.split("|")[0], fields[name]) for name in ("one", "other")),
        *said(fields["scale"]),
        *(said(fields["unit"]) if "unit" in fields else []),
    ]


def _write_height(fields: Fields, style: Style) -> list[Part]:
    feet, inches = fields["feet"], fields["inches"]
    return [Part(feet.text), *said(fields["unit"]), Part(inches.text, inches)]


def _write_sets(fields: Fields, style: Style) -> list[Part] | None:
    digits = fields["sets"]
    games = [(int(a), int(b)) for a, b in zip(digits.text[::2], digits.text[1::2], strict=False)]
    if len(digits.text) % 2 or len(games) < 2 or not all(_is_set(*game) for game in games):
        return None
    texts = [f"{a}-{b}" for a, b in games]
    places = [digits._replace(first=digits.first + 2 * i) for i in range(len(games))]
    marks = [","] * (len(games) - 1) + [""]
    parts = [Part(*row) for row in zip(texts, places, marks, strict=True)]
    return [*said(fields["cue"]), *parts]


def _is_set(one: int, other: int) -> bool:
    high, low = max(one, other), min(one, other)
    return (high == 6 and low <= 4) or (high == 7 and low in (5, 6))


def _write_score(fields: Fields, style: Style) -> list[Part]:
    one, other = fields["one"], fields["other"]
    return [*said(fields["cue"]), Part(f"{one.text}-{other.text}", one)]


def _write_pressure(fields: Fields, style: Style) -> list[Part] | None:
    high, low = int(fields["one"].text), int(fields["other"].text)
    if not (70 <= high <= 250 and 40 <= low <= 150 and low < high):
        return None
    return [Part(f"{high}/{low}")]


def _write_age(fields: Fields, style: Style) -> list[Part] | None:
    """A modifier of a noun, in one with hyphens where the style has them."""
    if style.hyphens == "no":
        return None
    return [Part("-".join(fields[name].text for name in ("n", "unit", "how")))]


def _write_fraction(fields: Fields, style: Style) -> list[Part] | None:
    if style.hyphens == "no":
        return None
    return [Part(f"{fields['top'].text}-{fields['bottom'].text}")]


def _write_recipe(fields: Fields, style: Style) -> list[Part]:
    fraction = fields["part"].text
    whole = f"{fields['whole'].text} " if "whole" in fields else ""
    return [Part(whole + fraction), *(said(fields["unit"]))]


_PARTS = [
    *(("a half", "1/2"), ("one half", "1/2"), ("a quarter", "1/4"), ("one quarter", "1/4")),
    *(("a third", "1/3"), ("one third", "1/3"), ("two thirds", "2/3"), ("three quarters", "3/4")),
    *(("an eighth", "1/8"), ("one eighth", "1/8"), ("three eighths", "3/8")),
]
_ALONE = [(spoken, text) for spoken, text in _PARTS if not spoken.startswith(("a ", "an "))]
_cooking = Field(
    "unit",
    as_said(
        *("cup", "cups", "teaspoon", "teaspoons", "tablespoon", "tablespoons", "inch", "inches"),
        *("pint", "pints", "quart", "quarts", "ounce", "ounces", "sticks", "stick"),
    ),
)
_joiner = Field(
    "joiner", as_said("or", "to", "in", "out of", "by", "versus", "plus", "minus", "times")
)
_winning = as_said(
    *("won", "wins", "win", "lost", "lose", "beat him", "beat her", "beat them", "leads", "led"),
    *("score was", "score is", "final score", "final score was", "score of", "set score"),
)
_cue = Field("cue", _winning)
_points = Rule(numbers.two_digits | numbers.one_digit)

_some = [(spoken, f"{spoken}|{n}") for spoken, n in rows(1, 90) if " " not in spoken]
_scales = as_said("hundred", "thousand", "million", "billion", "hundred thousand")

GRAMMARS = [
    Grammar(
        "pair",
        Cost(-14.0)
        + Field("one", Table(_some))
        + Field("other", Table(_some))
        + Field("scale", _scales)
        + Maybe(Field("unit", as_said("dollars", "euros", "pounds", "percent"))),
        _write_approximate,
    ),
    Grammar("pair", _one + _joiner + _other, _write_pair),
    Grammar(
        "pair",
        Field("between", as_said("between")) + _one + Field("joiner", as_said("and")) + _other,
        _write_pair,
    ),
    Grammar(
        "pair",
        Field("feet", Table(rows(4, 7)))
        + Field("unit", as_said("foot", "feet"))
        + Field("inches", Table(rows(1, 11)))
        + Unless(_more),
        _write_height,
    ),
    Grammar(
        "pair",
        Cost(-6.0) + _cue + Field("sets", Rule(Many(numbers.one_digit, 4, 10))),
        _write_sets,
    ),
    Grammar(
        "pair",
        Field("cue", as_said("score was", "score is", "final score", "final score was"))
        + Field("one", _points)
        + Maybe(silent("to"))
        + Field("other", _points)
        + Unless(_more),
        _write_score,
    ),
    Grammar(
        "pair",
        Cost(-2.0)
        + Field("one", Rule(numbers.short_hundreds | numbers.below_thousand))
        + silent("over")
        + Field("other", numbers.two_digits),
        _write_pressure,
    ),
    # "fifty six year old", "two thirds"
    Grammar(
        "pair",
        Cost(-4.0)
        + Field("n", numbers.below_thousand)
        + Field("unit", as_said("year", "month", "week", "day", "hour", "minute", "mile", "foot"))
        + Field("how", as_said("old", "long", "tall", "high", "wide", "deep")),
        _write_age,
    ),
    Grammar(
        "pair",
        Cost(-6.0)
        + Field("top", as_said("one", "two", "three", "four", "five", "seven"))
        + Field("bottom", as_said("third", "thirds", "quarter", "quarters", "fifths", "eighths")),
        _write_fraction,
    ),
    # "two and a half cups"
    Grammar(
        "pair",
        Cost(-3.0)
        + Field("whole", Table(rows(1, 20)))
        + silent("and")
        + Field("part", Table(_PARTS))
        + _cooking,
        _write_recipe,
    ),
    Grammar("pair", Cost(-3.0) + Field("part", Table(_ALONE)) + _cooking, _write_recipe),
]
