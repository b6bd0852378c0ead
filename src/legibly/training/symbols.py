"""Which marks an n-gram model knows, and how the others are read as those."""

from __future__ import annotations

from dataclasses import replace

from legibly.metrics.conventions import convention
from legibly.transcript import Transcript

# Which mark each one counts as: two and four are Table 1 of Gravano et al. (2009), three are those
# of Kim & Woodland (2003).
SYMBOLS: dict[str, dict[str, str]] = {
    "two": {",": ",", "—": ",", ":": ".", ";": ".", "!": ".", ".": ".", "?": "."},
    "three": {",": ",", "—": ",", ":": ".", ";": ".", "!": ".", ".": ".", "?": "?"},
    "four": {",": ",", "—": "—", ":": ".", ";": ".", "!": ".", ".": ".", "?": "?"},
    "full": {mark: mark for mark in (",", ".", "?", "!", ":", ";", "—")},
    "none": {},
}
TABLE_1 = {"two": "gravano2", "four": "gravano4"}  # the conventions of Table 1's columns


def in_symbols(text: Transcript, symbols: str) -> Transcript:
    """With the marks of a column of Table 1, brackets and ellipses among them; other sets of
    symbols leave a text as it is.
    """
    if symbols not in TABLE_1:
        return text
    read = convention(TABLE_1[symbols])
    tokens = text.tokens
    opening = [*(token.before for token in tokens[1:]), ""]
    marked = (
        token._replace(before="", after=read.classify(token.after, before))
        for token, before in zip(tokens, opening, strict=True)
    )
    return replace(text, tokens=tuple(marked))
