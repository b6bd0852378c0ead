"""What became of each file, in SQLite: a batch that ends in any way goes on where it was.

One process writes; others that try are told so. A file is done when its output is whole under its
name, and is written here after that: whoever is killed between the two writes the same bytes again.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from legibly.batch.items import Item
from legibly.batch.work import DONE, QUARANTINED, Outcome
from legibly.errors import DataError, UsageError
from legibly.files.places import size_of

WAITING = "waiting"
JOURNAL_VERSION = 1
COMMIT_SECONDS = 0.5  # what is done again at most, after a kill
_SCHEMA = """
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS files (
    source BLOB PRIMARY KEY, target BLOB NOT NULL UNIQUE, size INTEGER, stamp TEXT, run INTEGER,
    state TEXT NOT NULL, tries INTEGER NOT NULL DEFAULT 0, words INTEGER, speech REAL,
    seconds REAL, written INTEGER, reason TEXT, notes TEXT
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS by_state ON files (run, state, size);
CREATE TABLE IF NOT EXISTS runs (
    run INTEGER PRIMARY KEY, began REAL, ended REAL, engine TEXT, ending TEXT
);
"""


class Totals(NamedTuple):
    """Of the files that the inputs have now."""

    files: int = 0
    size: int = 0  # bytes
    words: int = 0
    speech: float = 0.0
    seconds: float = 0.0  # of work


class Journal:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.run = 0
        self._committed = time.monotonic()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, timeout=0, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            raise UsageError(f"{path}: cannot be made ({error}); name another --journal") from None
        try:
            self._db.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.executescript(_SCHEMA)
            self._db.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            self._db.close()
            raise UsageError(
                f"{path}: another batch is at work there ({error}); wait for it, or choose "
                "another folder"
            ) from None
        except sqlite3.DatabaseError as error:
            self._db.close()
            raise DataError(
                f"{path}: not a journal of `legibly batch`, or damaged ({error}); move it away, "
                "and all files are done anew"
            ) from None

    def close(self) -> None:
        if self._db.in_transaction:
            self._db.execute("COMMIT")
        self._db.close()

    def begin(self, engine: str, fingerprint: str, settings: str, *, anew: bool = False) -> bool:
        """Begins a run, and says whether the one before was cut off. Files that were written
        with other settings are no part of it: `anew` does them again.
        """
        if anew:
            self._db.execute("DELETE FROM files")
            self._db.execute("DELETE FROM facts")
        self._expect("version", str(JOURNAL_VERSION), "another version of legibly's journal")
        known = self._fact("settings")
        self._expect(
            "fingerprint", fingerprint, f"the files there were written otherwise ({known})"
        )
        self._set("settings", settings)
        row = self._db.execute("SELECT run, ending FROM runs ORDER BY run DESC").fetchone()
        last, ending = row if row else (0, "")
        self.run = last + 1
        self._db.execute(
            "INSERT INTO runs (run, began, engine) VALUES (?, ?, ?)",
            (self.run, time.time(), engine),
        )
        self._commit()
        return ending is None

    def end(self, ending: str) -> None:
        self._db.execute(
            "UPDATE runs SET ended = ?, ending = ? WHERE run = ?", (time.time(), ending, self.run)
        )
        self._commit()

    def enrol(self, items: Iterable[Item], *, again: bool = False) -> None:
        """New and changed files wait; `again` those too that could not be done."""
        for item in items:
            try:
                self._enrol(item)
            except sqlite3.IntegrityError:
                self._make_room(item)
                self._enrol(item)
        if again:
            self._db.execute(
                "UPDATE files SET state = ?, tries = 0 WHERE run = ? AND state = ?",
                (WAITING, self.run, QUARANTINED),
            )
        self._commit()

    def _make_room(self, item: Item) -> None:
        """Another file has its output; raises UsageError unless that one has gone."""
        (other,) = self._db.execute(
            "SELECT source FROM files WHERE target = ?", (os.fsencode(item.target),)
        ).fetchone()
        if size_of(os.fsdecode(other)) is not None:
            raise UsageError(
                f"{item.source} and {os.fsdecode(other)} would both be written to {item.target}; "
                "pass --full-names to keep their endings, or choose another folder"
            )
        self._db.execute("DELETE FROM files WHERE source = ?", (other,))

    def _enrol(self, item: Item) -> None:
        source, target = os.fsencode(item.source), os.fsencode(item.target)
        known = self._db.execute(
            "SELECT target, size, stamp FROM files WHERE source = ?", (source,)
        ).fetchone()
        if known is None:
            self._db.execute(
                "INSERT INTO files (source, target, size, stamp, run, state) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                (source, target, item.size, item.stamp, self.run, WAITING),
            )
        elif known != (target, item.size, item.stamp):
            self._db.execute(
                "UPDATE files SET target = ?, size = ?, stamp = ?, run = ?, state = ?, tries = 0, "
                "reason = NULL WHERE source = ?",
                (target, item.size, item.stamp, self.run, WAITING, source),
            )
        else:
            self._db.execute("UPDATE files SET run = ? WHERE source = ?", (self.run, source))

    def done(self) -> Iterator[tuple[str, str, int]]:
        """Source, target and bytes of the files that are done."""
        for source, target, written in self._db.execute(
            "SELECT source, target, written FROM files WHERE run = ? AND state = ?",
            (self.run, DONE),
        ):
            yield os.fsdecode(source), os.fsdecode(target), written

    def forget(self, sources: Iterable[str]) -> None:
        """These wait again."""
        self._db.executemany(
            "UPDATE files SET state = ?, tries = 0 WHERE source = ?",
            ((WAITING, os.fsencode(source)) for source in sources),
        )
        self._commit()

    def waiting(self) -> list[Item]:
        """The largest first, so that no process is left alone with one at the end."""
        rows = self._db.execute(
            "SELECT source, target, size, stamp FROM files WHERE run = ? AND state = ? "
            "ORDER BY size DESC, source",
            (self.run, WAITING),
        )
        return [
            Item(os.fsdecode(source), os.fsdecode(target), size, stamp)
            for source, target, size, stamp in rows
        ]

    def targets(self) -> set[str]:
        return {os.fsdecode(row[0]) for row in self._db.execute("SELECT target FROM files")}

    def record(self, outcome: Outcome, *, last_try: bool) -> None:
        """What became of a file; one that failed waits, unless it was its last try."""
        state = outcome.state
        if state not in (DONE, QUARANTINED):
            state = QUARANTINED if last_try else WAITING
        self._db.execute(
            "UPDATE files SET state = ?, tries = tries + 1, words = ?, speech = ?, seconds = ?, "
            "written = ?, reason = ?, notes = ? WHERE source = ?",
            (
                state,
                outcome.words,
                outcome.speech,
                outcome.seconds,
                outcome.written,
                _text(outcome.reason),
                _text("; ".join(outcome.notes)),
                os.fsencode(outcome.item.source),
            ),
        )
        if time.monotonic() - self._committed > COMMIT_SECONDS:
            self._commit()

    def totals(self) -> dict[str, Totals]:
        """By state."""
        rows = self._db.execute(
            "SELECT state, count(*), sum(size), sum(words), sum(speech), sum(seconds) FROM files "
            "WHERE run = ? GROUP BY state",
            (self.run,),
        )
        return {state: Totals(*(value or 0 for value in values)) for state, *values in rows}

    def quarantined(self) -> Iterator[tuple[str, int, str]]:
        """Files, tries and reasons."""
        for source, tries, reason in self._db.execute(
            "SELECT source, tries, reason FROM files WHERE run = ? AND state = ? ORDER BY source",
            (self.run, QUARANTINED),
        ):
            yield _readable(source), tries, reason

    def noted(self) -> Iterator[tuple[str, str]]:
        """Files of which something was left out or repaired, and what."""
        for source, notes in self._db.execute(
            "SELECT source, notes FROM files WHERE run = ? AND state = ? AND notes != '' "
            "ORDER BY source",
            (self.run, DONE),
        ):
            yield _readable(source), notes

    def _fact(self, name: str) -> str | None:
        row = self._db.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def _set(self, name: str, value: str) -> None:
        self._db.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (name, value))

    def _expect(self, name: str, value: str, otherwise: str) -> None:
        known = self._fact(name)
        if known not in (None, value):
            self._db.execute("ROLLBACK")
            raise UsageError(
                f"{self.path}: {otherwise}; choose another folder, or pass --anew to do all again"
            )
        self._set(name, value)

    def _commit(self) -> None:
        self._db.execute("COMMIT")
        self._db.execute("BEGIN IMMEDIATE")
        self._committed = time.monotonic()


def _text(value: str) -> str:
    """Messages may hold names of files, and these bytes that are no text."""
    return value.encode("utf-8", "replace").decode()


def _readable(path: bytes) -> str:
    return path.decode("utf-8", "replace")
