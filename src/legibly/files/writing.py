"""Files that appear under their names only when they are whole."""

from __future__ import annotations

import gzip
import lzma
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from legibly.errors import DataError, UsageError

PART = ".part"  # the ending of what is not whole yet


@contextmanager
def atomic_text(path: str | Path) -> Iterator[TextIO]:
    """A text file that appears under its name only when it is whole; .gz and .xz are compressed."""
    with atomic_path(path) as temporary:
        opener = {".gz": gzip.open, ".xz": lzma.open}.get(Path(path).suffix.lower(), open)
        try:
            with opener(temporary, "wt", encoding="utf-8", newline="\n") as out:  # type: ignore[operator]
                yield out
        except UnicodeEncodeError as error:
            raise DataError(f"{path}: {not_text(error)}") from None


def not_text(error: UnicodeEncodeError) -> str:
    """Half of a surrogate pair, which JSON and file names can hold, is no letter."""
    found = error.object[error.start : error.start + 1]
    return f"{found!a} cannot be written as UTF-8; expected text"


@contextmanager
def atomic_path(path: str | Path) -> Iterator[Path]:
    """A path beside the wanted one to write to; renamed when all went well, removed otherwise.

    A link keeps pointing where it does, a file keeps its mode; devices and pipes are written to as
    they are.
    """
    if "\0" in str(path):
        raise UsageError(f"{str(path)!r}: cannot be written (a NUL in its name)")
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        if target.is_dir():
            raise UsageError(f"{path}: is a folder; expected a file to write")
        yield target
        return

    # Other machines may write the same file, and have the same numbers for their processes.
    own = f"{os.getpid()}-{secrets.token_hex(4)}"
    temporary = target.with_name(f".{target.name}.{own}{PART}")
    try:
        try:
            temporary.touch(exist_ok=False)
        except OSError as error:
            raise UsageError(f"{target}: cannot be written ({error.strerror})") from None
        yield temporary
        if target.exists():
            temporary.chmod(target.stat().st_mode & 0o7777)
        os.replace(temporary, target)
    except OSError as error:
        raise DataError(f"{target}: cannot be written ({error.strerror or error})") from None
    finally:
        temporary.unlink(missing_ok=True)
