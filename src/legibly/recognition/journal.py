"""What was recognised of a sound so far, in a file beside the output: an interrupted run goes on.

A line a segment. One that was begun more often than MOST_TRIES and never came to an end takes the
whole program with it, and is left out. The file goes when the output is whole.
"""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TextIO

from legibly.errors import LegiblyError, UsageError
from legibly.files.source import Source
from legibly.formats.legibly_json import as_document, read_json
from legibly.recognition.voice import Segment
from legibly.speech.sphinx import SAMPLE_RATE
from legibly.transcript import Transcript

JOURNAL_VERSION = 1
MOST_TRIES = 2
ENDING = ".unfinished"
Say = Callable[[str], None]


class Journal:
    """`facts` say what sound it is of and how that is recognised: others begin anew."""

    def __init__(self, path: Path | None, facts: Mapping[str, object], say: Say) -> None:
        self._path = path
        self._known: dict[tuple[int, int], Transcript] = {}
        self._tries: Counter[tuple[int, int]] = Counter()
        self._out: TextIO | None = None
        if path is None:
            return
        head = {"legibly_journal": JOURNAL_VERSION, **facts}
        whole = self._read(path, head, say)
        try:
            self._out = path.open("a" if whole else "w", encoding="utf-8")
        except OSError as error:
            raise UsageError(f"{path}: cannot be written ({error.strerror})") from None
        if not whole:
            self._write(head)

    @property
    def seconds(self) -> float:
        """How far an earlier run came."""
        return max((first + count for first, count in self._known), default=0) / SAMPLE_RATE

    def known(self, segment: Segment) -> Transcript | None:
        """What an earlier run found; it is asked once."""
        return self._known.pop(_key(segment), None)

    def begins(self, segment: Segment) -> bool:
        """Whether it is to be tried."""
        if self._tries[_key(segment)] >= MOST_TRIES:
            return False
        self._write({"begun": _key(segment)})
        return True

    def stopped(self, segment: Segment) -> None:
        """The last try counts for nothing."""
        self._write({"stopped": _key(segment)})

    def done(self, segment: Segment, found: Transcript) -> None:
        self._write({"done": _key(segment), "found": as_document(found)})

    def close(self, *, finished: bool) -> None:
        if self._out is None or self._path is None:
            return
        self._out.close()
        if finished:
            self._path.unlink(missing_ok=True)

    def _write(self, line: Mapping[str, object]) -> None:
        if self._out is not None:
            self._out.write(json.dumps(line, ensure_ascii=False) + "\n")
            self._out.flush()

    def _read(self, path: Path, head: Mapping[str, object], say: Say) -> bool:
        """Whether the file is of this sound and whole up to its end."""
        try:
            lines = path.read_text("utf-8").splitlines(keepends=True)
        except FileNotFoundError:
            return False
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"{path}: cannot be read ({error}); remove it to begin anew") from None
        if not lines or _parsed(lines[0]) != json.loads(json.dumps(head)):
            say(f"{path}: of another sound, or with other settings; begins anew")
            return False
        kept = [lines[0], *self._take(lines[1:])]
        if len(kept) < len(lines):  # the last line is half-written
            path.write_text("".join(kept), "utf-8")
        return True

    def _take(self, lines: list[str]) -> list[str]:
        kept = []
        for line in lines:
            item = _parsed(line)
            try:
                if "begun" in item:
                    first, count = map(int, item["begun"])
                    self._tries[first, count] += 1
                elif "stopped" in item:
                    first, count = map(int, item["stopped"])
                    self._tries[first, count] -= 1
                else:
                    first, count = map(int, item["done"])
                    self._known[first, count] = _transcript(item["found"])
            except (KeyError, TypeError, ValueError, LegiblyError):
                break
            kept.append(line)
        return kept


def journal_beside(target: str) -> Path:
    return Path(f"{target}{ENDING}")


def _key(segment: Segment) -> tuple[int, int]:
    return segment.first, len(segment.samples)


def _parsed(line: str) -> dict[str, Any]:
    try:
        item = json.loads(line) if line.endswith("\n") else None
    except ValueError:
        item = None
    return item if isinstance(item, dict) else {}


def _transcript(document: object) -> Transcript:
    stream = io.BufferedReader(io.BytesIO(json.dumps(document).encode()))
    return next(read_json(Source("journal", stream)))
