"""The files of a model that may be opened: those that its manifest lists, each checked before."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

from legibly.errors import DataError


class ModelFiles:
    """`files / name` is the path of a file whose checksum is right; anything else is refused.

    Without checksums (a folder that was made a moment ago) every file in it may be opened.
    """

    def __init__(
        self, folder: Path, checksums: Mapping[str, str] | None = None, subfolder: str = ""
    ) -> None:
        self.folder = folder / subfolder
        self._checksums = checksums
        self._prefix = f"{subfolder}/" if subfolder else ""
        self._checked: set[str] = set()

    @classmethod
    def of(cls, files: Path | ModelFiles) -> ModelFiles:
        return files if isinstance(files, ModelFiles) else cls(files)

    def __str__(self) -> str:
        return str(self.folder)

    def __contains__(self, name: str) -> bool:
        if self._checksums is None:
            return (self.folder / name).is_file()
        return self._prefix + name in self._checksums

    def __truediv__(self, name: object) -> Path:
        if not isinstance(name, str) or not is_file_name(name):
            raise DataError(f"{self}: file {name!r} lies outside the model folder")
        path = self.folder / name
        if self._checksums is None or name in self._checked:
            return path
        if name not in self:
            raise DataError(f"{self}: file {name!r} is not listed under [files]")
        if file_checksum(path) != self._checksums[self._prefix + name]:
            raise DataError(f"{path}: checksum differs from the manifest; the file is damaged")
        self._checked.add(name)
        return path


def is_file_name(name: str) -> bool:
    """A name in a folder, and no way out of it."""
    return name not in ("", ".", "..") and Path(name).name == name and "\0" not in name


def file_checksum(path: Path) -> str:
    digest = hashlib.sha256()
    try:
        with path.open("rb") as stream:
            while block := stream.read(1 << 20):
                digest.update(block)
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error.strerror})") from None
    return f"sha256:{digest.hexdigest()}"
