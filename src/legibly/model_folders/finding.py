"""Installed models: those that languages bring, and the user's own."""

from __future__ import annotations

import os
from pathlib import Path

from legibly.errors import UsageError, unknown
from legibly.languages import Language, language
from legibly.languages.finding import language_folders, packaged_languages
from legibly.model_folders.manifest import MANIFEST


def model_folders() -> dict[str, Path]:
    """Installed models by name: those that languages bring, then the user's own, which win."""
    found: dict[str, Path] = {}
    roots = [folder / "models" for folder in language_folders().values()]
    for root in (*roots, user_models()):
        if root.is_dir():
            found.update(
                {path.name: path for path in sorted(root.iterdir()) if (path / MANIFEST).is_file()}
            )
    return found


def user_models() -> Path:
    """Where a user's models lie: $LEGIBLY_MODELS, else the data folder of the
    desktop's convention.
    """
    named = os.environ.get("LEGIBLY_MODELS")
    if named:
        return Path(named)
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "legibly" / "models"


def find_model(model: str | Path) -> Path:
    """A folder where it is one, else an installed model."""
    if not isinstance(model, str | Path):
        raise UsageError(f"model is {model!r}; expected its name, or the path of its folder")
    name, folders = str(model), model_folders()
    if name in folders:
        return folders[name]
    if is_folder(name):
        return Path(name)
    if os.sep in name:
        raise UsageError(f"{name}: no such model folder")
    if name in language_folders() or name in packaged_languages():
        raise no_model_of(language(name))
    raise unknown("model", name, folders)


def model_of(code: str) -> str:
    """The name of the model of a language; raises UsageError where none is installed."""
    facts = language(code)
    if facts.code not in model_folders():
        raise no_model_of(facts)
    return facts.code


def no_model_of(facts: Language) -> UsageError:
    return UsageError(
        f"no model for {facts.name} ({facts.code}) is installed, only "
        f"{', '.join(model_folders())}; put one into a folder of LEGIBLY_PATH, name another with "
        "--model, or make one with `legibly train`"
    )


def is_folder(name: str) -> bool:
    """Also of what cannot be a path: one with a NUL, or longer than the system takes."""
    try:
        return Path(name).is_dir()
    except (OSError, ValueError):
        return False
