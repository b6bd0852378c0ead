"""The most frequent way of writing each word, learnt from text: Batista's PubLEX, the popular
baseline since Lita et al. (2003).

The file has a row for each word that is not simply lower-case: the word, then how often it was seen
lower-case, capitalised, all in capitals and mixed, and its mixed form. Any other word is written
lower-case.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TextIO

import numpy as np

from legibly.casing import Case, case_of, write_case
from legibly.errors import DataError, at
from legibly.files.model_files import ModelFiles
from legibly.lattice.scoring import Block, Context, Tag, TagTable

LEXICON_FILE = "lexicon.tsv.xz"
MAX_ENTRIES = 1_000_000
MAX_COUNT = 10**15
MAX_ENTRY_CHARACTERS = 10_000
SMOOTHING = 0.1  # added to each count


class Entry(NamedTuple):
    counts: tuple[int, int, int, int]  # by Case
    mixed: str | None


class LexiconScorer:
    marks: tuple[str, ...] = ()
    context = Context()
    _tags = tuple(Tag(case=case) for case in Case)

    def __init__(self, entries: Mapping[str, Entry]) -> None:
        self.entries = entries
        counts = np.array(
            [(1000, 0, 0, 0), *(entry.counts for entry in entries.values())], dtype=np.float64
        )
        smoothed = counts + SMOOTHING
        # Row 0: unknown words.
        self._log_probs = np.log(smoothed / smoothed.sum(axis=1, keepdims=True))
        self._rows = {word: i for i, word in enumerate(entries, 1)}

    def form(self, word: str) -> str | None:
        entry = self.entries.get(word)
        return entry.mixed if entry else None

    def best_form(self, word: str) -> str:
        """The most frequent form."""
        entry = self.entries.get(word)
        if entry is None:
            return word
        case = Case(entry.counts.index(max(entry.counts)))
        return entry.mixed or word if case is Case.MIXED else write_case(word, case)

    def tables(self, blocks: Sequence[Block]) -> list[list[TagTable]]:
        return [[self._table(block)] for block in blocks]

    def _table(self, block: Block) -> TagTable:
        rows = [
            self._rows.get(word.text.lower(), 0) for word in block.words[block.first : block.last]
        ]
        # The counts leave sentence starts out, so they say nothing about them.
        return TagTable(self._tags, self._log_probs[rows], sentence_starts=False)

    def save(self, folder: Path) -> dict[str, Any]:
        with lzma.open(folder / LEXICON_FILE, "wt", encoding="utf-8", newline="\n") as out:
            for word in sorted(self.entries):
                entry = self.entries[word]
                out.write("\t".join([word, *map(str, entry.counts), entry.mixed or ""]) + "\n")
        return {"kind": "lexicon", "file": LEXICON_FILE}


def load(folder: Path | ModelFiles, settings: dict[str, Any]) -> LexiconScorer:
    files = ModelFiles.of(folder)
    path = files / settings.get("file", LEXICON_FILE)
    try:
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            return LexiconScorer(dict(_parse(_bounded(lines, path), path)))
    except (OSError, EOFError, lzma.LZMAError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: cannot be read ({error})") from None


def _bounded(lines: TextIO, path: Path) -> Iterator[str]:
    """Compressed files may hold far more than they seem to."""
    for number in range(1, MAX_ENTRIES + 1):
        line = lines.readline(MAX_ENTRY_CHARACTERS + 1)
        if len(line) > MAX_ENTRY_CHARACTERS:
            raise DataError(at(str(path), number, f"more than {MAX_ENTRY_CHARACTERS} characters"))
        if not line:
            return
        yield line
    raise DataError(f"{path}: more than {MAX_ENTRIES:,} words")


def _parse(lines: Iterable[str], path: Path) -> Iterable[tuple[str, Entry]]:
    for number, line in enumerate(lines, 1):
        word, *fields = line.rstrip("\n").split("\t")
        try:
            lower, capital, upper, mixed = (int(field) for field in fields[:4])
            form = fields[4] or None
        except (ValueError, IndexError):
            raise DataError(
                at(str(path), number, "expected a word, four counts and its mixed form")
            ) from None
        if min(lower, capital, upper, mixed) < 0 or lower + capital + upper + mixed > MAX_COUNT:
            raise DataError(at(str(path), number, f"a count below 0, or above {MAX_COUNT}"))
        if form is not None and (form.lower() != word or case_of(form) is not Case.MIXED):
            raise DataError(at(str(path), number, f"{form!r} is not a mixed form of {word!r}"))
        yield word, Entry((lower, capital, upper, mixed), form)
