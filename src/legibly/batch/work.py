"""What is done with a file: read, format, write. A function of the file alone, for any engine."""

from __future__ import annotations

import errno
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from legibly.batch.items import Item
from legibly.errors import LegiblyError, UsageError
from legibly.files.places import opened, size_of, whole_text
from legibly.files.source import Source
from legibly.formats.registry import find_format
from legibly.formats.transcripts import InputOptions, parts_of, write_to
from legibly.formatting.formatter import Formatter
from legibly.formatting.options import Options
from legibly.model_folders.finding import find_model
from legibly.model_folders.loading import load_folder
from legibly.model_folders.manifest import read_manifest
from legibly.subtitles.rules import CueRules
from legibly.transcript import Transcript
from legibly.version import __version__

DONE, QUARANTINED, FAILED = "done", "quarantined", "failed"
# Nothing that a file can help; the next one would fare alike.
_DISK_ERRORS = frozenset([errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM])


class Outcome(NamedTuple):
    """`failed` may go well another time, `quarantined` will not."""

    item: Item
    state: str
    words: int = 0
    speech: float = 0.0  # seconds of speech, where words have times
    seconds: float = 0.0  # that it took
    written: int = 0  # bytes
    reason: str = ""
    fatal: bool = False  # the others cannot go well either
    notes: tuple[str, ...] = ()  # what was left out or repaired


@dataclass(frozen=True)
class Work:
    """How each file is formatted; as `legibly format` would."""

    model: str
    options: Options
    reading: InputOptions
    to_format: str
    rules: CueRules | None = None

    def formatter(self) -> Formatter:
        return load_folder(find_model(self.model), self.options)

    def fingerprint(self) -> str:
        """Two batches with the same one write the same files."""
        manifest = read_manifest(find_model(self.model))
        facts: list[object] = [__version__, sorted(manifest.files.items()), manifest.scorers]
        facts += [self.reading, self.to_format, self.rules]
        facts += [_contents(getattr(self.options, field.name)) for field in fields(Options)]
        return sha256("\n".join(map(repr, facts)).encode()).hexdigest()[:16]


def _contents(setting: object) -> object:
    """Of a table of the user's what is in it, not where it lies."""
    if isinstance(setting, tuple):
        return tuple(map(_contents, setting))
    if not isinstance(setting, Path):
        return setting
    try:
        return setting.read_bytes()
    except OSError as error:
        raise UsageError(f"{setting}: cannot be opened ({error.strerror})") from None


class _Watched:
    """Counts what goes by."""

    def __init__(self) -> None:
        self.words = 0
        self.speech = 0.0
        self._until = 0.0

    def watch(self, parts: Iterable[Transcript]) -> Iterator[Transcript]:
        for part in parts:
            self.words += len(part.words)
            last = part.words[-1].end if part.words else None
            self._until = max(self._until, last or 0.0)
            if not part.continued:
                self.speech, self._until = self.speech + self._until, 0.0
            yield part


def format_item(formatter: Formatter, work: Work, item: Item) -> Outcome:
    begin = time.perf_counter()
    watched = _Watched()
    try:
        notes = _write(formatter, work, item, watched)
        state, reason, fatal = DONE, "", False
    except LegiblyError as error:
        cause = _system_error(error)
        fatal = cause is not None and cause.errno in _DISK_ERRORS and _is_of_output(error, item)
        state = FAILED if cause is not None else QUARANTINED
        reason, notes = str(error), ()
    except OSError as error:
        state, reason, notes = FAILED, f"{item.source}: {error.strerror or error}", ()
        fatal = error.errno in _DISK_ERRORS and error.errno != errno.EACCES
    except (MemoryError, RecursionError) as error:
        state, reason, notes = FAILED, f"{item.source}: {type(error).__name__}", ()
        fatal = False
    except Exception as error:  # a bug, in one file of a million: the others go on
        message = " ".join(f"{type(error).__name__}: {error}".split())[:300]
        state, reason, notes = FAILED, f"{item.source}: {message}", ()
        fatal = False
    seconds = time.perf_counter() - begin
    if state != DONE:
        return Outcome(item, state, seconds=seconds, reason=reason, fatal=fatal)
    written = size_of(item.target) or 0
    return Outcome(item, DONE, watched.words, watched.speech, seconds, written, notes=tuple(notes))


def _write(formatter: Formatter, work: Work, item: Item, watched: _Watched) -> tuple[str, ...]:
    reading = work.reading
    with opened(item.source) as stream:
        source = Source(
            item.source,
            stream,
            encoding=reading.encoding,
            language=reading.language,
            skip_bad_lines=reading.skip_bad_lines,
        )
        heard = watched.watch(parts_of(source, reading.from_format))
        with whole_text(item.target) as out:
            write_to(formatter.parts(heard), out, find_format(work.to_format), work.rules)
        return tuple(_notes(source))


def _notes(source: Source) -> Iterator[str]:
    if source.skipped:
        yield f"{source.skipped} bad lines skipped"
    for what, count in source.repairs.items():
        yield f"{what} ({count} times)" if count > 1 else what


def _system_error(error: BaseException) -> OSError | None:
    """What the system said, where that is behind an error."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, OSError):
            return cause
        cause = cause.__cause__ or cause.__context__
    return None


def _is_of_output(error: LegiblyError, item: Item) -> bool:
    return not str(error).startswith(f"{item.source}:")
