"""Formatters on executors: each Python process there loads a model once."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from legibly.formatting.formatter import Formatter
from legibly.formatting.options import Options
from legibly.model_folders.finding import find_model, model_folders
from legibly.model_folders.loading import load_folder
from legibly.user_tables import table_lines

if TYPE_CHECKING:
    from pyspark import SparkContext


@dataclass(frozen=True)
class RemoteModel:
    """A model that executors have: by its name where it is installed, else from an archive that
    they were sent.
    """

    name: str
    options: Options
    sent: bool = False

    def formatter(self) -> Formatter:
        return _loaded(self)


@lru_cache(maxsize=2)
def _loaded(model: RemoteModel) -> Formatter:
    if not model.sent:
        return load_folder(find_model(model.name), model.options)
    from pyspark import SparkFiles

    return load_folder(Path(SparkFiles.get(model.name)), model.options)


def remote_model(context: SparkContext, name: str, options: Options) -> RemoteModel:
    """Models and tables of the user's travel to the executors, what is installed is there."""
    options = _with_rows(options)
    if name in model_folders():
        return RemoteModel(name, options)
    folder = find_model(name)
    known = f"legibly-model-{_fingerprint(folder)}"
    temporary = tempfile.mkdtemp(prefix="legibly-")  # executors fetch it when they need it
    atexit.register(shutil.rmtree, temporary, ignore_errors=True)
    archive = shutil.make_archive(str(Path(temporary) / known), "zip", folder)
    context.addArchive(f"{archive}#{known}")
    return RemoteModel(known, options, sent=True)


def _fingerprint(folder: Path) -> str:
    from legibly.files.model_files import file_checksum
    from legibly.model_folders.manifest import MANIFEST

    return file_checksum(folder / MANIFEST)[-16:]


def _with_rows(options: Options) -> Options:
    """Files of the user's as their rows."""
    tables = {
        field.name: tuple(line for _, line in table_lines(value))
        for field in fields(Options)
        if isinstance(value := getattr(options, field.name), Path)
    }
    return replace(options, **tables) if tables else options  # type: ignore[arg-type]
