"""The user's table of spoken and written forms: `spoken<TAB>written[<TAB>cost]`, `#` begins a
comment line.

A rule without a cost always wins; one with a cost competes with the other ways to write the words.
A word written as nothing is dropped; `^,` is written onto the word before, `(^` onto the word
behind, `^-^` between both. Where the language has grammars, `room <number>` is a grammar of the
user's own.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from legibly.errors import DataError
from legibly.grammars.grammar import Grammar
from legibly.grammars.patterns import has_slots, pattern
from legibly.grammars.phrases import Memo, Phrase
from legibly.grammars.style import Style
from legibly.lattice.arcs import Arc, with_opening
from legibly.transcript import Token
from legibly.user_tables import UserTable, place, table_lines

# A rule without a cost is the user's word: it outweighs any scorer, and a longer one any shorter
# ones.
RULE_SCORE = 1000.0
MAX_RULE_WORDS = 32  # of a rule with slots
# For each word of a rule with slots and a cost, as the language's own grammars have it.
GAIN_PER_WORD = 2.0
MAX_JOINED_WORDS = 11  # with what is spoken between them
ATTACH = "^"  # at the end at which a written form is joined to its neighbour
_SLOT = re.compile(r"<[^<>]+>")


class Rules:
    def __init__(
        self,
        rules: Iterable[tuple[tuple[str, ...], str, float | None]],
        grammars: Iterable[tuple[Grammar, float | None]] = (),
        style: Style | None = None,
        apart: Collection[str] = (),
    ) -> None:
        """Nothing is joined to the words of `apart`: a hyphen is a word behind "a"."""
        self._apart = frozenset(apart)
        self._joins: dict[str, str] = {}  # what is spoken, and the sign between its neighbours
        self._style = style or Style()
        self._grammars: list[tuple[Grammar, float | None]] = list(grammars)
        self._anywhere = any(grammar.phrase.openers is None for grammar, _ in self._grammars)
        self._openers = frozenset(
            word for grammar, _ in self._grammars for word in grammar.phrase.openers or ()
        )
        self.dropped: set[str] = set()  # words that a rule writes as nothing
        # What is spoken, and what that writes onto the word behind and the word before.
        self.attached: list[tuple[tuple[str, ...], str, str]] = []
        self._arcs: dict[str, list[tuple[tuple[str, ...], list[Arc]]]] = {}
        self.max_words = MAX_RULE_WORDS if self._grammars else 1
        for spoken, written, cost in rules:
            if not written:
                self.dropped.add(spoken[0])
                continue
            if written[:1] == written[-1:] == ATTACH:
                self._joins[spoken[0]] = written[1:-1]
                self.max_words = max(self.max_words, MAX_JOINED_WORDS)
                continue
            if written[:1] == ATTACH or written[-1:] == ATTACH:
                self.attached.append((spoken, *_sides(written)))
                continue
            self._arcs.setdefault(spoken[0], []).append((spoken, _arcs(len(spoken), written, cost)))
            self.max_words = max(self.max_words, len(spoken))

    def begins(self, word: str, following: str) -> bool:
        begins = word in self._arcs or word in self._openers or self._anywhere
        return begins or (following in self._joins and word not in self._apart)

    def propose(self, words: Sequence[str], at: int = 0, memo: Memo | None = None) -> Iterable[Arc]:
        for spoken, arcs in self._arcs.get(words[at], ()):
            if tuple(words[at : at + len(spoken)]) == spoken:
                yield from arcs
        yield from self._joined(words, at)
        memo = {} if memo is None else memo
        for grammar, cost in self._grammars:
            if grammar.phrase.may_begin(words, at):
                for reading in grammar.readings(words, memo, self._style, at):
                    score = _score(reading.length, cost) + (
                        GAIN_PER_WORD * reading.length if cost is not None else 0.0
                    )
                    yield from with_opening(reading.length, reading.tokens, score)

    def _joined(self, words: Sequence[str], at: int) -> Iterator[Arc]:
        """ "state hyphen of hyphen the art" is state-of-the art."""
        text, last = words[at], at
        while last + 2 < min(len(words), at + MAX_JOINED_WORDS) and words[last + 1] in self._joins:
            if words[last] in self._apart and last == at:
                return
            text += self._joins[words[last + 1]] + words[last + 2]
            last += 2
        if last > at:
            length = last + 1 - at
            yield from with_opening(
                length, (Token(text, 0, length, kind="rule"),), _score(length, None)
            )


def _sides(written: str) -> tuple[str, str]:
    if written[:1] == ATTACH:
        return "", written[1:]
    return written[:-1], ""


def _score(length: int, cost: float | None) -> float:
    return RULE_SCORE * length * length if cost is None else -cost


def _arcs(length: int, written: str, cost: float | None) -> list[Arc]:
    return list(with_opening(length, _tokens(length, written.split()), _score(length, cost)))


def _tokens(length: int, texts: list[str]) -> tuple[Token, ...]:
    """A token a word where they are as many as were spoken, else one token over all."""
    if len(texts) == length:
        return tuple(Token(text, i, i + 1, kind="rule") for i, text in enumerate(texts))
    return (Token(" ".join(texts), 0, length, kind="rule"),)


def read_rules(
    table: UserTable,
    slots: Mapping[str, Phrase] | None = None,
    style: Style | None = None,
    apart: Collection[str] = (),
) -> Rules:
    """`slots` are the phrases that stand for slots like <number>; None where the language has no
    grammars.
    """
    grammars: list[tuple[Grammar, float | None]] = []
    rules: list[tuple[tuple[str, ...], str, float | None]] = []
    for number, line in table_lines(table):
        try:
            spoken, written, cost = _fields(line)
            if has_slots(spoken) or has_slots(written):
                grammars.append((_pattern(spoken, written, slots), cost))
            else:
                rules.append((tuple(spoken.lower().split()), written, cost))
        except ValueError as error:
            raise DataError(place(table, "rules", number, str(error))) from None

    return Rules(rules, grammars, style, apart)


def _fields(line: str) -> tuple[str, str, float | None]:
    """Raises ValueError where the row makes no sense; the message says why."""
    fields = line.split("\t")
    if len(fields) not in (2, 3) or not fields[0].split():
        found = f"{len(fields)} fields" if len(fields) not in (2, 3) else "nothing spoken"
        raise ValueError(f"{found}; expected spoken<TAB>written[<TAB>cost]")
    spoken, written = fields[0], fields[1].strip()
    if not written and len(spoken.split()) > 1:
        raise ValueError("several words written as nothing; expected one word to drop")
    if ATTACH in (written[:1], written[-1:]):
        _check_attached(written, fields)
    return spoken, written, _cost(fields[2]) if len(fields) == 3 else None


def _check_attached(written: str, fields: Sequence[str]) -> None:
    if not written.strip(ATTACH):
        raise ValueError(f"{written!r} joins nothing; expected ^, or (^ or ^-^")
    if written[0] == written[-1] and len(fields[0].split()) > 1:
        raise ValueError(f"{written!r} stands for several words; expected one between two")
    if len(fields) == 3:
        raise ValueError(f"{written!r} has a cost; expected none, for what is joined always is")


def _cost(text: str) -> float:
    try:
        cost = float(text)
    except ValueError:
        cost = math.nan
    if not math.isfinite(cost):
        raise ValueError(f"cost {text!r} is not a number (field 3)")
    return cost


def _pattern(spoken: str, written: str, slots: Mapping[str, Phrase] | None) -> Grammar:
    if slots is None:
        raise ValueError("slots in <> need grammars, and the language has none")
    lower = _SLOT.sub(lambda match: match[0].lower(), written)
    return pattern(spoken.lower(), lower, slots, "rule")


def read_kept(table: UserTable) -> Rules:
    """Words that are never to be touched, a word or phrase a row; they are written as they stand
    there.
    """
    rows = [line.strip() for _, line in table_lines(table)]
    return Rules([(tuple(re.split(r"[\s-]+", row.lower())), row, None) for row in rows])
