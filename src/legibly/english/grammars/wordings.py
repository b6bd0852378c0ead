"""Numbers that stay words, whatever else could be made of them: "half a million dollars", "forty
fifty people", "they march second". Each reading is what was said.
"""

from __future__ import annotations

from legibly.english.grammars import numbers
from legibly.english.grammars.spoken import ordinal_rows, rows
from legibly.grammars.conditions import Unless
from legibly.grammars.grammar import Fields, Grammar, Part, said
from legibly.grammars.phrases import (
    Field,
    Maybe,
    Phrase,
    Series,
    Table,
    as_said,
    either,
)
from legibly.grammars.style import CUSTOMARY, Style

_SCALES = ("hundred", "thousand", "million", "billion", "trillion")
_some = [(spoken, f"{spoken}|{n}") for spoken, n in rows(1, 90) if " " not in spoken]
_scales = as_said(*_SCALES, "hundred thousand")
_money = ("dollars", "euros", "pounds", "bucks")
_unit = Field("unit", as_said(*_money, "percent"))
# What people count when they do not know exactly: "ten fifteen minutes".
_counted = Field(
    "unit",
    as_said(
        *("people", "times", "seconds", "minutes", "hours", "days", "weeks", "months", "years"),
        *("miles", "feet", "yards", "pounds", "degrees", "percent", "dollars", "bucks", "euros"),
        *("pages", "words", "questions", "points", "kids", "guys", "cars", "jobs", "players"),
    ),
)
_more = either(numbers.digit, numbers.two_digits)
_parts = Field(
    "part",
    as_said(
        *("half a", "a half a", "one half a", "quarter of a", "quarters of a", "third of a"),
        *("thirds of a", "fraction of a", "a couple", "couple of", "a couple of", "a few"),
        *("several", "many", "some"),
    ),
)
_thing = Field("scale", as_said(*_SCALES))
_whose = Field(
    "whose",
    as_said(
        *("a", "the", "my", "your", "his", "her", "our", "their", "this", "that", "another", "any"),
        *("each", "every", "no", "family", "local", "new", "good", "one", "some", "which", "hey"),
    ),
)
_who = Field("who", as_said("i", "you", "we", "they", "he", "she", "it"))
_verb = Field("verb", as_said("march", "may"))
_place = Field("place", Table([(spoken, spoken) for spoken, _ in ordinal_rows(1, 31)]))


def _write_approximate(fields: Fields, style: Style) -> list[Part] | None:
    """ "five six hundred dollars": nobody says which."""
    if style.digits_from < CUSTOMARY:
        return None
    low, high = (int(fields[name].text.split("|")[1]) for name in ("one", "other"))
    near = max(1, low // 2, 5 if low >= 5 else 1)
    if not 0 < high - low <= near or ("scale" not in fields and not _are_guessed(low, high)):
        return None
    one, other = (Part(fields[name].text.split("|")[0], fields[name]) for name in ("one", "other"))
    return [one._replace(after=","), other, *_said(fields, "scale", "unit")]


def _are_guessed(low: int, high: int) -> bool:
    """ "ten fifteen", "forty fifty", "two three"; not "twenty one"."""
    return high - low == 1 or (low % 5 == high % 5 == 0 and high - low in (5, 10))


def _write_said(fields: Fields, style: Style) -> list[Part]:
    return _said(fields, *fields)


def _write_said_by_custom(fields: Fields, style: Style) -> list[Part] | None:
    """Not where small numbers are wanted in digits."""
    return _write_said(fields, style) if style.digits_from >= CUSTOMARY else None


def _said(fields: Fields, *names: str) -> list[Part]:
    return [part for name in names if name in fields for part in said(fields[name])]


def _guess(*following: Phrase) -> Phrase:
    return Series([Field("one", Table(_some)), Field("other", Table(_some)), *following])


GRAMMARS = [
    Grammar("wording", _guess(Field("scale", _scales), Maybe(_unit)), _write_approximate),
    Grammar("wording", _guess(_counted), _write_approximate),
    Grammar("wording", _parts + _thing + Maybe(_unit) + Unless(_more), _write_said_by_custom),
    Grammar("wording", _whose + Field("title", as_said("doctor", "mister", "missus")), _write_said),
    Grammar("wording", _who + _verb + _place, _write_said),
]
