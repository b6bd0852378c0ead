"""From a model folder to a formatter. Loading one reads data and never runs code from it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from legibly.errors import DataError, UsageError, unknown
from legibly.files.model_files import ModelFiles, is_file_name
from legibly.formatting.formatter import Formatter, WeightedScorer
from legibly.formatting.options import Options
from legibly.languages import language
from legibly.model_folders.manifest import MANIFEST, Manifest, read_manifest
from legibly.scorers.kinds import MODULES, load_scorer
from legibly.toml import is_finite


def load_folder(folder: Path, options: Options | None = None) -> Formatter:
    manifest = read_manifest(folder)
    folders: dict[str, ModelFiles] = {}
    scorers = [_load_scorer(manifest, settings, folders) for settings in manifest.scorers]
    try:
        facts = language(manifest.language)
    except UsageError as error:
        raise DataError(f"{folder / MANIFEST}: {error}") from None

    return Formatter(scorers, facts, options)


def _load_scorer(
    manifest: Manifest, settings: dict[str, Any], folders: dict[str, ModelFiles]
) -> WeightedScorer:
    where = manifest.folder / MANIFEST
    weight = settings.get("weight", 1.0)
    if not is_finite(weight):
        raise DataError(f"{where}: weight {repr(weight)[:40]} is not a number")
    if settings["kind"] not in MODULES:
        raise DataError(f"{where}: {unknown('kind of scorer', settings['kind'], MODULES)}")

    subfolder = settings.get("folder", "")
    if not isinstance(subfolder, str) or (subfolder and not is_file_name(subfolder)):
        raise DataError(f"{where}: folder {subfolder!r} lies outside the model folder")
    files = folders.get(subfolder) or ModelFiles(manifest.folder, manifest.files, subfolder)
    folders[subfolder] = files
    return WeightedScorer(load_scorer(files, settings), float(weight))


def verify_folder(folder: Path) -> int:
    """Checks every file of a model folder, used or not; how many there are."""
    manifest = read_manifest(folder)
    for name in manifest.files:
        subfolder, _, file = name.rpartition("/")
        ModelFiles(folder, manifest.files, subfolder) / file
    return len(manifest.files)
