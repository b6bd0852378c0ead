"""An n-gram model over written text as a sequence scorer: words in their case, marks as words
between them.

This is the hyper-string of Gravano et al. (2009): every case form and every mark are arcs, the
model scores what is written, and paths that lead to the same state of the model are one from there
on. A class model (Shugrina 2010) sees digits by class; one that knows neither case nor marks only
has a say where there is more than one way to write.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from legibly.casing import Case, case_of
from legibly.errors import DataError
from legibly.files.arrays import read_arrays
from legibly.files.model_files import ModelFiles
from legibly.lattice.arcs import Arc, Step, word_arc
from legibly.lattice.scoring import State
from legibly.marks import NONE, fold
from legibly.ngram import binary
from legibly.ngram.classes import SETS, SPACE, NumberOdds, text_tokens
from legibly.ngram.model import Ngram
from legibly.ngram.vocabulary import END, UNKNOWN

NGRAM_FILE, FORMS = "ngram.lm", "forms.txt"
# The chance of the unknown word is shared by the tens of thousands that it stands for.
UNKNOWN_WORD = -14.0
UNKNOWN_CASE = -2.3  # and a form with capitals is rarer still
_DIGITS = re.compile(r"[0-9]+")
MAX_COUNTS_BYTES = 8 << 20
NEVER = float("-inf")  # all capitals are only written for words that were seen so

MAX_KNOWN_FOLLOWERS = 200_000
Followers = dict[State, Iterable[tuple[float, State]]]  # what a state's follower scores, and it


class NgramScorer:
    def __init__(
        self,
        model: Ngram,
        marks: Sequence[str],
        forms: Iterable[str] = (),
        *,
        cased: bool = True,
        classes: str | None = None,
        spaces: bool = False,
        odds: NumberOdds | None = None,
    ) -> None:
        self._model = model
        self.marks = (NONE, *marks)
        self._cased, self._classes, self._odds = cased, classes, odds
        self._space = model.vocabulary.number(SPACE) if spaces else None
        self._forms = {form.lower(): form for form in forms}
        self._mark_numbers = {mark: model.vocabulary.number(mark) for mark in marks}
        self._arcs: dict[Arc, tuple[float, tuple[int, ...]]] = {}
        self._known: dict[tuple[float, tuple[int, ...], str], Followers] = {}
        self._known_count = 0

    def without_odds(self) -> NgramScorer:
        """As in the paper: a number costs no more than its class."""
        space = self._space is not None
        marks = [mark for mark in self.marks if mark]
        return NgramScorer(
            self._model,
            marks,
            self._forms.values(),
            cased=self._cased,
            classes=self._classes,
            spaces=space,
        )

    @property
    def reach(self) -> int | None:
        """How many words after the last choice it still tells ways to write apart; None: always."""
        return None if self._cased or self._mark_numbers else self._model.order - 1

    def state_after(self, words: Sequence[str]) -> State:
        """After plain words in the middle of a text."""
        state = self._model.state_of([UNKNOWN])
        for word in words[1 - self._model.order :]:
            _, numbers = self._written(word_arc(word))
            for number in numbers:
                _, state = self._model.score(state, number)
        return state

    def form(self, word: str) -> str | None:
        return self._forms.get(word)

    def start(self) -> State:
        return self._model.start

    def extend(
        self, states: Sequence[State], steps: Sequence[Step]
    ) -> list[Iterable[tuple[float, State]]]:
        out: list[Iterable[tuple[float, State]]] = []
        last: Step | None = None  # the same step comes many times in a row
        known: Followers = {}
        for state, step in zip(states, steps, strict=True):
            if step is not last:
                last, known = step, self._known_of(step)
            after = known.get(state)
            if after is None:
                after = known[state] = self._after(state, step)
                self._known_count += 1
            out.append(after)

        return out

    def _known_of(self, step: Step) -> Followers:
        """What followed the states from which an arc and a mark were looked at before."""
        if self._known_count > MAX_KNOWN_FOLLOWERS:
            self._known.clear()
            self._known_count = 0
        extra, numbers = self._written(step.arc)
        return self._known.setdefault((extra, numbers, step.mark), {})

    def _after(self, state: State, step: Step) -> Iterable[tuple[float, State]]:
        assert isinstance(state, int)
        total, numbers = self._written(step.arc)
        if total == NEVER:
            return ()
        if self._space is not None and state != self._model.start:
            more, state = self._model.score(state, self._space)
            total += more
        more, state = self._model.score_all(state, numbers)
        total += more
        mark = step.mark
        if mark and mark not in self._mark_numbers:
            mark = fold(mark, self.marks)
        if mark:
            more, state = self._model.score(state, self._mark_numbers[mark])
            total += more
        return ((total, state),)

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
            for word in self._words(arc):
                number = self._model.vocabulary.number(word)
                if number == UNKNOWN and (self._cased or self._classes):
                    extra += UNKNOWN_WORD
                    extra += (
                        UNKNOWN_CASE
                        if self._cased and case_of(word) not in (None, Case.LOWER)
                        else 0.0
                    )
                numbers.append(number)
            if self._odds is not None:
                runs = [run for token in arc.tokens for run in _DIGITS.findall(token.text)]
                extra += sum(self._odds.log(run) for run in runs)
            if arc.case is Case.UPPER and UNKNOWN in numbers:
                extra = NEVER
            known = self._arcs[arc] = (extra, tuple(numbers))

        return known

    def _words(self, arc: Arc) -> Iterable[str]:
        texts = [text for token in arc.tokens for text in token.text.split()]
        if self._classes is not None:
            return text_tokens(
                texts, self._classes, cased=self._cased, spaces=self._space is not None
            )
        return texts if self._cased else [text.lower() for text in texts]


def load(folder: Path | ModelFiles, settings: dict[str, Any]) -> NgramScorer:
    files = ModelFiles.of(folder)
    marks = settings.get("marks", [",", "."])
    if not isinstance(marks, list) or not all(isinstance(mark, str) for mark in marks):
        raise DataError(f"{files}: ngram scorer has marks = {marks!r}; expected a list of marks")

    # Each file of a model of several is opened through the list when it is first asked for.
    model = binary.load(files / settings.get("file", NGRAM_FILE), lambda name: files / name)
    known = _read_forms(files / FORMS) if FORMS in files else []
    missing = [mark for mark in marks if mark not in model.vocabulary]
    if missing:
        raise DataError(f"{files}: the language model does not know the marks {' '.join(missing)}")

    classes = settings.get("classes")
    if classes is not None and classes not in SETS:
        raise DataError(
            f"{files}: ngram scorer has classes = {classes!r}; expected one of {', '.join(SETS)}"
        )

    return NgramScorer(
        model,
        marks,
        known,
        cased=bool(settings.get("cased", True)),
        classes=classes,
        spaces=bool(settings.get("spaces", False)),
        odds=_load_odds(files / settings["number_counts"], classes)
        if classes and "number_counts" in settings
        else None,
    )


def _read_forms(path: Path) -> list[str]:
    try:
        return path.read_text("utf-8").split()
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: cannot be read ({error}); train the model anew") from None


def _load_odds(path: Path, classes: str) -> NumberOdds:
    (counts,) = read_arrays(path, ["counts"], "counts of numbers", MAX_COUNTS_BYTES)
    if counts.ndim != 1 or not np.issubdtype(counts.dtype, np.integer) or (counts < 0).any():
        raise DataError(f"{path}: damaged counts of numbers; train the model anew")
    return NumberOdds(counts.tolist(), classes)
