"""Open, read, write: the only place that knows about paths, stdin and stdout."""

from __future__ import annotations

import gzip
import io
import lzma
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TextIO, cast

from legibly.errors import DataError, UsageError
from legibly.formats.registry import Format, find_format, guess_format, writable_format
from legibly.formats.source import Source
from legibly.model import Transcript, join_recordings

if TYPE_CHECKING:
    from legibly.subtitles import CueRules


@contextmanager
def open_source(
    path: str | Path,
    *,
    encoding: str | None = None,
    language: str | None = None,
    skip_bad_lines: bool = False,
    wrap: Callable[[BinaryIO], BinaryIO] = lambda stream: stream,
) -> Iterator[Source]:
    """An input to read from; `-` is stdin. `wrap` may watch the bytes go by (progress)."""
    if str(path) == "-" and sys.stdin is None:
        raise UsageError("standard input is closed; name a file")
    try:
        stream = io.FileIO(sys.stdin.fileno(), closefd=False) if str(path) == "-" else io.FileIO(path)
    except IsADirectoryError:
        raise UsageError(f"{path}: is a folder; expected a file") from None
    except OSError as error:
        raise UsageError(f"{path}: cannot be opened ({error.strerror})") from None
    name = "<stdin>" if str(path) == "-" else str(path)
    with stream:
        binary = wrap(cast(BinaryIO, stream))
        yield Source(name, binary, encoding=encoding, language=language, skip_bad_lines=skip_bad_lines)


def parts_of(source: Source, format_name: str | None = None) -> Iterator[Transcript]:
    """The recordings of an open input, long ones in parts."""
    chosen = find_format(format_name) if format_name else guess_format(source.name, source.opening)
    if chosen.read is None:
        raise UsageError(f"format {chosen.name!r} can be written but not read")
    return chosen.read(source)


def read_parts(path: str | Path, format: str | None = None, *, language: str | None = None) -> Iterator[Transcript]:
    """Recordings as they are read, in bounded memory; join the parts with `join_recordings`."""
    with open_source(path, language=language) as source:
        yield from parts_of(source, format)


def read_all(path: str | Path, format: str | None = None, *, language: str | None = None) -> list[Transcript]:
    return list(join_recordings(read_parts(path, format, language=language)))


def read(path: str | Path, format: str | None = None, *, language: str | None = None) -> Transcript:
    """The one recording of a file."""
    recordings = read_all(path, format, language=language)
    if len(recordings) > 1:
        raise DataError(f"{path}: holds {len(recordings)} recordings; use legibly.read_all to get them all")
    return recordings[0] if recordings else Transcript(())


def write(
    parts: Iterable[Transcript], path: str | Path, format: str | None = None, *, rules: CueRules | None = None
) -> None:
    """Write recordings, all or nothing; `-` is stdout. The format comes from the ending unless named.

    `rules` are those of subtitles (`legibly.subtitles.rules_of`).
    """
    if str(path) == "-":
        if sys.stdout is None:
            raise UsageError("standard output is closed; name a file with -o")
        write_to(parts, sys.stdout, find_format(format or "text"), rules)
        return
    chosen = find_format(format) if format else writable_format(str(path))
    with atomic_text(path) as out:
        write_to(parts, out, chosen, rules)


def write_to(parts: Iterable[Transcript], out: TextIO, chosen: Format, rules: CueRules | None = None) -> None:
    if chosen.write is None:
        raise UsageError(f"format {chosen.name!r} can be read but not written")
    if chosen.write_cues is not None and rules is not None:
        chosen.write_cues(iter(parts), out, rules)
    else:
        chosen.write(iter(parts), out)


@contextmanager
def atomic_text(path: str | Path) -> Iterator[TextIO]:
    """A text file that appears under its name only when it is whole; .gz and .xz are compressed."""
    with atomic_path(path) as temporary:
        opener = {".gz": gzip.open, ".xz": lzma.open}.get(Path(path).suffix.lower(), open)
        with opener(temporary, "wt", encoding="utf-8", newline="\n") as out:  # type: ignore[operator]
            yield out


@contextmanager
def atomic_path(path: str | Path) -> Iterator[Path]:
    """A path beside the wanted one to write to; renamed when all went well, removed otherwise.

    A link keeps pointing where it does, a file keeps its mode; devices and pipes are written to as they are.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        if target.is_dir():
            raise UsageError(f"{path}: is a folder; expected a file to write")
        yield target
        return
    temporary = target.with_name(f".{target.name}.{os.getpid()}.part")
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
