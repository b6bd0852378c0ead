"""Where languages are found: in the folders of LEGIBLY_PATH, in installed packages, in legibly.

A language is a folder of data: `language.toml`, tables, models. A package may bring grammars in
code beside it; a folder never does, since a folder must not run code.
"""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from legibly.errors import DataError, UsageError, unknown

VARIABLE = "LEGIBLY_PATH"
ENTRY_POINTS = "legibly.languages"
FACTS = "language.toml"
BUILT_IN = Path(__file__).parent


def language_folders() -> dict[str, Path]:
    """Folders by code; one of LEGIBLY_PATH stands in for one that is installed."""
    return _folders(os.environ.get(VARIABLE, ""))


@cache
def _folders(path: str) -> dict[str, Path]:
    found = {folder.name: folder for folder in _below(BUILT_IN)}
    found.update({code: package for code, package in _packages().items() if package is not None})
    for item in reversed(path.split(os.pathsep) if path else []):
        root = Path(item)
        if not root.is_dir():
            raise DataError(f"{VARIABLE}: {item}: no such folder")
        folders = [root] if (root / FACTS).is_file() else _below(root)
        if not folders:
            raise DataError(f"{VARIABLE}: {item}: no language in it (a folder with {FACTS})")
        found.update({folder.resolve().name: folder for folder in folders})
    return found


def _below(root: Path) -> list[Path]:
    return sorted(folder for folder in root.iterdir() if (folder / FACTS).is_file())


def _packages() -> dict[str, Path | None]:
    """The folders of installed packages; None where the package has no facts."""
    return {code: _folder_of(module) for code, module in _modules().items()}


@cache
def _modules() -> dict[str, str]:
    from importlib.metadata import entry_points

    return {entry.name: entry.value for entry in entry_points(group=ENTRY_POINTS)}


def _folder_of(module: str) -> Path | None:
    spec = find_spec(module)
    places = spec.submodule_search_locations if spec is not None else None
    return next((Path(place) for place in places or () if (Path(place) / FACTS).is_file()), None)


class PackagedLanguage(NamedTuple):
    """A language that comes as a package of its own, which may not be installed."""

    name: str
    package: str  # what pip installs
    names: tuple[str, ...]  # that recognisers have for it

    @property
    def how_to_get(self) -> str:
        return f"get it with: pip install {self.package} (in a checkout of legibly)"


@cache
def packaged_languages() -> dict[str, PackagedLanguage]:
    """By code. Their names stand here and not in the packages: files name languages that are not
    installed.
    """
    lines = (BUILT_IN / "packages.tsv").read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return {
        code: PackagedLanguage(name, package, tuple(names.split()))
        for code, name, package, names in rows
    }


def find_language(code: str) -> tuple[str, Path]:
    """The code and the folder of a BCP-47 code; `pt-BR` falls back to `pt`."""
    folders = language_folders()
    for name in (code, code.split("-")[0]):
        if name in folders:
            return name, folders[name]
    packaged = packaged_languages().get(code.split("-")[0])
    if packaged is not None:
        raise UsageError(f"{packaged.name} ({code}) is not installed; {packaged.how_to_get}")
    raise unknown("language", code, folders)


@cache
def grammar_module(code: str) -> ModuleType | None:
    """The grammars that the package of a language brings, as its module `grammars`."""
    module = _modules().get(code)
    if module is None or find_spec(f"{module}.grammars") is None:
        return None
    return import_module(f"{module}.grammars")
