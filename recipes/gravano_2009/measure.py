"""How well a model writes the test documents, and how many of their n-grams it knows."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from legibly.formatting.options import Options
from legibly.metrics.pairs import align_pair
from legibly.metrics.score import Score, Settings, score_aligned, sum_scores
from legibly.model_folders.loading import load_folder
from legibly.ngram.vocabulary import UNKNOWN
from legibly.scorers.ngram import NgramScorer
from legibly.training.symbols import SYMBOLS, TABLE_1
from legibly.transcript import Transcript


def measure(folder: Path, symbols: str, texts: Iterable[Transcript], beam: float) -> Score:
    marks = tuple(dict.fromkeys(SYMBOLS[symbols].values()))
    formatter = load_folder(folder, Options(beam=beam, numbers=False, marks=marks))
    settings = Settings(TABLE_1[symbols])
    scores = [
        score_aligned(align_pair("", text, formatter(Transcript(text.words))), settings)
        for text in texts
    ]
    return sum_scores(scores, settings)


class Known(NamedTuple):
    coverage: float  # of the test's n-grams of the highest order, the share that the model has
    unknown: float  # of the test's words, the share that it does not have


def known(folder: Path, texts: Iterable[Transcript]) -> Known:
    (weighted,) = load_folder(folder).scorers
    assert isinstance(weighted.scorer, NgramScorer)
    ngram = weighted.scorer._model
    found = total = words = unknown = 0
    for text in texts:
        heard = ngram.vocabulary.encode([token.text for token in text.tokens])
        words += len(heard)
        unknown += sum(number == UNKNOWN for number in heard)
        numbers = ngram.vocabulary.encode(_with_marks(text))
        for i in range(len(numbers) - ngram.order + 1):
            total += 1
            found += ngram.find(numbers[i : i + ngram.order]) is not None
    return Known(found / max(1, total), unknown / max(1, words))


def _with_marks(text: Transcript) -> list[str]:
    """The text is conditioned already."""
    return [piece for token in text.tokens for piece in (token.text, token.after) if piece]
