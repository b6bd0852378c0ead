"""Somebody who counts, against every series of numbers that there is."""

from __future__ import annotations

from itertools import pairwise, product
from random import Random

from legibly.english.grammars import counts
from legibly.english.grammars.spoken import rows
from legibly.grammars.style import Style

NUMBERS = {spoken: int(n) for spoken, n in rows(1, 99)}
STYLE = Style()


def _as_numbers(words: list[str]) -> list[list[int]]:
    """All ways to hear words as numbers, one after the other."""
    if not words:
        return [[]]
    found = []
    for length in (1, 2):
        number = NUMBERS.get(" ".join(words[:length]))
        if number is not None and len(words) >= length:
            found += [[number, *rest] for rest in _as_numbers(words[length:])]
    return found


def _counts(words: list[str]) -> bool:
    without = [w for i, w in enumerate(words) if w not in ("or", "and") or i == 0]
    if len(words) - len(without) > 1:
        return False
    joined = len(words) != len(without)
    ways = _as_numbers(without)
    if joined:
        place = next(i for i, word in enumerate(words) if word in ("or", "and"))
        ways = [
            [*before, last]
            for before, (last, *more) in product(
                _as_numbers(words[:place]), (w for w in _as_numbers(words[place + 1 :]) if w)
            )
            if not more
        ]
    return any(
        3 <= len(way) <= counts.MOST_COUNTED and {b - a for a, b in pairwise(way)} in ({1}, {-1})
        for way in ways
    )


def test_it_hears_what_counts_and_nothing_else() -> None:
    random = Random(3)
    (grammar,) = counts.GRAMMARS
    heard = 0
    for _ in range(300):
        start, step = random.randint(1, 40), random.choice((1, -1, 1, 2))
        words = " ".join(
            spoken
            for i in range(random.randint(2, 14))
            for spoken, number in NUMBERS.items()
            if number == start + step * i
        ).split()
        if len(words) > 2 and random.random() < 0.4:
            words.insert(random.randrange(len(words)), random.choice(("or", "and", "six")))
        lengths = {reading.length for reading in grammar.readings(words, {}, STYLE)}
        assert lengths == {n for n in range(1, len(words) + 1) if _counts(words[:n])}
        heard += bool(lengths)
    assert heard > 100
