"""Rows of spoken numbers, for tables that need some of them only."""

from __future__ import annotations

from legibly.english.grammars import numbers
from legibly.grammars.phrases import Phrase


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
