"""Capitals written with an n-gram model, by the tagger and by the transducer, and their scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from legibly.lattice.arcs import Column, MarkChoice, ScoredArc, word_arc
from legibly.lattice.search import Search
from legibly.metrics.counts import Slots
from legibly.metrics.score import Score
from legibly.ngram.from_texts import model_of
from legibly.ngram.mixing import best_mix, mixed
from legibly.ngram.model import Ngram
from legibly.ngram.vocabulary import SIGNS
from legibly.ngram.wfst import best_path
from legibly.scorers.ngram import NgramScorer
from recipes.batista_2008_case.sentences import (
    SOURCES,
    TESTS,
    Sentence,
    dev_sentences,
    test_sentences,
    training_sentences,
)
from recipes.place import Place
from recipes.tables import pair_slots, slot_score

MIXED = "mixed"  # of all sources
NO_MARK = [MarkChoice("", 0.0, False)]


class Model(NamedTuple):
    source: str
    order: int


class Sizes(NamedTuple):
    words: int  # of training text of each source
    tests: int  # sentences of each test
    dev: int  # sentences of each development file
    wfst: int  # test sentences for the transducer, which is expanded for each: slow


class Results(NamedTuple):
    """By test; tagger and transducer are compared on fewer sentences, and not with mixed models."""

    scores: dict[str, Score]
    both: dict[str, tuple[Score, Score]]


def measure(place: Place, sizes: Sizes, model: Model) -> Results:
    ngram = _trained(place, sizes, model)
    tests = {test: test_sentences(place, test, sizes.tests) for test in TESTS}
    scores = {test: _score(ngram, sentences) for test, sentences in tests.items()}
    if model.source == MIXED:
        return Results(scores, {})

    few = {test: sentences[: sizes.wfst] for test, sentences in tests.items()}
    both = {
        test: (_score(ngram, sentences), _score(ngram, sentences, wfst=True))
        for test, sentences in few.items()
    }
    return Results(scores, both)


def _trained(place: Place, sizes: Sizes, model: Model) -> Ngram:
    if model.source != MIXED:
        texts = training_sentences(place, model.source, sizes.words)
        return model_of(texts, model.order, "none", min_count=2)

    parts = [
        model_of(
            training_sentences(place, source, sizes.words), model.order, "kneser-ney", min_count=2
        )
        for source in SOURCES
    ]
    return mixed(parts, best_mix(parts, dev_sentences(place, sizes.dev)).weights)


def _score(ngram: Ngram, sentences: Sequence[Sentence], *, wfst: bool = False) -> Score:
    known, scorer = _forms(ngram), NgramScorer(ngram, [])
    slots = []
    for words in sentences:
        forms = [known.get(word.lower(), [word.lower()]) for word in words]
        written = best_path(ngram, forms, [])[1] if wfst else _tagged(scorer, forms)
        slots.append(_slots(words, written))
    return slot_score(slots)


def _forms(ngram: Ngram) -> dict[str, list[str]]:
    """The tagger's map: every form of a word that the model knows."""
    forms: dict[str, list[str]] = {}
    for word in ngram.vocabulary.words()[len(SIGNS) :]:
        forms.setdefault(word.lower(), []).append(word)
    return forms


def _tagged(scorer: NgramScorer, forms: Sequence[Sequence[str]]) -> Sentence:
    search = Search([(scorer, 1.0)], capitals=False)
    for readings in forms:
        arcs = [ScoredArc(word_arc(form), 0.0, 0.0) for form in readings]
        search.push(Column(arcs, NO_MARK))
    return [step.arc.tokens[0].text for step in search.best().steps]


def _slots(wanted: Sentence, written: Sentence) -> Slots:
    """Words that are, or are written, otherwise than in lower case; the first does not count."""
    pairs = list(zip(map(_cased, wanted), map(_cased, written), strict=True))
    return pair_slots(pairs[1:])


def _cased(word: str) -> str:
    return "" if word == word.lower() else word
