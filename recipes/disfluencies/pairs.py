"""What somebody said, word by word, and which of it an edited version has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from legibly.alignment import align
from legibly.features.restarts import LONGEST_RESTART, Restart, Said, restarts_at
from legibly.formats import read
from legibly.formatting.disfluencies import DASHES_OF_WORDS, SpokenFacts
from legibly.languages import Language
from legibly.transcript import Token, Transcript, Word

# Written by editors for what is heard; the two versions are compared without this difference.
AS_SAID = {
    **{("going", "to"): "gonna", ("want", "to"): "wanna", ("got", "to"): "gotta"},
    **{("kind", "of"): "kinda", ("sort", "of"): "sorta"},
}


@dataclass(frozen=True)
class Verbatim:
    """Words without fillers; of each whether the edited version has none for it."""

    words: Sequence[Said]
    left_out: Sequence[bool]

    def restarts(self) -> Iterator[Restart]:
        for first, word in enumerate(self.words):
            if word.plain:
                yield from restarts_at(self.words, first)

    def is_left_out(self, restart: Restart) -> bool:
        return all(self.left_out[restart.first : restart.last])


class Shown(NamedTuple):
    """How much the words are seen with: a recogniser writes neither."""

    marks: bool = False
    dashes: bool = False


def said_words(text: Transcript, language: Language, shown: Shown) -> list[Said]:
    pairs = [(_token(token, shown), _word(text, token)) for token in text.tokens if token.text]
    return SpokenFacts(language).said(pairs)[0]


def _token(token: Token, shown: Shown) -> Token:
    text = token.text if shown.dashes else token.text.rstrip(DASHES_OF_WORDS) or token.text
    return token._replace(text=text, after=token.after if shown.marks else "")


def _word(text: Transcript, token: Token) -> Word:
    return text.words[token.last - 1]


def compare(verbatim: Transcript, edited: Transcript, language: Language, shown: Shown) -> Verbatim:
    said = said_words(verbatim, language, shown)
    texts = [word.text for word in said]
    kept = joined([word.text for word in said_words(edited, language, Shown())])
    return Verbatim(said, left_out(texts, kept))


def joined(words: Sequence[str]) -> list[str]:
    """Going to as gonna."""
    found: list[str] = []
    for word in words:
        if found and (found[-1], word) in AS_SAID:
            found[-1] = AS_SAID[found[-1], word]
        else:
            found.append(word)
    return found


def left_out(said: Sequence[str], kept: Sequence[str]) -> list[bool]:
    """Of each word whether the other version has none for it. Of words that are said twice it is
    the first that counts as left out.
    """
    out = [True] * len(said)
    for pair in align(said, kept):
        if pair.ref is not None and pair.hyp is not None:
            out[pair.ref] = said[pair.ref] != kept[pair.hyp]
    first = 1
    while first < len(said):
        moved = out[first] and not out[first - 1] and _move_back(said, out, first)
        first = max(1, first - moved) if moved else first + 1
    return out


def _move_back(said: Sequence[str], out: list[bool], first: int) -> int:
    """Words that are left out may begin with those that are kept before them: the other way round
    it is the same text. How many were moved.
    """
    for length in range(LONGEST_RESTART, 0, -1):
        before, behind = slice(first - length, first), slice(first, first + length)
        if (
            first >= length
            and said[before] == said[behind]
            and not any(out[before])
            and all(out[behind])
        ):
            out[before], out[behind] = [True] * length, [False] * length
            return length
    return 0


def read_pair(paths: tuple[Path, Path], language: Language, shown: Shown) -> Verbatim:
    verbatim, edited = map(read, paths)
    return compare(verbatim, edited, language, shown)
