"""Text in many languages: what profiles are learnt from, and what they are measured on."""

from __future__ import annotations

import lzma
import re
from collections.abc import Iterable, Iterator
from html import unescape
from itertools import islice
from pathlib import Path

OURS = ("en", "es", "pt", "zh")
_PARAGRAPH = re.compile(r'<div class="para">(.*?)(?:<div|</div)', re.S)
_CODE = re.compile(r"<(code|pre|span|strong|em)\b[^>]*>.*?</\1>", re.S)
_TAG = re.compile(r"<[^>]*>")
LEAST_CHARACTERS = 80  # of a paragraph
MOST_ENGLISH = 0.5  # of the words of a paragraph; names of programs are there in all languages
HELDOUT_EVERY = 4  # pages of the handbook


def lines_of(paths: Iterable[Path], most: int) -> Iterator[str]:
    """The first lines of each, up to so many characters a file."""
    for path in paths:
        left = most
        with lzma.open(path, "rt", encoding="utf-8") as file:
            for line in file:
                if left <= 0:
                    break
                if line.strip():
                    left -= len(line)
                    yield line.strip()


def handbook_languages(folder: Path) -> dict[str, Path]:
    """The translations of a handbook, by the code of the language; one a language."""
    found: dict[str, Path] = {}
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        code = path.name.split("-")[0]
        if code not in OURS and code not in found:
            found[code] = path
    return found


def paragraphs(folder: Path, *, heldout: bool, without: frozenset[str]) -> Iterator[str]:
    """Of the pages of a translation; those that are not translated, mostly of English words, are
    left out.
    """
    for number, path in enumerate(sorted(folder.glob("*.html"))):
        if (number % HELDOUT_EVERY == 0) == heldout:
            for text in _paragraphs_of(path):
                words = text.lower().split()
                if sum(word in without for word in words) < MOST_ENGLISH * len(words):
                    yield text


def words_of(folder: Path) -> frozenset[str]:
    """Of the original."""
    return frozenset(
        word
        for path in sorted(folder.glob("*.html"))
        for text in _paragraphs_of(path)
        for word in text.lower().split()
    )


def _paragraphs_of(path: Path) -> Iterator[str]:
    for found in _PARAGRAPH.findall(path.read_text("utf-8")):
        text = " ".join(unescape(_TAG.sub(" ", _CODE.sub(" ", found))).split())
        if len(text) >= LEAST_CHARACTERS:
            yield text


def windows(lines: Iterable[str], words: int, most: int) -> Iterator[str]:
    """Pieces of so many words; without spaces, of twice so many signs."""
    return islice(_windows(lines, words), most)


def _windows(lines: Iterable[str], words: int) -> Iterator[str]:
    waiting: list[str] = []
    for line in lines:
        waiting += line.split() if " " in line.strip() else [line]
        if sum(max(1, len(word) // 8) for word in waiting) >= words:
            text = " ".join(waiting[:words])
            yield text if " " in text else text[: 2 * words]
            waiting = []
