"""Digits where there should be none: written into held-out paragraphs that have none."""

from __future__ import annotations

import lzma
import re
from collections.abc import Iterator, Sequence

from recipes.place import Place
from recipes.shugrina_2010.entities import DIGIT
from recipes.shugrina_2010.writers import Writer, count_words

WORDS = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
QUICK_PARAGRAPHS = 200
RUN_WORDS = 25


def digitless(place: Place) -> list[str]:
    """Paragraphs of the held-out text that have no digit, as a recogniser would give them."""
    paragraphs = [paragraph for paragraph in map(_heard, _undigited(place)) if paragraph]
    return paragraphs[: place.sized(len(paragraphs), QUICK_PARAGRAPHS)]


def _undigited(place: Place) -> Iterator[str]:
    for path in place.files("en/heldout/*.txt.xz"):
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            yield from (line for line in lines if not DIGIT.search(line))


def _heard(line: str) -> str:
    return " ".join(WORDS.findall(line.lower().replace("’", "'")))


def runs_of_words(lines: Sequence[str], longest: int = RUN_WORDS) -> list[str]:
    """Lines that the peers can take in: their time grows faster than the length."""
    return [
        " ".join(words[first : first + longest])
        for words in map(str.split, lines)
        for first in range(0, len(words), longest)
    ]


def digits_per_thousand(writer: Writer, lines: Sequence[str]) -> float:
    """Words with a digit, per 1,000 that were heard."""
    digits = sum(bool(DIGIT.search(token)) for text in writer(lines) for token in text.split())
    return 1000 * digits / count_words(lines)
