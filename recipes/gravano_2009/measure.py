"""How well a model writes the test documents, and how many of their n-grams it knows."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from legibly.formatting.options import Options
from legibly.metrics.pairs import align_pair
from legibly.metrics.score import Score, Settings, score_aligned, sum_scores
from legibly.model_folders.loading import load_folder
from legibly.scorers.ngram import NgramScorer
from legibly.training.ngram import SYMBOLS, written_words
from legibly.transcript import Transcript

CONVENTIONS = {"two": "gravano2", "four": "gravano4"}


def measure(folder: Path, symbols: str, texts: Iterable[Transcript], beam: float) -> Score:
    marks = tuple(dict.fromkeys(SYMBOLS[symbols].values()))
    formatter = load_folder(folder, Options(beam=beam, numbers=False, marks=marks))
    settings = Settings(CONVENTIONS[symbols])
    scores = [
        score_aligned(align_pair("", text, formatter(Transcript(text.words))), settings)
        for text in texts
    ]
    return sum_scores(scores, settings)


def coverage(folder: Path, symbols: str, texts: Iterable[Transcript]) -> float:
    """Of the test's n-grams of the highest order, the share that the model has."""
    (weighted,) = load_folder(folder).scorers
    assert isinstance(weighted.scorer, NgramScorer)
    ngram = weighted.scorer._model
    known = total = 0
    for text in texts:
        numbers = ngram.vocabulary.encode(written_words(text, SYMBOLS[symbols]))
        for i in range(len(numbers) - ngram.order + 1):
            total += 1
            known += ngram.find(numbers[i : i + ngram.order]) is not None
    return known / max(1, total)
