"""Times of day: "las tres y cuarto", "las dos menos diez", "cuarto para las ocho", "las quince
treinta", "las tres de la tarde".
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from legibly.grammars.conditions import Cost, Unless
from legibly.grammars.grammar import Fields, Grammar, Part, said
from legibly.grammars.phrases import (
    Field,
    FieldText,
    Maybe,
    Table,
    as_said,
    either,
    silent,
    write,
)
from legibly.grammars.style import Style
from legibly_es.grammars import numbers

_HOURS = 24
_TIME = re.compile(
    r"(?:(?P<article>las?) )?(?P<hour>\d{1,2})[:.](?P<minute>\d\d)(?: ?h)?"
    r"(?: (?P<half>[ap])\. ?m\.)?",
    re.I,
)
_ZONES = [
    "UTC",
    "GMT",
    "CET",
    "CEST",
    "EST",
    "EDT",
    "CST",
    "CDT",
    "MST",
    "MDT",
    "PST",
    "PDT",
    "ART",
    "CLT",
    "BRT",
]

_hours = [("una", "1"), *numbers.rows(2, _HOURS), ("cero", "0")]
_minutes = [*numbers.rows(1, 59)]
_article = Field("article", as_said("la", "las"))
_hour = Field("hour", Table(_hours))
_minute = Field(
    "minute",
    either(
        Table([(spoken, n) for spoken, n in _minutes if len(n) > 1]),
        silent("cero") + write("0") + numbers.digit,
    ),
)
_spoken_minute = Field(
    "minute",
    either(
        Table([(spoken, n.zfill(2)) for spoken, n in _minutes]),
        Table([("cuarto", "15"), ("media", "30")]),
    ),
)
_less = Field(
    "less",
    Table(
        [*((spoken, n) for spoken, n in numbers.rows(1, 29)), ("cuarto", "15"), ("un cuarto", "15")]
    ),
)
_minutes_word = Maybe(silent("minutos", "minuto"))
_zone = Maybe(Field("zone", Table([(" ".join(zone.lower()), zone) for zone in _ZONES])))
_offset = Maybe(
    Field(
        "offset",
        Table(
            [
                (f"{spoken} {n}", f"{sign}{m}")
                for spoken, sign in (("más", "+"), ("menos", "-"))
                for n, m in numbers.rows(1, 12)
            ]
        ),
    )
)
_half = Field(
    "half",
    Table(
        [
            *((way, "a.m.") for way in ("a m", "a eme", "am")),
            *((way, "p.m.") for way in ("p m", "pe eme", "pm")),
        ]
    ),
)
_part_of_day = Field(
    "part", as_said("de la mañana", "de la tarde", "de la noche", "de la madrugada", "del mediodía")
)
_of_day = either(_half, _part_of_day)
_exactly = Field("exactly", as_said("en punto", "horas"))
# What is counted behind an article is no hour: "las dos personas".
_counted = either(numbers.below_thousand, silent("mil", "millones", "por ciento", "coma", "punto"))


def _hour_and_minute(fields: Fields) -> tuple[int, int]:
    hour = int(fields["hour"].text)
    if "less" in fields:
        hour = (hour - 2) % 12 + 1 if 0 < hour <= 12 else (hour - 1) % _HOURS
        return hour, 60 - int(fields["less"].text)
    return hour, int(fields["minute"].text) if "minute" in fields else 0


def _write_time(fields: Fields, style: Style) -> list[Part] | None:
    hour, minute = _hour_and_minute(fields)
    plain = "minute" not in fields and "less" not in fields
    article = _article_of(hour, fields)
    part = fields["part"].text if "part" in fields else ""
    half = fields["half"].text if "half" in fields else ""
    if style.hours == "24" and (part or half):
        hour, half = _of_24(hour, part, half), ""
        article, plain, part = _article_of(hour, fields), False, ""
    zone = "zone" in fields
    if plain and not half and not zone and not part and "exactly" not in fields:
        return None
    if plain and part and not zone and hour < style.digits_from:
        return None  # "las tres de la tarde" is written so twice as often as with a digit
    text = f"{hour}{style.clock}{minute:02d}"
    if plain and (part or "exactly" in fields) and not zone:
        text = str(hour)
    words = [*article, Part(text, _first(fields, article))]
    if half:
        written = {"AM": half.replace(".", "").upper(), "am": half.replace(".", "")}.get(
            style.half, half
        )
        words.append(Part(written, fields["half"]))
    if part:
        words += said(fields["part"])
    if "exactly" in fields:
        words += said(fields["exactly"])
    if zone:
        offset = fields["offset"].text if "offset" in fields else ""
        words.append(Part(fields["zone"].text + offset, fields["zone"]))
    return words


def _article_of(hour: int, fields: Fields) -> list[Part]:
    """ "las dos menos cuarto" is "la 1:45"."""
    if "article" not in fields:
        return []
    return [Part("la" if hour == 1 else "las", fields["article"])]


def _first(fields: Fields, article: list[Part]) -> FieldText | None:
    """The first word of the time behind its article; the article goes into a time before it."""
    if not article:
        return None
    return fields["hour"] if fields["article"].first < fields["hour"].first else fields["less"]


def _of_24(hour: int, part: str, half: str) -> int:
    if half == "p.m." or "tarde" in part or "mediodía" in part or ("noche" in part and hour > 5):
        return hour % 12 + 12
    return hour % 12


def _parse(text: str) -> Iterable[dict[str, str]]:
    match = _TIME.fullmatch(text)
    if match is None:
        return
    hour, minute = str(int(match["hour"])), match["minute"]
    found = {"hour": hour}
    if match["article"]:
        found["article"] = match["article"].lower()
    if minute != "00":
        found["minute"] = minute
    elif not match["half"]:
        found["exactly"] = "horas"
    if match["half"]:
        found["half"] = f"{match['half'].lower()}.m."
    yield found


def _never(fields: Fields, style: Style) -> None:
    """Only said."""


_tail = Maybe(_of_day) + Maybe(_zone + _offset)

GRAMMARS = [
    # "las tres y diez", "las tres y media de la tarde", "las dieciséis cincuenta"
    Grammar(
        "time",
        _article + _hour + silent("y", "con") + _spoken_minute + _minutes_word + _tail,
        _write_time,
        _parse,
    ),
    Grammar(
        "time",
        _article + _hour + _minute + Unless(_counted) + Maybe(silent("horas")) + _tail,
        _write_time,
        _parse,
    ),
    # "las veintidós horas con treinta minutos"
    Grammar(
        "time",
        _article
        + _hour
        + silent("horas con", "horas y", "hora con", "hora y")
        + _spoken_minute
        + silent("minutos", "minuto")
        + _tail,
        _write_time,
    ),
    Grammar(
        "time", _article + _hour + silent("menos") + _less + _minutes_word + _tail, _write_time
    ),
    Grammar("time", _less + _minutes_word + silent("para") + _article + _hour + _tail, _write_time),
    Grammar("time", _article + _hour + _exactly + Maybe(_of_day), _write_time, _parse),
    Grammar("time", _article + _hour + _of_day + _tail, _write_time, _parse),
    # Without an article only what is behind tells.
    Grammar(
        "time",
        Cost(0.5) + _hour + Maybe(silent("y") + _spoken_minute) + _of_day + _tail,
        _write_time,
        _parse,
    ),
    Grammar("time", _hour + _minute + silent("horas"), _write_time, _parse),
    # Said of what is written so; heard with an article alone.
    Grammar(
        "time",
        Cost(1.0) + either(_hour + silent("y") + _spoken_minute, _hour + _exactly) + Maybe(_half),
        _never,
        _parse,
    ),
]
