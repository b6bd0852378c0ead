"""Each word's most likely tag against what is written; nothing is searched, as in Batista et al.
(2008).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from legibly.lattice.scoring import Block
from legibly.metrics.counts import OVERALL, Slots
from legibly.metrics.score import Score
from legibly.scorers.features import FeatureScorer
from legibly.training.feature_data import Data, FeatureSettings, absent_features, gather, labelled
from legibly.training.fitting import train
from legibly.transcript import Transcript
from recipes.tables import overall_f1, pair_slots, percent, slot_score

PIECE_WORDS = 100  # words that the intervals are drawn in
HEAD = ("P", "R", "F1", "SER")
Rows = list[list[str]]


def fitted(data: Data, settings: FeatureSettings) -> FeatureScorer:
    return FeatureScorer(
        train(data, settings),
        settings.layout,
        confident=settings.confident,
        lexica=settings.lexica,
        tagger=settings.tagger,
    )


def fit(
    training: Sequence[Transcript], settings: FeatureSettings
) -> tuple[FeatureScorer, list[str]]:
    """A scorer, and the features that the corpus has no label for."""
    data = gather(training, settings)
    return fitted(data, settings), absent_features(data, settings)


def judge(
    scorer: FeatureScorer,
    tests: Sequence[Transcript],
    wanted: Callable[[Transcript], tuple[Sequence[object], Sequence[object]]],
) -> Score:
    """`wanted` gives what the scorer's tags stand for, and what each word should have."""
    pieces: list[Slots] = []
    for text in tests:
        words = labelled(text).words
        if not words:
            continue
        [[table]] = scorer.tables([Block(words, 0, len(words), True, True)])
        values, right = wanted(text)
        pieces += piecewise(right, [values[i] for i in table.scores.argmax(1)])

    return slot_score(pieces)


def piecewise(right: Sequence[object], decided: Sequence[object]) -> list[Slots]:
    pairs = list(zip(right, decided, strict=True))
    return [
        pair_slots(pairs[first : first + PIECE_WORDS])
        for first in range(0, len(pairs), PIECE_WORDS)
    ]


def cells(score: Score) -> list[str]:
    slots = score.counts.marks[OVERALL]
    ser = "-" if slots.ser is None else f"{slots.ser:.3f}"
    return [percent(slots.precision), percent(slots.recall), overall_f1(score), ser]
