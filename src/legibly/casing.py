"""The four ways of writing a word's letters."""

from __future__ import annotations

from collections.abc import Collection
from enum import IntEnum

_POSSESSIVE = ("'s", "’s")


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
    bare = text[:-2] if text[-2:] in _POSSESSIVE and len(text) > 3 else text
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


def write_case(text: str, case: Case) -> str:
    if case is Case.CAPITAL:
        return capitalise(text)
    if case is not Case.UPPER:
        return text
    return (
        text[:-2].upper() + text[-2:]
        if text[-2:] in _POSSESSIVE and len(text) > 3
        else text.upper()
    )
