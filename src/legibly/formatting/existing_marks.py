"""Marks and capitals that the input already has.

Where at least one word in fifty carries a mark, the transcript counts as punctuated: its marks stay
and none are added. Below that, the few that are there stay and the rest is restored around them.
The same for capitals, on their own; the word I does not count, and a transcript all in capitals
counts as having none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from legibly.casing import Case, case_of
from legibly.formatting.options import Options
from legibly.languages import Language
from legibly.marks import core_mark, stronger_mark
from legibly.sound_tags import is_tag
from legibly.transcript import PART_WORDS, Token, Transcript

ONE_WORD_IN = 50


@dataclass(frozen=True)
class Existing:
    punctuated: bool = False  # add no marks
    cased: bool = False  # leave all letters as they are
    shouted: bool = False  # all in capitals, which says nothing

    @classmethod
    def judged(
        cls, tokens: Sequence[Token], language: Language, *, fillers: bool = True
    ) -> Existing:
        """Judged on the first part of a transcript, so that long ones can be read in parts."""
        words = [
            token
            for token in tokens
            if token.text
            and not is_tag(token.text)
            and (fillers or token.text.lower() not in language.fillers)
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


class FirstWords:
    """Parts wait here until there are enough words to judge a transcript by, however they are
    portioned.
    """

    def __init__(self, options: Options, language: Language) -> None:
        self._options, self._language = options, language
        self.parts: list[Transcript] = []

    def add(self, part: Transcript) -> bool:
        """Whether there are enough words now."""
        self.parts.append(part)
        return sum(len(part.words) for part in self.parts) >= PART_WORDS

    def add_mark_to_last(self, mark: str) -> bool:
        """Whether there is a word to add it to."""
        if not self.parts or not self.parts[-1].tokens:
            return False
        *tokens, last = self.parts[-1].tokens
        marked = last._replace(after=stronger_mark(last.after, mark))
        self.parts[-1] = replace(self.parts[-1], tokens=(*tokens, marked))
        return True

    def judge(self) -> Existing:
        if self._options.redo:
            return Existing()
        tokens = [token for part in self.parts for token in part.tokens][:PART_WORDS]
        return Existing.judged(tokens, self._language, fillers=self._options.fillers == "keep")
