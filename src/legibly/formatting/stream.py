"""Words in as they are heard, tokens out within a promised delay; what was
given out never changes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from legibly.errors import UsageError
from legibly.formatting.resuming import GivenOut, ResumePoint
from legibly.marks import Abbreviations, split_marks
from legibly.sound_tags import is_tag
from legibly.transcript import Token, Transcript, Word


class Update(NamedTuple):
    """What a push brings: tokens that are firm, their words, and how the rest would be written as
    things stand.

    Positions count from the start of the stream.
    """

    committed: list[Token]
    words: list[Word]
    provisional: str = ""


class Stream(ABC):
    """Made by `Formatter.stream`: push words, close."""

    def __init__(self, abbreviations: Abbreviations, resumed: ResumePoint | None = None) -> None:
        self._abbreviations = abbreviations
        # Words whose tokens were given out.
        self._given = resumed.position if resumed is not None else 0
        self._given_out = GivenOut(resumed)
        self._closed = False

    def push(self, *words: Word | str) -> Update:
        """Words as they are heard; marks that are on them already stay."""
        return self.push_tokens(*(self._without_marks(_as_word(word)) for word in words))

    def push_tokens(self, *parts: Transcript) -> Update:
        """The same for words whose marks stand apart, or that somebody wrote as one token."""
        if self._closed:
            raise UsageError("the stream is closed; open another one")
        return self._push(parts) if parts else self.tick()

    def preview(self, *words: Word | str) -> str:
        """How what is not firm would be written if these words came next, which may still be
        revised.
        """
        return self.preview_tokens(*(self._without_marks(_as_word(word)) for word in words))

    def preview_tokens(self, *parts: Transcript) -> str:
        """The same for words whose marks stand apart."""
        return "" if self._closed else self._preview(parts)

    def close(self) -> Update:
        """The end: everything is decided, and the last word ends a sentence."""
        if self._closed:
            return Update([], [])
        self._closed = True
        return self._close()

    @property
    def given(self) -> int:
        """How many words were given out."""
        return self._given

    def resume_point(self) -> ResumePoint:
        """Where another stream goes on, if the words from `given` on are pushed into it."""
        words, tokens = self._given_out.last()
        return ResumePoint(self._given, words, tokens)

    @abstractmethod
    def mark(self, mark: str) -> Update:
        """A mark for the last word. Where that was given out already it only ends the sentence."""

    @abstractmethod
    def tick(self) -> Update:
        """Time has passed without a word: decide what has waited long enough."""

    @abstractmethod
    def flush(self) -> Update:
        """Decide everything now; the stream goes on."""

    @abstractmethod
    def _push(self, parts: Sequence[Transcript]) -> Update: ...

    @abstractmethod
    def _preview(self, parts: Sequence[Transcript]) -> str: ...

    @abstractmethod
    def _close(self) -> Update: ...

    def _without_marks(self, word: Word) -> Transcript:
        """One word with the marks on it taken apart; it is the same in any portion."""
        if not word.text or is_tag(word.text):
            return Transcript((word,), (Token(word.text, 0, 1),), continued=True)
        before, text, after = split_marks(word.text, self._abbreviations)
        if not text:
            before, text, after = "", word.text, ""
        return Transcript(
            (word._replace(text=text),), (Token(text, 0, 1, before, after),), continued=True
        )

    def _update(self, part: Transcript | None, provisional: str = "") -> Update:
        """What is given out, counted from the start of the stream."""
        if part is None:
            return Update([], [], provisional)
        tokens = [token.shifted(self._given) for token in part.tokens]
        self._given += len(part.words)
        self._given_out.add(part.tokens, part.words)
        return Update(tokens, list(part.words), provisional)


def _as_word(word: Word | str) -> Word:
    if isinstance(word, Word) and isinstance(word.text, str):
        return word
    if isinstance(word, str):
        return Word(word)
    raise UsageError(f"found {word!r}; expected a Word or a string")


def joined(updates: Iterable[Update]) -> Update:
    """Several updates as one."""
    updates = list(updates)
    return Update(
        [token for update in updates for token in update.committed],
        [word for update in updates for word in update.words],
        updates[-1].provisional if updates else "",
    )
