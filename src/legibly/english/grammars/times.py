"""Times of day: "three thirty p m", "half past three", "ten to eleven", "three o'clock e s t"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from legibly.english.grammars import numbers
from legibly.english.grammars.spoken import COUNTS_NOTHING, STANDS_ALONE, rows
from legibly.grammars.conditions import Cost, Unless
from legibly.grammars.grammar import Fields, Grammar, Part, said
from legibly.grammars.phrases import (
    Field,
    FieldText,
    Maybe,
    Rule,
    Table,
    as_said,
    either,
    silent,
    write,
)
from legibly.grammars.style import Style
from legibly.languages.tables import grouped

_words = grouped("en", "calendar")
_TIME = re.compile(
    r"(?P<hour>\d{1,2}):(?P<minute>\d\d)(?: ?(?P<half>[AaPp]\.?[Mm]\.?))?(?: (?P<zone>[A-Z]{2,4}))?"
)
_HOUR = re.compile(r"(?P<hour>1[0-2]|[1-9]) ?(?P<half>[AaPp]\.?[Mm]\.?)(?: (?P<zone>[A-Z]{2,4}))?")

_hour12 = Table(rows(1, 12))
_hour24 = Table([*rows(0, 23), *((f"oh {spoken}", written) for spoken, written in rows(1, 9))])
_minute = Rule(Table(rows(10, 59)) | (silent("oh", "o", "zero") + write("0") + numbers.digit))
_NOUGHTS = ("oh", "zero")
_half = Field("half", Table(_words["half"]))
_zone = Maybe(Field("zone", Table(_words["zone"])))
_past = Table([*rows(1, 29), ("quarter", "15"), ("a quarter", "15"), ("half", "30")])
_round = Table([row for row in rows(1, 29) if row[1] in ("5", "10", "20", "25")])
_ROUND = ("5", "10", "20", "25")
_quarter = Table([row for row in rows(15, 45) if row[1] in ("15", "30", "45")])
_cue = Field("cue", as_said("at", "until", "till", "by", "before", "after"))
_unlike_years = Table([*rows(13, 17), *rows(21, 23)])
_like_years = Table(rows(18, 20))
# What happens at a time, and no other way.
_STARTS = ("start", "begin", "open", "close", "end", "leave", "depart", "arrive", "land", "board")
_starting = Field(
    "cue",
    as_said(
        *(f"{verb}{ending} at" for verb in _STARTS for ending in ("", "s")),
        *("starting at", "beginning at", "opening at", "closing at", "leaving at", "arriving at"),
        *("departing at", "landing at", "started at", "began at"),
        *("left at", "arrived at", "departed at", "landed at", "departure at", "arrival at"),
        *("boarding at", "meet at", "met at", "report at", "wake up at", "woke up at", "get up at"),
        *("doors at", "kickoff at", "kick off at", "curfew at", "curfew is at", "move out at"),
        *("ends by", "back by", "home by", "there by", "here by", "ready by", "in bed by"),
    ),
)
_nought_rows = [(f"{o} {spoken}", f"0{n}") for spoken, n in rows(1, 9) for o in _NOUGHTS]
_with_nought = Table(_nought_rows)
_hour_of_four = Table([*_nought_rows, *rows(10, 23)])
_timed_things = as_said(
    *("train", "flight", "bus", "ferry", "service", "news", "showing", "mass", "meeting", "call"),
    *("appointment", "class", "slot", "session", "lecture", "start", "kickoff", "kick off"),
    *("departure", "arrival", "screening", "performance", "show", "matinee", "reservation"),
    *("booking", "alarm", "bulletin", "interview", "deadline", "boat", "coach", "shuttle"),
    *("standup", "stand up", "check in", "checkout", "curfew", "tee time", "shift"),
)
_to = Field("joiner", as_said("to", "until", "till", "through", "and", "or"))
_number_cue = Field("cue", as_said("at", "until", "till", "by", "around"))
RESTARTED_AT = -3.0  # log-score: a time, not a number of four digits
_counted = either(numbers.digit, numbers.two_digits, silent("hundred", "thousand", "million"))
_restarted = (
    Field("one", _hour12)
    + Field("hour", _hour12)
    + Field("minute", Table(rows(10, 59)))
    + Unless(_counted)
)
_unit = either(_counted, silent("percent", "dollars", "people", "years", "point", "and a half"))
_minutes = Maybe(silent("minutes", "minute", "min"))


def _write_time(fields: Fields, style: Style) -> list[Part] | None:
    hour, minute = int(fields["hour"].text), fields["minute"].text if "minute" in fields else ""
    half = fields["half"].text if "half" in fields else ""
    if "to" in fields:  # "ten to eleven"
        hour, minute = (hour - 2) % 12 + 1, f"{60 - int(fields['to'].text):02d}"
    elif "past" in fields:
        minute = fields["past"].text.zfill(2)

    if style.hours == "24" and half:
        text = f"{hour % 12 + (12 if half == 'PM' else 0):02d}:{minute or '00'}"
        half = ""
    else:
        text = f"{hour}:{minute}" if minute else f"{hour}" if half else f"{hour}:00"

    cued = "cue" in fields
    parts = [*(said(fields["cue"]) if cued else []), Part(text, _first(fields) if cued else None)]
    if "noun" in fields:
        parts += said(fields["noun"])
    if half:
        parts.append(Part(_halves(half, style), fields["half"]))
    if "zone" in fields:
        parts.append(Part(fields["zone"].text, fields["zone"]))
    return parts


def _write_o_clock(fields: Fields, style: Style) -> list[Part] | None:
    hour = fields["hour"].text
    if "zone" in fields:
        return [Part(f"{hour}:00"), Part(fields["zone"].text, fields["zone"])]
    return None if int(hour) < style.digits_from else [Part(hour), *said(fields["clock"])]


def _never(fields: Fields, style: Style) -> None:
    """Only said."""


def _write_if_24(fields: Fields, style: Style) -> list[Part] | None:
    if style.hours != "24":
        return None
    return [Part(f"{int(fields['hour'].text):02d}:{fields['minute'].text}")]


def _first(fields: Fields) -> FieldText:
    return fields["to"] if "to" in fields else fields["hour"]


def _write_hours(fields: Fields, style: Style) -> list[Part] | None:
    """Two hours that share their half of the day."""
    first, hour = fields["from"], fields["hour"]
    exact = "begin" in fields
    if style.hours == "24" or (
        fields["joiner"].text == "to" and first.text in _ROUND and not exact
    ):
        return None  # the latter may be minutes
    earlier = f"{first.text}:{fields['begin'].text}" if exact else first.text
    later = f"{hour.text}:{fields['minute'].text}" if "minute" in fields else hour.text
    half = Part(_halves(fields["half"].text, style), fields["half"])
    return [Part(earlier, first), *said(fields["joiner"]), Part(later, hour), half]


def _write_span(fields: Fields, style: Style) -> list[Part]:
    """From one time to another."""
    texts = {
        name: fields[f"{name} hour"].text
        + (f":{fields[f'{name} minute'].text}" if f"{name} minute" in fields else "")
        for name in ("first", "last")
    }
    cue = said(fields["cue"]) if "cue" in fields else []
    parts = [*cue, Part(texts["first"], fields["first hour"] if cue else None)]
    return [*parts, *said(fields["joiner"]), Part(texts["last"], fields["last hour"])]


def _write_military(fields: Fields, style: Style) -> list[Part]:
    hour = fields["military"]
    time = Part(f"{hour.text}{fields['minute'].text}", hour)
    if "cue" in fields:
        return [*said(fields["cue"]), time._replace(field=hour)]
    if "zone" in fields:
        return [time, Part(fields["zone"].text, fields["zone"])]
    return [time, *said(fields["noun"])]


def _write_restarted(fields: Fields, style: Style) -> list[Part] | None:
    """A number, and a time behind it: behind a cue, or where the hour is the number once more."""
    one, hour, minute = fields["one"], fields["hour"], fields["minute"]
    cued = "cue" in fields
    if not cued and one.text != hour.text:
        return None
    number = Part(one.text, one if cued else None)
    return [
        *(said(fields["cue"]) if cued else []),
        number,
        Part(f"{hour.text}:{minute.text}", hour),
    ]


def _write_no_time(fields: Fields, style: Style) -> list[Part]:
    """As it was said: no clock shows it, and a number of it would be no better."""
    said_before = [*said(fields["hour"]), *said(fields["minute"])]
    return [*said_before, Part(_halves(fields["half"].text, style), fields["half"])]


def _halves(half: str, style: Style) -> str:
    return {"AM": half, "am": half.lower(), "a.m.": f"{half[0].lower()}.m."}[style.half]


def _parse(text: str) -> Iterable[dict[str, str]]:
    match = _TIME.fullmatch(text) or _HOUR.fullmatch(text)
    if match is None:
        return

    found = {name: value for name, value in match.groupdict().items() if value is not None}
    if "half" in found:
        found["half"] = found["half"].replace(".", "").upper()
    found["hour"] = str(int(found["hour"]))
    if found.get("minute") == "00":
        del found["minute"]
        if "half" not in found:
            found["clock"] = ""

    yield found


# "three seventy p m": an hour and minutes that there are not. "570 AM" is a radio station.
_no_minute = [spoken for spoken, _ in rows(60, 99)]
_afternoon = Table([(spoken, half) for spoken, half in _words["half"] if half == "PM"])
NO_TIME = -12.0  # whatever else its words may be

_o_clock = silent("o'clock", "oclock", "o clock")
_clock = Field("clock", Table([(way, "o'clock") for way in ("o'clock", "oclock", "o clock")]))

GRAMMARS = [
    Grammar(
        "time",
        either(
            Field("hour", _hour12) + Field("minute", _minute) + _half + _zone,
            Field("hour", _hour12) + _half + _zone,
            Field("hour", _hour12) + _o_clock + _half + _zone,
            Field("past", _past)
            + _minutes
            + silent("past", "after")
            + Field("hour", _hour12)
            + Maybe(_half),
            Field("to", _past)
            + silent("minutes", "minute", "min")
            + silent("to", "till")
            + Field("hour", _hour12)
            + _half,
            Field("to", _round) + silent("to", "till") + Field("hour", _hour12) + _half,
            # Without AM or PM only what stands around says that a clock is meant.
            _cue
            + Field("to", _round)
            + silent("to", "till")
            + Field("hour", _hour12)
            + COUNTS_NOTHING,
            Field("cue", as_said("it's", "it is", "its"))
            + Field("to", _round)
            + silent("to", "till")
            + Field("hour", _hour12)
            + Field("noun", as_said("now", "already", "in the morning", "in the afternoon")),
            Field("cue", as_said("at"))
            + Field("hour", _unlike_years)
            + Field("minute", _minute)
            + Unless(_unit)
            + COUNTS_NOTHING,
            _starting
            + Field("hour", either(_unlike_years, _like_years))
            + Field("minute", _minute)
            + Unless(_unit)
            + COUNTS_NOTHING,
            Field("cue", as_said("around", "about"))
            + Field("hour", _hour12)
            + Field("minute", _quarter)
            + STANDS_ALONE,
            Field("hour", _hour12) + Field("minute", _minute) + Field("noun", _timed_things),
            Field("to", Table([("quarter", "15"), ("a quarter", "15")]))
            + silent("to", "till")
            + Field("hour", _hour12)
            + Maybe(_half),
            Field("hour", _hour12)
            + Field("minute", _minute)
            + Field("zone", Table(_words["zone"])),
        ),
        _write_time,
        _parse,
    ),
    Grammar("time", Field("hour", _hour12) + _clock + _zone, _write_o_clock),
    # "3:00" is said with o'clock; what is said so stays.
    Grammar("time", Field("hour", _hour12) + Field("clock", _o_clock) + _zone, _never, _parse),
    # Said of what is written so; heard as hours of four digits where nobody wants 24 hours.
    Grammar(
        "time",
        Field("hour", _hour24) + Field("minute", _minute) + silent("hours"),
        _write_if_24,
        _parse,
    ),
    # Whether these are times only the words around can tell.
    Grammar(
        "bare time",
        Field("hour", _hour12) + Field("minute", _minute) + Unless(_counted),
        _write_time,
        _parse,
    ),
    # "from nine fifteen to ten thirty", "from nine to five thirty"
    Grammar(
        "time",
        Cost(-2.0)
        + Field("cue", as_said("from", "between"))
        + Field("first hour", _hour12)
        + Maybe(Field("first minute", _minute))
        + _to
        + Field("last hour", _hour12)
        + Field("last minute", _minute)
        + STANDS_ALONE,
        _write_span,
    ),
    # "nine thirty to four", "nine to four thirty"
    Grammar(
        "time",
        either(
            Field("first hour", _hour12)
            + Field("first minute", _quarter)
            + Field("joiner", as_said("to", "until", "till"))
            + Field("last hour", _hour12)
            + Maybe(Field("last minute", _quarter)),
            Field("first hour", _hour12)
            + Field("joiner", as_said("to", "until", "till"))
            + Field("last hour", _hour12)
            + Field("last minute", _quarter),
        )
        + STANDS_ALONE,
        _write_span,
    ),
    # "at five five thirty": five once more, and what follows. Without the cue a number may be
    # read so, too.
    Grammar("bare time", _number_cue + _restarted + Cost(RESTARTED_AT), _write_restarted),
    Grammar("bare time", _restarted, _write_restarted),
    # "from two to three p m", "between nine and half past ten"
    Grammar(
        "time",
        Field("from", _hour12)
        + Maybe(Field("begin", _minute))
        + Field("joiner", as_said("and", "or", "to", "until", "till"))
        + Field("hour", _hour12)
        + Maybe(Field("minute", _minute))
        + _half,
        _write_hours,
    ),
    Grammar(
        "wording",
        Cost(NO_TIME)
        + Field("hour", as_said(*(spoken for spoken, _ in rows(1, 12))))
        + Field("minute", as_said(*_no_minute))
        + Field("half", _afternoon),
        _write_no_time,
    ),
    # "fifteen hundred hours", "oh six thirty hours"
    Grammar(
        "time",
        Field("military", _hour_of_four)
        + either(silent("hundred") + Field("minute", write("00")), Field("minute", _minute))
        + either(Field("noun", as_said("hours")), Field("zone", Table(_words["zone"]))),
        _write_military,
    ),
    # "at oh four hundred"; "curfew is at twenty three hundred"
    Grammar(
        "time",
        Cost(-2.0)
        + either(
            Field("cue", as_said("at", "by")) + Field("military", _with_nought),
            _starting + Field("military", _hour_of_four),
        )
        + silent("hundred")
        + Field("minute", write("00"))
        + STANDS_ALONE,
        _write_military,
    ),
]
