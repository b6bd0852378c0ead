"""The user's table of spoken and written forms: `spoken<TAB>written[<TAB>cost]`, `#` begins a comment line.

A rule without a cost always wins; one with a cost competes with the other ways to write the words.
A word written as nothing is dropped.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from pathlib import Path

from legibly.casing import capitalise
from legibly.errors import DataError, UsageError, at
from legibly.lattice.arcs import Arc
from legibly.model import Token

# A rule without a cost is the user's word: it outweighs any scorer, and a longer one any shorter ones.
RULE_SCORE = 1000.0


class Rules:
    def __init__(self, rules: Iterable[tuple[tuple[str, ...], str, float | None]]) -> None:
        self.dropped: set[str] = set()  # words that a rule writes as nothing
        self._arcs: dict[str, list[tuple[tuple[str, ...], list[Arc]]]] = {}
        self.max_words = 1
        for spoken, written, cost in rules:
            if not written:
                self.dropped.add(spoken[0])
                continue
            self._arcs.setdefault(spoken[0], []).append((spoken, _arcs(len(spoken), written, cost)))
            self.max_words = max(self.max_words, len(spoken))

    def propose(self, words: Sequence[str]) -> Iterable[Arc]:
        for spoken, arcs in self._arcs.get(words[0], ()):
            if tuple(words[: len(spoken)]) == spoken:
                yield from arcs


def _arcs(length: int, written: str, cost: float | None) -> list[Arc]:
    score = RULE_SCORE * length * length if cost is None else -cost
    texts = written.split()
    opening = [capitalise(texts[0]), *texts[1:]]
    if opening == texts:
        return [Arc(length, _tokens(length, texts), score=score)]
    return [
        Arc(length, _tokens(length, texts), opens=False, score=score),
        Arc(length, _tokens(length, opening), inside=False, score=score),
    ]


def _tokens(length: int, texts: list[str]) -> tuple[Token, ...]:
    """A token a word where they are as many as were spoken, else one token over all."""
    if len(texts) == length:
        return tuple(Token(text, i, i + 1, kind="rule") for i, text in enumerate(texts))
    return (Token(" ".join(texts), 0, length, kind="rule"),)


def read_rules(path: Path) -> Rules:
    rules: list[tuple[tuple[str, ...], str, float | None]] = []
    for number, line in table_lines(path):
        fields = line.split("\t")
        if len(fields) not in (2, 3) or not fields[0].split():
            found = f"{len(fields)} fields" if len(fields) not in (2, 3) else "nothing spoken"
            raise DataError(at(str(path), number, f"{found}; expected spoken<TAB>written[<TAB>cost]"))
        try:
            cost = float(fields[2]) if len(fields) == 3 else None
            if cost is not None and not math.isfinite(cost):
                raise ValueError
        except ValueError:
            raise DataError(at(str(path), number, f"cost {fields[2]!r} is not a number (field 3)")) from None
        spoken, written = tuple(fields[0].lower().split()), fields[1].strip()
        if not written and len(spoken) > 1:
            raise DataError(at(str(path), number, "several words written as nothing; expected one word to drop"))
        rules.append((spoken, written, cost))
    return Rules(rules)


def read_lexicon(path: Path) -> dict[str, str]:
    """The user's spellings, one a line: iPhone, McDonald's, SuSE."""
    lexicon: dict[str, str] = {}
    for number, line in table_lines(path):
        form = line.strip()
        if len(form.split()) != 1:
            raise DataError(
                at(
                    str(path),
                    number,
                    f"{form!r} is several words; expected one spelling a line (phrases go into --rules)",
                )
            )
        if lexicon.setdefault(form.lower(), form) != form:
            raise DataError(at(str(path), number, f"{form!r} contradicts {lexicon[form.lower()]!r} above"))
    return lexicon


def table_lines(path: Path) -> Iterable[tuple[int, str]]:
    """Numbered lines of a user's table, without comments and empty lines."""
    try:
        text = path.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(f"{path}: not UTF-8 ({error.reason} at byte {error.start})") from None
    except OSError as error:
        raise UsageError(f"{path}: cannot be opened ({error.strerror})") from None
    for number, line in enumerate(text.split("\n"), 1):
        line = line.rstrip("\r")
        if line.strip() and not line.startswith("#"):
            yield number, line
