"""Each word's most likely tag against what is written; nothing is searched, as in Batista et al. (2008)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from common import pair_slots, percent, slot_score, with_interval

from legibly.lattice.scoring import Block
from legibly.metrics.bootstrap import intervals
from legibly.metrics.counts import Slots
from legibly.metrics.score import Score
from legibly.scorers.features import FeatureScorer
from legibly.training.feature_data import Data, FeatureSettings, absent_features, gather, labelled
from legibly.training.fitting import train
from legibly.transcript import Transcript

PIECE = 100  # words that the intervals are drawn in
HEAD = ["P", "R", "F1", "SER"]


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
    wanted: Callable[[Transcript], tuple[list[object], list[object]]],
) -> Score:
    """`wanted` gives what the scorer's tags stand for, and what each word should have."""
    pieces: list[Slots] = []
    for text in tests:
        item = labelled(text)
        if not item.words:
            continue
        [[table]] = scorer.tables([Block(item.words, 0, len(item.words), True, True)])
        values, right = wanted(text)
        pieces += piecewise(right, [values[i] for i in table.scores.argmax(1)])
    return slot_score(pieces)


def piecewise(right: Sequence[object], found: Sequence[object]) -> list[Slots]:
    return [
        pair_slots(
            list(zip(right[first : first + PIECE], found[first : first + PIECE], strict=True))
        )
        for first in range(0, len(found), PIECE)
    ]


def cells(score: Score) -> list[str]:
    slots = score.counts.marks["overall"]
    f1 = with_interval(slots.f1, intervals(score).get("marks/overall/f1"))
    return [percent(slots.precision), percent(slots.recall), f1, ser(score)]


def ser(score: Score) -> str:
    found = score.counts.marks["overall"].ser
    return "-" if found is None else f"{found:.3f}"
