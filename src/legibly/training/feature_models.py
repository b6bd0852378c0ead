"""Model folders of maximum entropy models and CRFs: trained, and adapted with a little text of another kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from legibly.errors import DataError, UsageError
from legibly.features.chains import MARKS
from legibly.features.pos import load_tagger
from legibly.features.scorer import read_lexicon
from legibly.features.table import FeatureTable
from legibly.features.templates import BIAS, CASE, GROUPS, WITHIN_FIVE, Lexica, parse_template
from legibly.folder import copy_scorers, load_folder, read_manifest, save_folder
from legibly.scorers.lexicon import LexiconScorer
from legibly.training.corpus import read_corpus
from legibly.training.features import Data, FeaturePlan, Report, absent_features, gather, train
from legibly.training.lexicon import count_forms, make_entries

KINDS = ("maxent", "crf", "fcrf")


@dataclass(frozen=True)
class Outcome:
    """What a trainer can tell of its work."""

    words: int
    features: int  # that were kept
    seen: int  # that occurred
    absent: list[str]  # names of features that the corpora have no label for


def templates_of(kind: str, groups: Sequence[str]) -> tuple[str, ...]:
    """Names of features, or of groups of them; by default those of the papers."""
    if not groups:
        return (*WITHIN_FIVE, BIAS) if kind != "maxent" else (*GROUPS["word"], *GROUPS["speaker"], *GROUPS["gap"], BIAS)
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
    plan: FeaturePlan,
    *,
    case: bool = True,
    lexica: dict[str, Path] | None = None,
    report: Report = lambda done, total, loss: None,
) -> Outcome:
    """Marks by the model of the kind; case by maximum entropy, and mixed forms from a lexicon."""
    lexica = lexica or {}
    plan = replace(plan, kind=kind, lexica=Lexica({key: read_lexicon(path) for key, path in lexica.items()}))
    data = gather(read_corpus(files, language), plan)
    table = train(data, plan, report=report)
    tables = [(plan, table)]
    if case:
        features = (*CASE, *(key for key in lexica), BIAS)
        second = replace(plan, kind="maxent", target="case", templates=features, confident=False, tagger=None)
        try:
            cases = gather(read_corpus(files, language), second)
        except DataError:  # text without capitals: the model writes marks only
            cases = None
        if cases is not None:
            tables.append((second, train(cases, second, report=report)))
    scorers: list[Any] = [_saver(own, found, lexica) for own, found in tables]
    if len(tables) > 1:
        lexicon = LexiconScorer(make_entries(count_forms(read_corpus(files, language)), 3))

        def save_lexicon(folder: Path) -> dict[str, Any]:
            return {**lexicon.save(folder), "weight": 0.0}

        scorers.append(save_lexicon)
    save_folder(output, name=name, language=language, description=f"{kind} model of marks and case", scorers=scorers)
    return _outcome(data, plan, table)


def _outcome(data: Data, plan: FeaturePlan, table: FeatureTable) -> Outcome:
    import numpy as np

    seen = sum(len(np.unique(row[row != 0])) for row in data.prints)
    return Outcome(len(data.states), len(table.keys), seen, absent_features(data, plan))


def _saver(plan: FeaturePlan, table: FeatureTable, lexica: dict[str, Path]) -> Any:
    def save(folder: Path) -> dict[str, Any]:
        file = f"{plan.kind}-{plan.target}.npz"
        table.save(folder / file)
        for key in lexica:
            if key in plan.templates:
                forms = "\n".join(sorted(plan.lexica.tables[key].values()))
                (folder / f"{key}.txt").write_text(forms + "\n", "utf-8")
        facts = {"kind": plan.kind, "file": file, "target": plan.target, "features": list(plan.templates)}
        tagged = plan.tagger is not None and plan.target == "marks"
        if plan.tagger is not None and tagged:
            plan.tagger.save(folder)
        return {**facts, "marks": list(plan.marks), "confident": plan.confident, "pos": tagged}

    return save


def adapt_model(
    folder: Path,
    files: Sequence[str],
    output: Path,
    name: str,
    *,
    passes: int = 8,
    prior: float = 1e-5,
    rate: float = 0.1,
    report: Report,
) -> int:
    """The same model, its weights the prior for text of another kind; how many words there were."""
    manifest = read_manifest(folder)
    load_folder(folder)  # refuses what is damaged
    kinds = [settings["kind"] for settings in manifest.scorers]
    if not set(kinds) & set(KINDS):
        raise UsageError(f"{folder}: no maxent, crf or fcrf scorer in it; only those can be adapted")
    scorers: list[Any] = []
    words = 0
    for settings, copier in zip(manifest.scorers, copy_scorers(folder), strict=True):
        if settings["kind"] not in KINDS:
            scorers.append(copier)
            continue
        lexica = {key: folder / f"{key}.txt" for key in ("lex", "publex") if key in settings["features"]}
        plan = FeaturePlan(
            settings["kind"],
            settings.get("target", "marks"),
            tuple(settings["features"]),
            tuple(settings.get("marks", MARKS)),
            cutoff=1,
            passes=passes,
            prior=prior,
            rate=rate,
            batch=512,
            confident=bool(settings.get("confident", False)),
            lexica=Lexica({key: read_lexicon(path) for key, path in lexica.items()}),
            tagger=load_tagger(folder) if settings.get("pos") else None,
        )
        before = FeatureTable.load(folder / settings["file"], plan.templates, plan.layout.outputs)
        data = gather(read_corpus(files, manifest.language), plan)
        words = len(data.states)
        scorers.append(_saver(plan, train(data, plan, before, report), lexica))
    save_folder(
        output, name=name, language=manifest.language, description=f"{manifest.description}, adapted", scorers=scorers
    )
    return words
