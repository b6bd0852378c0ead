"""From a model folder to a formatter. Loading one reads data and never runs code from it."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from legibly.errors import DataError, UsageError, unknown
from legibly.formatting.formatter import Formatter, WeightedScorer
from legibly.formatting.options import Options
from legibly.languages import language
from legibly.model_folders.manifest import (
    MANIFEST,
    Manifest,
    file_checksum,
    is_inside,
    read_manifest,
)
from legibly.scorers.kinds import MODULES, load_scorer

# Language models check themselves when they are opened: those of a gigabyte must not be read for
# that.
SELF_CHECKED = ".lm"


def load_folder(folder: Path, options: Options | None = None) -> Formatter:
    manifest = read_manifest(folder)
    for name, checksum in manifest.files.items():
        if name.endswith(SELF_CHECKED):
            continue
        if file_checksum(folder / name) != checksum:
            raise DataError(
                f"{folder / name}: checksum differs from the manifest; the file is damaged"
            )

    scorers = [_load_scorer(manifest, settings) for settings in manifest.scorers]
    try:
        facts = language(manifest.language)
    except UsageError as error:
        raise DataError(f"{folder / MANIFEST}: {error}") from None

    return Formatter(scorers, facts, options)


def _load_scorer(manifest: Manifest, settings: dict[str, Any]) -> WeightedScorer:
    where = manifest.folder / MANIFEST
    weight = settings.get("weight", 1.0)
    if (
        isinstance(weight, bool)
        or not isinstance(weight, (int, float))
        or not math.isfinite(weight)
    ):
        raise DataError(f"{where}: weight {weight!r} is not a number")
    if settings["kind"] not in MODULES:
        raise DataError(f"{where}: {unknown('kind of scorer', settings['kind'], MODULES)}")

    subfolder = str(settings.get("folder", ""))
    if subfolder and (not is_inside(subfolder) or "/" in subfolder):
        raise DataError(f"{where}: folder {subfolder!r} lies outside the model folder")
    if (
        "file" in settings
        and (f"{subfolder}/" if subfolder else "") + str(settings["file"]) not in manifest.files
    ):
        raise DataError(f"{where}: file {settings['file']!r} is not listed under [files]")

    return WeightedScorer(load_scorer(manifest.folder / subfolder, settings), float(weight))
