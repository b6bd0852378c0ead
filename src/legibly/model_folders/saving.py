"""Writes a model folder, all or nothing."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from legibly.errors import UsageError
from legibly.files.model_files import file_checksum
from legibly.model_folders.manifest import MANIFEST, MANIFEST_VERSION, Manifest, read_manifest


def save_folder(
    folder: Path,
    *,
    name: str,
    language: str,
    scorers: Sequence[Callable[[Path], dict[str, Any]] | dict[str, Any]],
    description: str = "",
    facts: dict[str, Any] | None = None,
) -> None:
    """Write a model folder, all or nothing. A scorer writes its files and returns its settings."""
    check_output(folder)
    temporary = folder.with_name(f".{folder.name}.{os.getpid()}.part")
    try:
        temporary.mkdir(parents=True)
        settings = [scorer if isinstance(scorer, dict) else scorer(temporary) for scorer in scorers]
        found = sorted(path for path in temporary.rglob("*") if path.is_file())
        files = {path.relative_to(temporary).as_posix(): file_checksum(path) for path in found}
        manifest = {
            "legibly": MANIFEST_VERSION,
            "name": name,
            "language": language,
            "description": description,
        }
        text = "\n".join(_toml_lines({**manifest, **(facts or {})}, settings, files))
        (temporary / MANIFEST).write_text(text + "\n", "utf-8")
        _replace_folder(temporary, folder)
    except OSError as error:
        raise UsageError(f"{folder}: cannot be written ({error.strerror})") from None
    finally:
        _remove_folder(temporary)


def check_output(folder: Path) -> None:
    """Refuses, before anything long is begun, what `save_folder` would not write to."""
    if folder.is_file() or (
        folder.is_dir() and not (folder / MANIFEST).is_file() and any(folder.iterdir())
    ):
        raise UsageError(f"{folder}: exists and is not a model folder; choose another name")


def copy_files(manifest: Manifest, target: Path) -> None:
    """The files of a model into another folder; what is there already stays."""
    for name in manifest.files:
        if not (target / name).exists():
            (target / name).parent.mkdir(exist_ok=True)
            shutil.copyfile(manifest.folder / name, target / name)


def copy_scorers(
    folder: Path, wanted: Callable[[dict[str, Any]], bool] = lambda settings: True
) -> list[Callable[[Path], dict[str, Any]]]:
    """The scorers of a model, to be saved into another: `save_folder` copies their files."""
    manifest = read_manifest(folder)
    copied: list[Callable[[Path], dict[str, Any]]] = []
    for settings in filter(wanted, manifest.scorers):

        def save(target: Path, settings: dict[str, Any] = settings) -> dict[str, Any]:
            copy_files(manifest, target)
            return settings

        copied.append(save)

    return copied


def _replace_folder(temporary: Path, folder: Path) -> None:
    if folder.exists():
        old = folder.with_name(f".{folder.name}.{os.getpid()}.old")
        os.replace(folder, old)
        os.replace(temporary, folder)
        _remove_folder(old)
    else:
        os.replace(temporary, folder)


def _remove_folder(folder: Path) -> None:
    if folder.is_dir():
        shutil.rmtree(folder)


def _toml_lines(
    facts: dict[str, Any], scorers: Sequence[dict[str, Any]], files: dict[str, str]
) -> Iterator[str]:
    yield from (f"{key} = {_toml_value(value)}" for key, value in facts.items())
    if not scorers:
        yield "scorers = []"
    for settings in scorers:
        yield "\n[[scorers]]"
        yield from (f"{key} = {_toml_value(value)}" for key, value in settings.items())
    yield "\n[files]"
    yield from (
        f"{_toml_value(name)} = {_toml_value(checksum)}" for name, checksum in files.items()
    )


def _toml_value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_toml_value(item) for item in value) + "]"
    # JSON's strings are TOML's, but for DEL.
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")
