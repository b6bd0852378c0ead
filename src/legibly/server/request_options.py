"""The options of a request, from the same table as those of the command line.

Where the command line takes a file, a request brings what stands in it; nothing in a request names
a path.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from legibly.errors import UsageError, unknown
from legibly.formats.word_lines import is_text
from legibly.formatting import option_table
from legibly.formatting.masking import PLACEHOLDERS, PROFANITY
from legibly.formatting.option_table import OptionFact, OptionKind
from legibly.formatting.readings import MAX_READINGS
from legibly.user_tables import UserTable

MASKS = (PROFANITY, *PLACEHOLDERS)
MAX_TEXT = 1_000  # characters of an option that is no table
MAX_TABLE_CHARACTERS = 500_000  # of one table
MAX_SAMPLES = 2_000  # of a bootstrap
MAX_ITEMS = 100  # of one that may be repeated
TRUE, FALSE = ("true", "1", "yes", "on", ""), ("false", "0", "no", "off")
MASK_WORDS = OptionFact(
    "mask_words", "More words and phrases to mask, one a line.", OptionKind.TABLE
)
FORMATTING = (*option_table.FORMATTING_OPTIONS, MASK_WORDS)
FORMAT_REQUEST = (
    *option_table.INPUT_OPTIONS,
    *option_table.OUTPUT_OPTIONS,
    *option_table.SPEAKER_OPTIONS,
    *option_table.MODEL_OPTIONS,
    *FORMATTING,
    *option_table.SUBTITLE_OPTIONS,
)
SCORE_REQUEST = (
    *option_table.INPUT_OPTIONS,
    *(
        replace(fact, low=0, high=MAX_SAMPLES) if fact.name == "bootstrap" else fact
        for fact in option_table.SCORE_OPTIONS
    ),
)
LANGUAGE = next(fact for fact in option_table.MODEL_OPTIONS if fact.name == "language")
SUBTITLES_REQUEST = (*option_table.INPUT_OPTIONS, LANGUAGE, *option_table.SUBTITLE_OPTIONS)
CONVERT_REQUEST = (
    *option_table.INPUT_OPTIONS,
    *option_table.OUTPUT_OPTIONS,
    *option_table.SPEAKER_OPTIONS,
    LANGUAGE,
    *option_table.SUBTITLE_OPTIONS,
)
READINGS_REQUEST = (
    OptionFact("first", "The first word that is to be read.", OptionKind.WHOLE, low=0),
    OptionFact("last", "The word behind the last one.", OptionKind.WHOLE, low=1),
    OptionFact(
        "count",
        "Readings at most.",
        OptionKind.WHOLE,
        default=MAX_READINGS,
        low=1,
        high=MAX_READINGS,
    ),
    *option_table.INPUT_OPTIONS,
    *option_table.MODEL_OPTIONS,
    *FORMATTING,
)
RESUMABLE = OptionFact(
    "resume",
    "Every answer says how to go on after a lost connection.",
    OptionKind.SWITCH,
    default=False,
)
STREAM_REQUEST = (
    *option_table.STREAM_OPTIONS,
    RESUMABLE,
    *option_table.MODEL_OPTIONS,
    *FORMATTING,
)


def field_of(fact: OptionFact) -> str:
    """What an option is called in a request: `digits_from`."""
    return fact.typed.replace("-", "_")


@dataclass(frozen=True)
class RequestOptions:
    """Values by the names of the table; what was not given is not there."""

    values: Mapping[str, Any]

    def get(self, name: str, default: Any = None) -> Any:
        return self.values.get(name, default)

    def some(self, facts: Iterable[OptionFact]) -> dict[str, Any]:
        """Those of some facts that were given."""
        return {fact.name: self.values[fact.name] for fact in facts if fact.name in self.values}


def read_options(
    given: Mapping[str, Any],
    facts: Iterable[OptionFact],
    *,
    max_rows: int,
    typed: bool,
    others: Iterable[str] = (),
) -> RequestOptions:
    """`typed` from JSON, else strings of a query or a form; `others` are fields that are no
    options.
    """
    by_field = {field_of(fact): fact for fact in facts}
    values = {}
    for field, value in given.items():
        if field not in by_field:
            raise unknown("field", field, (*by_field, *others))
        if value is not None:
            values[by_field[field].name] = _Reader(field, by_field[field], max_rows, typed).read(
                value
            )
    return RequestOptions(values)


@dataclass(frozen=True)
class _Reader:
    """Of one value."""

    field: str
    fact: OptionFact
    max_rows: int
    typed: bool

    def read(self, value: Any) -> Any:
        fact = self.fact
        if fact.repeatable:
            if self.typed and not isinstance(value, list):
                raise self._wrong(value, "a list")
            items = value if isinstance(value, list) else [value]
            if len(items) > MAX_ITEMS:
                raise self._wrong(value, f"at most {MAX_ITEMS}")
            return tuple(self._one(item) for item in items)
        if isinstance(value, list) and fact.kind not in (OptionKind.TABLE, OptionKind.FILE):
            raise self._wrong(value, "one value")
        return self._one(value)

    def _one(self, value: Any) -> Any:
        match self.fact.kind:
            case OptionKind.SWITCH:
                return self._switch(value)
            case OptionKind.WHOLE:
                return self._whole(value)
            case OptionKind.NUMBER:
                return self._within(self._number(value))
            case OptionKind.TABLE | OptionKind.FILE:
                return self._table(value)
            case OptionKind.CHOICE:
                return self._chosen(value, self.fact.choices)
            case OptionKind.MASK:
                return self._chosen(value, MASKS)
        return self._text(value)

    def _switch(self, value: Any) -> bool:
        if isinstance(value, bool):
            return value
        if not self.typed and isinstance(value, str) and value.lower() in (*TRUE, *FALSE):
            return value.lower() in TRUE
        raise self._wrong(value, "true or false")

    def _whole(self, value: Any) -> int:
        text = value if isinstance(value, str) and not self.typed else ""
        if len(text) < 10 and text.isascii() and text.removeprefix("-").isdecimal():
            value = int(text)
        if isinstance(value, float) and value.is_integer() and abs(value) < 1e9:
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or abs(value) > 1e9:
            raise self._wrong(value, "a whole number")
        return int(self._within(value))

    def _number(self, value: Any) -> float:
        if isinstance(value, str) and not self.typed:
            try:
                value = float(value[:40])
            except ValueError:
                raise self._wrong(value, "a number") from None
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise self._wrong(value, "a number")
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if not math.isfinite(number):
            raise self._wrong(value, "a number")
        return number

    def _within(self, number: float) -> float:
        low, high = self.fact.low, self.fact.high
        if (low is not None and number < low) or (high is not None and number > high):
            raise self._wrong(
                number, f"{low:g} to {high:g}" if high is not None else f"{low:g} or more"
            )
        return number

    def _chosen(self, value: Any, choices: tuple[str, ...]) -> str:
        if value not in choices:
            raise self._wrong(value, " or ".join(choices))
        return str(value)

    def _text(self, value: Any) -> str:
        if isinstance(value, int | float) and not isinstance(value, bool) and self.fact.default:
            value = str(value)  # max_delay, a number or "none"
        if not isinstance(value, str) or len(value) > MAX_TEXT or not is_text(value):
            raise self._wrong(value, "a string")
        return value

    def _table(self, value: Any) -> UserTable:
        """What stands in a file: its text, or its rows."""
        rows = value.split("\n") if isinstance(value, str) else value
        if self.fact.kind is OptionKind.FILE and not isinstance(value, str):
            raise self._wrong(value, "text")
        if not isinstance(rows, list) or len(rows) > self.max_rows:
            raise self._wrong(value, f"text, or up to {self.max_rows} rows")
        if not all(isinstance(row, str) and is_text(row) for row in rows):
            raise self._wrong(value, "text, or rows of text")
        if sum(map(len, rows)) > MAX_TABLE_CHARACTERS:  # they are kept for the next request
            raise self._wrong(value, f"up to {MAX_TABLE_CHARACTERS} characters")
        return tuple(rows)

    def _wrong(self, value: object, expected: str) -> UsageError:
        return UsageError(f"{self.field} is {repr(value)[:100]}; expected {expected}")


def schema_of(fact: OptionFact, max_rows: int) -> dict[str, Any]:
    """The JSON schema of an option's value in a request."""
    schema = _schema_of_one(fact, max_rows)
    if fact.repeatable:
        schema = {"type": "array", "items": schema, "maxItems": MAX_ITEMS}
    schema["description"] = _explained(fact)
    if fact.default is not None and fact.kind is not OptionKind.TEXT:
        schema["default"] = fact.default
    elif fact.default is not None:
        schema["default"] = str(fact.default)
    return schema


def _explained(fact: OptionFact) -> str:
    if fact.kind is OptionKind.MODEL:
        return "Model to use, one of those that /v1/models lists."
    if fact.kind is OptionKind.MASK:
        return "What nobody is to read. Masked in every output."
    return fact.help


def _schema_of_one(fact: OptionFact, max_rows: int) -> dict[str, Any]:
    match fact.kind:
        case OptionKind.SWITCH:
            return {"type": "boolean"}
        case OptionKind.WHOLE | OptionKind.NUMBER:
            kind = "integer" if fact.kind is OptionKind.WHOLE else "number"
            limits = {"minimum": fact.low, "maximum": fact.high}
            return {"type": kind} | {name: n for name, n in limits.items() if n is not None}
        case OptionKind.CHOICE:
            return {"type": "string", "enum": list(fact.choices)}
        case OptionKind.MASK:
            return {"type": "string", "enum": list(MASKS)}
        case OptionKind.FILE:
            return {"type": "string"}
        case OptionKind.TABLE:
            rows = {"type": "array", "items": {"type": "string"}, "maxItems": max_rows}
            return {"oneOf": [{"type": "string"}, rows]}
    return {"type": "string", "maxLength": MAX_TEXT}
