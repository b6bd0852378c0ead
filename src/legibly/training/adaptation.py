"""A model adapted with a little text of the kind that it will see.

Maximum entropy models and CRFs take their old weights as the prior (Chelba & Acero 2004); networks
go on learning, held to what they said before. Other scorers stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from legibly.errors import DataError, UsageError
from legibly.features.feature_table import FeatureTable
from legibly.features.layouts import TAGGED_MARKS
from legibly.features.pos import load_tagger
from legibly.features.templates import Lexica
from legibly.model_folders.loading import load_folder
from legibly.model_folders.manifest import read_manifest
from legibly.model_folders.saving import check_output, copy_scorers, save_folder
from legibly.scorers.features import read_lexicon
from legibly.training.corpus import read_corpus
from legibly.training.feature_data import FeatureSettings, NothingToLearnError, Report, gather
from legibly.training.feature_training import saver
from legibly.training.fitting import train

FEATURE_KINDS = ("maxent", "crf", "fcrf")


@dataclass(frozen=True)
class Adaptation:
    """Where a number is None the kind of scorer has its own."""

    passes: float | None = None
    prior: float | None = None  # of feature weights
    rate: float | None = None  # of networks
    held: float | None = None  # how much of what a network said before counts


def adapt_model(
    folder: Path,
    files: Sequence[str],
    output: Path,
    name: str,
    adaptation: Adaptation,
    report: Report = lambda done, total, loss: None,
) -> int:
    """The same model for text of another kind; how many words there were."""
    check_output(output)
    manifest = read_manifest(folder)
    load_folder(folder)  # refuses what is damaged
    kinds = {settings["kind"] for settings in manifest.scorers}
    if not kinds & {*FEATURE_KINDS, "neural"}:
        raise UsageError(
            f"{folder}: no neural, maxent, crf or fcrf scorer in it; only those can be adapted"
        )
    if "neural" not in kinds and (adaptation.rate is not None or adaptation.held is not None):
        raise UsageError(
            f"{folder}: no network in it; --rate and --held are for networks, --prior for other "
            "scorers"
        )
    if not kinds & set(FEATURE_KINDS) and adaptation.prior is not None:
        raise UsageError(
            f"{folder}: only a network in it; --prior is for other scorers, --rate and --held for "
            "networks"
        )

    scorers: list[Callable[[Path], dict[str, Any]]] = []
    words = 0
    reason: DataError | None = None
    for settings, copier in zip(manifest.scorers, copy_scorers(folder), strict=True):
        learn = {"neural": _network, **dict.fromkeys(FEATURE_KINDS, _features)}.get(
            settings["kind"]
        )
        subfolder = str(settings.get("folder", ""))
        save = copier
        if learn is not None:
            try:
                learnt, words = learn(
                    folder / subfolder, settings, files, manifest.language, adaptation, report
                )
                save = _inside(subfolder, learnt)
            except NothingToLearnError as error:
                # Text without capitals has marks to learn, and the other way round.
                reason = error
        scorers.append(save)

    if not words and reason is not None:
        raise reason

    described = f"{manifest.description}, adapted"
    save_folder(
        output,
        name=name,
        language=manifest.language,
        description=described,
        scorers=scorers,
        facts=manifest.facts,
    )
    return words


def _inside(
    folder: str, save: Callable[[Path], dict[str, Any]]
) -> Callable[[Path], dict[str, Any]]:
    def save_there(target: Path) -> dict[str, Any]:
        (target / folder).mkdir(exist_ok=True)
        return save(target / folder)

    return save_there


def _features(
    folder: Path,
    settings: dict[str, Any],
    files: Sequence[str],
    language: str,
    adaptation: Adaptation,
    report: Report,
) -> tuple[Callable[[Path], dict[str, Any]], int]:
    lexica = {
        key: folder / f"{key}.txt" for key in ("lex", "publex") if key in settings["features"]
    }
    feature_settings = FeatureSettings(
        settings["kind"],
        settings.get("target", "marks"),
        tuple(settings["features"]),
        tuple(settings.get("marks", TAGGED_MARKS)),
        cutoff=1,
        passes=FeatureSettings.passes
        if adaptation.passes is None
        else max(1, round(adaptation.passes)),
        prior=1.0 if adaptation.prior is None else adaptation.prior,
        confident=bool(settings.get("confident", False)),
        lexica=Lexica({key: read_lexicon(path) for key, path in lexica.items()}),
        tagger=load_tagger(folder) if settings.get("pos") else None,
    )
    before = FeatureTable.load(
        folder / settings["file"], feature_settings.templates, feature_settings.layout.outputs
    )
    data = gather(read_corpus(files, language), feature_settings)
    return saver(
        feature_settings, train(data, feature_settings, before, report), lexica, settings
    ), len(data.states)


def _network(
    folder: Path,
    settings: dict[str, Any],
    files: Sequence[str],
    language: str,
    adaptation: Adaptation,
    report: Report,
) -> tuple[Callable[[Path], dict[str, Any]], int]:
    from legibly.training.neural.adapting import Tuning, tune_network
    from legibly.training.neural.build import network_saver

    chosen = {key: getattr(adaptation, key) for key in ("passes", "rate", "held")}
    tuning = replace(Tuning(), **{key: value for key, value in chosen.items() if value is not None})
    tagger, words = tune_network(
        folder, settings["file"], read_corpus(files, language), tuning, report
    )
    return network_saver(tagger, folder, list(files), language, settings), words
