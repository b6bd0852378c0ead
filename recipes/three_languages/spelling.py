"""Portuguese text of before the agreement of 1990 in today's spelling."""

from __future__ import annotations

import lzma
import re
from collections.abc import Mapping
from pathlib import Path

# What Brazil changed, by rule: trema, idéia, heróico, vôo, lêem.
_RULES = (
    (re.compile(r"(?<=[gqGQ])ü"), "u"),
    (re.compile(r"éi(?=as?\b)"), "ei"),
    (re.compile(r"ói(?=c[oa]s?\b|as?\b)"), "oi"),
    (re.compile(r"ôo(?=s?\b)"), "oo"),
    (re.compile(r"êem\b"), "eem"),
)
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_MONTH = re.compile(
    r"(?<=\bde )(?:Janeiro|Fevereiro|Março|Abril|Maio|Junho|Julho|Agosto|Setembro|Outubro|Novembro"
    r"|Dezembro)\b"
)


def read_pairs(path: Path) -> dict[str, str]:
    """Old and new spellings."""
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return {row[0]: row[1] for row in rows}


def respell(text: str, pairs: Mapping[str, str]) -> str:
    for pattern, new in _RULES:
        text = pattern.sub(new, text)
    return _WORD.sub(lambda match: _respelt(match[0], pairs), text)


def _respelt(word: str, pairs: Mapping[str, str]) -> str:
    new = pairs.get(word.lower())
    if new is None:
        return word
    if word.isupper():
        return new.upper()
    return new.capitalize() if word[0].isupper() else new


def small_months(text: str) -> str:
    return _MONTH.sub(lambda match: match[0].lower(), text)
