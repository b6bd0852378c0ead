"""Words of several characters, taken apart for grammars that hear characters, and what those heard
put together again over whole words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from legibly.grammars.grammar import Reading
from legibly.scripts import has_han
from legibly.transcript import Token


class Characters(NamedTuple):
    """The characters of some words; a word in letters or digits stays as it is."""

    heard: list[str]
    firsts: list[int]  # by word, its first character; and the end
    words: list[int]  # by character, its word

    def over_words(self, reading: Reading, first: int) -> Reading:
        """A reading that begins at a character, as one of the words that it touches: what else is
        in them is written as it is.
        """
        word, end = self.words[first], first + reading.length
        last = self.words[end - 1] + 1
        head = "".join(self.heard[self.firsts[word] : first])
        tail = "".join(self.heard[end : self.firsts[last]])
        tokens: list[Token] = []
        text, begin = head, word
        for token in reading.tokens:
            text += token.text
            border = first + token.last
            if border < end and border in self._borders:
                tokens.append(Token(text, begin - word, self.words[border] - word, kind=token.kind))
                text, begin = "", self.words[border]
        tokens.append(Token(text + tail, begin - word, last - word, kind=reading.kind))
        return Reading(last - word, tuple(tokens), reading.kind, reading.cost)

    @property
    def _borders(self) -> set[int]:
        return set(self.firsts)


def taken_apart(words: Sequence[str]) -> Characters | None:
    """None where every word is one character, or has none to take apart."""
    if not any(len(word) > 1 and has_han(word) for word in words):
        return None
    heard: list[str] = []
    firsts, places = [], []
    for place, word in enumerate(words):
        firsts.append(len(heard))
        pieces = list(word) if has_han(word) else [word]
        heard += pieces
        places += [place] * len(pieces)
    return Characters(heard, [*firsts, len(heard)], places)
