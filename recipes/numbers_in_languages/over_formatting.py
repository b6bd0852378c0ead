"""Digits where there should be none: written into paragraphs that have none."""

from __future__ import annotations

import re
from collections.abc import Iterable

from recipes.numbers_in_languages.rates import Rate
from recipes.numbers_in_languages.writers import Writer, is_chinese

_DIGIT = re.compile(r"\d")
_WORDS = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_CHARACTERS = re.compile(r"[\u3007\u4e00-\u9fff]|[A-Za-z]+")


def heard(line: str, language: str) -> str:
    """As a recogniser would give it: words in lower case, or characters."""
    if is_chinese(language):
        return "".join(_CHARACTERS.findall(line))
    return " ".join(_WORDS.findall(line.lower().replace("’", "'")))


def over_formatting(writer: Writer, paragraphs: Iterable[str], language: str) -> Rate:
    """Tokens with a digit, by the words or characters that were heard."""
    lines = [spoken for line in paragraphs if (spoken := heard(line, language))]
    digits = (sum(bool(_DIGIT.search(text)) for text in line) for line in writer.tokens(lines))
    return Rate(list(zip(digits, map(writer.size, lines), strict=True)))
