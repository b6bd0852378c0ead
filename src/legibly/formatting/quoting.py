"""Quotation marks around reported speech: behind "she said," a capital opens what was said, and the
end of that sentence closes it.
"""

from __future__ import annotations

from collections.abc import Sequence

from legibly.languages import Language
from legibly.marks import core_mark, ends_sentence
from legibly.transcript import Token, Word, speaker_changes


class Quoting:
    """Goes along with the tokens of a recording; what it knows outlives a part."""

    def __init__(self, language: Language) -> None:
        self._verbs, self._openers = language.verbs_of_saying, language.openers
        self._opening, self._closing = language.quotation_marks[:2]
        self._waiting = False  # somebody is about to be quoted
        self._inside = False
        self._last: Word | None = None

    def __call__(self, tokens: Sequence[Token], words: Sequence[Word]) -> list[Token]:
        """The same tokens, which count from the first of the words, with quotation marks."""
        return [self._quoted(token, words[token.first : token.last]) for token in tokens]

    def again(self, tokens: Sequence[Token], words: Sequence[Word]) -> list[Token]:
        """For tokens that this gave out before: they get their marks once."""
        bare = [
            token._replace(
                before=token.before.removeprefix(self._opening),
                after=token.after.removesuffix(self._closing),
            )
            for token in tokens
        ]
        return self(bare, words)

    def _quoted(self, token: Token, heard: Sequence[Word]) -> Token:
        changed = self._last is not None and speaker_changes(self._last, heard[0])
        self._last = heard[-1]
        if not token.written:
            return token
        if changed:
            self._waiting = self._inside = False
        if self._waiting and self._begins(token, heard[0]) and self._opening not in token.before:
            token = token._replace(before=self._opening + token.before)
            self._inside = True
        self._waiting = not self._inside and self._introduces(token)
        if self._inside and ends_sentence(token.after):
            token = token._replace(after=token.after + self._closing)
            self._inside = False
        return token

    def _introduces(self, token: Token) -> bool:
        return token.text.lower() in self._verbs and core_mark(token.after) in (",", ":")

    def _begins(self, token: Token, word: Word) -> bool:
        """With a capital that it has nowhere else."""
        heard = word.text.lower()
        return token.text[:1].isupper() and (heard in self._openers or heard.startswith("i"))
