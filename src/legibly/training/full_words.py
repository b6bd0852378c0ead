"""Abbreviations as the words that are said, by what stands around them: Dr. Roberts is Doctor
Roberts, Pivet Dr. is Pivet Drive (Gravano et al. 2009).
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import NamedTuple

from legibly.errors import DataError
from legibly.languages import DEFAULT_LANGUAGE
from legibly.languages import language as find_language
from legibly.languages.tables import rows
from legibly.marks import core_mark
from legibly.transcript import Token, Transcript

FULL_WORDS_TABLE = "full_words"
BEFORE_NAME, BEHIND_NAME, BEFORE_NUMBER, ANY_PLACE = PLACES = (
    *("before a name", "behind a name", "before a number", "anywhere"),
)


class FullWord(NamedTuple):
    said: str
    place: str


@cache
def full_words(language: str) -> dict[str, list[FullWord]]:
    """By abbreviation, lower-case and with its stop; those that come first are tried first."""
    found: dict[str, list[FullWord]] = {}
    for short, said, place in (
        row[:3] for row in rows(language, FULL_WORDS_TABLE, 3, optional=True)
    ):
        if place not in PLACES:
            raise DataError(
                f"{FULL_WORDS_TABLE}.tsv of {language!r}: {short} stands {place!r}; "
                f"expected {', '.join(PLACES)}"
            )
        found.setdefault(short, []).append(FullWord(said, place))
    return found


def with_full_words(text: Transcript) -> Transcript:
    """A full stop that hides in an abbreviation at the end of a sentence comes out of it."""
    code = text.language or DEFAULT_LANGUAGE
    table = full_words(code)
    if not table:
        return text
    openers = find_language(code).openers
    tokens = list(text.tokens)
    for at, token in enumerate(tokens):
        before = tokens[at - 1] if at else None
        following = tokens[at + 1] if at + 1 < len(tokens) else None
        for said, place in table.get(token.text.lower(), ()):
            if not _fits(place, before, token, following, openers):
                continue
            ends = place != BEFORE_NAME and _opens(following, openers)
            after = token.after if core_mark(token.after) or not ends else f".{token.after}"
            tokens[at] = token._replace(text=said, after=after)
            break
    return replace(text, tokens=tuple(tokens))


def _fits(
    place: str, before: Token | None, token: Token, following: Token | None, openers: frozenset[str]
) -> bool:
    if place == ANY_PLACE:
        return True
    if place == BEHIND_NAME:
        return before is not None and not before.after and _is_name(before, openers)
    if following is None or core_mark(token.after):
        return False
    if place == BEFORE_NUMBER:
        return following.text[:1].isdigit()
    return _is_name(following, openers)


def _is_name(token: Token, openers: frozenset[str]) -> bool:
    return token.text[:1].isupper() and token.text.lower() not in openers


def _opens(following: Token | None, openers: frozenset[str]) -> bool:
    """Whether a new sentence begins there, or nothing follows."""
    if following is None:
        return True
    return following.text[:1].isupper() and following.text.lower() in openers
