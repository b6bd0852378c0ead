"""What a user can switch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from legibly.errors import UsageError, unknown
from legibly.formatting.masking import Mask, parse_mask
from legibly.grammars.style import Style
from legibly.marks import MARKS
from legibly.user_tables import UserTable, as_table

SWITCHES = (*("punctuation", "case", "numbers", "redo", "contractions", "quotes", "spoken_marks"),)
CHOICES = {
    "fillers": ("keep", "drop"),
    "disfluencies": ("keep", "fillers", "drop"),
    "units": ("words", "short"),
}
DEFAULT_MARKS = (",", ".", "?", "!")


@dataclass(frozen=True)
class Options:
    """What a user can switch, as `load` names it; `load` takes it in more shapes."""

    punctuation: bool = True
    case: bool = True
    numbers: bool = True
    marks: tuple[str, ...] = DEFAULT_MARKS  # those that may be written
    digits_from: int = 10  # cardinals and ordinals from here on are written in digits
    lexicon: UserTable | None = None  # the user's spellings: iPhone, McDonald's
    rules: UserTable | None = None  # the user's spoken -> written table
    keep: UserTable | None = None  # words and phrases that are never touched
    grammars: UserTable | None = None  # the stack of grammars, where not the language's own
    redo: bool = False  # strip marks and capitals that are there, and restore anew
    fillers: str = "keep"  # or "drop": disfluencies="fillers"
    disfluencies: str = "keep"  # or "fillers", or "drop": also what is begun anew
    contractions: bool = False  # dont is written don't
    quotes: bool = False  # what is reported as said stands in quotation marks
    spoken_marks: bool = False  # "comma" and "new paragraph" become what they name
    mask: tuple[Mask, ...] = ()  # profanity, cards, phones, emails; files of words, and words
    sensitivity: float = 0.5  # from 0, few marks, to 1, many
    beam: float | None = None  # log-score below the best at which the search gives a path up
    units: str = "words"  # or "short": km, mph, GB
    styles: tuple[str, ...] = ()  # other choices of how numbers are written, as name=value

    def __post_init__(self) -> None:
        for name in SWITCHES:
            if not isinstance(getattr(self, name), bool):
                raise UsageError(f"{name} is {getattr(self, name)!r}; expected True or False")
        for name, choices in CHOICES.items():
            if getattr(self, name) not in choices:
                expected = " or ".join(map(repr, choices))
                raise UsageError(f"{name} is {getattr(self, name)!r}; expected {expected}")
        if not _is_number(self.digits_from, int) or self.digits_from < 0:
            raise UsageError(f"digits_from is {self.digits_from!r}; expected a number, 0 or more")
        if self.beam is not None and not (_is_number(self.beam, (int, float)) and self.beam >= 0):
            raise UsageError(f"beam is {self.beam!r}; expected a number, 0 or more, or None")

        if not (_is_number(self.sensitivity, (int, float)) and 0 <= self.sensitivity <= 1):
            raise UsageError(f"sensitivity is {self.sensitivity!r}; expected a number from 0 to 1")

    @property
    def left_out(self) -> str:
        """Of disfluencies, by either option: "keep", "fillers" or "drop"."""
        by_fillers = "fillers" if self.fillers == "drop" else "keep"
        return by_fillers if self.disfluencies == "keep" else self.disfluencies

    @property
    def style(self) -> Style:
        """How numbers are written."""
        return self.style_of({})

    def style_of(self, customary: Mapping[str, str]) -> Style:
        """How numbers are written, over what is customary in a language."""
        return Style.parse(self.styles, customary, digits_from=self.digits_from, units=self.units)


def _is_number(value: object, kinds: type | tuple[type, ...]) -> bool:
    return isinstance(value, kinds) and not isinstance(value, bool)


def parse_marks(marks: str | Iterable[str]) -> tuple[str, ...]:
    """`",.?"`, or its marks one by one, as a tuple; a hyphen may stand for the dash."""
    text = _joined(marks)
    found = tuple(dict.fromkeys("—" if char in "-–" else char for char in text if char.strip()))
    for mark in found:
        if mark not in MARKS:
            raise UsageError(f"unknown mark {mark!r}; expected some of {' '.join(MARKS)}")
    return found


def _joined(marks: str | Iterable[str]) -> str:
    try:
        return "".join(marks)
    except TypeError:
        raise UsageError(f"marks is {marks!r}; expected a string like ',.?!'") from None


def parse_styles(styles: str | Iterable[str] | Mapping[str, str]) -> tuple[str, ...]:
    """`"hours=24"`, several such, or `{"hours": "24"}`."""
    if isinstance(styles, str):
        return (styles,)
    if isinstance(styles, Mapping):
        return tuple(f"{name}={value}" for name, value in styles.items())
    if isinstance(styles, Iterable) and all(isinstance(style, str) for style in styles):
        return tuple(styles)
    raise UsageError(f"styles is {styles!r}; expected a dict like {{'hours': '24'}}")


def make_options(**settings: Any) -> Options:
    """Options from keywords as a user types them: marks as a string, files as strings."""
    names = {field.name for field in fields(Options)}
    for name in settings:
        if name not in names:
            raise unknown("option", name, names)

    if "marks" in settings:
        settings["marks"] = parse_marks(settings["marks"])
    if "styles" in settings:
        settings["styles"] = parse_styles(settings["styles"])
    for name in ("lexicon", "rules", "keep"):
        if name in settings:
            settings[name] = as_table(name, settings[name])
    if "mask" in settings:
        settings["mask"] = parse_mask(settings["mask"])
    if settings.get("grammars") is not None:
        if not isinstance(settings["grammars"], str | Path | tuple):
            raise UsageError(f"grammars is {settings['grammars']!r}; expected the path of a file")
        settings["grammars"] = as_table("grammars", settings["grammars"])

    return Options(**settings)
