"""One model with the scorers of several."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from legibly.errors import UsageError
from legibly.model_folders.loading import load_folder
from legibly.model_folders.manifest import Manifest, read_manifest
from legibly.model_folders.saving import save_folder


def combine_folders(models: Sequence[tuple[Path, float]], output: Path, name: str) -> None:
    """One model with the scorers of several, each model's files in a folder of its own, its weights
    times a number.
    """
    for folder, _ in models:
        load_folder(folder)  # refuses what is damaged
    manifests = [read_manifest(folder) for folder, _ in models]
    languages = sorted({manifest.language for manifest in manifests})
    if len(languages) > 1:
        raise UsageError(
            f"models of different languages cannot be combined ({', '.join(languages)})"
        )

    scorers: list[Callable[[Path], dict[str, Any]]] = []
    folders: dict[tuple[int, str], str] = {}
    for at, (manifest, (_, weight)) in enumerate(zip(manifests, models, strict=True)):
        for settings in manifest.scorers:
            before = str(settings.get("folder", ""))
            subfolder = folders.setdefault((at, before), str(len(folders) + 1))
            total = float(settings.get("weight", 1.0)) * weight
            scorers.append(
                _copy_into(
                    manifest, before, subfolder, {**settings, "folder": subfolder, "weight": total}
                )
            )

    described = " + ".join(manifest.name for manifest in manifests)
    facts: dict[str, Any] = {}
    for manifest in manifests:  # licences and what a model was trained on belong to the new one too
        for key, value in manifest.facts.items():
            if isinstance(value, str) and value not in str(facts.get(key, "")):
                facts[key] = f"{facts[key]}; {value}" if key in facts else value

    save_folder(
        output,
        name=name,
        language=languages[0],
        description=described,
        scorers=scorers,
        facts=facts,
    )


def _copy_into(
    manifest: Manifest, before: str, subfolder: str, settings: dict[str, Any]
) -> Callable[[Path], dict[str, Any]]:
    def save(target: Path) -> dict[str, Any]:
        (target / subfolder).mkdir(exist_ok=True)
        for name in manifest.files:
            folder, _, file = name.rpartition("/")
            if folder == before:
                shutil.copyfile(manifest.folder / name, target / subfolder / file)
        return settings

    return save
