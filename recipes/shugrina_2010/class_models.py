"""Our model with and without its class model, and class models of both sets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from legibly.formatting.formatter import Formatter, WeightedScorer
from legibly.formatting.options import Options
from legibly.model_folders.finding import find_model
from legibly.model_folders.loading import load_folder
from legibly.scorers.ngram import NgramScorer
from legibly.training.number_lm import number_settings, train
from recipes.place import Place

DIGITS = Options(digits_from=0)  # numbers from nought in digits
SHIPPED = "shipped: class model A and neural scorer"
GRAMMARS = "grammars alone"


class Variant(NamedTuple):
    name: str
    formatter: Formatter


def shipped_model(switches: Options) -> Formatter:
    return load_folder(find_model("en"), switches)


def variants(place: Place, shipped: Formatter, words: int) -> Iterator[Variant]:
    """All that are compared on entities, with the same switches."""
    yield Variant(SHIPPED, shipped)
    alone, off = class_model_alone(shipped), without_class_model(shipped)
    yield Variant("class model A alone (neural scorer off)", alone)
    yield Variant("neural scorer alone (class model off)", off)
    yield Variant(GRAMMARS, Formatter([], shipped.language, shipped.options))
    for classes in ("A", "B"):
        model = load_folder(class_model(place, classes, "katz", words), shipped.options)
        yield Variant(f"set {classes}, katz, {words / 1e6:.0f} M words", model)
        yield Variant(without_shares(classes), without_odds(model))


def without_shares(classes: str) -> str:
    """The name of what the paper has."""
    return f"set {classes}, katz, shares left out, as in the paper"


def class_model(place: Place, classes: str, method: str, words: int) -> Path:
    """Of a set of classes, with the baseline's scorers beside it; all are made of the same text."""
    folder = place.work / f"{classes}-{method}-{words}"
    if not folder.is_dir():
        files = [str(path) for path in place.files("en/*.txt.xz")]
        settings = number_settings(files, "en", 5, method, classes, 5, (2,))
        train(
            replace(settings, max_tokens=words),
            folder,
            folder.name,
            beside=find_model("en-baseline"),
            weight=0.6,
            workers=place.sized(2, 1),
        )
    return folder


def class_model_alone(formatter: Formatter) -> Formatter:
    return _with_scorers(formatter, lambda item: item if _is_class_model(item) else None)


def without_class_model(formatter: Formatter) -> Formatter:
    return _with_scorers(formatter, lambda item: None if _is_class_model(item) else item)


def without_odds(formatter: Formatter) -> Formatter:
    """As in the paper: a number costs no more than its class."""

    def bare(item: WeightedScorer) -> WeightedScorer:
        scorer = item.scorer
        bare_scorer = scorer.without_odds() if isinstance(scorer, NgramScorer) else scorer
        return WeightedScorer(bare_scorer, item.weight)

    return _with_scorers(formatter, bare)


def _is_class_model(item: WeightedScorer) -> bool:
    return isinstance(item.scorer, NgramScorer)


def _with_scorers(
    formatter: Formatter, change: Callable[[WeightedScorer], WeightedScorer | None]
) -> Formatter:
    changed = [change(item) for item in formatter.scorers]
    scorers = [item for item in changed if item is not None]
    return Formatter(scorers, formatter.language, formatter.options)
