"""Going on with a stream in another place: what was given out last says nearly all that decisions
to come depend on.

A scorer looks back at a bounded number of words, and an n-gram model at fewer; so the last words
with their tokens, and three facts that tokens do not tell, stand in for everything before.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from legibly.sound_tags import is_tag
from legibly.transcript import Token, Word

# One more than a scorer is shown, so that none takes the first of them for the beginning.
CONTEXT_WORDS = 24
MAX_CONTEXT_TOKENS = 64  # with sounds, fillers and commands between them


@dataclass(frozen=True)
class ResumePoint:
    """Where a stream goes on: the first word that was not given out, and what stood before it.

    `position` counts words from the start of the stream; the tokens count from the first of
    `words`. `ended` says whether a sentence ended there (None: as the tokens tell), `shouted`
    whether no small letter was heard so far, `opening` which marks open before the next word.
    """

    position: int = 0
    words: tuple[Word, ...] = ()
    tokens: tuple[Token, ...] = ()
    ended: bool | None = None
    shouted: bool = True
    opening: str = ""


class GivenOut:
    """The last tokens of a stream, with their words."""

    def __init__(self, point: ResumePoint | None = None) -> None:
        self._recent: deque[tuple[Token, Sequence[Word]]] = deque(maxlen=MAX_CONTEXT_TOKENS)
        if point is not None:
            self.add(point.tokens, point.words)

    def add(self, tokens: Sequence[Token], words: Sequence[Word]) -> None:
        """Tokens that count from the first of the words."""
        self._recent += [(token, words[token.first : token.last]) for token in tokens]

    def last(self) -> tuple[tuple[Word, ...], tuple[Token, ...]]:
        """As many words as anything looks back at, and the tokens over them."""
        shown: list[tuple[Token, Sequence[Word]]] = []
        seen = 0
        for token, words in reversed(self._recent):
            if seen >= CONTEXT_WORDS:
                break
            shown.append((token, words))
            seen += len(words) if token.text and not is_tag(token.text) else 0

        kept: list[Word] = []
        tokens: list[Token] = []
        for token, words in reversed(shown):
            tokens.append(token.shifted(len(kept) - token.first))
            kept += words
        return tuple(kept), tuple(tokens)
