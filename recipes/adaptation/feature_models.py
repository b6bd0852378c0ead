"""Maximum entropy models and CRFs: the weights of a general model as the prior, and without one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from legibly.features.feature_table import FeatureTable
from legibly.features.templates import BIAS, MARK_TEMPLATES
from legibly.formatting.formatter import Formatter, WeightedScorer
from legibly.languages import language
from legibly.scorers.features import FeatureScorer
from legibly.training.feature_data import FeatureSettings, gather
from legibly.training.fitting import train
from legibly.transcript import Transcript
from recipes.adaptation.pieces import OPTIONS, Domain, marks_f1


def rows(
    kind: str, general: Sequence[Transcript], domains: Sequence[Domain]
) -> Iterator[list[str]]:
    """For each domain a row of a general model adapted, and a row of the new text alone."""
    settings = FeatureSettings(kind, templates=(*MARK_TEMPLATES, BIAS))
    before = train(gather(general, settings), settings)
    once_is_enough = replace(settings, cutoff=1)
    for domain in domains:
        adapted, alone = [kind, domain.name, "adapted"], [kind, domain.name, "that text alone"]
        for little in domain.little.values():
            if not little:
                adapted.append(marks_f1(formatter_of(before, settings), domain.test))
                alone.append("-")
                continue

            data = gather(little, once_is_enough)
            for cells, prior in ((adapted, before), (alone, None)):
                table = train(data, once_is_enough, prior)
                cells.append(marks_f1(formatter_of(table, once_is_enough), domain.test))
        yield adapted
        yield alone


def formatter_of(table: FeatureTable, settings: FeatureSettings) -> Formatter:
    scorer = FeatureScorer(table, settings.layout)
    return Formatter([WeightedScorer(scorer)], language("en"), OPTIONS)
