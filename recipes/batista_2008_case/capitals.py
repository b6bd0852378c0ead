"""Capitals written with an n-gram model, by the tagger and by the transducer, and their scores."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from legibly.lattice.arcs import Column, MarkChoice, ScoredArc, word_arc
from legibly.lattice.search import Search
from legibly.metrics.counts import Slots
from legibly.metrics.score import Score
from legibly.ngram import binary
from legibly.ngram.from_texts import model_of
from legibly.ngram.mixing import Mix, best_mix, mixed
from legibly.ngram.model import Ngram
from legibly.ngram.vocabulary import SIGNS
from legibly.ngram.wfst import best_path
from legibly.scorers.ngram import NgramScorer
from recipes.batista_2008_case.sentences import (
    MIXED_SOURCES,
    TESTS,
    Sentence,
    dev_sentences,
    test_sentences,
    training_sentences,
)
from recipes.place import Place
from recipes.tables import pair_slots, slot_score

MIXED = "news and hearings"
SMOOTHED = f"{MIXED}, Kneser-Ney"
CUTOFF = 5  # n-grams that occur less often are left out
NO_MARK = [MarkChoice("", 0.0, False)]


class Model(NamedTuple):
    source: str
    order: int


class Sizes(NamedTuple):
    words: int  # of training text of each source
    tests: int  # sentences of each test
    dev: int  # sentences that weights are chosen on
    wfst: int  # test sentences for the transducer, which is expanded for each: slow


class Size(NamedTuple):
    ngrams: int
    megabytes: float


class Results(NamedTuple):
    """By test; tagger and transducer are compared on fewer sentences, and not with smoothed
    models.
    """

    scores: dict[str, Score]
    both: dict[str, tuple[Score, Score]]
    size: Size
    uncut: Size | None = None  # with all n-grams
    mix: Mix | None = None


def measure(place: Place, sizes: Sizes, model: Model) -> Results:
    ngram, mix = _trained(place, sizes, model)
    tests = {test: test_sentences(place, test, sizes.tests) for test in TESTS}
    scores = {test: _score(ngram, sentences) for test, sentences in tests.items()}
    both = {}
    if model.source != SMOOTHED:
        for test, sentences in tests.items():
            few = sentences[: sizes.wfst]
            both[test] = (_score(ngram, few), _score(ngram, few, wfst=True))

    uncut = None
    if mix is None:
        uncut = _size(_of_source(place, sizes, model.source, model.order, ()))
    return Results(scores, both, _size(ngram), uncut, mix)


def _trained(place: Place, sizes: Sizes, model: Model) -> tuple[Ngram, Mix | None]:
    if model.source not in (MIXED, SMOOTHED):
        return _of_source(place, sizes, model.source, model.order, (CUTOFF,)), None

    method, cutoffs = ("none", (CUTOFF,)) if model.source == MIXED else ("kneser-ney", ())
    parts = [
        _of_source(place, sizes, source, model.order, cutoffs, method) for source in MIXED_SOURCES
    ]
    mix = best_mix(parts, dev_sentences(place, sizes.dev))
    return mixed(parts, mix.weights), mix


def _of_source(
    place: Place,
    sizes: Sizes,
    source: str,
    order: int,
    cutoffs: Sequence[int],
    method: str = "none",
) -> Ngram:
    texts = training_sentences(place, source, sizes.words)
    cutoffs = cutoffs if not place.quick else ()  # made-up text is too short to be cut
    return model_of(texts, order, method, min_count=2, cutoffs=cutoffs)


def _size(ngram: Ngram) -> Size:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model"
        binary.save(ngram, path)
        return Size(sum(len(level.keys) for level in ngram.levels), path.stat().st_size / 1e6)


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
