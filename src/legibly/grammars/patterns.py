"""Grammars as rows of a table: spoken words with slots, and how they are written.

    flight <letters> <number>    Flight <letters> <number>

A slot is heard by a phrase of the language; a row with none is a plain rule. Slots must be written
in the order in which they are spoken, each once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from legibly.grammars.grammar import Fields, Grammar, Part
from legibly.grammars.phrases import Field, Phrase, Series, Silent
from legibly.grammars.style import Style

_SLOT = re.compile(r"<([^<>\s]+)>")


def has_slots(spoken: str) -> bool:
    return _SLOT.search(spoken) is not None


def pattern(
    spoken: str, written: str, slots: Mapping[str, Phrase], kind: str = "pattern"
) -> Grammar:
    """Raises ValueError where the row makes no sense; the message says why."""
    names, wanted = _SLOT.findall(spoken), _SLOT.findall(written)
    for name in names:
        if name not in slots:
            raise ValueError(
                f"no slot <{name}>; expected one of "
                f"{', '.join(f'<{slot}>' for slot in sorted(slots))}"
            )

    if len(set(names)) != len(names) or names != wanted:
        raise ValueError("expected the same slots on both sides, each once, in the same order")

    phrases: list[Phrase] = []
    for at, word in enumerate(spoken.split()):
        if match := _SLOT.fullmatch(word):
            phrases.append(Field(match[1], slots[match[1]]))
        elif has_slots(word):
            raise ValueError(f"{word!r}: a slot is a word of its own")
        else:
            phrases.append(Field(f"word {at}", Silent([word.lower()])))

    return Grammar(kind, Series(phrases), _Writer(spoken, written))


class _Writer:
    def __init__(self, spoken: str, written: str) -> None:
        self._spoken, self._written = spoken.split(), written.split()

    def __call__(self, fields: Fields, style: Style) -> list[Part]:
        texts = [_SLOT.sub(lambda match: fields[match[1]].text, text) for text in self._written]
        if len(self._written) != len(self._spoken):
            return [Part(" ".join(texts))]
        names = [
            m[1] if (m := _SLOT.fullmatch(word)) else f"word {at}"
            for at, word in enumerate(self._spoken)
        ]
        return [Part(text, fields[name]) for text, name in zip(texts, names, strict=True)]
