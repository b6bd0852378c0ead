"""Somebody who counts: "eight nine or ten", "twelve thirteen fourteen", "three two one"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from legibly.english.grammars.spoken import rows
from legibly.grammars.grammar import Fields, Grammar, Part, said
from legibly.grammars.phrases import (
    FieldText,
    Heard,
    Memo,
    Phrase,
    Rule,
    Said,
    Table,
)
from legibly.grammars.style import Style

LEAST_COUNTED, MOST_COUNTED = 3, 12  # numbers one after the other
A_NUMBER_MORE = -1.5  # what it costs: a count is surer, the longer it is
_JOINERS = ("or", "and")
_number = Rule(Table([(spoken, f"{spoken}|{n}") for spoken, n in rows(1, 99)]))


class Counted(Phrase):
    """Numbers of which each is one more than the one before, or each one less; before the last may
    stand "or". Only what goes on counting is followed, so that a list of other numbers costs
    nothing.
    """

    openers = needs = _number.openers

    def hear(self, words: Sequence[str], at: int, memo: Memo) -> Sequence[Heard]:
        found = []
        for end, first, _ in _number.hear(words, at, memo):
            for step in (1, -1):
                fields = (FieldText("0", first, at, end),)
                found += list(self._counted(words, fields, step, memo))
        return found

    def _counted(
        self, words: Sequence[str], fields: tuple[FieldText, ...], step: int, memo: Memo
    ) -> Iterator[Heard]:
        """What goes on from some numbers: more of them, or a joiner and the last."""
        enough = len(fields) + 1 >= LEAST_COUNTED
        for following in _next(words, fields, step, memo):
            counted = (*fields, following)
            if enough:
                yield following.last, counted, A_NUMBER_MORE * len(counted)
            if len(counted) < MOST_COUNTED:
                yield from self._counted(words, counted, step, memo)
        end = fields[-1].last
        if enough and end < len(words) and words[end] in _JOINERS:
            joined = (*fields, FieldText("joiner", words[end], end, end + 1))
            for last in _next(words, joined, step, memo):
                yield last.last, (*joined, last), A_NUMBER_MORE * len(joined)

    def say(self, source: object, left: object) -> Iterator[Said]:
        return iter(())


def _next(
    words: Sequence[str], fields: tuple[FieldText, ...], step: int, memo: Memo
) -> Iterator[FieldText]:
    """The number behind some fields that goes on with the count."""
    numbers = [field for field in fields if field.name != "joiner"]
    wanted, at = _value(numbers[-1].text) + step, fields[-1].last
    if at < len(words):
        for end, text, _ in _number.hear(words, at, memo):
            if _value(text) == wanted:
                yield FieldText(str(len(numbers)), text, at, end)


def _value(text: str) -> int:
    return int(text.split("|")[1])


def _write_count(fields: Fields, style: Style) -> list[Part]:
    """All in digits, or none, with commas between them."""
    counted = [field for name, field in fields.items() if name != "joiner"]
    in_digits = max(_value(field.text) for field in counted) >= style.digits_from
    texts = [field.text.split("|")[in_digits] for field in counted]
    marks = [","] * (len(counted) - 1) + [""]
    parts = [Part(*row) for row in zip(texts, counted, marks, strict=True)]
    return [*parts[:-1], *(said(fields["joiner"]) if "joiner" in fields else []), parts[-1]]


GRAMMARS = [Grammar("pair", Counted(), _write_count)]
