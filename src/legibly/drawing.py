"""How tokens are drawn as running text: the marks around them, and the spaces between."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from legibly.marks import DASHES
from legibly.scripts import is_han

_NUMERAL = re.compile(r"[\d%°²³$€£¥₩±+-]")  # what numbers begin and end with
_LINE_ENDS = re.compile(r"[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+")

# Kinds of tokens that are heard and not written: they break the line, or begin a paragraph.
LINE_BREAK, PARAGRAPH_BREAK = "line", "paragraph"
BREAKS = {LINE_BREAK: "\n", PARAGRAPH_BREAK: "\n\n"}

if TYPE_CHECKING:
    from legibly.transcript import Token


def draw(token: Token) -> str:
    """A token with its marks, in one line; a dash keeps its distance."""
    after = token.after
    drawn = (
        f"{token.before}{token.text} {after}"
        if after in DASHES
        else f"{token.before}{token.text}{after}"
    )
    return drawn if drawn.isprintable() else one_line(drawn)


def one_line(text: str) -> str:
    """What would tear a line of a file apart, or make it no text, replaced: JSON can spell it."""
    return _LINE_ENDS.sub(" ", text).replace("\0", "\ufffd")


def needs_space(before: str, after: str) -> bool:
    """Nothing between two Chinese characters, or one and a number, nor after a full-width mark."""
    last, first = before[-1:], after[:1]
    if (is_han(last) and _NUMERAL.match(first)) or (is_han(first) and _NUMERAL.match(last)):
        return False
    if "\u3000" <= last <= "\u303f" or "\uff00" <= last <= "\uffef":
        return False
    return not (is_han(last) and (is_han(first) or "\u3000" <= first <= "\u303f"))


def running_text(tokens: Sequence[Token]) -> str:
    if any(token.kind in BREAKS for token in tokens):
        return _broken_text(tokens)
    drawn = [draw(token) for token in tokens if token.text or token.after]
    if not any(is_han(text[:1]) or text[-1:] >= "\u3000" for text in drawn):
        return " ".join(drawn)
    joined = drawn[:1]
    for before, after in pairwise(drawn):
        joined.append(f" {after}" if needs_space(before, after) else after)
    return "".join(joined)


def _broken_text(tokens: Sequence[Token]) -> str:
    """With the breaks that were said; of several in one place the widest counts."""
    text, line_break = "", ""
    for token in tokens:
        if token.kind in BREAKS:
            line_break = max(line_break, BREAKS[token.kind], key=len)
        if not token.text and not token.after:
            continue
        drawn = draw(token)
        between = " " if needs_space(text, drawn) else ""
        text += (line_break or between if text else "") + drawn
        line_break = ""
    return text
