"""Numbers of held-out paragraphs, said by a library that knows nothing of ours and written back.

Plain numbers, percent and Chinese years are said (`recipes/three_languages/numbers.py`); paragraphs
with any other digits are left out, and those whose author wrote some number in words (cuatro mil
632). The error rate is that of an alignment of the numbers on both sides: wrong, missing and added
ones, by those that there were. Numbers below ten may stay words and are not counted,
nor is ten in Chinese, where it is one sign.
"""

from __future__ import annotations

import lzma
import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from legibly.alignment import align
from legibly.languages import language as find_language
from recipes.numbers_in_languages.over_formatting import heard
from recipes.numbers_in_languages.style_free import style_free
from recipes.numbers_in_languages.writers import Writer, is_chinese
from recipes.place import Place
from recipes.three_languages.numbers import said

MOST_PARAGRAPHS = 1_000
QUICK_PARAGRAPHS = 30
LONGEST_PARAGRAPH = 1_200  # characters
SEED = 2
DIALECTS = {"es": "es", "pt": "pt_BR", "zh": "zh"}
_SCALES = {
    "es": {"millón": 6, "millones": 6, "billón": 12, "billones": 12},
    "pt": {"milhão": 6, "milhões": 6, "bilhão": 9, "bilhões": 9},
}
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


class Trip(NamedTuple):
    """A paragraph as it is said, and the numbers that were in it."""

    spoken: str
    numbers: list[str]


class Errors(NamedTuple):
    wrong: int
    missing: int
    added: int
    numbers: int

    @property
    def rate(self) -> float:
        return (self.wrong + self.missing + self.added) / max(1, self.numbers)


def trips(place: Place, language: str, pattern: str) -> list[Trip]:
    lines = list(_numbered(place, pattern))
    Random(SEED).shuffle(lines)
    found: list[Trip] = []
    for line in lines:
        spoken = said(line, DIALECTS[language])
        if re.search(r"\d", spoken) or mixes_words(line, language):
            continue
        found.append(Trip(heard(spoken, language), numbers_of(line, language)))
        if len(found) == place.sized(MOST_PARAGRAPHS, QUICK_PARAGRAPHS):
            break
    return found


def _numbered(place: Place, pattern: str) -> Iterator[str]:
    for path in place.files(pattern):
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                if re.search(r"\d", line) and len(line) <= LONGEST_PARAGRAPH:
                    yield line


def numbers_of(text: str, language: str) -> list[str]:
    """The numbers from ten on, without style: no signs of thousands, scales written out."""
    if is_chinese(language):
        text = style_free(text, language)
    else:
        text = _with_scales(re.sub(r"(?<=\d)[. ](?=\d{3}(?!\d))", "", text), language)
    found = [number.strip(".,") for number in _NUMBER.findall(text)]
    small = ("10",) if is_chinese(language) else ()  # one sign, as nine is
    return [number for number in found if len(number) > 1 and number not in small]


def _with_scales(text: str, language: str) -> str:
    """2 millones and 1,5 millones in digits."""
    for word, noughts in _SCALES[language].items():
        scaled = re.compile(rf"(?<![\d,])(\d+)(?:,(\d{{1,{noughts}}}))? {word}\b")
        while match := scaled.search(text):
            digits = match[1] + (match[2] or "").ljust(noughts, "0")
            text = text[: match.start()] + digits + text[match.end() :]
    return re.sub(r"(?<=\d),(?=\d)", " ", text)


def mixes_words(text: str, language: str) -> bool:
    """Whether its author wrote some numbers, or parts of them, as words: cuatro mil 632."""
    facts = find_language(language)
    large = facts.number_words - facts.digit_words - set(_SCALES.get(language, ()))
    if is_chinese(language):
        return any(char in facts.number_words - {"一", "两"} for char in text)
    words = re.findall(r"[^\W\d_]+", text.lower())
    scales = [w for w in words if w in _SCALES[language]]
    with_digits = re.findall(rf"\d (?:{'|'.join(_SCALES[language])})\b", text.lower())
    return any(word in large for word in words) or len(scales) != len(with_digits)


def errors(writer: Writer, paragraphs: Sequence[Trip], language: str) -> Errors:
    wrong = missing = added = total = 0
    for trip, text in zip(paragraphs, writer([p.spoken for p in paragraphs]), strict=True):
        numbers = numbers_of(text, language)
        total += len(trip.numbers)
        for reference, hypothesis in align(trip.numbers, numbers):
            missing += hypothesis is None
            added += reference is None
            if reference is not None and hypothesis is not None:
                wrong += trip.numbers[reference] != numbers[hypothesis]
    return Errors(wrong, missing, added, total)
