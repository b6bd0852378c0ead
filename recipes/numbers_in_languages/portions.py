"""Which paragraphs are looked at.

What is tuned is tuned on `DEV`: the last hundredth of the documents of each training file, which
no model of this recipe learns from. Of the held-out text some paragraphs were looked at while the
grammars were written (`SEEN`); nobody has read the others (`FRESH`).
"""

from __future__ import annotations

import lzma
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

from recipes.place import Place

DEV, SEEN, FRESH = "dev", "held out, looked at", "held out, fresh"
DEV_SHARE = 100  # the last document of so many
SEEN_PARAGRAPHS = 2_010  # of those with digits, and of those without, as they are drawn
MOST_FRESH_PARAGRAPHS = 2_010
LONGEST_PARAGRAPH = 1_200  # characters, of those with digits
DIGITS_SEED, DIGITLESS_SEED = 2, 1
_DIGIT = re.compile(r"\d")


def training_files(place: Place, language: str) -> list[Path]:
    return place.files(f"{language}/*.txt.xz")


def documents(path: Path) -> list[str]:
    with lzma.open(path, "rt", encoding="utf-8") as file:
        text = file.read()
    return [document for document in text.split("\n\n") if document.strip()]


def parted(documents: list[str]) -> tuple[list[str], list[str]]:
    """Those to learn from, and those to tune on."""
    last = max(1, len(documents) // DEV_SHARE)
    return documents[:-last], documents[-last:]


def dev_lines(place: Place, language: str) -> list[str]:
    """Kept between runs, as all training text has to be read for them."""
    kept = place.work / f"dev-{language}.txt"
    if not kept.exists():
        found = (parted(documents(path))[1] for path in training_files(place, language))
        lines = [line for some in found for text in some for line in text.splitlines()]
        kept.write_text("\n".join(lines), "utf-8")
    return [line for line in kept.read_text("utf-8").split("\n") if line.strip()]


def numbered(place: Place, language: str, portion: str) -> list[str]:
    """Paragraphs with digits."""
    lines = [line for line in _lines(place, language, portion) if _DIGIT.search(line)]
    short = [line for line in lines if len(line) <= LONGEST_PARAGRAPH]
    return _drawn(short, portion, DIGITS_SEED)


def digitless(place: Place, language: str, portion: str) -> list[str]:
    lines = [line for line in _lines(place, language, portion) if not _DIGIT.search(line)]
    return _drawn(lines, portion, DIGITLESS_SEED)


def _lines(place: Place, language: str, portion: str) -> list[str]:
    if portion == DEV:
        return dev_lines(place, language)
    return list(_held_out(place, language))


def _held_out(place: Place, language: str) -> Iterator[str]:
    for path in place.files(f"{language}/heldout/*.txt.xz"):
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            yield from (line for line in lines if line.strip())


def _drawn(lines: list[str], portion: str, seed: int) -> list[str]:
    """From all files alike."""
    if portion == DEV:
        return lines
    Random(seed).shuffle(lines)
    fresh = slice(SEEN_PARAGRAPHS, SEEN_PARAGRAPHS + MOST_FRESH_PARAGRAPHS)
    return lines[:SEEN_PARAGRAPHS] if portion == SEEN else lines[fresh]
