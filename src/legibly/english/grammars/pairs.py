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
_joiner = Field("joiner", as_said("or", "to", "in", "out of", "by", "versus"))
_winning = as_said(
    *("won", "wins", "win", "lost", "lose", "beat him", "beat her", "beat them", "leads", "led"),
    *("score was", "score is", "final score", "final score was", "score of", "set score"),
)
_cue = Field("cue", _winning)
_points = Rule(numbers.two_digits | numbers.one_digit)

GRAMMARS = [
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
