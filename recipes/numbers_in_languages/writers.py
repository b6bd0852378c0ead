"""Programs that write spoken lines: ours, and peers in an environment of their own."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from legibly.formatting.formatter import Formatter
from legibly.formatting.options import Options, make_options
from legibly.languages import language as find_language
from legibly.scripts import has_han
from legibly.transcript import Transcript, Word, as_heard
from recipes.shugrina_2010.writers import Peer


def is_chinese(language: str) -> bool:
    return find_language(language).numbers.characters == "apart"


class Writer(Protocol):
    units_a_second: float  # words or characters, the last time

    def __call__(self, lines: Sequence[str]) -> list[str]: ...

    def tokens(self, lines: Sequence[str]) -> list[list[str]]: ...

    def size(self, line: str) -> int: ...


@dataclass
class Grammars:
    """Ours, with grammars alone or with a model's scorers."""

    formatter: Formatter
    units_a_second: float = 0.0

    def __call__(self, lines: Sequence[str]) -> list[str]:
        return [text.text for text in self._written(lines)]

    def tokens(self, lines: Sequence[str]) -> list[list[str]]:
        return [[token.text for token in text.tokens] for text in self._written(lines)]

    def size(self, line: str) -> int:
        return size(line)

    def _written(self, lines: Sequence[str]) -> list[Transcript]:
        code = self.formatter.language.code
        began = time.perf_counter()
        texts = list(self.formatter.each(transcript(line, code) for line in lines))
        self.units_a_second = sum(map(size, lines)) / (time.perf_counter() - began)
        return texts


@dataclass
class Other:
    """Another program, in the language that it is asked for."""

    peer: Peer
    units_a_second: float = 0.0

    def __call__(self, lines: Sequence[str]) -> list[str]:
        texts = self.peer(lines)
        words = sum(len(line.split()) for line in lines)
        self.units_a_second = self.peer.words_a_second * sum(map(size, lines)) / max(1, words)
        return texts

    def tokens(self, lines: Sequence[str]) -> list[list[str]]:
        return [text.split() for text in self(lines)]

    def size(self, line: str) -> int:
        return size(line)


def size(line: str) -> int:
    """Words, or characters where they are not parted."""
    return len(line.replace(" ", "")) if has_han(line) else len(line.split())


def transcript(line: str, language: str) -> Transcript:
    if has_han(line):
        return Transcript.from_text(line, language=language)
    words = tuple(Word(word) for word in line.split())
    return Transcript(words, tuple(as_heard(words)), language)


def grammars_of(language: str, **switches: object) -> Grammars:
    options: Options = make_options(punctuation=False, case=False, **switches)
    return Grammars(Formatter([], find_language(language), options))
