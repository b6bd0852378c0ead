"""Digits where there should be none: written into held-out paragraphs that have none."""

from __future__ import annotations

import lzma
import re
from collections.abc import Iterable, Iterator
from random import Random

from recipes.numbers_in_languages.writers import Writer, is_chinese
from recipes.place import Place

_DIGIT = re.compile(r"\d")
_WORDS = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_CHARACTERS = re.compile(r"[\u3007\u4e00-\u9fff]|[A-Za-z]+")
MOST_PARAGRAPHS = 2_000
QUICK_PARAGRAPHS = 50
SEED = 1


def heard(line: str, language: str) -> str:
    """As a recogniser would give it: words in lower case, or characters."""
    if is_chinese(language):
        return "".join(_CHARACTERS.findall(line))
    return " ".join(_WORDS.findall(line.lower().replace("’", "'")))


def digitless(place: Place, language: str, pattern: str) -> list[str]:
    """Paragraphs without a digit, drawn from all files alike."""
    paragraphs = [line for line in _undigited(place.files(pattern)) if heard(line, language)]
    Random(SEED).shuffle(paragraphs)
    most = place.sized(MOST_PARAGRAPHS, QUICK_PARAGRAPHS)
    return [heard(line, language) for line in paragraphs[:most]]


def _undigited(files: Iterable[object]) -> Iterator[str]:
    for path in files:
        with lzma.open(str(path), "rt", encoding="utf-8") as lines:
            yield from (line for line in lines if line.strip() and not _DIGIT.search(line))


def digits_per_thousand(writer: Writer, lines: list[str]) -> float:
    """Tokens with a digit, per 1,000 words or characters that were heard."""
    written = writer.tokens(lines)
    digits = sum(bool(_DIGIT.search(text)) for line in written for text in line)
    return 1000 * digits / max(1, sum(map(writer.size, lines)))
