"""Random sequences of the words that numbers are said with, and what every grammar proposes for
them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from legibly.grammars.grammar import Reading
from legibly.grammars.stack import Stack
from legibly.grammars.style import Style

WORDS = (
    "zero oh one two three five nine ten eleven fifteen twenty thirty forty ninety hundred "
    "thousand million billion a and half quarter point double triple first second third "
    "fifth thirtieth"
).split()
UNITS = (
    "dollars dollar cents euros pounds percent p m a m o'clock to past past half may july march of "
    "the kilometers pounds grams at dot com slash dash street b c x hundreds eighties plus minus "
    "by am january monday century chapter route room fifths"
).split()
AMOUNT = re.compile(r"[$€£][\d,.]*")
ADDRESS = re.compile(r"\d+(?:\.\d+){3}")


def random_numbers(random: Random) -> list[str]:
    share = random.random()
    count = random.choice((2, 3, 4, 5, 6, 8, 12))
    return [random.choice(UNITS if random.random() < 0.4 * share else WORDS) for _ in range(count)]


def proposals(stack: Stack, words: list[str]) -> Iterator[tuple[int, Reading]]:
    for at in range(len(words)):
        for reading, _ in stack.readings(words, at):
            yield at, reading


def wrong(reading: Reading, left: int) -> str | None:
    """What is wrong with a reading where so many words are left."""
    if not 0 < reading.length <= left:
        return f"covers {reading.length} of {left} words"
    reached = 0
    for token in reading.tokens:
        if token.first != reached or token.last <= token.first:
            return f"a word is covered twice, or not at all: {reading.tokens}"
        reached = token.last
    if reached != reading.length:
        return f"covers {reached} of {reading.length} words"
    text = " ".join(token.text for token in reading.tokens)
    if any(amount.rstrip(".").count(".") > 1 for amount in AMOUNT.findall(text)):
        return f"an amount with two points: {text}"
    if any(int(byte) > 255 for found in ADDRESS.findall(text) for byte in found.split(".")):
        return f"an address with a number over 255: {text}"
    return None


def check_numbers(count: int, seed: int) -> tuple[int, list[str]]:
    """How many proposals were looked at, in so many sequences, and what was wrong."""
    random, stack, seen, failures = Random(seed), Stack("en", Style()), 0, []
    for _ in range(count):
        words = random_numbers(random)
        for at, reading in proposals(stack, words):
            seen += 1
            if found := wrong(reading, len(words) - at):
                failures.append(f"{' '.join(words)}: {found}")
    return seen, failures
