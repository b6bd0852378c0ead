"""Cuts words into pieces of a vocabulary, as BERT's tokenizers do (WordPiece).

Of a `tokenizer.json` only the vocabulary is used, and how letters are made alike before.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from legibly.errors import DataError

MAX_WORD_PIECES = 16  # longer words are cut off
MAX_FOREIGN_PIECES = 2  # of a word in letters that are not Latin
MAX_REMEMBERED_WORDS = 50_000  # words whose pieces are kept
BEGIN_SIGN, END_SIGN, MASK_SIGN, UNKNOWN_SIGN = "[CLS]", "[SEP]", "[MASK]", "[UNK]"
# Signs of Chinese characters that are words of their own; the gap is BERT's.
_IDEOGRAPHS = (
    *((0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F)),
    *((0x2B740, 0x2B81F), (0x2B920, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F)),
)


class WordPieces:
    """The numbers of a word's pieces, remembered."""

    def __init__(
        self,
        vocabulary: Mapping[str, int],
        *,
        prefix: str = "##",
        max_characters: int = 100,
        strip_accents: bool = True,
    ) -> None:
        self._vocabulary, self._prefix = vocabulary, prefix
        self._max_characters, self._strip_accents = max_characters, strip_accents
        self._longest = max(map(len, vocabulary), default=0)
        self._cache: dict[str, list[int]] = {}
        self.count = len(vocabulary)
        self.last = max(vocabulary.values(), default=0)  # the highest number of a piece
        self.begin, self.end, self.mask, self.unknown = (
            vocabulary.get(sign, 0) for sign in (BEGIN_SIGN, END_SIGN, MASK_SIGN, UNKNOWN_SIGN)
        )

    def __call__(self, word: str) -> list[int]:
        pieces = self._cache.get(word)
        if pieces is None:
            if len(self._cache) >= MAX_REMEMBERED_WORDS:
                self._cache.clear()
            pieces = self.cut(word)[:MAX_WORD_PIECES]
            if not pieces or _is_foreign(word, len(pieces)):
                pieces = [self.unknown]
            self._cache[word] = pieces
        return pieces

    def cut(self, text: str) -> list[int]:
        """All pieces of a text; none for what is neither a letter nor a sign."""
        return [piece for part in self._parts(text) for piece in self._greedily(part)]

    def _parts(self, text: str) -> list[str]:
        """Words and single signs, with letters made alike."""
        if text.isascii() and text.isalnum():
            return [text.lower()]
        spaced = "".join(map(_spaced, text))
        if self._strip_accents:
            spaced = "".join(map(_without_accents, unicodedata.normalize("NFD", spaced)))
        lower = "".join(char.lower() for char in spaced)
        return "".join(f" {char} " if _is_sign(char) else char for char in lower).split()

    def _greedily(self, part: str) -> Iterator[int]:
        """The longest piece that fits, again and again; what does not fit at all is unknown."""
        pieces = []
        begin = 0
        while begin < len(part) and len(part) <= self._max_characters:
            prefix = self._prefix if begin else ""
            for end in range(min(len(part), begin + self._longest), begin, -1):
                piece = self._vocabulary.get(prefix + part[begin:end])
                if piece is not None:
                    pieces.append(piece)
                    begin = end
                    break
            else:
                break
        return iter(pieces if begin == len(part) else [self.unknown])

    def __getstate__(self) -> dict[str, Any]:
        """Without the words that were remembered."""
        return {**self.__dict__, "_cache": {}}

    @classmethod
    def load(cls, path: Path) -> WordPieces:
        """From a `tokenizer.json`."""
        try:
            document = json.loads(path.read_text("utf-8"))
            model, normalizer = document["model"], document["normalizer"] or {}
            vocabulary = model["vocab"]
            if not all(type(number) is int and number >= 0 for number in vocabulary.values()):
                raise ValueError("a piece without a number")
            strip_accents = normalizer.get("strip_accents")
            return cls(
                vocabulary,
                prefix=str(model["continuing_subword_prefix"]),
                max_characters=int(model["max_input_chars_per_word"]),
                strip_accents=True if strip_accents is None else bool(strip_accents),
            )
        except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
            raise DataError(f"{path}: no vocabulary of word pieces ({error})") from None
        except (RecursionError, OverflowError) as error:
            reason = type(error).__name__
            raise DataError(f"{path}: no vocabulary of word pieces ({reason})") from None


def _is_foreign(word: str, pieces: int) -> bool:
    """Spelt out in letters of a script that the vocabulary does not write: they tell nothing, and
    every one would cost as much time as a word.
    """
    return (
        pieces > MAX_FOREIGN_PIECES
        and not word.isascii()
        and pieces > 0.6 * len(word)
        and not (any("a" <= char <= "ɏ" for char in word.lower()))
    )


@lru_cache(maxsize=1 << 16)
def _spaced(char: str) -> str:
    """Nothing of control signs, spaces around ideographs."""
    code = ord(char)
    if char in "\t\n\r":
        return " "
    if code == 0xFFFD or unicodedata.category(char) in ("Cc", "Cf", "Co", "Cs"):
        return ""
    if char.isspace():
        return " "
    if any(first <= code <= last for first, last in _IDEOGRAPHS):
        return f" {char} "
    return char


def _without_accents(char: str) -> str:
    return "" if unicodedata.category(char) == "Mn" else char


@lru_cache(maxsize=1 << 16)
def _is_sign(char: str) -> bool:
    return (char.isascii() and not char.isalnum() and char.isprintable() and char != " ") or (
        unicodedata.category(char).startswith("P")
    )
