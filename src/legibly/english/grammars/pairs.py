"""Two numbers that belong together, written alike: "five or ten", "ten to one", "five foot eleven",
"six four six three", "one forty over ninety".
"""

from __future__ import annotations

from legibly.english.grammars import numbers
from legibly.english.grammars.cardinals import ordinal_text
from legibly.english.grammars.spoken import (
    STANDS_ALONE,
    goes_on,
    is_counted,
    ordinal_rows,
    rows,
    say,
)
from legibly.grammars.conditions import Cost, Unless, Where
from legibly.grammars.grammar import Fields, Grammar, Part, grouped_digits, said
from legibly.grammars.phrases import (
    AnyWord,
    Capitalized,
    Field,
    Maybe,
    Rule,
    Table,
    as_said,
    either,
    silent,
    write,
)
from legibly.grammars.repeats import Many
from legibly.grammars.style import Style
from legibly.languages.tables import grouped
from legibly.languages.tables import rows as table_rows

_CENTURIES = range(16, 21)  # with two digits more they are years
_number = Rule(either(numbers.below_thousand, numbers.zero))
_one = Field("one", _number)
_more = either(numbers.digit, numbers.two_digits, silent("hundred", "thousand", "million", "and a"))
_other = Field("other", _number) + Unless(
    either(_more, silent("point", "o'clock", "percent", "dollars", "past", "to", "th"))
)


def _write_pair(fields: Fields, style: Style) -> list[Part] | None:
    """In digits where one of them would be, in words where both are small."""
    one, other = fields["one"], fields["other"]
    low, high = int(one.text), int(other.text)
    if max(low, high) < style.digits_from:
        return None
    if high % 100 == 0 and low < 10:
        return None  # "one or two hundred": the hundreds may be those of both
    opening = said(fields["cue"]) if "cue" in fields else []
    between = said(fields["noun"]) if "noun" in fields else []
    first = Part(grouped_digits(one.text, style), one if opening else None)
    between += said(fields["joiner"])
    return [*opening, first, *between, Part(grouped_digits(other.text, style), other)]


def _write_hundreds(fields: Fields, style: Style) -> list[Part] | None:
    """ "a hundred to a hundred and fifty"; "a hundred to one" stays as it is."""
    return _write_pair(fields, style) if int(fields["other"].text) >= 100 else None


def _write_ordinals(fields: Fields, style: Style) -> list[Part] | None:
    """ "the ninth or tenth": alike."""
    one, other = fields["first"], fields["second"]
    if max(int(one.text), int(other.text)) < style.digits_from:
        return None
    after = Part(ordinal_text(other.text, style), other)
    return [Part(ordinal_text(one.text, style)), *said(fields["joiner"]), after]


def _write_several(fields: Fields, style: Style) -> list[Part]:
    """ "two fifty minute sessions": two of them, each of fifty minutes."""
    count, number = fields["count"], fields["n"]
    small = int(number.text) < style.digits_from
    text = say(numbers.below_hundred, number.text) if small else number.text
    first = count.text if style.digits_from < 2 else say(numbers.below_hundred, count.text)
    if fields["unit"].text == "dollar":
        return [Part(first, count), Part(f"${number.text}", number)]
    return [Part(first, count), Part(text, number), *said(fields["unit"])]


def _write_days(fields: Fields, style: Style) -> list[Part] | None:
    """ "from the fifth to the twelfth of june": days of one month, alike."""
    one, other, month = fields["first"], fields["second"], fields["month"]
    first, second = (ordinal_text(field.text, style) for field in (one, other))
    parts = [Part(first, one), *said(fields["joiner"]), Part(second, other)]
    of = said(fields["of"]) if "of" in fields else []
    return [*said(fields["cue"]), *parts, *of, Part(month.text, month)]


def _write_sum(fields: Fields, style: Style) -> list[Part]:
    """Behind a number "minus" is no sign of the next."""
    one, other = fields["one"], fields["other"]
    if max(int(one.text), int(other.text)) < style.digits_from:
        texts = [
            say(numbers.below_hundred, field.text) if field.text != "0" else "zero"
            for field in (one, other)
        ]
    else:
        texts = [grouped_digits(field.text, style) for field in (one, other)]
    return [Part(texts[0]), *said(fields["operator"]), Part(texts[1], other)]


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


def _write_set(fields: Fields, style: Style) -> list[Part] | None:
    """ "the first set six four"."""
    sets = fields["sets"]
    if not _is_set(int(sets.text[0]), int(sets.text[1])):
        return None
    return [*said(fields["cue"]), Part("-".join(sets.text), sets)]


def _write_to_nil(fields: Fields, style: Style) -> list[Part]:
    return [Part(f"{fields['one'].text}-0")]


def _is_set(one: int, other: int) -> bool:
    high, low = max(one, other), min(one, other)
    return (high == 6 and low <= 4) or (high == 7 and low in (5, 6))


def _write_score(fields: Fields, style: Style) -> list[Part]:
    one, other = fields["one"], fields["other"]
    return [*said(fields["cue"]), Part(f"{one.text}-{other.text}", one)]


def _write_result(fields: Fields, style: Style) -> list[Part] | None:
    """The second is no more digits of the first: "a twenty one victory"."""
    one, other = fields["one"], fields["other"]
    of_tens = len(one.text) > 1 and one.text[1] == "0" and one.text != "10"
    if of_tens and len(other.text) == 1 and other.text != "0":
        return None
    if int(one.text) in _CENTURIES and len(other.text) > 1:
        return None
    if one.text == other.text == "50":
        return None  # "a fifty fifty split"
    cue = said(fields["cue"]) if "cue" in fields else []
    noun = said(fields["noun"]) if "noun" in fields else []
    return [*cue, Part(f"{one.text}-{other.text}", one if cue else None), *noun]


def _write_even(fields: Fields, style: Style) -> list[Part]:
    one = fields["one"]
    return [*said(fields["cue"]), Part(f"{one.text}-{one.text}", one)]


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


def _write_compound(fields: Fields, style: Style) -> list[Part] | None:
    return None if style.hyphens == "no" else [Part(fields["compound"].text)]


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
_joiner = Field("joiner", as_said("or", "to", "in", "out of", "by", "versus", "through"))
_NO_NOUNS = ("and", "or", "to", "hundred", "thousand", "million", "billion", "point")
_winning = as_said(
    *("won", "wins", "win", "lost", "lose", "beat him", "beat her", "beat them", "leads", "led"),
    *("straight sets", "two sets", "three sets", "four sets", "five sets", "the match", "sets"),
    *("score was", "score is", "final score", "final score was", "score of", "set score"),
)
_cue = Field("cue", _winning)
_compounds = table_rows("en", "compounds")
_months = grouped("en", "calendar")["month"]
_goal = Rule(numbers.below_hundred | Table([("nil", "0"), ("nothing", "0")]))
_result = as_said(
    *(
        "victory",
        "win",
        "defeat",
        "loss",
        "lead",
        "draw",
        "tie",
        "advantage",
        "deficit",
        "scoreline",
    ),
    *("on penalties", "on aggregate", "in extra time", "after extra time", "in overtime"),
    *(
        "at half time",
        "at halftime",
        "at home",
        "triumph",
        "thrashing",
        "rout",
        "decision",
        "majority",
        "vote",
        "ruling",
        "split",
    ),
)
_beaten = as_said(
    *("won", "win", "lost", "lose", "beat them", "beat us", "beat him", "beat her", "leading"),
    *("lead", "led", "trailing", "finished", "ended", "drew"),
)
_by_so_much = as_said(
    *("won", "win", "lost", "lose", "beat them", "beat us", "beat him", "beat her", "beat me"),
    *("won by", "win by", "lost by", "lose by", "beaten by", "defeated by", "passed by"),
    *("beat them by", "beat us by", "beat him by", "beat her by", "failed by", "approved by"),
    *("vote of", "margin of", "score of", "odds of", "ratio of", "trading at", "odds at"),
    *("leading", "trailing", "lead", "led", "outvoted", "outscored", "outnumbered"),
)
_UNITS = (
    *("year", "month", "week", "day", "hour", "minute", "second", "mile", "meter", "metre", "foot"),
    *("inch", "yard", "pound", "ounce", "gallon", "liter", "litre", "page", "person", "man"),
    *("dollar", "euro", "point", "volt", "watt", "inning", "bedroom", "car", "gram", "kilo"),
)
_rival = Capitalized((*(row[0] for row in table_rows("en", "openers")), "the", "us", "eggs"))
_beating = Rule(
    as_said("beat", "beats", "defeated", "lost to", "drew with", "thrashed", "edged")
    + write(" ")
    + either(_rival, _rival + write(" ") + _rival)
)
_set = as_said(
    *(
        f"{which} set"
        for which in ("first", "second", "third", "fourth", "fifth", "final", "deciding", "opening")
    )
)
_even = as_said(
    *("drew", "draw", "tied", "tied at", "finished", "ended", "finished at", "ended at", "it's"),
    *("score is", "score was", "still", "level at"),
)
_game = Rule(Many(numbers.one_digit | Table([("love", "0")]), 4, 10))
_one_game = Rule(Many(numbers.one_digit | Table([("love", "0")]), 2, 2))
_points = Rule(numbers.two_digits | numbers.one_digit)

GRAMMARS = [
    Grammar("pair", _one + _joiner + _other, _write_pair),
    Grammar(
        "pair",
        Field("first", numbers.ordinal_below_hundred)
        + Field("joiner", as_said("or", "to", "and", "through"))
        + Field("second", numbers.ordinal_below_hundred),
        _write_ordinals,
    ),
    Grammar(
        "pair",
        Cost(-4.0)
        + Field("cue", as_said("the", "from the", "between the"))
        + Field("first", Table(ordinal_rows(1, 31)))
        + Field("joiner", as_said("to", "and", "or", "through", "to the", "and the", "through the"))
        + Field("second", Table(ordinal_rows(1, 31)))
        + either(
            Field("of", as_said("of")) + Field("month", Table(_months)),
            Field("month", Table([row for row in _months if row[0] not in ("may", "march")])),
        ),
        _write_days,
    ),
    Grammar(
        "pair", _one + Field("operator", as_said("minus", "plus", "times")) + _other, _write_sum
    ),
    Grammar(
        "pair",
        Field("cue", as_said("between")) + _one + Field("joiner", as_said("and")) + _other,
        _write_pair,
    ),
    # "their record is ten and two"
    Grammar("pair", _one + Field("joiner", as_said("and")) + _other + STANDS_ALONE, _write_pair),
    # "we beat them ten to three", "won by ten to five"
    Grammar(
        "pair",
        Cost(-5.0) + Field("cue", _by_so_much) + _one + Field("joiner", as_said("to")) + _other,
        _write_pair,
    ),
    # "nine times out of ten"
    Grammar(
        "pair",
        _one + Field("noun", AnyWord(_NO_NOUNS)) + Field("joiner", as_said("out of")) + _other,
        _write_pair,
    ),
    # "fifty to a hundred people"
    Grammar(
        "pair",
        Field("one", numbers.two_digits)
        + Field("joiner", as_said("to", "or"))
        + Field("other", numbers.a_hundred),
        _write_pair,
    ),
    Grammar(
        "pair",
        either(
            Field("one", numbers.a_hundred) + Field("joiner", as_said("to", "or")),
            Cost(-2.0)
            + Field("cue", as_said("between"))
            + Field("one", numbers.a_hundred)
            + Field("joiner", as_said("and")),
        )
        + Field("other", Rule(numbers.a_hundred | numbers.below_thousand)),
        _write_hundreds,
    ),
    Grammar(
        "pair",
        Cost(-4.0)
        + Field("count", Table(rows(2, 9)))
        + Field(
            "n", Rule(numbers.below_hundred | (numbers.digit + silent("hundred") + write("00")))
        )
        + Field("unit", as_said(*_UNITS))
        + Where(is_counted),
        _write_several,
    ),
    Grammar(
        "pair",
        Cost(-3.0)
        + Field("feet", Table(rows(4, 7)))
        + Field("unit", as_said("foot", "feet"))
        + Field("inches", Table(rows(1, 11)))
        + Unless(_more),
        _write_height,
    ),
    Grammar(
        "pair",
        Cost(-6.0) + _cue + Field("sets", _game),
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
    # "a two one victory", "they won three nil"
    Grammar(
        "pair",
        Cost(-4.0)
        + Field("one", _goal)
        + Maybe(silent("to"))
        + Field("other", _goal)
        + Field("noun", _result),
        _write_result,
    ),
    Grammar(
        "pair",
        Field("cue", _beaten) + Field("one", _goal) + Field("other", _goal) + STANDS_ALONE,
        _write_result,
    ),
    # "we beat them two nil"
    Grammar("pair", Cost(-4.0) + Field("one", _goal) + silent("nil"), _write_to_nil),
    Grammar("pair", Cost(-4.0) + Field("cue", _set) + Field("sets", _one_game), _write_set),
    # "barcelona lost to real madrid three one", "he beat murray six two six four"
    Grammar(
        "pair",
        Cost(-2.0)
        + Field("cue", _beating)
        + Field("one", _goal)
        + Field("other", _goal)
        + STANDS_ALONE,
        _write_result,
    ),
    Grammar("pair", Cost(-6.0) + Field("cue", _beating) + Field("sets", _game), _write_sets),
    # "it finished two all"
    Grammar(
        "pair",
        Field("cue", _even) + Field("one", _goal) + silent("all"),
        _write_even,
    ),
    Grammar(
        "pair",
        Cost(-2.0)
        + Field("one", Rule(numbers.short_hundreds | numbers.below_thousand))
        + silent("over")
        + Field(
            "other",
            numbers.two_digits
            | numbers.a_hundred
            | (numbers.digit + silent("hundred") + write("00")),
        ),
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
    # "a well known author"; "he is well known" has none
    Grammar(
        "pair",
        Cost(-4.0)
        + Field("compound", Table([(row[0], row[0].replace(" ", "-")) for row in _compounds]))
        + Where(lambda word: not goes_on(word)),
        _write_compound,
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
