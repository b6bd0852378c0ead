"""Each word's most likely tag against what is written; nothing is searched, as in Batista et al.
(2008).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from legibly.lattice.scoring import Block
from legibly.marks import ends_sentence
from legibly.metrics.counts import OVERALL, Slots
from legibly.metrics.score import Score
from legibly.scorers.features import FeatureScorer
from legibly.training.feature_data import (
    Data,
    FeatureSettings,
    Labelled,
    absent_features,
    gather,
    labelled,
)
from legibly.training.fitting import train
from legibly.transcript import Transcript
from recipes.tables import overall_f1, pair_slots, percent, slot_score

PIECE_WORDS = 100  # words that the intervals are drawn in
HEAD = ("P", "R", "F1", "SER")
COUNT_HEAD = ("Cor", "Ins", "Del", "Sub")
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
    *,
    first_words: bool = True,
) -> Score:
    """`wanted` gives what the scorer's tags stand for, and what each word should have. Without
    `first_words` those of sentences do not count.
    """
    pieces: list[Slots] = []
    for text in tests:
        item = labelled(text)
        if not item.words:
            continue
        [[table]] = scorer.tables([Block(item.words, 0, len(item.words), True, True)])
        values, right = wanted(text)
        decided = [values[i] for i in table.scores.argmax(1)]
        if not first_words:
            inner = inner_places(item)
            right, decided = [right[i] for i in inner], [decided[i] for i in inner]
        pieces += piecewise(right, decided)

    return slot_score(pieces)


def inner_places(item: Labelled) -> list[int]:
    """Words that do not open a sentence."""
    marks = item.marks
    return [i for i in range(1, len(marks)) if not ends_sentence(marks[i - 1])]


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


def slot_cells(score: Score) -> list[str]:
    """How many slots are right, put in, missing, and of the wrong kind (Table 16)."""
    slots = score.counts.marks[OVERALL]
    counts = (slots.correct, slots.inserted, slots.deleted, slots.substituted)
    return [f"{count:,}" for count in counts]
