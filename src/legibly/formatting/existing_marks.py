"""Marks and capitals that the input already has, and what is still missing.

A transcript of which nearly all sentences are finished, from a capital to a full stop, is left as
it is; so are the marks of one that has its marks and no capitals. Anything else that has some is
partly written: it is judged stretch by stretch, from one end of a sentence to the next. A finished
stretch stays; in the others what is there stays, and what is missing is restored around it. The
word I and letters that are spelt in capitals say nothing, nor does a transcript all in capitals.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from legibly.casing import Case, case_of
from legibly.formatting.options import Options
from legibly.languages import Language
from legibly.marks import core_mark, ends_sentence, stronger_mark
from legibly.sound_tags import is_tag
from legibly.transcript import PART_WORDS, Token, Transcript, Word, speaker_changes

NEARLY_ALL = 0.9  # of the words
WORDS_A_MARK = 30  # more words than that without a mark are not finished
LONGEST_STRETCH = 60  # words; what is longer has no end that matters


@dataclass(frozen=True)
class Existing:
    punctuated: bool = False  # add no marks
    cased: bool = False  # leave all letters as they are
    shouted: bool = False  # all in capitals, which says nothing
    partial: bool = False  # some sentences are finished, and some are not

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
        shouted = not any(char.islower() for token in words for char in token.text)
        capitals = not shouted and any(_says_case(token, language) for token in words)
        marked = any(token.after and core_mark(token.after) for token in words)
        if not marked and not capitals:
            return cls(shouted=shouted)

        ended = finished = 0
        for stretch in stretches(words):
            if has_end(stretch):
                ended += len(stretch)
                finished += len(stretch) if is_finished(stretch) else 0
        if not shouted and finished >= NEARLY_ALL * len(words):
            return cls(punctuated=True, cased=True)
        if not capitals and ended >= NEARLY_ALL * len(words):
            return cls(punctuated=True, shouted=shouted)
        return cls(shouted=shouted, partial=True)


def _says_case(token: Token, language: Language) -> bool:
    """A capital that somebody wrote because of what the word is."""
    text = token.text
    return (
        not text.islower()
        and len(text) > 1
        and case_of(text) not in (None, Case.LOWER)
        and text.lower().replace("’", "'") not in language.pronouns
    )


def stretches(tokens: Iterable[Token]) -> Iterator[list[Token]]:
    """From one end of a sentence to the next."""
    stretch: list[Token] = []
    for token in tokens:
        stretch.append(token)
        if ends_sentence(token.after):
            yield stretch
            stretch = []
    if stretch:
        yield stretch


def has_end(stretch: Sequence[Token]) -> bool:
    """A mark at its end, and enough of them before; an abbreviation has one in itself."""
    last = stretch[-1]
    marks = sum(1 for token in stretch if core_mark(token.after)) + last.text.endswith(".")
    ended = ends_sentence(last.after) or last.text.endswith(".")
    return ended and len(stretch) <= WORDS_A_MARK * marks


def is_finished(stretch: Sequence[Token]) -> bool:
    """From a capital, or what has none, to its end."""
    first = next((token.text for token in stretch if token.text and not is_tag(token.text)), "")
    return has_end(stretch) and not first[:1].islower()


class Stretches:
    """Takes a partly written transcript apart into stretches, each with whether it is finished."""

    def __init__(self) -> None:
        self._words: list[Word] = []
        self._tokens: list[Token] = []

    def add(self, part: Transcript) -> Iterator[tuple[Transcript, bool]]:
        for token in part.tokens:
            words = part.words[token.first : token.last]
            if self._words and speaker_changes(self._words[-1], words[0]):
                yield from self.flush()
            self._tokens.append(token.shifted(len(self._words) - token.first))
            self._words += words
            if ends_sentence(token.after) or len(self._words) >= LONGEST_STRETCH:
                yield from self.flush()

    def flush(self) -> Iterator[tuple[Transcript, bool]]:
        if self._tokens:
            written = [token for token in self._tokens if token.text]
            stretch = Transcript(tuple(self._words), tuple(self._tokens))
            self._words, self._tokens = [], []
            yield stretch, bool(written) and is_finished(written)

    @property
    def waiting(self) -> int:
        """Words that are not in any stretch yet."""
        return len(self._words)

    def add_mark_to_last(self, mark: str) -> bool:
        if not self._tokens:
            return False
        last = self._tokens[-1]
        self._tokens[-1] = last._replace(after=stronger_mark(last.after, mark))
        return True


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
        return Existing.judged(tokens, self._language, fillers=self._options.left_out == "keep")
