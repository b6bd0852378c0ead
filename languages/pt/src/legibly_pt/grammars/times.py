"""Times of day: "três e meia", "às quinze horas e quarenta minutos", "quinze para as duas da
tarde", "ao meio-dia e meia".
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from legibly.grammars.conditions import Unless
from legibly.grammars.grammar import Fields, Grammar, Part, said
from legibly.grammars.phrases import (
    Field,
    FieldText,
    Maybe,
    Table,
    as_said,
    either,
    silent,
)
from legibly.grammars.style import Style
from legibly_pt.grammars import numbers

_NOON, _MIDNIGHT, _HOURS = "12", "0", 24
_SURELY = -60.0  # also where units are wanted short
_TIME = re.compile(r"(?P<hour>\d{1,2})(?:[:.](?P<minute>\d\d)|h(?P<short>\d\d)?)", re.I)

_feminine = {"um": "uma", "dois": "duas"}
_hours = [
    (" ".join(_feminine.get(word, word) for word in spoken.split()), number)
    for spoken, number in [*numbers.rows(1, _HOURS - 1), ("zero", "0")]
]
_minutes = [(spoken, n.zfill(2)) for spoken, n in numbers.rows(1, 59)]
_halves = [
    *((f"{middle}{joiner}dia", _NOON) for middle in ("meio",) for joiner in (" ", "-")),
    *((f"meia{joiner}noite", _MIDNIGHT) for joiner in (" ", "-")),
]

_article = Field(
    "article", as_said("às", "as", "à", "a", "ao", "o", "das", "da", "do", "pelas", "pela")
)
_feminine_article = Field("article", as_said("às", "as", "à", "a", "das", "da", "pelas", "pela"))
_the = Maybe(_article)
_hour, _middle = Field("hour", Table(_hours)), Field("middle", Table(_halves))
_minute = Field("minute", Table(_minutes))
_tens = Field("minute", Table([row for row in _minutes if row[1] >= "10"]))
_half = Field("minute", Table([("meia", "30"), ("meia hora", "30"), ("meio", "30")]))
_less = Field("less", Table(numbers.rows(1, 29)))
_to = silent("para as", "para a", "para o", "pras", "pra", "pro", "pra a", "pra as")
_bare_to = silent("para")
_word_hours = silent("horas", "hora")
_word_minutes = silent("minutos", "minuto")
_part_of_day = Field(
    "part",
    as_said("da manhã", "da tarde", "da noite", "da madrugada", "em ponto"),
)
_maybe_part = Maybe(_part_of_day)
# What is counted behind an hour makes it none: "às duas e vinte pessoas" is rare enough.
_counted = either(silent("mil", "milhões", "por cento", "reais", "anos", "pessoas", "vírgula"))


def _write(fields: Fields, style: Style) -> list[Part] | None:
    hour, minute = _hour_and_minute(fields)
    part = fields["part"].text if "part" in fields else ""
    if style.hours == "24" and part:
        hour, part = _of_24(hour, part), ""
    article = said(fields["article"]) if "article" in fields else []
    exact = "minute" not in fields and "less" not in fields
    text = f"{hour}{style.clock}{minute:02d}"
    if exact and style.clock == "h":
        text = f"{hour}h"
    elif exact and part:
        text = str(hour)
    words = [*article, Part(text, _first(fields) if article else None)]
    return [*words, *said(fields["part"])] if part else words


def _write_without_hours(fields: Fields, style: Style) -> list[Part] | None:
    """ "as vinte e oito" are twenty-eight of something."""
    if fields["hour"].text == "20" and fields["minute"].text.startswith("0"):
        return None
    return _write(fields, style)


def _write_hours(fields: Fields, style: Style) -> list[Part] | None:
    """ "às quinze horas": 15 horas, 15h."""
    hour = fields["hour"].text
    part = said(fields["part"]) if "part" in fields else []
    article = said(fields["article"])
    if style.clock == "h":
        return [*article, Part(f"{hour}h", fields["hour"]), *part]
    if int(hour) < style.digits_from and not part:
        return None
    return [*article, Part(hour, fields["hour"]), *said(fields["hours"]), *part]


def _hour_and_minute(fields: Fields) -> tuple[int, int]:
    hour = int(fields["middle" if "middle" in fields else "hour"].text)
    if "less" in fields:
        hour = (hour - 2) % 12 + 1 if 0 < hour <= 12 else (hour - 1) % _HOURS
        return hour, 60 - int(fields["less"].text)
    return hour, int(fields["minute"].text) if "minute" in fields else 0


def _of_24(hour: int, part: str) -> int:
    if "tarde" in part or ("noite" in part and hour > 5):
        return hour % 12 + 12
    return hour


def _first(fields: Fields) -> FieldText:
    return min((f for f in fields.values() if f.name != "article"), key=lambda field: field.first)


def _parse(text: str) -> Iterable[dict[str, str]]:
    match = _TIME.fullmatch(text)
    if match is None or int(match["hour"]) >= _HOURS:
        return
    minute = match["minute"] or match["short"]
    found = {"hour": str(int(match["hour"]))}
    if minute and minute != "00":
        found["minute"] = minute
    yield found


def _never(fields: Fields, style: Style) -> None:
    """Only said."""


GRAMMARS = [
    # "às três e meia", "às três horas e trinta minutos", "uma e quinze da tarde"
    Grammar(
        "time",
        _feminine_article
        + _hour
        + silent("e")
        + either(_minute, _half)
        + Unless(_counted)
        + _maybe_part,
        _write_without_hours,
    ),
    Grammar(
        "time",
        _article
        + _hour
        + _word_hours
        + silent("e")
        + either(_minute + Maybe(_word_minutes), _half)
        + _maybe_part,
        _write,
    ),
    # "são onze e vinte"
    Grammar(
        "time",
        Field("article", as_said("são", "eram")) + _hour + silent("e") + either(_tens, _half),
        _write,
    ),
    # Said of what is written so; heard without an article it lasts so long.
    Grammar(
        "time",
        _hour + _word_hours + silent("e") + either(_minute + Maybe(_word_minutes), _half),
        _never,
        _parse,
    ),
    # Only behind these no duration can be meant.
    Grammar(
        "time",
        Field("article", as_said("às", "à", cost=_SURELY))
        + _hour
        + _word_hours
        + silent("e")
        + either(_minute + Maybe(_word_minutes), _half)
        + _maybe_part,
        _write,
    ),
    Grammar("time", _hour + silent("e") + either(_minute, _half) + _part_of_day, _write),
    Grammar("time", _article + _hour + _part_of_day, _write),
    Grammar(
        "time",
        _article + _hour + Field("hours", as_said("horas", "hora")) + _maybe_part,
        _write_hours,
    ),
    # Said of what is written so; heard with its article alone.
    Grammar("time", _hour + _word_hours, _never, _parse),
    # "ao meio-dia e meia", "meia-noite e quinze"
    Grammar("time", _the + _middle + silent("e") + either(_minute, _half), _write),
    # "às quinze para as duas", "dez pro meio-dia"
    Grammar(
        "time",
        _the + _less + Maybe(_word_minutes) + _to + either(_hour, _middle) + _maybe_part,
        _write,
    ),
    # "às cinco para quatro"; without an article on either side a number is meant.
    Grammar("time", _article + _less + _bare_to + _hour + _maybe_part, _write),
]
