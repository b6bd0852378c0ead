"""Written text as tokens of a class model: every run of digits becomes its class, signs become
words.

The two sets of classes of Shugrina (2010), Table 1. `$1,235.12` is `<dollar> 1 <comma> <100-999>
<period> <10-12>` with set A and `<dollar> <1D> <comma> <3D> <period> <2D>` with set B.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from math import log

SPACE = "<space>"
SETS = ("A", "B")
SIGN_TOKENS = {
    "$": "<dollar>",
    "£": "<pound>",
    "€": "<euro>",
    "%": "<percent>",
    ":": "<colon>",
    ",": "<comma>",
    ".": "<period>",
    "/": "<slash>",
    "@": "<at>",
    "&": "<and>",
    "(": "<open>",
    ")": "<close>",
    "+": "<plus>",
}
_HYPHENS = "-–—"
_PIECE = re.compile(r"\d+|[^\W\d_]+(?:['’][^\W\d_]+)*['’]?|['’][^\W\d_]+|[$£€%:,./@&()+]|[-–—]")
ADDED_COUNT = 0.5  # added to every count
MAX_PLACES = 7  # longer numbers are no rarer
_RANGES = ((2, 9), (10, 12), (13, 31), (32, 59), (60, 99), (100, 999))


def number_class(digits: str, classes: str) -> str:
    """The class of a run of digits."""
    count = len(digits)
    if classes == "B":
        return f"<{count}D>" if count <= 10 else "<longer>"
    if digits in ("0", "1"):
        return digits
    if digits[0] == "0" or count > 4:
        return (
            f"<0{count}D>"
            if digits[0] == "0" and count < 4
            else "<5-digit>"
            if count == 5
            else "<large>"
        )

    value = int(digits)
    if count == 4:
        return "<1900-2099>" if 1900 <= value <= 2099 else "<4-digit>"

    low, high = next(span for span in _RANGES if span[0] <= value <= span[1])
    return f"<{low}-{high}>"


class NumberOdds:
    """The log of the share that a number has of its class. The paper leaves it out, so that 330
    costs no more than the one class of all numbers of three digits; here it is as frequent as it
    was in text.
    """

    def __init__(self, counts: Sequence[int], classes: str) -> None:
        """`counts` are those of the numbers from 0 on, in text."""
        self._classes = classes
        self._logs: list[float] = []
        names = [number_class(str(number), classes) for number in range(len(counts))]
        totals: Counter[str] = Counter()
        sizes = Counter(names)
        for name, count in zip(names, counts, strict=True):
            totals[name] += count
        for name, count in zip(names, counts, strict=True):
            self._logs.append(
                log((count + ADDED_COUNT) / (totals[name] + ADDED_COUNT * sizes[name]))
            )

    def log(self, digits: str) -> float:
        if len(digits) > 1 and digits[0] == "0":
            return -log(10.0 ** min(len(digits) - 1, MAX_PLACES))
        if len(digits) > MAX_PLACES or int(digits) >= len(self._logs):
            return -log(9.0) - log(10.0) * (min(len(digits), MAX_PLACES) - 1)
        return self._logs[int(digits)]


def class_tokens(text: str, classes: str, *, cased: bool = True) -> list[str]:
    """The tokens of what is written without a space in it. Hyphens part words and leave nothing."""
    tokens = []
    for piece in _PIECE.findall(text):
        if piece[0].isdigit():
            tokens.append(number_class(piece, classes) if piece.isascii() else piece)
        elif piece in SIGN_TOKENS:
            tokens.append(SIGN_TOKENS[piece])
        elif piece not in _HYPHENS:
            tokens.append(piece.replace("’", "'") if cased else piece.replace("’", "'").lower())
    return tokens


def text_tokens(
    texts: Sequence[str], classes: str, *, cased: bool = True, spaces: bool = False
) -> list[str]:
    """Of written words, with the spaces between them as tokens where wanted."""
    out: list[str] = []
    for text in texts:
        tokens = class_tokens(text, classes, cased=cased)
        if spaces and out and tokens:
            out.append(SPACE)
        out += tokens
    return out
