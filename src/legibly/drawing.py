"""How tokens are drawn as running text: the marks around them, and the spaces between."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from legibly.marks import DASHES
from legibly.scripts import is_han

if TYPE_CHECKING:
    from legibly.transcript import Token


def draw(token: Token) -> str:
    """A token with its marks; a dash keeps its distance."""
    after = token.after
    return (
        f"{token.before}{token.text} {after}"
        if after in DASHES
        else f"{token.before}{token.text}{after}"
    )


def needs_space(before: str, after: str) -> bool:
    """Nothing between two Chinese characters, nor after a full-width mark."""
    last, first = before[-1:], after[:1]
    if "\u3000" <= last <= "\u303f" or "\uff00" <= last <= "\uffef":
        return False
    return not (is_han(last) and (is_han(first) or "\u3000" <= first <= "\u303f"))


def running_text(tokens: Sequence[Token]) -> str:
    drawn = [draw(token) for token in tokens if token.text or token.after]
    if not any(is_han(text[:1]) or text[-1:] >= "\u3000" for text in drawn):
        return " ".join(drawn)
    joined = drawn[:1]
    for before, after in pairwise(drawn):
        joined.append(f" {after}" if needs_space(before, after) else after)
    return "".join(joined)
