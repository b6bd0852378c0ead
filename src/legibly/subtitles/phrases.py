"""What it costs to part two words, by what kind of word they are.

The guides of the BBC and of Netflix say where subtitles are not to be cut: between an article and
its noun, a preposition and what follows, a pronoun and its verb, the parts of a verb, first and
last name, a title and a name; and where they may: after a mark, before a conjunction or a
preposition.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from legibly.errors import DataError
from legibly.languages import known_language
from legibly.languages.tables import rows

TABLE_OF_PHRASES = "phrases"
# What it costs to cut after a word of a kind, and before one; below nought: a good place.
AFTER = {
    "article": 8.0,
    "possessive": 7.0,
    "determiner": 5.0,
    "preposition": 7.0,
    "particle": 1.0,
    "conjunction": 8.0,
    "coordinator": 8.0,
    "relative": 8.0,
    "auxiliary": 6.0,
    "subject": 8.0,
    "pronoun": 4.0,
    "title": 12.0,
    "degree": 4.0,
    "negation": 6.0,
    "adjective": 4.0,
}
BEFORE = {
    "conjunction": -3.0,
    "coordinator": -2.5,
    "relative": -2.0,
    "preposition": -1.5,
    "subject": -2.0,
    "article": 0.0,
    "auxiliary": 1.5,
    "object": 6.0,
    "particle": 6.0,
    "negation": 6.0,
    "late": 5.0,
    "unit": 3.0,
}
WITHIN_NAME, BEFORE_COUNTED = (
    6.0,
    6.0,
)  # between the parts of a name; between a number and what is counted
ALONE, FIRST = 3.0, 2.0  # before the last word of a clause; behind its first
STRANDED = 6.0  # before a preposition or a pronoun that ends its clause: "came up with"
KINDS_OF_PHRASES = frozenset(AFTER) | frozenset(BEFORE)
# Words of these kinds may be all there is of a phrase: "I like this", "the one we came up with".
MAY_STAND_ALONE = frozenset(
    ("determiner", "pronoun", "preposition", "auxiliary", "particle", "late")
)
_OPENS = frozenset(("conjunction", "coordinator"))
_OPENS_WIDELY = _OPENS | {"relative", "preposition", "subject", "article", "possessive"}
_DIGITS_LAST = re.compile(r"\d[^\W\d]{0,2}$|\d%?$")


class Place(NamedTuple):
    """Two written words and the one behind them; empty where there is none."""

    left: str
    right: str
    beyond: str = ""
    opens: bool = False  # whether the left one is the first of its clause
    ends: bool = False  # whether a mark stands behind the right one


class Phrases:
    """Of a language."""

    def __init__(self, kinds: Mapping[str, str]) -> None:
        self._kinds = {word: kind for word, kind in kinds.items() if word[:1] != "-"}
        endings = ((word[1:], kind) for word, kind in kinds.items() if word[:1] == "-")
        self._endings = sorted(endings, key=lambda item: -len(item[0]))

    def cost(self, place: Place) -> float:
        """Above nought where the words belong together, below where a phrase begins."""
        left, right = self.kind(place.left), self.kind(place.right)
        ends = place.ends or not place.beyond or self.kind(place.beyond) in _OPENS
        cost = self._cost_after(left, right) + self._cost_before(right, ends=ends)
        if left is None and right is None and _are_named(place):
            cost += WITHIN_NAME
        if _DIGITS_LAST.search(place.left) and right not in _OPENS_WIDELY:
            cost += BEFORE_COUNTED if right in (None, "unit", "adjective") else 0.0
        if place.ends:
            cost += ALONE
        if place.opens:
            cost += FIRST
        return cost

    def kind(self, word: str) -> str | None:
        lower = word.lower().rstrip(".").replace("’", "'")
        known = self._kinds.get(lower)
        if known is not None or not lower[:1].isalpha():
            return known
        return next((kind for end, kind in self._endings if _has_ending(lower, end)), None)

    def _cost_after(self, left: str | None, right: str | None) -> float:
        cost = AFTER.get(left or "", 0.0)
        if left in MAY_STAND_ALONE and right in _OPENS:
            return 0.0
        if left in ("auxiliary", "particle", "late") and right == "relative":
            return 0.0
        if left in ("determiner", "pronoun") and right in _OPENS_WIDELY:
            return 0.0
        if left == "adjective" and right is not None and right not in ("unit", "adjective"):
            return 0.0
        return cost

    def _cost_before(self, right: str | None, *, ends: bool) -> float:
        if ends and right in ("relative", "preposition", "determiner", "pronoun", "auxiliary"):
            return STRANDED
        return BEFORE.get(right or "", 0.0)


@cache
def phrases_of(language: str | None) -> Phrases | None:
    """The table of a language; None where it has none."""
    found = known_language(language)
    if found is None:
        return None
    kinds = {}
    for row in rows(found.code, TABLE_OF_PHRASES, optional=True):
        if len(row) != 2 or row[1] not in KINDS_OF_PHRASES:
            raise DataError(
                f"{TABLE_OF_PHRASES}.tsv of {found.code!r}: found {' '.join(row)[:60]!r}; expected "
                f"a word and one of {', '.join(sorted(KINDS_OF_PHRASES))}"
            )
        kinds[row[0]] = row[1]
    return Phrases(kinds) if kinds else None


def _has_ending(word: str, end: str) -> bool:
    """Not a table, which only looks as if it were -able."""
    return word.endswith(end) and len(word) > len(end) + (2 if end.isalpha() else 0)


def _are_named(place: Place) -> bool:
    """Both with a capital, and not because a sentence begins."""
    return place.left[:1].isupper() and place.right[:1].isupper()
