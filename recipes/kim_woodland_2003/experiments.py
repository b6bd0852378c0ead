"""Table 3 on each corpus: the language model, the tree, both; then the network in its place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from legibly.formatting.formatter import Formatter
from legibly.metrics.counts import Slots
from legibly.prosody.features import NAMES, PAPER_NAMES, TIME_NAMES, Values
from legibly.prosody.trees import Trees
from legibly.scorers.prosody import PROSODY_MARKS
from legibly.training.boosting import BoostSettings, train_boosted
from legibly.training.decision_tree import TreeSettings, train_tree
from legibly.training.prosody_data import Classes, ProsodyData
from recipes.kim_woodland_2003.judging import (
    SCALES,
    Decide,
    Result,
    best_scale,
    cross_judged,
    cross_scores,
    folds_of,
    judged,
    tree_scores,
)
from recipes.kim_woodland_2003.spoken_sets import Spoken
from recipes.kim_woodland_2003.systems import Ends, LanguageModel, ends_of, network_marks
from recipes.kim_woodland_2003.text_models import TextModel

TEN = tuple(PAPER_NAMES)
COARSE = tuple(scale for scale in SCALES if round(scale * 10) % 2 == 0)
TREE = TreeSettings(folds=5)
BOOSTED = BoostSettings(rounds=50)
ALONE = "tree alone"
OVER_PRIOR = "tree alone, over the prior"
LM, LM_TREE, LM_LONGER = "LM", "LM + tree", "LM + tree with durations"
WRITTEN, WRITTEN_LONGER = "LM of written text", "LM of written text + tree with durations"
NETWORK, NETWORK_TREE = "network", "network + tree with durations"
NETWORK_BOOSTED = "network + trees beside it"


class Table3(NamedTuple):
    """What each system found on a corpus."""

    name: str
    about: str
    results: dict[str, Result]
    curve: list[tuple[float, Slots]]  # of LM + tree, by scale
    tree: Trees | None = None  # over the paper's features, learnt from the training part
    ends: Ends | None = None


def cart(data: ProsodyData) -> Trees:
    return train_tree(data._replace(text=None), TREE)[0]


def boosted(data: ProsodyData) -> Trees:
    return train_boosted(data, BOOSTED)


def boosted_quickly(data: ProsodyData) -> Trees:
    return train_boosted(data, replace(BOOSTED, rounds=25))


def features_of(spoken: Spoken) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Those of the paper, and those with durations and levels beside them."""
    if spoken.has_sound:
        return TEN, NAMES
    return tuple(name for name in TEN if name in TIME_NAMES), TIME_NAMES


def across_scenes(spoken: Spoken, text: TextModel, network: Formatter) -> Table3:
    """Cross-validated: each scene is judged by trees that have not seen it, with the scale factor
    that is best in the other folds.
    """
    ends = ends_of(spoken, spoken.lines, network)
    folds = folds_of(ends)
    ten, more = features_of(spoken)
    scores = {
        "ten": cross_scores(ends, folds, ten, cart),
        "more": cross_scores(ends, folds, more, cart),
        "beside": cross_scores(ends, folds, more, boosted),
    }
    model, none = LanguageModel(text.scorer), np.zeros(ends.text.shape)

    def by_lm(found: Values, scale: float) -> Classes:
        return model.marks(ends, found, scale)

    def by_network(found: Values, scale: float) -> Classes:
        return network_marks(ends, found, scale)

    results = {
        **_trees_alone(ends, scores["ten"], _priors(ends)),
        LM: Result(judged(ends, by_lm(none, 0.0))),
        LM_TREE: cross_judged(ends, folds, scores["ten"], by_lm, COARSE),
        LM_LONGER: cross_judged(ends, folds, scores["more"], by_lm, COARSE),
        NETWORK: Result(judged(ends, by_network(none, 0.0))),
        NETWORK_TREE: cross_judged(ends, folds, scores["more"], by_network, SCALES),
        NETWORK_BOOSTED: cross_judged(ends, folds, scores["beside"], by_network, SCALES),
    }
    curve = _curve(ends, scores["ten"], by_lm)
    whole = cart(ends.data(np.ones(len(ends.marks), bool), ten))
    return Table3(spoken.name, f"{spoken.about}, across scenes", results, curve, whole, ends)


def with_splits(
    spoken: Spoken,
    text: TextModel,
    written: TextModel,
    network: Formatter,
    most_lines: int | None = None,
) -> Table3:
    """Learnt from the training part, scaled on the development part, judged once on the test.
    `written`: the language model without what was said in the corpus.
    """
    learnt = ends_of(spoken, spoken.of("train")[:most_lines], network)
    dev = ends_of(spoken, spoken.of("dev"), network)
    test = ends_of(spoken, spoken.of("test"), network)
    everything = np.ones(len(learnt.marks), bool)
    ten, more = features_of(spoken)
    models = {LM: LanguageModel(text.scorer), WRITTEN: LanguageModel(written.scorer)}
    trees = {
        "ten": (cart(learnt.data(everything, ten)), ten),
        "more": (cart(learnt.data(everything, more)), more),
        "beside": (boosted(learnt.data(everything, more)), more),
    }

    def found(which: str, ends: Ends) -> Values:
        return _scores(*trees[which], ends)

    def scaled(which: str, system: str, scales: Sequence[float]) -> Result:
        def decide_on(ends: Ends) -> Decide:
            if system in models:
                return lambda scores, scale: models[system].marks(ends, scores, scale)
            return lambda scores, scale: network_marks(ends, scores, scale)

        chosen = np.ones(len(dev.marks), bool)
        scale = best_scale(dev, found(which, dev), decide_on(dev), scales, chosen)
        marks = decide_on(test)(found(which, test), scale)
        return Result(judged(test, marks), scale)

    none = np.zeros(test.text.shape)
    results = {
        **_trees_alone(test, found("ten", test), _priors(learnt)),
        WRITTEN: Result(judged(test, models[WRITTEN].marks(test, none, 0.0))),
        WRITTEN_LONGER: scaled("more", WRITTEN, COARSE),
        LM: Result(judged(test, models[LM].marks(test, none, 0.0))),
        LM_TREE: scaled("ten", LM, COARSE),
        LM_LONGER: scaled("more", LM, COARSE),
        NETWORK: Result(judged(test, network_marks(test, none, 0.0))),
        NETWORK_TREE: scaled("more", NETWORK, SCALES),
        NETWORK_BOOSTED: scaled("beside", NETWORK, SCALES),
    }
    curve = _curve(test, found("ten", test), lambda s, scale: models[LM].marks(test, s, scale))
    return Table3(spoken.name, f"{spoken.about}, test", results, curve, trees["ten"][0], test)


def _scores(trees: Trees, features: Sequence[str], ends: Ends) -> Values:
    scores = np.zeros(ends.text.shape)
    scores[ends.known] = tree_scores(trees, ends, features, ends.known)
    return scores


def _priors(ends: Ends) -> Values:
    counts = np.bincount(ends.marks[ends.judged & ends.known], minlength=len(PROSODY_MARKS))
    logs: Values = np.log(counts / counts.sum() + 1e-9)
    return logs


def _trees_alone(ends: Ends, scores: Values, priors: Values) -> dict[str, Result]:
    """By `p(y|r)`, and by `p(y|r) / p(y)`."""
    known = ends.known[:, None]
    return {
        ALONE: Result(judged(ends, np.where(known, scores + priors, priors).argmax(axis=1))),
        OVER_PRIOR: Result(judged(ends, scores.argmax(axis=1))),
    }


def _curve(ends: Ends, scores: Values, decide: Decide) -> list[tuple[float, Slots]]:
    return [(scale, Result(judged(ends, decide(scores, scale))).slots) for scale in COARSE]


def ablations(spoken: Spoken, network: Formatter, ends: Ends) -> list[tuple[str, float, float]]:
    """Each feature left out of the trees beside the network: the features, F, and the best
    scale's.
    """
    folds = folds_of(ends)
    _, more = features_of(spoken)
    found = []
    for name, features in _left_out(more):
        scores = cross_scores(ends, folds, features, boosted_quickly)
        result = cross_judged(
            ends, folds, scores, lambda s, scale: network_marks(ends, s, scale), SCALES
        )
        found.append((name, result.slots.f1 or 0.0, result.scale or 0.0))
    return found


def _left_out(names: Sequence[str]) -> Iterable[tuple[str, tuple[str, ...]]]:
    yield "all", tuple(names)
    yield "only the pause", ("pause",)
    yield "only times", TIME_NAMES
    yield "the paper's ten", TEN
    for name in names:
        yield f"without {name}", tuple(other for other in names if other != name)
