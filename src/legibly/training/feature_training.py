"""Model folders of maximum entropy models and CRFs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from legibly.errors import DataError, UsageError
from legibly.features.feature_table import FeatureTable
from legibly.features.templates import (
    BIAS,
    CASE_TEMPLATES,
    GROUPS,
    WITHIN_FIVE,
    Lexica,
    parse_template,
)
from legibly.model_folders.saving import check_output, save_folder
from legibly.scorers.features import read_lexicon
from legibly.scorers.lexicon import LexiconScorer
from legibly.training.capital_counts import COUNT_TEMPLATES as COUNTED
from legibly.training.capital_counts import gather_counts, joined, middle_words
from legibly.training.corpus import read_corpus
from legibly.training.feature_data import Data, FeatureSettings, Report, absent_features, gather
from legibly.training.fitting import train
from legibly.training.lexicon import FormCounts, count_forms, make_entries


@dataclass(frozen=True)
class Counts:
    """Files with counts of n-grams, and how often an n-gram must occur to be learnt from."""

    files: Sequence[Path]
    least: int = 1


@dataclass(frozen=True)
class Outcome:
    """What a trainer can tell of its work."""

    words: int
    features: int  # that were kept
    occurring: int
    absent: list[str]  # names of features that the corpora have no label for


def templates_of(kind: str, groups: Sequence[str]) -> tuple[str, ...]:
    """Names of features, or of groups of them; by default those of the papers."""
    if not groups:
        return (
            (*WITHIN_FIVE, BIAS)
            if kind != "maxent"
            else (*GROUPS["word"], *GROUPS["speaker"], *GROUPS["gap"], BIAS)
        )
    names = [name for group in groups for name in GROUPS.get(group, (group,))]
    for name in names:
        parse_template(name)
    return tuple(dict.fromkeys([*names, BIAS]))


def train_model(
    kind: str,
    files: Sequence[str],
    output: Path,
    name: str,
    language: str,
    settings: FeatureSettings,
    *,
    case: bool = True,
    lexica: dict[str, Path] | None = None,
    counts: Counts | None = None,
    report: Report = lambda done, total, loss: None,
) -> Outcome:
    """Marks by the model of the kind; case by maximum entropy, and mixed forms from a lexicon.

    With `counts` the capitals are learnt from those and from the text, if there is any.
    """
    check_output(output)
    lexica = lexica or {}
    settings = replace(
        settings,
        kind=kind,
        lexica=Lexica({key: read_lexicon(path) for key, path in lexica.items()}),
    )
    fitted: list[tuple[FeatureSettings, FeatureTable, Data]] = []
    if files:
        data = gather(read_corpus(files, language), settings)
        fitted.append((settings, train(data, settings, report=report), data))

    if case or counts is not None:
        features = (
            *(CASE_TEMPLATES if counts is None else COUNTED),
            *(key for key in lexica),
            BIAS,
        )
        second = replace(
            settings, kind="maxent", target="case", templates=features, confident=False, tagger=None
        )
        cases = _capitals(files, language, second, counts)
        if cases is not None:
            fitted.append((second, train(cases, second, report=report), cases))

    if not fitted:
        raise UsageError("nothing to learn from; name corpora, or counts of n-grams")

    scorers: list[Any] = [saver(one_settings, found, lexica) for one_settings, found, _ in fitted]
    if len(fitted) > 1 or counts is not None:
        forms = count_forms(read_corpus(files, language)) if files else FormCounts()
        for word, times in middle_words(counts.files, counts.least) if counts is not None else ():
            forms.add(word, times)
        lexicon = LexiconScorer(make_entries(forms, 3))

        def save_lexicon(folder: Path) -> dict[str, Any]:
            return {**lexicon.save(folder), "weight": 0.0}

        scorers.append(save_lexicon)

    what = " and ".join(one_settings.target for one_settings, _, _ in fitted)
    save_folder(
        output,
        name=name,
        language=language,
        description=f"{fitted[0][0].kind} model of {what}",
        scorers=scorers,
    )
    one_settings, table, data = fitted[0]
    return _outcome(data, one_settings, table)


def _capitals(
    files: Sequence[str], language: str, settings: FeatureSettings, counts: Counts | None
) -> Data | None:
    """None for text without capitals: then the model writes marks only."""
    text = None
    if files:
        try:
            text = gather(read_corpus(files, language), settings)
        except DataError:
            text = None
    if counts is None:
        return text
    counted = gather_counts(counts.files, settings, counts.least)
    return counted if text is None else joined(text, counted)


def _outcome(data: Data, settings: FeatureSettings, table: FeatureTable) -> Outcome:
    import numpy as np

    occurring = sum(len(np.unique(row[row != 0])) for row in data.prints)
    return Outcome(len(data.states), len(table.keys), occurring, absent_features(data, settings))


def saver(
    settings: FeatureSettings,
    table: FeatureTable,
    lexica: dict[str, Path],
    scorer_settings: dict[str, Any] | None = None,
) -> Callable[[Path], dict[str, Any]]:
    """Writes the table and what it needs; `scorer_settings` are those of the scorer before, such as
    its weight.
    """

    def save(folder: Path) -> dict[str, Any]:
        file = f"{settings.kind}-{settings.target}.npz"
        table.save(folder / file)
        for key in lexica:
            if key in settings.templates:
                forms = "\n".join(sorted(settings.lexica.tables[key].values()))
                (folder / f"{key}.txt").write_text(forms + "\n", "utf-8")

        facts = {
            **(scorer_settings or {}),
            "kind": settings.kind,
            "file": file,
            "target": settings.target,
        }
        facts["features"] = list(settings.templates)
        tagged = settings.tagger is not None and settings.target == "marks"
        if settings.tagger is not None and tagged:
            settings.tagger.save(folder)
        return {
            **facts,
            "marks": list(settings.marks),
            "confident": settings.confident,
            "pos": tagged,
        }

    return save
