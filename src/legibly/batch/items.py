"""Which files an archive has, and where each one's output goes."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from legibly.errors import UsageError
from legibly.files.places import Found, found, is_url, joined
from legibly.files.source import open_source
from legibly.formats.registry import readable_endings, suffix_of, with_ending

OWN_FOLDER = "_batch"  # below the output: the journal, the summary


class Item(NamedTuple):
    source: str
    target: str
    size: int  # bytes
    stamp: str  # changes when the file does


class Listing:
    """The files below folders and patterns, and those that lists name, as they are found."""

    def __init__(
        self,
        inputs: Sequence[str],
        lists: Sequence[str],
        output: str,
        ending: str,
        *,
        full_names: bool = False,
    ) -> None:
        """`full_names`: `a.ctm.txt` for `a.ctm`, where others are called `a` too."""
        self._inputs, self._lists, self._output = inputs, lists, output
        self._ending, self._full_names = ending, full_names
        self.left_out = 0  # files of folders that have other endings

    def __iter__(self) -> Iterator[Item]:
        self.left_out = 0
        below = _real(self._output)
        for file in self._found():
            if is_url(file.path) or not _is_below(_real(file.path), below):
                target = joined(self._output, self._name(file.name))
                yield Item(file.path, target, file.size, file.stamp)

    def _found(self) -> Iterator[Found]:
        endings = readable_endings()
        for name in self._inputs:
            if _real(name) == _real(self._output):
                raise UsageError(f"{name}: is the output too; choose another folder")
            whole_folder = is_url(name) or os.path.isdir(name)
            for file in found(name):
                if whole_folder and suffix_of(file.name) not in endings:
                    self.left_out += 1
                else:
                    yield file
        for path in self._lists:
            with open_source(path) as source:
                for _, line in source.lines():
                    if line.strip():
                        yield from _listed(line.strip())

    def _name(self, name: str) -> str:
        path = PurePosixPath(name)
        if path.parts[0] == OWN_FOLDER:
            raise UsageError(f"{name}: {OWN_FOLDER} is where the journal lies; rename the folder")
        written = f"{path}{self._ending}" if self._full_names else with_ending(path, self._ending)
        return str(written)


def _listed(line: str) -> Iterator[Found]:
    """A file of a list keeps its whole path below the output, so that no two become one."""
    for file in found(line):
        path = file.path.partition("://")[2] if is_url(file.path) else file.path
        parts = [part for part in Path(path).parts if part not in ("/", "..", ".")]
        yield file._replace(name=str(PurePosixPath(*parts)))


def _real(path: str) -> str:
    return path.rstrip("/") if is_url(path) else os.path.realpath(path)


def _is_below(path: str, folder: str) -> bool:
    return path.startswith(folder.rstrip(os.sep) + os.sep)
