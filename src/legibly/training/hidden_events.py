"""Trains hidden-event language models: Lu & Ng's (2010) settings as model folders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from legibly.languages import DEFAULT_LANGUAGE
from legibly.model_folders.saving import save_folder
from legibly.ngram import binary
from legibly.ngram.from_texts import model_of
from legibly.ngram.hidden_events import BOUNDARY, as_boundaries, training_words
from legibly.ngram.model import Ngram
from legibly.scorers.hidden_events import ENDS, EVENTS_FILE, INNER, SECOND
from legibly.scorers.lexicon import LexiconScorer
from legibly.training.corpus import read_corpus
from legibly.training.lexicon import count_forms, make_entries
from legibly.training.spoken_form import condition
from legibly.transcript import Transcript

# Which event each mark is.
EVENTS = {",": ",", "—": ",", ":": ",", ".": ".", ";": ".", "?": "?", "!": "!"}
Utterance = list[tuple[str, str]]


@dataclass(frozen=True)
class EventSettings:
    files: tuple[str, ...]
    language: str = DEFAULT_LANGUAGE
    order: int = 5
    method: str = "kneser-ney"
    copied: bool = True
    tied: bool = True
    cascaded: bool = False
    viterbi: bool = False
    min_count: int = 1
    cutoffs: tuple[int, ...] = ()


def utterances(texts: Iterable[Transcript]) -> Iterator[Utterance]:
    """Words with the event after each; the last one of an utterance ends a sentence."""
    for text in texts:
        words = [(word.text, EVENTS.get(word.mark, "")) for word in condition(text)]
        if words:
            last, mark = words[-1]
            yield [*words[:-1], (last, mark if mark in ENDS else ".")]


def sentences(utterance: Sequence[tuple[str, str]]) -> Iterator[Utterance]:
    sentence: Utterance = []
    for word, mark in utterance:
        sentence.append((word, mark))
        if mark in ENDS:
            yield sentence
            sentence = []


def event_model(
    settings: EventSettings, texts: Iterable[Sequence[str]], events: Sequence[str]
) -> Ngram:
    return model_of(
        texts,
        settings.order,
        settings.method,
        min_count=settings.min_count,
        cutoffs=settings.cutoffs,
        also=events,
    )


def event_texts(settings: EventSettings) -> Iterator[list[str]]:
    """What the model is trained on: words and marks; of a cascade, those of its first step."""
    for utterance in _utterances(settings):
        if settings.cascaded:
            boundaries = as_boundaries(utterance, ENDS)
            yield training_words(boundaries, (BOUNDARY,), copied=settings.copied)
        else:
            yield training_words(utterance, ENDS, copied=settings.copied)


def _second_texts(settings: EventSettings) -> Iterator[list[str]]:
    """What the second step of a cascade is trained on: sentences."""
    for utterance in _utterances(settings):
        for sentence in sentences(utterance):
            yield training_words(sentence, ENDS, copied=settings.copied)


def _utterances(settings: EventSettings) -> Iterator[Utterance]:
    return utterances(read_corpus(settings.files, settings.language))


def train(settings: EventSettings, output: Path, name: str, *, quantised: bool = False) -> Ngram:
    """A model folder: events for the marks, and a lexicon for the case."""
    ends = (BOUNDARY,) if settings.cascaded else ENDS
    first = event_model(settings, event_texts(settings), (*INNER, *ends))
    second = (
        event_model(settings, _second_texts(settings), (*INNER, *ENDS))
        if settings.cascaded
        else None
    )
    lexicon = LexiconScorer(
        make_entries(count_forms(read_corpus(settings.files, settings.language)), 3)
    )

    def save(folder: Path) -> dict[str, Any]:
        binary.save(first, folder / EVENTS_FILE, quantised=quantised)
        if second is not None:
            binary.save(second, folder / SECOND, quantised=quantised)
        facts = {
            "copied": settings.copied,
            "tied": settings.tied,
            "cascaded": settings.cascaded,
            "viterbi": settings.viterbi,
        }
        return {"kind": "hidden_events", "file": EVENTS_FILE, **facts}

    description = f"hidden-event {settings.order}-gram model of marks, most frequent case"
    save_folder(
        output,
        name=name,
        language=settings.language,
        description=description,
        scorers=[save, lexicon.save],
    )
    return first
