"""Numbers of the training text as they are said, by libraries for the plain kinds; the others stay
in digits.
"""

from __future__ import annotations

import re
from functools import lru_cache

_WESTERN = re.compile(
    r"(?<![\w.,/:$€£-])(?P<number>\d{1,3}(?:[. ]\d{3})+|\d{1,6})"
    r"(?P<percent> ?%)?(?![\w/:º°ª-]|[.,]\d)"
)
_CHINESE = re.compile(
    r"(?<![\w.,/:$¥-])(?:(?P<year>\d{4})(?=年)|(?P<share>\d+(?:\.\d+)?)%"
    r"|(?P<digits>0\d+)|(?P<number>\d{1,8}(?:\.\d{1,3})?))(?![\d.,/:A-Za-z%-]*[\dA-Za-z%])",
    re.ASCII,
)
_DIGITS = dict(zip("0123456789", "零一二三四五六七八九", strict=True))
PER_CENT = {"pt": " por cento", "pt_BR": " por cento", "es": " por ciento"}


def said(text: str, dialect: str) -> str:
    if dialect == "zh":
        return _CHINESE.sub(_said_in_chinese, text)
    return _WESTERN.sub(lambda match: _said(match, dialect), text)


def _said(match: re.Match[str], dialect: str) -> str:
    number = int(re.sub(r"[. ]", "", match["number"]))
    return _words(number, dialect) + (PER_CENT[dialect] if match["percent"] else "")


@lru_cache(100_000)
def _words(number: int, dialect: str) -> str:
    from num2words import num2words

    return str(num2words(number, lang=dialect)).replace(",", "")


@lru_cache(100_000)
def _chinese(number: str) -> str:
    import cn2an

    return str(cn2an.an2cn(number, "low"))


def _said_in_chinese(match: re.Match[str]) -> str:
    if digits := match["year"] or match["digits"]:
        return "".join(_DIGITS[digit] for digit in digits)
    if match["share"]:
        return f"百分之{_chinese(match['share'])}"
    return _chinese(match["number"])
