"""Rows of spoken numbers, for tables that need some of them only; and what stands behind a number,
if it counts something and if it does not.
"""

from __future__ import annotations

from legibly.english.grammars import numbers
from legibly.grammars.conditions import Where
from legibly.grammars.phrases import Phrase
from legibly.languages.tables import rows as table_rows


def _behind(kind: str) -> set[str]:
    return {word for of_kind, word in table_rows("en", "after_numbers", 2) if of_kind == kind}


THINGS = frozenset(_behind("thing"))
_no_things = _behind("no thing")
_openers = {row[0] for row in table_rows("en", "openers")}
_goes_on = (_openers | _behind("goes on")) - _behind("counts")


def goes_on(word: str) -> bool:
    """Whether a sentence ends before a word, or goes on with it after a number: no thing that is
    counted.
    """
    return not word or word in _goes_on


def is_counted(word: str) -> bool:
    """Whether a word is rather a thing of which there are so many: mostly a plural."""
    if word in THINGS:
        return True
    plural = len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "'s"))
    return plural and word not in _goes_on and word not in _no_things


STANDS_ALONE = Where(goes_on)
COUNTS_NOTHING = Where(lambda word: not is_counted(word))


def say(phrase: Phrase, text: str) -> str:
    """The cheapest way to say a text."""
    ways = [(cost, words) for end, words, cost in phrase.say(text, 0) if end == len(text)]
    return " ".join(min(ways)[1])


def rows(first: int, last: int) -> list[tuple[str, str]]:
    """Below a hundred."""
    return [
        (say(numbers.below_hundred, str(n)) if n else "zero", str(n))
        for n in range(first, last + 1)
    ]


def ordinal_rows(first: int, last: int) -> list[tuple[str, str]]:
    """Below a hundred."""
    return [(say(numbers.ordinal_below_hundred, str(n)), str(n)) for n in range(first, last + 1)]
