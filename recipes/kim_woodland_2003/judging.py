"""How well marks were found: slots by runs of words, scale factors, folds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from legibly.metrics.bootstrap import Comparison, compare
from legibly.metrics.counts import OVERALL, Slots
from legibly.metrics.score import Score
from legibly.prosody.features import NAMES, Values
from legibly.prosody.trees import Trees
from legibly.training.prosody_data import Classes, ProsodyData
from recipes.kim_woodland_2003.systems import Ends
from recipes.tables import slot_score

Chosen = NDArray[np.bool_]
Decide = Callable[[Values, float], Classes]  # scores and their scale factor to marks
Train = Callable[[ProsodyData], Trees]
RUN_WORDS = 400  # of a long recording, as a unit of the bootstrap
FOLDS = 5
SCALES = tuple(round(0.1 * step, 1) for step in range(31))


class Result(NamedTuple):
    """Marks that were found, at the word ends that count."""

    score: Score
    scale: float | None = None

    @property
    def slots(self) -> Slots:
        return self.score.counts.marks[OVERALL]


def judged(ends: Ends, marks: Classes, chosen: Chosen | None = None) -> Score:
    """Slots by line, or by runs of a long one."""
    kept = ends.judged if chosen is None else ends.judged & chosen
    place = np.arange(len(ends.line)) - np.searchsorted(ends.line, ends.line)
    units = ends.line * 10_000 + place // RUN_WORDS
    return slot_score(_by_unit(ends.marks[kept], marks[kept], units[kept]))


def _by_unit(wanted: Classes, found: Classes, units: Classes) -> list[Slots]:
    _, places = np.unique(units, return_inverse=True)
    count = int(places.max()) + 1
    tables = [
        np.bincount(places, what, count).astype(int)
        for what in (
            (wanted > 0) & (wanted == found),
            (wanted > 0) & (found > 0) & (wanted != found),
            (wanted > 0) & (found == 0),
            (wanted == 0) & (found > 0),
        )
    ]
    return [Slots(*map(int, row)) for row in zip(*tables, strict=True)]


def _slots(wanted: Classes, found: Classes) -> Slots:
    return sum(_by_unit(wanted, found, np.zeros(len(wanted), np.int64)), Slots())


def f1(ends: Ends, marks: Classes, chosen: Chosen | None = None) -> float:
    kept = ends.judged if chosen is None else ends.judged & chosen
    return _slots(ends.marks[kept], marks[kept]).f1 or 0.0


def difference(before: Result, after: Result) -> Comparison | None:
    """Of F, with its interval."""
    return compare(before.score, after.score).get(f"marks/{OVERALL}/f1")


def best_scale(
    ends: Ends, scores: Values, decide: Decide, scales: Sequence[float], chosen: Chosen
) -> float:
    """That with the highest F among the chosen ends."""
    return max(scales, key=lambda scale: (f1(ends, decide(scores, scale), chosen), -scale))


def folds_of(ends: Ends, seed: int = 3) -> Classes:
    """A fold for each word end; groups stay together."""
    order = np.random.default_rng(seed).permutation(int(ends.groups.max()) + 1)
    found: Classes = (order % FOLDS)[ends.groups]
    return found


def cross_scores(ends: Ends, folds: Classes, features: Sequence[str], train: Train) -> Values:
    """[ends, MARKS]: what trees of the other folds say; nought where no pause is known."""
    scores = np.zeros(ends.text.shape)
    for fold in range(FOLDS):
        trees = train(ends.data(folds != fold, features))
        here = (folds == fold) & ends.known
        scores[here] = tree_scores(trees, ends, features, here)
    return scores


def tree_scores(trees: Trees, ends: Ends, features: Sequence[str], chosen: Chosen) -> Values:
    columns = [NAMES.index(name) for name in features]
    return trees.scores(ends.rows[chosen][:, columns])


def cross_judged(
    ends: Ends, folds: Classes, scores: Values, decide: Decide, scales: Sequence[float]
) -> Result:
    """Each fold with the scale factor that is best in the others."""
    by_scale = {scale: decide(scores, scale) for scale in scales}
    marks = np.zeros(len(ends.marks), np.int64)
    chosen_scales = []
    for fold in range(FOLDS):
        others = folds != fold
        scale = max(scales, key=lambda one: (f1(ends, by_scale[one], others), -one))
        marks = np.where(others, marks, by_scale[scale])
        chosen_scales.append(scale)
    return Result(judged(ends, marks), float(np.median(chosen_scales)))
