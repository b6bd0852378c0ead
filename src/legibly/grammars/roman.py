"""Roman numbers."""

from __future__ import annotations

_SIGNS = [
    *[(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L")],
    *[(40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")],
]


def roman(number: int) -> str:
    text = ""
    for value, sign in _SIGNS:
        while number >= value:
            text, number = text + sign, number - value
    return text
