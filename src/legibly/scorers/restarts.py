"""What people begin anew and leave out when they edit: a maximum entropy model of restarts, learnt
from verbatim transcripts and edited ones (`recipes/disfluencies`).

It scores no marks and no case; `--disfluencies drop` asks it what is not written.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from legibly.errors import DataError
from legibly.features.feature_table import FeatureTable
from legibly.features.restarts import TEMPLATES, Restart, Said, features, fingerprints
from legibly.files.model_files import ModelFiles

RESTARTS_FILE = "restarts.npz"


class RestartScorer:
    marks: tuple[str, ...] = ()

    def __init__(self, table: FeatureTable) -> None:
        self._table = table

    def odds(self, words: Sequence[Said], restarts: Sequence[Restart]) -> list[float]:
        if not restarts:
            return []
        rows = [features(words, restart) for restart in restarts]
        sums = self._table.sums(fingerprints(rows))
        return [float(out - written) for written, out in sums]

    def save(self, folder: Path) -> dict[str, Any]:
        """Writes the table; what stands in the manifest."""
        self._table.save(folder / RESTARTS_FILE)
        return {"kind": "restarts", "file": RESTARTS_FILE, "features": list(TEMPLATES)}


def load(folder: Path | ModelFiles, settings: dict[str, Any]) -> RestartScorer:
    files = ModelFiles.of(folder)
    if settings.get("features") != list(TEMPLATES):
        raise DataError(
            f"{files}: restarts scorer has features = {settings.get('features')!r}; expected "
            f"{', '.join(TEMPLATES)}; the model is of another version"
        )
    path = files / settings.get("file", RESTARTS_FILE)
    return RestartScorer(FeatureTable.load(path, TEMPLATES, outputs=2))
