"""Numbers of paragraphs, said by a library that knows nothing of ours and written back.

Plain numbers, percent and Chinese years are said (`recipes/three_languages/numbers.py`). Paragraphs
with other digits are left out: decimals (but for Chinese), times and dates in figures, ranges,
ordinals with a sign, codes, money with a sign. The error rate is that of an alignment of the
numbers on both sides: wrong, missing and added ones, by those that there were. Numbers below ten
may stay words and are not counted, nor is ten in Chinese, where it is one sign.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import NamedTuple

from legibly.alignment import align
from legibly.languages import language as find_language
from legibly.languages.tables import rows
from recipes.numbers_in_languages.over_formatting import heard
from recipes.numbers_in_languages.rates import Rate
from recipes.numbers_in_languages.style_free import style_free
from recipes.numbers_in_languages.writers import Writer, is_chinese
from recipes.three_languages.numbers import said

DIALECTS = {"es": "es", "pt": "pt_BR", "zh": "zh"}
_SCALES = {
    "es": {"mil": 3, "millón": 6, "millones": 6, "billón": 12, "billones": 12},
    "pt": {"mil": 3, "milhão": 6, "milhões": 6, "bilhão": 9, "bilhões": 9},
}
_HALF = {"es": "y medio", "pt": "e meio"}
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
# What the libraries are not asked to say, or would say as something else.
_OTHERWISE = re.compile(
    r"\d ?[-–—~～/:'’°℃℉²³×+=]|[-–—~～/:×+='’#_−]\d|\d[A-Za-z]|[A-Za-z]\d|\d\.?[ºª°]|[$€£¥￥] ?\d"
    r"|\d ?[$€£¥￥]|(?<!\d)0\d"
)
_CHINESE_SCALED = re.compile(r"\d[多余]?[十百千万亿兆]+")
SMALL_IN_CHINESE = frozenset("一两")  # as articles


class Trip(NamedTuple):
    """A paragraph as it is said, and the numbers that were in it."""

    spoken: str
    numbers: list[str]
    in_words: bool  # whether its author wrote some number in words: cuatro mil, 三百


class Errors(NamedTuple):
    wrong: int
    missing: int
    added: int
    rate: Rate


def trips(paragraphs: Iterable[str], language: str) -> list[Trip]:
    found: list[Trip] = []
    for line in paragraphs:
        spoken = said(line, DIALECTS[language])
        if _OTHERWISE.search(line) or re.search(r"\d", spoken):
            continue
        numbers = numbers_of(re.sub(r"(?<=\d) (?=\d{3}(?!\d))", "", line), language)
        found.append(Trip(heard(spoken, language), numbers, has_words(line, language)))
    return found


def numbers_of(text: str, language: str) -> list[str]:
    """The numbers from ten on, without style: no signs of thousands, scales written out."""
    if is_chinese(language):
        text = style_free(re.sub(r"([元钱，、])", r"\1|", text), language)
    else:
        text = _with_scales(re.sub(r"(?<=\d)\.(?=\d{3}(?!\d))", "", text.lower()), language)
    found = [number.strip(".,").lstrip("0") for number in _NUMBER.findall(text)]
    small = ("10",) if is_chinese(language) else ()
    return [number for number in found if len(number) > 1 and number not in small]


def _with_scales(text: str, language: str) -> str:
    """2 millones, 1,5 millones, 14 mil 112, tres mil 845 and 16 millones y medio in digits."""
    units = {row[1]: row[2] for row in rows(language, "numbers") if row[0] == "digit"}
    before = "|".join(units)
    thousands = re.compile(rf"(?<!\d )\b(?:({before}) )?mil (\d{{1,3}})(?![\d.,]*\d)")
    text = thousands.sub(lambda m: str(int(units.get(m[1], "1")) * 1000 + int(m[2])), text)
    words = "|".join(sorted(_SCALES[language], key=len, reverse=True))
    text = re.sub(rf"(?<![\d,])(\d+) ({words}) {_HALF[language]}\b", r"\1,5 \2", text)
    scaled = re.compile(rf"(?<![\d,])\d+(?:,\d+)?(?: (?:{words})\b(?: \d{{1,3}}(?![\d.,]*\d))?)+")
    text = scaled.sub(lambda match: _written_out(match[0], language), text)
    return re.sub(r"(?<=\d),(?=\d)", " ", text)


def _written_out(text: str, language: str) -> str:
    scales = _SCALES[language]
    total = count = Decimal(0)
    for word in text.split():
        if word not in scales:
            count += Decimal(word.replace(",", "."))
        elif scales[word] == 3:
            count *= 1000
        else:
            total, count = total + count.scaleb(scales[word]), Decimal(0)
    return f"{total + count:f}".split(".")[0]


def has_words(text: str, language: str) -> bool:
    """Whether some number, or a part of one, is written in words."""
    facts = find_language(language)
    if is_chinese(language):
        known = facts.number_words - SMALL_IN_CHINESE
        return any(char in known for char in _CHINESE_SCALED.sub("", text))
    scales = _SCALES[language]
    large = facts.number_words - facts.digit_words - set(scales)
    words = re.findall(r"[^\W\d_]+", text.lower())
    behind_digits = re.findall(rf"\d(?: (?:{'|'.join(scales)}))+\b", text.lower())
    counted = sum(len(found.split()) - 1 for found in behind_digits)
    return any(word in large for word in words) or sum(w in scales for w in words) != counted


def written_numbers(tokens: Sequence[str], language: str) -> list[str]:
    """Of what was written: two tokens are two numbers."""
    text = " ".join(tokens)
    apart = re.sub(r"(?<=\d) (?=\d)", " | ", text)
    return numbers_of(apart, language)


def errors(writer: Writer, paragraphs: Sequence[Trip], language: str) -> Errors:
    wrong = missing = added = 0
    counts = []
    lines = writer.tokens([p.spoken for p in paragraphs])
    for trip, tokens in zip(paragraphs, lines, strict=True):
        numbers = written_numbers(tokens, language)
        mistakes = compared(trip.numbers, numbers)
        wrong += sum(a != "" and b != "" for a, b in mistakes)
        missing += sum(b == "" for _, b in mistakes)
        added += sum(a == "" for a, _ in mistakes)
        counts.append((len(mistakes), len(trip.numbers)))
    return Errors(wrong, missing, added, Rate(counts))


def compared(wanted: Sequence[str], written: Sequence[str]) -> list[tuple[str, str]]:
    """What differs: what should be there, and what is; "" for nothing."""
    pairs = [
        ("" if a is None else wanted[a], "" if b is None else written[b])
        for a, b in align(wanted, written)
    ]
    return [(a, b) for a, b in pairs if a != b]
