"""Model folders: a manifest and data files. Loading one never runs code from it.

`model.toml` names the language, the scorers with their weights and settings, and the checksum of every file.
"""

from __future__ import annotations

import hashlib
import importlib
import math
import os
import pkgutil
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from legibly.errors import DataError, UsageError, unknown
from legibly.formatter import Formatter, WeightedScorer
from legibly.languages import language
from legibly.options import Options
from legibly.toml import load_toml

MANIFEST = "model.toml"
VERSION = 1
SHIPPED = Path(__file__).parent / "models"
# Language models check themselves when they are opened: those of a gigabyte must not be read for that.
SELF_CHECKED = ".lm"
# Not scorers but what they are made of.
_NOT_KINDS = frozenset({"base"})


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
        raise DataError(f"{folder}: not a model folder (no {MANIFEST}); make one with `legibly train`")
    try:
        facts = load_toml(path.read_text("utf-8"), str(path))
    except UnicodeDecodeError:
        raise DataError(f"{path}: not UTF-8; expected a model's manifest") from None
    if facts.pop("legibly", None) != VERSION:
        raise DataError(f"{path}: expected 'legibly = {VERSION}'; a model of another program or version")
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
    for name in manifest.files:
        if not _is_inside(name):
            raise DataError(f"{path}: file {name!r} lies outside the model folder")
        if not (folder / name).is_file():
            raise DataError(f"{folder}: {name} is missing; the model is incomplete")
    return manifest


def _is_inside(name: str) -> bool:
    """A file of the folder, or of one of its folders: those of models that were combined."""
    parts = name.split("/")
    return len(parts) <= 2 and all(part not in ("", ".", "..") and Path(part).name == part for part in parts)


def _typed(facts: dict[str, Any], key: str, kind: type) -> Any:
    value = facts.pop(key, None)
    if not isinstance(value, kind):
        raise KeyError(f"{key!r} is {value!r}; expected a {kind.__name__}")
    return value


def load_folder(folder: Path, options: Options | None = None) -> Formatter:
    manifest = read_manifest(folder)
    for name, checksum in manifest.files.items():
        if name.endswith(SELF_CHECKED):
            continue
        if file_checksum(folder / name) != checksum:
            raise DataError(f"{folder / name}: checksum differs from the manifest; the file is damaged")
    scorers = [_load_scorer(manifest, settings) for settings in manifest.scorers]
    try:
        facts = language(manifest.language)
    except UsageError as error:
        raise DataError(f"{folder / MANIFEST}: {error}") from None
    return Formatter(scorers, facts, options)


def _load_scorer(manifest: Manifest, settings: dict[str, Any]) -> WeightedScorer:
    where = manifest.folder / MANIFEST
    weight = settings.get("weight", 1.0)
    if isinstance(weight, bool) or not isinstance(weight, (int, float)) or not math.isfinite(weight):
        raise DataError(f"{where}: weight {weight!r} is not a number")
    if settings["kind"] not in scorer_kinds():
        raise DataError(f"{where}: {unknown('kind of scorer', settings['kind'], scorer_kinds())}")
    own = str(settings.get("folder", ""))
    if own and (not _is_inside(own) or "/" in own):
        raise DataError(f"{where}: folder {own!r} lies outside the model folder")
    if "file" in settings and (f"{own}/" if own else "") + str(settings["file"]) not in manifest.files:
        raise DataError(f"{where}: file {settings['file']!r} is not listed under [files]")
    module = importlib.import_module(f"legibly.scorers.{settings['kind']}")
    return WeightedScorer(module.load(manifest.folder / own, settings), float(weight))


def scorer_kinds() -> list[str]:
    package = importlib.import_module("legibly.scorers")
    return [m.name for m in pkgutil.iter_modules(package.__path__) if m.name not in _NOT_KINDS]


def file_checksum(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(1 << 20):
            digest.update(block)
    return f"sha256:{digest.hexdigest()}"


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
        manifest = {"legibly": VERSION, "name": name, "language": language, "description": description}
        text = "\n".join(_toml_lines({**manifest, **(facts or {})}, settings, files))
        (temporary / MANIFEST).write_text(text + "\n", "utf-8")
        _replace_folder(temporary, folder)
    except OSError as error:
        raise UsageError(f"{folder}: cannot be written ({error.strerror})") from None
    finally:
        _remove_folder(temporary)


def check_output(folder: Path) -> None:
    """Refuses, before anything long is begun, what `save_folder` would not write to."""
    if folder.is_file() or (folder.is_dir() and not (folder / MANIFEST).is_file() and any(folder.iterdir())):
        raise UsageError(f"{folder}: exists and is not a model folder; choose another name")


def copy_scorers(folder: Path) -> list[Callable[[Path], dict[str, Any]]]:
    """The scorers of a model, to be saved into another: `save_folder` copies their files."""
    manifest = read_manifest(folder)
    copied: list[Callable[[Path], dict[str, Any]]] = []
    for settings in manifest.scorers:

        def save(target: Path, settings: dict[str, Any] = settings) -> dict[str, Any]:
            for name in manifest.files:
                if not (target / name).exists():  # what another scorer wrote anew stays
                    (target / name).parent.mkdir(exist_ok=True)
                    shutil.copyfile(folder / name, target / name)
            return settings

        copied.append(save)
    return copied


def combine_folders(models: Sequence[tuple[Path, float]], output: Path, name: str) -> None:
    """One model with the scorers of several, each model's files in a folder of its own, its weights times a number."""
    for folder, _ in models:
        load_folder(folder)  # refuses what is damaged
    manifests = [read_manifest(folder) for folder, _ in models]
    languages = sorted({manifest.language for manifest in manifests})
    if len(languages) > 1:
        raise UsageError(f"models of different languages cannot be combined ({', '.join(languages)})")
    scorers: list[Callable[[Path], dict[str, Any]]] = []
    folders: dict[tuple[int, str], str] = {}
    for at, (manifest, (_, weight)) in enumerate(zip(manifests, models, strict=True)):
        for settings in manifest.scorers:
            before = str(settings.get("folder", ""))
            own = folders.setdefault((at, before), str(len(folders) + 1))
            total = float(settings.get("weight", 1.0)) * weight
            scorers.append(_moved(manifest, before, own, {**settings, "folder": own, "weight": total}))
    described = " + ".join(manifest.name for manifest in manifests)
    facts: dict[str, Any] = {}
    for manifest in manifests:  # licences and what a model was trained on belong to the new one too
        for key, value in manifest.facts.items():
            if isinstance(value, str) and value not in str(facts.get(key, "")):
                facts[key] = f"{facts[key]}; {value}" if key in facts else value
    save_folder(output, name=name, language=languages[0], description=described, scorers=scorers, facts=facts)


def _moved(manifest: Manifest, before: str, own: str, settings: dict[str, Any]) -> Callable[[Path], dict[str, Any]]:
    def save(target: Path) -> dict[str, Any]:
        (target / own).mkdir(exist_ok=True)
        for name in manifest.files:
            folder, _, file = name.rpartition("/")
            if folder == before:
                shutil.copyfile(manifest.folder / name, target / own / file)
        return settings

    return save


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


def _toml_lines(facts: dict[str, Any], scorers: Sequence[dict[str, Any]], files: dict[str, str]) -> Iterator[str]:
    yield from (f"{key} = {_toml_value(value)}" for key, value in facts.items())
    for settings in scorers:
        yield "\n[[scorers]]"
        yield from (f"{key} = {_toml_value(value)}" for key, value in settings.items())
    yield "\n[files]"
    yield from (f"{_toml_value(name)} = {_toml_value(checksum)}" for name, checksum in files.items())


def _toml_value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_toml_value(item) for item in value) + "]"
    # JSON's strings are TOML's, but for DEL.
    import json

    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")


def model_folders() -> dict[str, Path]:
    """Installed models by name: those that ship, then the user's own, which win."""
    found: dict[str, Path] = {}
    for root in (SHIPPED, user_models()):
        if root.is_dir():
            found.update({path.name: path for path in sorted(root.iterdir()) if (path / MANIFEST).is_file()})
    return found


def user_models() -> Path:
    """Where a user's models lie: $LEGIBLY_MODELS, else the data folder of the desktop's convention."""
    named = os.environ.get("LEGIBLY_MODELS")
    if named:
        return Path(named)
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "legibly" / "models"


def find_model(name: str) -> Path:
    """A folder where it is one, else an installed model."""
    folders = model_folders()
    if name in folders:
        return folders[name]
    if Path(name).is_dir():
        return Path(name)
    if os.sep in name:
        raise UsageError(f"{name}: no such model folder")
    raise unknown("model", name, folders)
