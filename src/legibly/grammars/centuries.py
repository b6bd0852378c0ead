"""Centuries in roman numbers, one or several: "siglo XIX", "séculos XV e XVI"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from legibly.grammars.grammar import Fields, Grammar, Part, said
from legibly.grammars.phrases import Field, Maybe, Table, as_said
from legibly.grammars.roman import roman
from legibly.grammars.style import Style


@dataclass(frozen=True)
class Centuries:
    """What centuries of a language are made of."""

    numbers: Sequence[tuple[str, str]]  # as they are said, and in digits
    words: tuple[str, ...]  # for one, and for several
    between: tuple[str, ...]  # two of them

    def grammars(self) -> list[Grammar]:
        number = Table([(spoken, roman(int(n))) for spoken, n in self.numbers])
        cue, first = Field("cue", as_said(*self.words)), Field("n", number)
        second = Field("to", as_said(*self.between)) + Field("last", number)
        return [Grammar("era", cue + first + Maybe(second), _write, self._parse)]

    def _parse(self, text: str) -> Iterable[dict[str, str]]:
        if match := re.fullmatch(rf"({'|'.join(self.words)}) ([XVI]+)", text):
            yield {"cue": match[1], "n": match[2]}


def _write(fields: Fields, style: Style) -> list[Part]:
    parts = [*said(fields["cue"]), Part(fields["n"].text, fields["n"])]
    if "last" in fields:
        parts += [*said(fields["to"]), Part(fields["last"].text, fields["last"])]
    return parts
