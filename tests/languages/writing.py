"""What the grammars of a language write without a model, and what they say."""

from __future__ import annotations

from functools import cache

from legibly.formatting.formatter import Formatter
from legibly.formatting.options import make_options
from legibly.grammars.grammar import Reading
from legibly.grammars.stack import Stack, grammars_of
from legibly.grammars.style import Style
from legibly.languages import language
from legibly.transcript import Transcript, Word, as_heard


@cache
def _formatter(code: str, styles: tuple[str, ...], digits_from: int, units: str) -> Formatter:
    options = make_options(
        punctuation=False, case=False, styles=styles, digits_from=digits_from, units=units
    )
    return Formatter([], language(code), options)


def formatted(
    spoken: str, code: str, *styles: str, digits_from: int = 10, units: str = "words"
) -> Transcript:
    words = tuple(Word(text) for text in spoken.split())
    heard = Transcript(words, tuple(as_heard(words)), code)
    return _formatter(code, styles, digits_from, units)(heard)


def written(
    spoken: str, code: str, *styles: str, digits_from: int = 10, units: str = "words"
) -> str:
    return formatted(spoken, code, *styles, digits_from=digits_from, units=units).text


def apart(text: str) -> str:
    """Chinese text as characters with spaces between."""
    return " ".join(text)


@cache
def _stack(code: str, digits_from: int) -> Stack:
    customary = language(code).style
    return Stack(code, Style.parse((), customary, digits_from=digits_from))


def whole_readings(spoken: str, code: str, digits_from: int = 0) -> set[tuple[str, str]]:
    """All readings of all the words: kind and text."""
    words = spoken.split()
    found: list[Reading] = [
        reading
        for reading, _ in _stack(code, digits_from).readings(words)
        if reading.length == len(words)
    ]
    joiner = "" if language(code).numbers.characters == "apart" else " "
    return {(r.kind, joiner.join(token.text for token in r.tokens)) for r in found}


def ways(text: str, kind: str, code: str) -> list[str]:
    """Ways to say a text as one kind, the usual one first."""
    found = [
        way for grammar in grammars_of(code) if grammar.kind == kind for way in grammar.spoken(text)
    ]
    return [" ".join(words) for _, words in sorted(found)]
