"""Open, read, write: the only place that knows about paths, stdin and stdout."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from legibly.errors import DataError, UsageError
from legibly.files.source import Source, open_source
from legibly.files.writing import atomic_text
from legibly.formats.registry import Format, find_format, guess_format, writable_format
from legibly.transcript import Transcript, join_recordings

if TYPE_CHECKING:
    from legibly.subtitles.rules import CueRules


@dataclass(frozen=True)
class InputOptions:
    """How inputs are read, where the user says so."""

    from_format: str | None = None
    encoding: str | None = None
    language: str | None = None
    skip_bad_lines: bool = False


def parts_of(source: Source, format_name: str | None = None) -> Iterator[Transcript]:
    """The recordings of an open input, long ones in parts."""
    chosen = find_format(format_name) if format_name else guess_format(source.name, source.opening)
    if chosen.read is None:
        raise UsageError(f"format {chosen.name!r} can be written but not read")
    return _some_words(chosen, source)


def _some_words(chosen: Format, source: Source) -> Iterator[Transcript]:
    """Says so where a file gives no word: it may be of another kind than it seems."""
    assert chosen.read is not None
    empty = True
    for part in chosen.read(source):
        empty = empty and not part.words
        yield part
    if empty:
        source.repaired(f"no words found in it, read as {chosen.name}")


def read_parts(
    path: str | Path, format: str | None = None, *, language: str | None = None
) -> Iterator[Transcript]:
    """Recordings as they are read, long ones in parts, in bounded memory."""
    with open_source(path, language=language) as source:
        yield from parts_of(source, format)


def read_all(
    path: str | Path, format: str | None = None, *, language: str | None = None
) -> list[Transcript]:
    """All recordings of a file, each whole."""
    return list(join_recordings(read_parts(path, format, language=language)))


def read(path: str | Path, format: str | None = None, *, language: str | None = None) -> Transcript:
    """The one recording of a file."""
    recordings = read_all(path, format, language=language)
    if len(recordings) > 1:
        raise DataError(
            f"{path}: holds {len(recordings)} recordings; use legibly.read_all to get them all"
        )
    return recordings[0] if recordings else Transcript(())


def write(
    parts: Transcript | Iterable[Transcript],
    path: str | Path,
    format: str | None = None,
    *,
    rules: CueRules | None = None,
) -> None:
    """Write a recording or several, all or nothing; `-` is stdout. The format comes from the
    ending unless named.

    `rules` are those of subtitles (`legibly.subtitles.rules.choose_cue_rules`).
    """
    if isinstance(parts, Transcript):
        parts = [parts]
    if str(path) == "-":
        if sys.stdout is None:
            raise UsageError("standard output is closed; name a file with -o")
        write_to(parts, sys.stdout, find_format(format or "text"), rules)
        return

    chosen = find_format(format) if format else writable_format(str(path))
    with atomic_text(path) as out:
        write_to(parts, out, chosen, rules)


def to_string(transcript: Transcript, format: str) -> str:
    """A transcript as a file in some format would hold it."""
    out = io.StringIO()
    write_to([transcript], out, find_format(format))
    return out.getvalue()


def write_to(
    parts: Iterable[Transcript], out: TextIO, chosen: Format, rules: CueRules | None = None
) -> None:
    if chosen.write is None:
        raise UsageError(f"format {chosen.name!r} can be read but not written")
    if chosen.write_cues is not None and rules is not None:
        chosen.write_cues(iter(parts), out, rules)
    else:
        chosen.write(iter(parts), out)
