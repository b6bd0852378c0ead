"""Where people live: "two twenty one b baker street", post codes of Britain and of the United
States.
"""

from __future__ import annotations

import re

from legibly.english.grammars import numbers
from legibly.english.grammars.letters import letter
from legibly.grammars.conditions import Cost
from legibly.grammars.grammar import Fields, Grammar, Part, said
from legibly.grammars.phrases import (
    AnyWord,
    Field,
    Maybe,
    Rule,
    Table,
    as_said,
    either,
)
from legibly.grammars.repeats import Many
from legibly.grammars.style import Style

_KINDS = "street road avenue lane drive boulevard court terrace crescent parkway".split()
_STATES = (
    "al ak az ar ca co ct de dc fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj "
    "nm ny nc nd oh ok or pa ri sc sd tn tx ut vt va wa wv wi wy"
).split()
_AREAS = (
    "ab al b ba bb bd bh bl bn br bs bt ca cb cf ch cm co cr ct cv cw da dd de dg dh dl dn dt dy e "
    "ec eh en ex fk fy g gl gu ha hd hg hp hr hs hu hx ig im ip iv ka kt kw ky l la ld le ll ln ls "
    "lu m me mk ml n ne ng nn np nr nw ol ox pa pe ph pl po pr rg rh rm s sa se sg sk sl sm sn so "
    "sp sr ss st sw sy ta td tf tn tq tr ts tw ub w wa wc wd wf wn wr ws wv yo ze"
).split()
_POST_CODE = re.compile(r"([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})")

# Words that come before a street's kind without being its name: "a two lane road".
_NO_NAMES = (
    "the a an of on at in to from for with per and or is was this that these those one two "
    "three four five six seven eight nine ten hundred thousand million hour hours minute minutes "
    "day days mile miles yard yards foot feet meter meters kilometer kilometers way lane "
    "lanes people person year years month months second seconds dollar dollars percent other more "
    "bad good long short terabyte gigabyte hard new old different busy side dirt main back city"
).split()
_first = Field("first", AnyWord((*_KINDS, *_NO_NAMES)))
_second = Maybe(Field("second", AnyWord((*_KINDS, *_NO_NAMES))))
_living = as_said("at", "is", "lives at", "live at", "lived at", "address is")
# Names of streets that mostly are none: who is said to live there lives there all the same.
_common_name = Field("first", as_said("main", "high", "back", "city"))
_house = Rule(
    either(
        numbers.short_hundreds,
        numbers.pairs,
        numbers.cardinal,
        Many(numbers.some_digits, 3, 5),
        numbers.digits + numbers.two_digits,
        numbers.two_digits + numbers.oh_digit,
    )
)
_kind = Field("kind", Table([(kind, kind.capitalize()) for kind in _KINDS]))
_digits = Rule(Many(either(numbers.one_digit, numbers.two_digits), 1, 3))


def _write_house(fields: Fields, style: Style) -> list[Part] | None:
    """Small numbers count things, too: what is before them must say that somebody lives there."""
    text = fields["n"].text
    if len(text) > 5 or (len(text) < 3 and "cue" not in fields and "letter" not in fields):
        return None
    letter_text = fields["letter"].text if "letter" in fields else ""
    cue = said(fields["cue"]) if "cue" in fields else []
    number = Part(text + letter_text, fields["n"] if cue else None)
    names = [fields[name] for name in ("first", "second") if name in fields]
    words = [Part(name.text.capitalize(), name) for name in names]
    return [*cue, number, *words, Part(fields["kind"].text, fields["kind"])]


def _write_lettered(fields: Fields, style: Style) -> list[Part] | None:
    """ "twelve twenty five k street": streets that are called by a letter."""
    number, street = fields["n"], fields["street"]
    if not 3 <= len(number.text) <= 5:
        return None
    parts = [Part(number.text, number), Part(street.text, street)]
    return [*parts, Part(fields["kind"].text, fields["kind"])]


def _write_british(fields: Fields, style: Style) -> list[Part] | None:
    text = "".join(fields[name].text for name in ("area", "out", "in", "end") if name in fields)
    match = _POST_CODE.fullmatch(text)
    if match is None or re.match("[A-Z]+", text)[0].lower() not in _AREAS:  # type: ignore[index]
        return None
    return [Part(f"{match[1]} {match[2]}")]


def _write_zip(fields: Fields, style: Style) -> list[Part] | None:
    state, digits = fields["state"], fields["digits"]
    if len(digits.text) != 5:
        return None
    return [Part(state.text), Part(digits.text, digits)]


GRAMMARS = [
    Grammar(
        "address",
        Maybe(Field("cue", _living))
        + Field("n", _house)
        + Maybe(Field("letter", letter))
        + _first
        + _second
        + _kind,
        _write_house,
    ),
    Grammar(
        "address",
        Field("cue", _living) + Field("n", _house) + _common_name + _kind,
        _write_house,
    ),
    Grammar(
        "address",
        Cost(-1.0) + Field("n", _house) + Field("street", letter) + _kind,
        _write_lettered,
    ),
    Grammar(
        "address",
        Cost(-1.0)
        + Field("area", Many(letter, 1, 2))
        + Field("out", _digits + Maybe(Many(letter, 1, 1)))
        + Maybe(Field("in", _digits))
        + Field("end", Many(letter, 2, 2)),
        _write_british,
    ),
    Grammar(
        "address",
        Cost(-4.0)
        + Field("state", Table([(" ".join(state), state.upper()) for state in _STATES]))
        + Field("digits", Rule(Many(either(numbers.some_digits, numbers.two_digits), 3, 5))),
        _write_zip,
    ),
]
