"""What a user can switch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from legibly.errors import UsageError, unknown
from legibly.grammars.style import Style
from legibly.marks import MARKS

DEFAULT_MARKS = (",", ".", "?", "!")


@dataclass(frozen=True)
class Options:
    punctuation: bool = True
    case: bool = True
    numbers: bool = True
    marks: tuple[str, ...] = DEFAULT_MARKS  # those that may be written
    digits_from: int = 10  # cardinals and ordinals from here on are written in digits
    lexicon: Path | None = None  # the user's spellings: iPhone, McDonald's
    rules: Path | None = None  # the user's spoken -> written table
    keep: Path | None = None  # words and phrases that are never touched
    grammars: Path | None = None  # the stack of grammars, where not the language's own
    redo: bool = False  # strip marks and capitals that are there, and restore anew
    fillers: str = "keep"  # or "drop"
    beam: float | None = None  # log-score below the best at which the search gives a path up
    units: str = "words"  # or "short": km, mph, GB
    styles: tuple[str, ...] = ()  # other choices of how numbers are written, as name=value

    def __post_init__(self) -> None:
        if self.fillers not in ("keep", "drop"):
            raise UsageError(f"fillers is {self.fillers!r}; expected 'keep' or 'drop'")
        if self.digits_from < 0:
            raise UsageError(f"digits_from is {self.digits_from}; expected 0 or more")
        if self.units not in ("words", "short"):
            raise UsageError(f"units is {self.units!r}; expected 'words' or 'short'")

    @property
    def style(self) -> Style:
        """How numbers are written."""
        return Style.parse(self.styles, digits_from=self.digits_from, units=self.units)


def parse_marks(text: str) -> tuple[str, ...]:
    """`",.?"` as a tuple; a hyphen may stand for the dash."""
    marks = tuple(
        dict.fromkeys("—" if char in "-–" else char for char in text if not char.isspace())
    )
    for mark in marks:
        if mark not in MARKS:
            raise UsageError(f"unknown mark {mark!r}; expected some of {' '.join(MARKS)}")
    return marks


def parse_styles(styles: str | Iterable[str] | Mapping[str, str]) -> tuple[str, ...]:
    """`"hours=24"`, several such, or `{"hours": "24"}`."""
    if isinstance(styles, str):
        return (styles,)
    if isinstance(styles, Mapping):
        return tuple(f"{name}={value}" for name, value in styles.items())
    return tuple(styles)


def make_options(**settings: Any) -> Options:
    """Options from keywords as a user types them: marks as a string, files as strings."""
    names = {field.name for field in fields(Options)}
    for name in settings:
        if name not in names:
            raise unknown("option", name, names)

    if "marks" in settings:
        settings["marks"] = parse_marks("".join(settings["marks"]))
    if "styles" in settings:
        settings["styles"] = parse_styles(settings["styles"])
    for name in ("lexicon", "rules", "keep", "grammars"):
        if isinstance(settings.get(name), str):
            settings[name] = Path(settings[name])

    return Options(**settings)
