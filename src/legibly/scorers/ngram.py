"""An n-gram model over written text as a sequence scorer: words in their case, marks as words between them.

This is the hyper-string of Gravano et al. (2009): every case form and every mark are arcs, the model scores what is
written, and paths that lead to the same state of the model are one from there on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from legibly.casing import Case, case_of
from legibly.errors import DataError
from legibly.lattice.arcs import Arc, Step
from legibly.marks import NONE, fold
from legibly.ngram import binary
from legibly.ngram.model import Ngram
from legibly.ngram.vocabulary import END, UNKNOWN
from legibly.scorers.base import State

MODEL, FORMS = "ngram.lm", "forms.txt"
UNKNOWN_WORD = -14.0  # the chance of the unknown word is shared by the tens of thousands that it stands for
UNKNOWN_CASE = -2.3  # and a form with capitals is rarer still
NEVER = float("-inf")  # all capitals are only written for words that were seen so


class NgramScorer:
    def __init__(self, model: Ngram, marks: Sequence[str], forms: Iterable[str] = (), *, cased: bool = True) -> None:
        self._model = model
        self.marks = (NONE, *marks)
        self._cased = cased
        self._forms = {form.lower(): form for form in forms}
        self._mark_numbers = {mark: model.vocabulary.number(mark) for mark in marks}
        self._arcs: dict[Arc, tuple[float, tuple[int, ...]]] = {}

    def form(self, word: str) -> str | None:
        return self._forms.get(word)

    def start(self) -> State:
        return self._model.start

    def extend(self, states: Sequence[State], steps: Sequence[Step]) -> list[Iterable[tuple[float, State]]]:
        score = self._model.score
        out: list[Iterable[tuple[float, State]]] = []
        for state, step in zip(states, steps, strict=True):
            assert isinstance(state, int)
            total, numbers = self._written(step.arc)
            if total == NEVER:
                out.append(())
                continue
            for number in numbers:
                more, state = score(state, number)
                total += more
            mark = step.mark if step.mark in self._mark_numbers else fold(step.mark, self.marks)
            if mark:
                more, state = score(state, self._mark_numbers[mark])
                total += more
            out.append(((total, state),))
        return out

    def finish(self, state: State) -> float:
        assert isinstance(state, int)
        return self._model.score(state, END)[0]

    def _written(self, arc: Arc) -> tuple[float, tuple[int, ...]]:
        """The words of an arc, and what is to be taken off for unknown ones."""
        known = self._arcs.get(arc)
        if known is None:
            if len(self._arcs) > 100_000:
                self._arcs.clear()
            numbers, extra = [], 0.0
            for token in arc.tokens:
                for word in token.text.split():
                    number = self._model.vocabulary.number(word if self._cased else word.lower())
                    if number == UNKNOWN and self._cased:
                        extra += UNKNOWN_WORD
                        extra += UNKNOWN_CASE if case_of(word) not in (None, Case.LOWER) else 0.0
                    numbers.append(number)
            if arc.case is Case.UPPER and UNKNOWN in numbers:
                extra = NEVER
            known = self._arcs[arc] = (extra, tuple(numbers))
        return known


def load(folder: Path, settings: dict[str, Any]) -> NgramScorer:
    marks = settings.get("marks", [",", "."])
    if not isinstance(marks, list) or not all(isinstance(mark, str) for mark in marks):
        raise DataError(f"{folder}: ngram scorer has marks = {marks!r}; expected a list of marks")
    model = binary.load(folder / str(settings.get("file", MODEL)))
    forms = folder / FORMS
    known = forms.read_text("utf-8").split() if forms.is_file() else []
    missing = [mark for mark in marks if mark not in model.vocabulary]
    if missing:
        raise DataError(f"{folder}: the language model does not know the marks {' '.join(missing)}")
    return NgramScorer(model, marks, known, cased=bool(settings.get("cased", True)))
