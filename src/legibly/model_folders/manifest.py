"""The manifest of a model folder.

`model.toml` names the language, the scorers with their weights and settings, and the checksum of
every file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from legibly.errors import DataError
from legibly.files.model_files import is_file_name
from legibly.small_files import small_text
from legibly.toml import MAX_CHARACTERS, load_toml

MANIFEST = "model.toml"
MANIFEST_VERSION = 1


@dataclass(frozen=True)
class Manifest:
    folder: Path
    name: str
    language: str
    description: str
    scorers: Sequence[dict[str, Any]]
    files: dict[str, str]
    facts: dict[str, Any]  # the rest: licence, training data, scores

    @property
    def size(self) -> int:
        return sum((self.folder / name).stat().st_size for name in self.files)


def read_manifest(folder: Path) -> Manifest:
    path = folder / MANIFEST
    if not path.is_file():
        raise DataError(
            f"{folder}: not a model folder (no {MANIFEST}); make one with `legibly train`"
        )

    try:
        facts = load_toml(small_text(path, most=MAX_CHARACTERS), str(path))
    except UnicodeDecodeError:
        raise DataError(f"{path}: not UTF-8; expected a model's manifest") from None

    version = facts.pop("legibly", None)
    if type(version) is not int or version != MANIFEST_VERSION:
        raise DataError(
            f"{path}: expected 'legibly = {MANIFEST_VERSION}'; a model of another program or "
            "version"
        )

    try:
        manifest = Manifest(
            folder,
            _typed(facts, "name", str),
            _typed(facts, "language", str),
            str(facts.pop("description", "")),
            _typed(facts, "scorers", list),
            _typed(facts, "files", dict),
            facts,
        )
    except KeyError as error:
        raise DataError(f"{path}: {error.args[0]}") from None

    for settings in manifest.scorers:
        if not isinstance(settings, dict) or not isinstance(settings.get("kind"), str):
            raise DataError(f"{path}: a scorer without a kind")

    for name, checksum in manifest.files.items():
        if not isinstance(checksum, str):
            raise DataError(f"{path}: {name!r} has the checksum {checksum!r}; expected a string")
        if not is_inside(name):
            raise DataError(f"{path}: file {name!r} lies outside the model folder")
        if not (folder / name).is_file():
            raise DataError(f"{folder}: {name} is missing; the model is incomplete")

    return manifest


def is_inside(name: str) -> bool:
    """A file of the folder, or of one of its folders: those of models that were combined."""
    parts = name.split("/")
    return len(parts) <= 2 and all(map(is_file_name, parts))


def _typed(facts: dict[str, Any], key: str, kind: type) -> Any:
    value = facts.pop(key, None)
    if not isinstance(value, kind):
        raise KeyError(f"{key!r} is {value!r}; expected a {kind.__name__}")
    return value
