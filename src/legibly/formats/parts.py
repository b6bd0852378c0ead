"""Collects words and tokens into the parts that readers yield."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from legibly.errors import DataError
from legibly.formats.word_checks import check_length
from legibly.marks import Abbreviations, is_only_marks, split_marks
from legibly.sound_tags import is_tag
from legibly.transcript import PART_WORDS, Alternative, Token, Transcript, Word

NEXT = object()  # yielded by a reader between two recordings


class PartBuilder:
    """Words are added one by one; a full part is taken when it is safe to cut."""

    def __init__(self, name: str | None = None, language: str | None = None) -> None:
        self.name = name
        self.language = language
        self._words: list[Word] = []
        self._tokens: list[Token] = []
        self._alternatives: list[Alternative] = []
        self._waiting = ""  # marks that came before any word
        self._lone: Word | None = None  # the first of them, should no word ever come

    def __len__(self) -> int:
        return len(self._words)

    @property
    def empty(self) -> bool:
        return not self._words and not self._waiting

    @property
    def full(self) -> bool:
        # One word is held back so that marks that stand alone can still be hung on it.
        return len(self._words) > PART_WORDS

    def add(self, word: Word, before: str = "", after: str = "") -> None:
        self._check(word)
        position = len(self._words)
        self._words.append(word)
        self._tokens.append(Token(word.text, position, position + 1, self._waiting + before, after))
        self._waiting = ""

    def _check(self, word: Word) -> None:
        if wrong := check_length(word.text):
            raise DataError(f"{self.name or 'input'}: {wrong}")

    def add_written(self, word: Word, abbreviations: Abbreviations) -> None:
        """A word as written, with marks on it. A mark that stands alone hangs on the word before
        it.
        """
        text = word.text
        if (text[:1].isalnum() and text[-1:].isalnum()) or is_tag(text):  # by far the most common
            self.add(word)
        elif is_only_marks(text):
            if not self._tokens and self._lone is None:
                self._lone = word
            self.add_mark(text)
        else:
            before, bare, after = split_marks(text, abbreviations)
            self.add(word._replace(text=bare) if bare != text else word, before, after)

    def add_tokens(self, words: Sequence[Word], tokens: Sequence[Token] | None) -> None:
        """Words with the tokens over them, counted from the first; one a word where
        there are none.
        """
        shift = len(self._words)
        for word in words:
            self._check(word)
        self._words += words
        tokens_over = (
            tokens
            if tokens is not None
            else [Token(word.text, i, i + 1) for i, word in enumerate(words)]
        )
        moved = [token.shifted(shift) for token in tokens_over]
        if moved and self._waiting:
            moved[0] = moved[0]._replace(before=self._waiting + moved[0].before)
            self._waiting = ""

        self._tokens += moved

    def open_mark(self, mark: str) -> None:
        """A mark that stands before the next word (Spanish ¿)."""
        self._waiting += mark

    def add_mark(self, mark: str) -> None:
        if self._tokens:
            text, first, last, before, after, kind = self._tokens[-1]
            self._tokens[-1] = Token(
                text, first, last, before, f"{after} {mark}" if after else mark, kind
            )
        else:
            self._waiting += mark

    def add_alternative(
        self, first: int, last: int, words: tuple[Word, ...], score: float | None = None
    ) -> None:
        self._alternatives.append(Alternative(first, last, words, score))

    def parts(self, items: Iterable[object]) -> Iterator[Transcript]:
        """Full parts while a reader goes through its items, which it adds; `NEXT` among them ends a
        recording.
        """
        for item in items:
            if item is NEXT and not self.empty:
                yield self.take(continued=False)
            elif self.full:
                yield self.take(continued=True)
        if not self.empty:
            yield self.take(continued=False)

    def take(self, *, continued: bool) -> Transcript:
        """All that was added; when the recording goes on, the last word stays for the next part."""
        held = self._tokens[-1] if continued and self._tokens else None
        if held is not None and not any(a.first < held.first < a.last for a in self._alternatives):
            at = held.first
            words, later = self._words[at:], [a for a in self._alternatives if a.first >= at]
            self._alternatives = [a for a in self._alternatives if a.first < at]
            del self._words[at:], self._tokens[-1]
            part = self._make(continued=True)
            self._words = words
            self._tokens = [held._replace(first=0, last=len(words))]
            self._alternatives = [item.shifted(-at) for item in later]
            return part

        if self._waiting:  # marks and no word at all: kept as a word rather than lost
            lone = self._lone or Word("")
            self.add(lone._replace(text=self._waiting))
            self._tokens[-1] = self._tokens[-1]._replace(before="")

        return self._make(continued=continued)

    def _make(self, *, continued: bool) -> Transcript:
        part = Transcript(
            tuple(self._words),
            tuple(self._tokens),
            self.language,
            self.name,
            tuple(self._alternatives),
            continued,
        )
        self._words, self._tokens, self._alternatives, self._lone = [], [], [], None
        return part
