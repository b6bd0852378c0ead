"""One hidden-event setting on one corpus: trained on its dialogues, measured on its tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from legibly.metrics.score import Score
from legibly.ngram.from_texts import model_of
from legibly.ngram.hidden_events import (
    BOUNDARY,
    HiddenEvents,
    as_boundaries,
    cascade,
    training_words,
)
from recipes.dialogues import CORPORA, ENDS, Utterance, utterances
from recipes.place import Place
from recipes.tables import pair_slots, slot_score

INNER = (",",)
Marker = Callable[[Sequence[str]], list[str]]  # the mark after each word


class Settings(NamedTuple):
    copied: bool
    cascaded: bool
    order: int

    @property
    def search(self) -> str:
        return f"{'cascaded' if self.cascaded else 'single pass'}, {self.order}-gram"

    @property
    def name(self) -> str:
        return f"{'copied' if self.copied else 'plain'}, {self.search}"


class Task(NamedTuple):
    corpus: str
    settings: Settings
    viterbi: bool = False


class Sizes(NamedTuple):
    """Utterances, at most."""

    training: int
    tests: int


def dialogues(place: Place, corpus: str, sizes: Sizes) -> tuple[list[Utterance], list[Utterance]]:
    """To train on, and to test on."""
    language, training, tests = CORPORA[corpus]
    return (
        utterances(place, training, language, sizes.training),
        utterances(place, tests, language, sizes.tests),
    )


def measure(place: Place, sizes: Sizes, task: Task) -> Score:
    training, tests = dialogues(place, task.corpus, sizes)
    marker = _trained(training, task)
    slots = []
    for utterance in tests:
        marks = marker([word for word, _ in utterance])
        wanted = (mark for _, mark in utterance)
        slots.append(pair_slots(list(zip(wanted, marks, strict=True))))
    return slot_score(slots)


def _trained(training: Sequence[Utterance], task: Task) -> Marker:
    settings, viterbi = task.settings, task.viterbi
    if not settings.cascaded:
        return partial(_hidden_events(training, settings, ENDS).decide, viterbi=viterbi)

    boundaries = [as_boundaries(utterance, ENDS) for utterance in training]
    sentences = [sentence for utterance in training for sentence in _sentences(utterance)]
    first = _hidden_events(boundaries, settings, (BOUNDARY,))
    second = _hidden_events(sentences, settings, ENDS)
    return partial(cascade, first, second, viterbi=viterbi)


def _hidden_events(
    training: Sequence[Utterance], settings: Settings, ends: tuple[str, ...]
) -> HiddenEvents:
    texts = [training_words(utterance, ends, copied=settings.copied) for utterance in training]
    return HiddenEvents(model_of(texts, settings.order), INNER, ends, settings.copied)


def _sentences(utterance: Utterance) -> list[Utterance]:
    sentences: list[Utterance] = [[]]
    for word, mark in utterance:
        sentences[-1].append((word, mark))
        if mark in ENDS:
            sentences.append([])
    return [sentence for sentence in sentences if sentence]
