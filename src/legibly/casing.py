"""The four ways of writing a word's letters."""

from __future__ import annotations

from collections.abc import Collection
from enum import IntEnum
from pathlib import Path


def _names(kind: str) -> tuple[str, ...]:
    lines = Path(__file__).with_name("names.tsv").read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return tuple(row[1] for row in rows if row[0] == kind)


# Of names, in texts of every language: IBM's, McCarran, O'Brien.
SMALL_ENDINGS = _names("ending")
NAME_PREFIXES = _names("prefix")
SMALL_INITIALS = _names("initials")  # that are no name: e.g.


class Case(IntEnum):
    """Also the column of a case table."""

    LOWER = 0
    CAPITAL = 1
    UPPER = 2
    MIXED = 3


# A scorer that does not tell a case apart gives it the score of the one it is folded into.
FOLD_CASE = {Case.MIXED: Case.CAPITAL, Case.UPPER: Case.CAPITAL, Case.CAPITAL: Case.LOWER}


def fold_case(case: Case, known: Collection[Case]) -> Case:
    while case not in known and case in FOLD_CASE:
        case = FOLD_CASE[case]
    return case


def case_of(text: str) -> Case | None:
    """How a word is written; None where there is nothing to write in capitals (42, 你好). IBM's is
    all in capitals.
    """
    bare, _ = split_ending(text)
    letters = [char for char in bare if char.isalpha() and char.lower() != char.upper()]
    if not letters:
        return None

    capitals = [char.isupper() or char.istitle() for char in letters]
    if not any(capitals):
        return Case.LOWER
    if capitals[0] and not any(capitals[1:]):
        return Case.CAPITAL

    return Case.UPPER if all(capitals) else Case.MIXED


def capitalise(text: str) -> str:
    """The first letter as a capital, the rest as it is: 'tis -> 'Tis; but 1st begins with its
    digit.
    """
    for i, char in enumerate(text):
        if char.isdigit():
            return text
        if char.isalpha():
            return text[:i] + char.title() + text[i + 1 :]
    return text


def split_ending(text: str) -> tuple[str, str]:
    """A word, and the ending that stays small behind capitals; "" where there is none."""
    for ending in SMALL_ENDINGS:
        if text.endswith(ending) and len(text) > len(ending) + 1:
            return text[: -len(ending)], ending
    return text, ""


def write_case(text: str, case: Case) -> str:
    if case is Case.CAPITAL:
        return capitalise(text)
    if case is not Case.UPPER:
        return text
    bare, ending = split_ending(text)
    return bare.upper() + ending
