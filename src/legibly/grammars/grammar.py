"""What a grammar is: phrases that are heard, a writer that puts their fields into shape, a reader
for the way back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter
from typing import NamedTuple

from legibly.grammars.phrases import FieldText, Heard, Memo, Phrase
from legibly.grammars.style import Style
from legibly.transcript import Token

# Kinds that are one sign after the other, as many as there are.
STRINGS = frozenset({"digits", "long digits", "letters", "code", "short"})
MAX_SHORT_STRING_WORDS = 4

Fields = Mapping[str, FieldText]


class Part(NamedTuple):
    """Text to write, and the field from whose first word on it is spoken."""

    text: str
    field: FieldText | None = None
    after: str = ""


class Reading(NamedTuple):
    """One way to write the first `length` words."""

    length: int
    tokens: tuple[Token, ...]
    kind: str
    cost: float


Writer = Callable[[Fields, Style], "Sequence[Part] | None"]
# Written text to the values of fields; nothing where it is of another kind.
Parser = Callable[[str], Iterable[dict[str, str]]]


def _no_parser(text: str) -> Iterable[dict[str, str]]:
    return ()


@dataclass(frozen=True)
class Grammar:
    kind: str
    phrase: Phrase
    write: Writer
    parse: Parser = _no_parser

    def readings(
        self, words: Sequence[str], memo: Memo, style: Style, at: int = 0
    ) -> Iterator[Reading]:
        """Of the words from `at` on; each once, at its lowest cost."""
        found: dict[tuple[int, tuple[Token, ...]], float] = {}
        ways = self.phrase.hear(words, at, memo)
        if self.kind in STRINGS and len(ways) > 1:
            ways = _without_many_lengths(ways, at)
        for end, heard, cost in ways:
            if end == at:
                continue
            parts = self.write({field.name: field for field in heard or ()}, style)
            if parts:
                key = (end - at, make_tokens(parts, at, end, self.kind))
                found[key] = min(cost, found.get(key, cost))
        for (length, tokens), cost in found.items():
            yield Reading(length, tokens, self.kind, cost)

    def spoken(self, text: str) -> Iterator[tuple[float, tuple[str, ...]]]:
        """Ways to say a written text, with their costs."""
        for values in self.parse(text):
            for left, words, cost in self.phrase.say(values, frozenset(values)):
                if not left:
                    yield cost, words


_end = itemgetter(0)


def _without_many_lengths(ways: Sequence[Heard], at: int) -> Sequence[Heard]:
    """Of long strings of digits or letters the whole and short ones are enough to choose from."""
    longest, short = max(ways, key=_end)[0], at + MAX_SHORT_STRING_WORDS
    return [way for way in ways if way[0] <= short or way[0] == longest]


def make_tokens(parts: Sequence[Part], first: int, last: int, kind: str) -> tuple[Token, ...]:
    """A token a part, each from its field's first word to the next one's; one token where the order
    was changed.
    """
    length = last - first
    places = [part.field.first - first if part.field is not None else -1 for part in parts]
    places[0] = 0 if places[0] == min(places) or len(parts) == 1 else places[0]
    if any(a >= b for a, b in pairwise(places)) or places[0] != 0:
        return (Token(" ".join(part.text + part.after for part in parts), 0, length, kind=kind),)

    ends = [*places[1:], length]
    return tuple(
        Token(part.text, first, last, after=part.after, kind=kind)
        for part, first, last in zip(parts, places, ends, strict=True)
    )


def said(field: FieldText) -> list[Part]:
    """The words of a field as they were said, a token each."""
    return [
        Part(word, field._replace(first=field.first + i))
        for i, word in enumerate(field.text.split())
    ]


def grouped_digits(number: str, style: Style) -> str:
    """With thousands signs in its whole part."""
    whole, point, fraction = number.partition(".")
    if len(whole) >= int(style.grouping) and style.thousands and whole[0] != "0":
        head = len(whole) % 3
        groups = [whole[:head]] if head else []
        groups += [whole[at : at + 3] for at in range(head, len(whole), 3)]
        whole = style.thousands.join(groups)
    return whole + (style.point if point else "") + fraction


def plain_digits(text: str) -> str:
    """Without thousands signs."""
    return text.replace(",", "")
