"""Marks and capitals that the input already has.

Where at least one word in fifty carries a mark, the transcript counts as punctuated: its marks stay and none
are added. Below that, the few that are there stay and the rest is restored around them. The same for capitals, on
their own; the word I does not count, and a transcript all in capitals counts as having none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from legibly.casing import Case, case_of
from legibly.languages import Language
from legibly.marks import core_mark
from legibly.sound_tags import is_tag
from legibly.transcript import Token

ONE_WORD_IN = 50


@dataclass(frozen=True)
class Existing:
    punctuated: bool = False  # add no marks
    cased: bool = False  # leave all letters as they are
    shouted: bool = False  # all in capitals, which says nothing

    @classmethod
    def of(cls, tokens: Sequence[Token], language: Language, *, fillers: bool = True) -> Existing:
        """Judged on the first part of a transcript, so that long ones can be read in parts."""
        words = [
            token
            for token in tokens
            if token.text and not is_tag(token.text) and (fillers or token.text.lower() not in language.fillers)
        ]
        marked = sum(1 for token in words if token.after and core_mark(token.after))
        shouted = not any(char.islower() for token in words for char in token.text)
        capitals = 0
        if not shouted:
            capitals = sum(
                1
                for token in words
                if not token.text.islower()
                and case_of(token.text) not in (None, Case.LOWER)
                and token.text.lower().replace("’", "'") not in language.pronouns
            )
        enough = max(1, -(-len(words) // ONE_WORD_IN))
        return cls(marked >= enough, capitals >= enough, shouted)
