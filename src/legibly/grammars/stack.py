"""The stack of grammars of a language: which propose, in which order, at what cost. It is data.

Grammars compete, and the scorers of the model decide; a restrictive one leaves nothing to decide.
That is the `T1 o ... o Tm` of Shugrina (2010), with every word's part in the result kept.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from legibly.errors import DataError, unknown
from legibly.grammars.characters import Characters, taken_apart
from legibly.grammars.conditions import Cost
from legibly.grammars.grammar import Grammar, Reading
from legibly.grammars.patterns import pattern
from legibly.grammars.phrases import PRESENT, Memo, Phrase
from legibly.grammars.style import CUSTOMARY, Style
from legibly.languages import available_languages
from legibly.languages import language as find_facts
from legibly.languages.finding import find_language, grammar_module
from legibly.languages.tables import priced, rows
from legibly.lattice.arcs import Arc, with_opening
from legibly.small_files import small_text
from legibly.toml import MAX_CHARACTERS, load_toml
from legibly.user_tables import UserTable

MAX_PHRASE_WORDS = 32
_SCORES = ("gain", "cut", "insist", "short")
_APART = "apart"  # in a memo: the characters of the words
RESTRICTIVE = 100.0  # log-score for each word and its like: above any scorer's, below a user's rule
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True)
class Layer:
    kind: str
    cost: float = 0.0
    restrictive: bool = False
    # A reading of so many words is a piece of something longer: nothing else begins inside it.
    whole: int | None = None


def has_grammars(language: str) -> bool:
    return grammar_module(language) is not None


def languages_with_grammars() -> list[str]:
    return [code for code in available_languages() if has_grammars(code)]


@cache
def grammars_of(language: str) -> tuple[Grammar, ...]:
    """All grammars of a language, its table of patterns among them."""
    module: Any = grammar_module(language)
    patterns = priced(language, "patterns", optional=True)
    return (
        *module.GRAMMARS,
        *(
            _priced(pattern(spoken, written, module.SLOTS), cost)
            for spoken, written, cost in patterns
        ),
    )


def known_kinds(language: str) -> set[str]:
    return {grammar.kind for grammar in grammars_of(language)}


def slots_of(language: str) -> dict[str, Phrase]:
    module: Any = grammar_module(language)
    slots: dict[str, Phrase] = module.SLOTS
    return slots


def _priced(grammar: Grammar, cost: float) -> Grammar:
    return Grammar(grammar.kind, grammar.phrase + Cost(cost), grammar.write)


@dataclass(frozen=True)
class Layers:
    """What a stack file says."""

    layers: tuple[Layer, ...]
    # For every word that is covered, so that a reading is not better for being cut up.
    gain: float = 0.0
    cut: float = 0.0  # what a reading costs that could be longer: "twenty" of "twenty five"
    # For the words of small numbers that the user wants in digits, against custom.
    insist: float = 0.0
    short: float = 0.0  # for units that the user wants short


def read_layers(stack: UserTable, kinds: Iterable[str]) -> Layers:
    """A stack file, or its lines; each grammar of it must be there."""
    path = stack if isinstance(stack, Path) else "grammars"
    facts = load_toml(_text_of(stack), str(path))
    known, layers = set(kinds), []
    found = facts.get("grammar")
    if not isinstance(found, list):
        raise DataError(f"{path}: no [[grammar]] in it")
    for number, item in enumerate(found, 1):
        if not _is_layer(item):
            raise DataError(
                f"{path}: [[grammar]] {number} is {item!r}; expected kind, cost, restrictive, whole"
            )
        if item["kind"] not in known:
            raise DataError(f"{path}: {unknown('grammar', str(item['kind']), known)}")
        layers.append(Layer(**item))

    scores = {name: value for name, value in facts.items() if name != "grammar"}
    for name, value in scores.items():
        if name not in _SCORES:
            raise DataError(f"{path}: {unknown('setting', name, _SCORES)}")
        if not _is_number(value):
            raise DataError(f"{path}: {name} is {value!r}; expected a number")

    return Layers(tuple(layers), **scores)


def _text_of(stack: UserTable) -> str:
    if isinstance(stack, tuple):
        return "\n".join(stack)
    try:
        return small_text(stack, "utf-8-sig", most=MAX_CHARACTERS)
    except OSError as error:
        raise DataError(f"{stack}: cannot be opened ({error.strerror})") from None
    except UnicodeDecodeError:
        raise DataError(f"{stack}: not UTF-8; expected a stack of grammars in TOML") from None


def _is_layer(item: object) -> bool:
    if not isinstance(item, dict) or set(item) - {"kind", "cost", "restrictive", "whole"}:
        return False
    restrictive, whole = item.get("restrictive", False), item.get("whole")
    return (
        isinstance(item.get("kind"), str)
        and _is_number(item.get("cost", 0.0))
        and isinstance(restrictive, bool)
        and (whole is None or (type(whole) is int and whole > 0))
    )


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


@cache
def default_layers(language: str) -> Layers:
    _, folder = find_language(language)
    return read_layers(folder / "grammars.toml", known_kinds(language))


def number_openers(language: str) -> frozenset[str]:
    """The words that numbers and spelt letters begin with; not those by which other grammars know
    that a number follows ("at", "call", "my").
    """
    kinds = ("cardinal", "ordinal", "decimal", "letters")
    found = {
        word
        for grammar in grammars_of(language)
        if grammar.kind in kinds
        for word in grammar.phrase.openers or ()
    }
    return frozenset(found.difference(find_facts(language).numbers.articles))


def _group(kind: str) -> str:
    """Kinds of which the longest reading is likely to be meant."""
    return "number" if kind in ("cardinal", "ordinal", "decimal", "scaled", "year") else kind


def small_numbers(language: str) -> frozenset[str]:
    """The words for the numbers below ten."""
    table = rows(language, "numbers", 2, optional=True)
    return frozenset(row[1] for row in table if row[0] in ("digit", "ordinal digit", "zero"))


def number_words(language: str) -> frozenset[str]:
    """The words for the numbers below a hundred, and for digits that are repeated."""
    kinds = ("digit", "zero", "teen", "tens", "repeated")
    return frozenset(row[1] for row in rows(language, "numbers", optional=True) if row[0] in kinds)


class Stack:
    """Proposes written forms for the first words of some."""

    max_words = MAX_PHRASE_WORDS

    def __init__(
        self,
        language: str,
        style: Style | None = None,
        layers: Layers | None = None,
    ) -> None:
        self.style = style or Style.parse((), find_facts(language).style)
        layers = default_layers(language) if layers is None else layers
        by_kind: dict[str, list[Grammar]] = {}
        for grammar in grammars_of(language):
            by_kind.setdefault(grammar.kind, []).append(grammar)
        pairs = [(grammar, layer) for layer in layers.layers for grammar in by_kind[layer.kind]]
        self._layers = layers
        self._whole = {layer.kind: layer.whole for layer in layers.layers if layer.whole}
        # What the user wants otherwise than it is mostly written must not lose to what is mostly
        # written.
        self._chosen = frozenset(
            kind
            for kind, wanted in (
                ("measure", self.style.units == "short"),
                ("date", self.style.dates != "spoken"),
                ("time", self.style.hours == "24"),
            )
            if wanted
        )
        self._small = small_numbers(language) if self.style.digits_from < CUSTOMARY else frozenset()
        facts = find_facts(language).numbers
        self._takes_apart = facts.characters == "apart"
        self._address_signs, self._point = frozenset(facts.address_signs), facts.address_point
        # "bob one two three at ..."
        self._name_numbers = number_words(language) if facts.address_signs else frozenset()
        self._anywhere = [pair for pair in pairs if pair[0].phrase.openers is None]
        self._by_word: dict[str, list[tuple[Grammar, Layer]]] = {}
        for pair in pairs:
            for word in pair[0].phrase.openers or ():
                self._by_word.setdefault(word, []).append(pair)

    def begins(self, word: str, following: str) -> bool:
        return (
            word in self._by_word
            or (self._takes_apart and any(char in self._by_word for char in word))
            or following in self._address_signs
            or following in self._name_numbers
        )

    def readings(
        self, words: Sequence[str], at: int = 0, memo: Memo | None = None
    ) -> Iterator[tuple[Reading, float]]:
        """Ways to write the words from `at` on, and their log-scores."""
        memo = {} if memo is None else memo
        characters = self._characters(words, memo) if self._takes_apart else None
        if characters is None:
            yield from self._heard(words, at, memo)
            return
        for first in range(characters.firsts[at], characters.firsts[at + 1]):
            for reading, score in self._heard(characters.heard, first, memo):
                yield characters.over_words(reading, first), score

    def _characters(self, words: Sequence[str], memo: Memo) -> Characters | None:
        """Of these words; they are the same wherever they are looked at."""
        if _APART not in memo:
            memo[_APART] = taken_apart(words)
        found: Characters | None = memo[_APART]
        return found

    def _heard(self, words: Sequence[str], at: int, memo: Memo) -> Iterator[tuple[Reading, float]]:
        pairs = self._possible(words, at, memo)
        present = frozenset(words[at : at + MAX_PHRASE_WORDS])
        following = words[at + 1] if at + 1 < len(words) else ""
        if following in self._address_signs or (
            self._point in present
            and (words[at] in self._by_word or following in self._name_numbers)
        ):
            pairs = [*pairs, *self._anywhere]
        found = [
            (reading, layer)
            for grammar, layer in pairs
            if grammar.phrase.needs is None or not grammar.phrase.needs.isdisjoint(present)
            for reading in grammar.readings(words, memo, self.style, at)
            if reading.length <= MAX_PHRASE_WORDS
        ]
        longest: dict[str, int] = {}
        for reading, _ in found:
            group = _group(reading.kind)
            longest[group] = max(longest.get(group, 0), reading.length)

        for reading, layer in found:
            score = self._score(reading, longest[_group(reading.kind)], words, at) - layer.cost
            if layer.restrictive:
                score += RESTRICTIVE * reading.length * reading.length
            yield reading, score

    def _possible(self, words: Sequence[str], at: int, memo: Memo) -> list[tuple[Grammar, Layer]]:
        """The grammars that begin with a word, and for which all is there that they need."""
        key = ("grammars", words[at])
        if key not in memo:
            if PRESENT not in memo:
                memo[PRESENT] = frozenset(words)
            pairs = self._by_word.get(words[at], ())
            memo[key] = [pair for pair in pairs if pair[0].phrase.possible(memo)]
        found: list[tuple[Grammar, Layer]] = memo[key]
        return found

    def _score(self, reading: Reading, longest: int, words: Sequence[str], at: int) -> float:
        score = self._layers.gain * reading.length - reading.cost
        if reading.length < longest:
            score -= self._layers.cut
        if self._small and any(_DIGIT.search(token.text) for token in reading.tokens):
            score += self._layers.insist * sum(
                word in self._small for word in words[at : at + reading.length]
            )
        if reading.kind in self._chosen:
            score += self._layers.short * reading.length
        return score

    def propose(self, words: Sequence[str], at: int = 0, memo: Memo | None = None) -> Iterator[Arc]:
        for reading, score in self.readings(words, at, memo):
            whole = reading.length == self._whole.get(reading.kind)
            yield from (
                arc._replace(whole=True) if whole else arc for arc in as_arcs(reading, score)
            )


def as_arcs(reading: Reading, score: float) -> Iterator[Arc]:
    """An address keeps its small letters at the start of a sentence."""
    if reading.kind in ("url", "email", "handle") and not reading.tokens[0].text.isalpha():
        yield Arc(reading.length, reading.tokens, score=score)
    else:
        yield from with_opening(reading.length, reading.tokens, score)
