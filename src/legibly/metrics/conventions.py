"""Which marks count, and as what. A convention has a name, and the name is part of every score's
signature.

`gravano2` and `gravano4` are columns (a) and (b) of Table 1 of Gravano et al. (2009); brackets
count in them: an opening one as a mark after the word before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from legibly.errors import unknown
from legibly.marks import MARKS, core_mark

_BRACKETS = frozenset("()")
_LISTS = {"、": ","}  # a comma, where nobody asks for more


@dataclass(frozen=True)
class Convention:
    name: str
    classes: Mapping[str, str]  # canonical mark -> class; a mark that is not here does not count
    brackets: str = ""  # the class of ( and ), if they count

    @property
    def marks(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.classes.values()))

    def classify(self, after: str, next_before: str = "") -> str:
        """The class of what stands after a word; a bracket that opens before the next word may
        count too.
        """
        mark = self.classes.get(core_mark(after), "") if after else ""
        if not mark and self.brackets and (_BRACKETS & set(after) or _BRACKETS & set(next_before)):
            return self.brackets
        return mark


CONVENTIONS = {
    convention.name: convention
    for convention in (
        Convention(
            "iwslt",
            {
                **_LISTS,
                ",": ",",
                ":": ",",
                "—": ",",
                ".": ".",
                "!": ".",
                ";": ".",
                "…": ".",
                "?": "?",
            },
        ),
        Convention(
            "gravano2",
            {
                **_LISTS,
                ",": ",",
                "—": ",",
                ":": ".",
                ";": ".",
                "!": ".",
                ".": ".",
                "?": ".",
                "…": ".",
            },
            brackets=",",
        ),
        Convention(
            "gravano4",
            {
                **_LISTS,
                ",": ",",
                ":": ".",
                ";": ".",
                "!": ".",
                ".": ".",
                "?": "?",
                "…": "—",
                "—": "—",
            },
            brackets="—",
        ),
        Convention("luNg", {**_LISTS, ",": ",", ".": ".", "?": "?", "!": "!"}),
        Convention("fine", {mark: mark for mark in (*MARKS, "…")}),
    )
}


@cache
def convention(name: str) -> Convention:
    if name not in CONVENTIONS:
        raise unknown("convention", name, CONVENTIONS)
    return CONVENTIONS[name]
