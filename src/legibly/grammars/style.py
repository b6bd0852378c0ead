"""How numbers are written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields

from legibly.errors import UsageError

CUSTOMARY = 10  # numbers from here on are commonly written in digits
_CHOICES: dict[str, tuple[str, ...]] = {
    "hours": ("12", "24"),
    "thousands": (",", "", " ", "."),
    "decimals": (".", ","),
    "grouping": ("4", "5"),
    "scales": ("words", "digits"),
    "fractions": ("words", "digits"),
    "guesses": ("words", "digits"),
    "currency": ("clear", "sign", "words"),
    "clock": (":", "h"),
    "numerals": ("digits", "words"),
    "percent": ("%", " %", "percent"),
    "dates": ("spoken", "mdy", "dmy", "iso"),
    "half": ("AM", "am", "a.m."),
    "phone": ("(555) 555-5555", "555-555-5555", "555.555.5555", "5555555555"),
    "titles": ("Mr.", "Mr"),
    "hyphens": ("no", "yes"),
    "units": ("words", "short"),
}


@dataclass(frozen=True)
class Style:
    """How numbers are written; the defaults are the conventions of Shugrina (2010), section 4.1,
    and those of a language stand in its `language.toml`. A language looks at what it has.
    """

    digits_from: int = (
        CUSTOMARY  # plain cardinals and ordinals; everything else is always in digits
    )
    hours: str = "12"
    thousands: str = ","
    decimals: str = "."  # before them, where it is not the sign of the thousands
    grouping: str = "4"  # the fewest digits that have a thousands sign
    scales: str = "words"  # 5 million, or 5,000,000
    fractions: str = "words"  # two thirds, or 2/3, where both numbers are small
    guesses: str = "words"  # seven or eight as one word (七八个), or 7~8
    currency: str = "clear"  # signs that stand for one currency only, all signs, or names
    clock: str = ":"  # between hours and minutes
    numerals: str = "digits"  # or the signs of a script of its own
    percent: str = "%"
    dates: str = "spoken"  # the order of day and month
    half: str = "AM"
    phone: str = "(555) 555-5555"
    titles: str = "Mr."
    hyphens: str = "no"  # in 56-year-old, two-thirds
    units: str = "words"

    def __post_init__(self) -> None:
        for name, choices in _CHOICES.items():
            value = getattr(self, name)
            if value not in choices:
                raise UsageError(
                    f"style {name} is {value!r}; expected one of {', '.join(map(repr, choices))}"
                )

    @property
    def point(self) -> str:
        """Before decimals: not the sign of the thousands."""
        return {".": ",", ",": "."}.get(self.thousands, self.decimals)

    @classmethod
    def parse(
        cls, settings: Iterable[str], customary: Mapping[str, str] | None = None, **others: object
    ) -> Style:
        """From `name=value` as a user types them, over what is customary in a language;
        `thousands=none` is no sign, `space` a blank.
        """
        found: dict[str, object] = {**(customary or {}), **others}
        names = {field.name for field in fields(cls)} - {"digits_from", "units"}
        for setting in settings:
            name, equals, value = setting.partition("=")
            if not equals or name not in names:
                raise UsageError(
                    f"style {setting!r}; expected name=value, name one of "
                    f"{', '.join(sorted(names))}"
                )
            found[name] = (
                {"none": "", "space": " "}.get(value, value) if name == "thousands" else value
            )

        return cls(**found)  # type: ignore[arg-type]
