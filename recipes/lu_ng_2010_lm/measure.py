"""Hidden-event settings on one corpus: trained on its dialogues, measured on its tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import NamedTuple

from legibly.metrics.counts import OVERALL
from legibly.metrics.score import Score
from legibly.ngram.from_texts import model_of
from legibly.ngram.hidden_events import (
    BOUNDARY,
    HiddenEvents,
    as_boundaries,
    cascade,
    training_words,
)
from recipes.dialogues import ENDS, Sizes, Utterance, dialogues, sentences
from recipes.place import Place
from recipes.tables import pair_slots, slot_score

INNER = (",",)
ORDERS = (3, 5)
PLAIN, START, TIED = COPIES = ("plain", "copied, read at the start", "copied, tied")
Marker = Callable[[Sequence[str]], list[str]]  # the mark after each word


class Settings(NamedTuple):
    copies: str
    cascaded: bool
    order: int

    @property
    def search(self) -> str:
        return f"{'cascaded' if self.cascaded else 'single pass'}, {self.order}-gram"

    @property
    def name(self) -> str:
        return f"{self.copies}; {self.search}"


ALL_SETTINGS = [Settings(*each) for each in product(COPIES, (False, True), ORDERS)]


class Task(NamedTuple):
    corpus: str
    settings: Settings
    viterbi: bool = False


class Result(NamedTuple):
    """`open`: where it is not given that the last word ends a sentence."""

    dev: Score
    test: Score
    open_dev: Score
    open_test: Score


class Trained(NamedTuple):
    first: HiddenEvents
    second: HiddenEvents | None = None  # of a cascade

    def marker(self, *, ended: bool, viterbi: bool = False) -> Marker:
        """`ended`: it is given that the last word ends a sentence."""
        first = replace(self.first, ended=ended)
        if self.second is None:
            return partial(first.decide, viterbi=viterbi)
        return partial(cascade, first, self.second, viterbi=viterbi)


def measure(place: Place, sizes: Sizes, task: Task) -> Result:
    found = dialogues(place, task.corpus, sizes)
    model = trained(found.training, task.settings)
    given, open_ = (model.marker(ended=ended, viterbi=task.viterbi) for ended in (True, False))
    return Result(
        *(scored(marker, texts) for marker in (given, open_) for texts in (found.dev, found.tests))
    )


def scored(marker: Marker, texts: Sequence[Utterance]) -> Score:
    slots = []
    for utterance in texts:
        marks = marker([word for word, _ in utterance])
        wanted = (mark for _, mark in utterance)
        slots.append(pair_slots(list(zip(wanted, marks, strict=True))))
    return slot_score(slots)


def f1(score: Score) -> float:
    return score.counts.marks[OVERALL].f1 or 0.0


def all_trained(training: Sequence[Utterance]) -> dict[Settings, Trained]:
    return {settings: trained(training, settings) for settings in ALL_SETTINGS}


def best_on_dev(
    models: Mapping[Settings, Trained], dev: Sequence[Utterance], *, ended: bool
) -> Settings:
    """The setting that does the development utterances best."""
    return max(models, key=lambda each: f1(scored(models[each].marker(ended=ended), dev)))


def trained(training: Sequence[Utterance], settings: Settings) -> Trained:
    if not settings.cascaded:
        return Trained(_hidden_events(training, settings, ENDS))

    boundaries = [as_boundaries(utterance, ENDS) for utterance in training]
    parts = [sentence for utterance in training for sentence in sentences(utterance)]
    first = _hidden_events(boundaries, settings, (BOUNDARY,))
    return Trained(first, _hidden_events(parts, settings, ENDS))


def _hidden_events(
    training: Sequence[Utterance], settings: Settings, ends: tuple[str, ...]
) -> HiddenEvents:
    copied, tied = settings.copies != PLAIN, settings.copies == TIED
    texts = [training_words(utterance, ends, copied=copied) for utterance in training]
    return HiddenEvents(model_of(texts, settings.order), INNER, ends, copied, tied)
