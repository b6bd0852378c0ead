"""Where files lie: on this machine, or in an object store that fsspec knows (`s3://bucket/name`).

A file appears under its name only when it is whole, wherever it is: several that write the same one
at the same time do no harm.
"""

from __future__ import annotations

import glob
import io
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, NamedTuple, TextIO, cast
from uuid import uuid4

from legibly.errors import UsageError
from legibly.files.writing import PART, atomic_text

NEEDS_FSSPEC = "object stores need: pip install 'legibly[stores]', and fsspec's package for yours"
# Stores where what is written is there whole, or not at all; elsewhere files are written and moved.
WHOLE_AT_ONCE = frozenset(["s3", "s3a", "gs", "gcs", "az", "abfs", "abfss", "adl", "oci", "oss"])
_WILD = frozenset("*?[")


class Found(NamedTuple):
    """A file, its name below the folder that was named, its size in bytes, and what tells whether
    it has changed.
    """

    path: str
    name: str
    size: int
    stamp: str


def is_url(path: str) -> bool:
    return "://" in path


def check_store(path: str) -> None:
    """Raises UsageError where it is in a store that cannot be reached from here."""
    if is_url(path):
        _store(path)


def joined(folder: str, name: str) -> str:
    return f"{folder.rstrip('/')}/{name}" if is_url(folder) else str(Path(folder) / name)


@contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """The bytes of a file; an OSError where they cannot be had."""
    if not is_url(path):
        with io.FileIO(path) as local:
            yield cast(BinaryIO, local)
        return
    fs, name = _store(path)
    with fs.open(name, "rb") as remote:
        yield cast(BinaryIO, remote)


@contextmanager
def whole_text(path: str) -> Iterator[TextIO]:
    """A text file to write that is there when it is whole; folders are made."""
    if not is_url(path):
        _make_folder(Path(path).parent)
        with atomic_text(path) as out:
            yield out
        return
    with tempfile.TemporaryDirectory(prefix="legibly-") as folder:
        copy = Path(folder) / PurePosixPath(path).name
        with atomic_text(copy) as out:
            yield out
        _put(copy, path)


def size_of(path: str) -> int | None:
    """In bytes; None where there is no file."""
    try:
        if not is_url(path):
            return os.stat(path).st_size
        fs, name = _store(path)
        return int(fs.info(name)["size"])
    except FileNotFoundError:
        return None


def found(path: str) -> Iterator[Found]:
    """The files of a folder, of a pattern, or the one that was named."""
    if is_url(path):
        return _found_in_store(path)
    if os.path.isdir(path):
        return _walk(path, path)
    if os.path.isfile(path):
        return iter([_local(path, os.path.basename(path))])
    if _WILD & {*path}:
        return _globbed(path)
    raise UsageError(f"{path}: no such file or folder")


def _walk(folder: str, top: str) -> Iterator[Found]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        raise UsageError(f"{folder}: cannot be listed ({error.strerror})") from None
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            yield from _walk(entry.path, top)
        elif entry.is_file():
            yield _local(entry.path, os.path.relpath(entry.path, top))


def _globbed(pattern: str) -> Iterator[Found]:
    parts = Path(pattern).parts
    fixed = next(i for i, part in enumerate(parts) if _WILD & {*part})
    top = str(Path(*parts[:fixed])) if fixed else "."
    names = sorted(filter(os.path.isfile, glob.iglob(pattern, recursive=True)))
    if not names:
        raise UsageError(f"{pattern}: no file is called so")
    return (_local(name, os.path.relpath(name, top)) for name in names)


def _local(path: str, name: str) -> Found:
    facts = os.stat(path)
    return Found(path, Path(name).as_posix(), facts.st_size, str(facts.st_mtime_ns))


def _found_in_store(url: str) -> Iterator[Found]:
    fs, top = _store(url)
    try:
        if _WILD & {*url}:
            listed = fs.glob(top, detail=True)
            fixed = top[: min(top.find(sign) for sign in _WILD if sign in top)]
            top = fixed.rpartition("/")[0]
        elif fs.isdir(top):
            listed = fs.find(top, detail=True)
        else:
            listed, top = {top: fs.info(top)}, top.rpartition("/")[0]
    except FileNotFoundError:
        raise UsageError(f"{url}: no such file or folder") from None
    except Exception as error:  # every store has errors of its own
        raise UsageError(f"{url}: cannot be listed ({_first_line(error)})") from None

    for name, facts in sorted(listed.items()):
        if facts.get("type") != "directory":
            below = name[len(top) :].lstrip("/")
            yield Found(fs.unstrip_protocol(name), below, int(facts["size"] or 0), _stamp(facts))


def _stamp(facts: dict[str, Any]) -> str:
    for key in ("ETag", "etag", "md5Hash", "mtime", "LastModified", "last_modified", "created"):
        if facts.get(key):
            return str(facts[key])
    return ""


def _put(copy: Path, url: str) -> None:
    fs, name = _store(url)
    try:
        fs.makedirs(name.rpartition("/")[0], exist_ok=True)
        if url.partition("://")[0] in WHOLE_AT_ONCE:
            fs.put_file(str(copy), name)
            return
        folder, _, own = name.rpartition("/")
        temporary = f"{folder}/.{own}.{uuid4().hex}{PART}"
        fs.put_file(str(copy), temporary)
        fs.mv(temporary, name)
    except OSError:
        raise
    except Exception as error:
        raise OSError(f"{url}: cannot be written ({_first_line(error)})") from error


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise UsageError(f"{folder}: is a file; expected a folder to write to") from None


def _store(url: str) -> tuple[Any, str]:
    """The file system of a URL, and the file's name there."""
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        raise UsageError(f"{url}: {NEEDS_FSSPEC}") from None
    try:
        fs, name = url_to_fs(url)
    except ImportError as error:
        raise UsageError(f"{url}: {_first_line(error)}; {NEEDS_FSSPEC}") from None
    except (ValueError, OSError) as error:
        raise UsageError(f"{url}: cannot be reached ({_first_line(error)})") from None
    return fs, str(name)


def _first_line(error: BaseException) -> str:
    return (str(error) or type(error).__name__).splitlines()[0][:200]


def remove_unfinished(folder: str, names: set[str]) -> int:
    """What a process that was killed left half-written of files with these paths."""
    removed = 0
    for where, _, files in os.walk(folder):
        for file in files:
            if not (file.startswith(".") and file.endswith(PART)):
                continue
            # .NAME.PROCESS-RANDOM.part
            name = file[1 : -len(PART)].rpartition(".")[0]
            if os.path.join(where, name) in names:
                Path(where, file).unlink(missing_ok=True)
                removed += 1
    return removed
