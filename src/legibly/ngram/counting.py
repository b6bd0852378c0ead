"""Counts n-grams of texts of any size in bounded memory: sorted runs on disk, merged part by part.

An n-gram is packed into two numbers with its last word foremost, so that n-grams that end alike
stand together: all shorter ones can be read off the same order (`estimate.py`). Counting a slice of
the text, and merging a range of keys, are functions of their input alone; whoever runs them, here
or on many machines, gets the same runs.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from legibly.errors import DataError
from legibly.files.writing import atomic_path, atomic_text
from legibly.ngram.vocabulary import BEGIN, END, MAX_VOCABULARY, PAD, SIGNS, UNKNOWN

MAX_ORDER = 6
BITS_PER_WORD = 21
CHUNK_TOKENS = 4_000_000  # tokens counted at a time
PART_NGRAMS = 6_000_000  # n-grams merged at a time
_MASK = np.uint64((1 << BITS_PER_WORD) - 1)


class Run(NamedTuple):
    """Packed n-grams in order, each once, and how often they occur."""

    high: NDArray[np.uint64]  # the last three words, the last foremost
    low: NDArray[np.uint64]  # the three before them
    counts: NDArray[np.int64]

    def save(self, path: Path) -> None:
        with atomic_path(path) as temporary, temporary.open("wb") as out:
            for array in self:
                np.save(out, array, allow_pickle=False)

    @classmethod
    def load(cls, path: Path) -> Run:
        try:
            with path.open("rb") as file:
                return cls(*(np.load(file, allow_pickle=False) for _ in range(3)))
        except (ValueError, EOFError, OSError) as error:
            raise DataError(
                f"{path}: damaged counts ({error}); remove the folder and count anew"
            ) from None


EMPTY = Run(np.zeros(0, np.uint64), np.zeros(0, np.uint64), np.zeros(0, np.int64))


def pack(columns: Sequence[NDArray[Any]]) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Columns of word numbers, the first word first."""
    halves = []
    backwards = list(columns[::-1])
    for group in (backwards[:3], backwards[3:6]):
        key = np.zeros(len(columns[0]), np.uint64)
        for i, column in enumerate(group):
            key |= column.astype(np.uint64) << np.uint64(BITS_PER_WORD * (2 - i))
        halves.append(key)
    return halves[0], halves[1]


def word_column(run: Run, back: int) -> NDArray[np.int32]:
    """The numbers of the words so many places before the last."""
    half = run.high if back < 3 else run.low
    return ((half >> np.uint64(BITS_PER_WORD * (2 - back % 3))) & _MASK).astype(np.int32)


def unpack(run: Run, order: int) -> list[NDArray[np.int32]]:
    """Columns of word numbers, the last word first."""
    return [word_column(run, back) for back in range(order)]


def tally(
    high: NDArray[np.uint64], low: NDArray[np.uint64], counts: NDArray[np.int64] | None = None
) -> Run:
    """Sorts, and adds up what is equal."""
    if not len(high):
        return EMPTY

    order = np.lexsort((low, high))
    high, low = high[order], low[order]
    new = np.empty(len(high), bool)
    new[0] = True
    np.not_equal(high[1:], high[:-1], out=new[1:])
    new[1:] |= low[1:] != low[:-1]
    firsts = np.flatnonzero(new)
    if counts is None:
        sums = np.diff(np.append(firsts, len(high))).astype(np.int64)
    else:
        sums = np.add.reduceat(counts[order], firsts)

    return Run(high[firsts], low[firsts], sums)


def count_chunk(texts: Sequence[Sequence[int]], order: int) -> Run:
    """The n-grams that end at each word of some texts, and at their ends; what comes before a text
    is padding.
    """
    pad = [PAD] * (order - 1)
    row: list[int] = []
    for text in texts:
        row += pad
        row.append(BEGIN)
        row += text
        row.append(END)

    line = np.array([*row, *pad], np.int64)
    if len(line) < order:
        return EMPTY

    columns = [line[k : len(line) - order + 1 + k] for k in range(order)]
    kept = (columns[-1] != PAD) & (columns[-1] != BEGIN)
    return tally(*pack([column[kept] for column in columns]))


def merge(runs: Iterable[Run]) -> Run:
    found = list(runs)
    if not found:
        return EMPTY
    return tally(*(np.concatenate([run[i] for run in found]) for i in range(3)))


def merge_parts(runs: Sequence[Run], size: int = PART_NGRAMS) -> Iterator[Run]:
    """All runs as one, in parts of bounded size, in order."""
    total = sum(len(run.counts) for run in runs)
    parts = max(1, -(-total // size))
    sample = np.sort(
        np.concatenate(
            [run.high[:: max(1, len(run.high) // 1000)] for run in runs if len(run.high)]
            or [EMPTY.high]
        )
    )
    limits = [sample[len(sample) * i // parts] for i in range(1, parts)] if len(sample) else []
    begins = [0] * len(runs)
    for limit in [*limits, None]:
        ends = [
            len(run.high) if limit is None else int(np.searchsorted(run.high, limit))
            for run in runs
        ]
        yield merge(
            Run(run.high[b:e], run.low[b:e], run.counts[b:e])
            for run, b, e in zip(runs, begins, ends, strict=True)
        )
        begins = ends


@dataclass(frozen=True)
class CountSlice:
    """The counts of a slice of the text, with word numbers of its own."""

    words: list[str]
    counts: list[int]
    runs: list[Path]


def count_slice(
    texts: Iterable[Sequence[str]],
    order: int,
    folder: Path,
    report: Callable[[int], None] = lambda words: None,
) -> CountSlice:
    """Writes sorted runs into a folder, and at last what is in them; a slice that is there already
    is taken.
    """
    listing = folder / "share.json"
    if listing.is_file():
        try:
            facts = json.loads(listing.read_text("utf-8"))
            return CountSlice(
                facts["words"], facts["counts"], [folder / name for name in facts["runs"]]
            )
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            raise DataError(f"{listing}: damaged; remove the folder and count anew") from None

    folder.mkdir(parents=True, exist_ok=True)
    numbers: dict[str, int] = {sign: i for i, sign in enumerate(SIGNS)}
    seen: Counter[int] = Counter()
    waiting: list[list[int]] = []
    runs: list[Path] = []
    held = 0

    def spill() -> None:
        nonlocal held
        run = count_chunk(waiting, order)
        path = folder / f"run-{len(runs):05d}.npy"
        run.save(path)
        runs.append(path)
        report(held)
        waiting.clear()
        held = 0

    for text in texts:
        row = [
            numbers.setdefault(word, len(numbers))
            if len(numbers) <= MAX_VOCABULARY
            else numbers.get(word, UNKNOWN)
            for word in text
        ]
        seen.update(row)
        waiting.append(row)
        held += len(row) + 1
        if held >= CHUNK_TOKENS:
            spill()

    if waiting:
        spill()
    counted = CountSlice(list(numbers), [seen[i] for i in range(len(numbers))], runs)
    with atomic_text(listing) as out:
        json.dump(
            {
                "words": counted.words,
                "counts": counted.counts,
                "runs": [path.name for path in runs],
            },
            out,
        )

    return counted


def renumbered(run: Run, order: int, numbers: NDArray[np.int64]) -> Run:
    """The same n-grams with other word numbers; those that become equal are added up."""
    columns = [numbers[column] for column in unpack(run, order)]
    return tally(*pack(columns[::-1]), run.counts)


def words_of_slices(
    slices: Sequence[CountSlice], min_count: int, closed: Sequence[str] | None = None
) -> list[str]:
    """The words of all slices, the most frequent first, behind the signs."""
    total: Counter[str] = Counter()
    for counted in slices:
        for word, count in zip(counted.words, counted.counts, strict=True):
            total[word] += count

    for sign in SIGNS:
        del total[sign]
    if closed is not None:
        return [*SIGNS, *dict.fromkeys(word for word in closed if word not in SIGNS)]

    kept = sorted(
        (word for word, count in total.items() if count >= min_count),
        key=lambda word: (-total[word], word),
    )
    return [*SIGNS, *kept[: MAX_VOCABULARY - len(SIGNS)]]


def all_counts(slices: Sequence[CountSlice], order: int, words: Sequence[str]) -> Run:
    """The counts of all slices, by the numbers of `words`; other words are the unknown one."""
    numbers = {word: i for i, word in enumerate(words)}
    runs: list[Run] = []
    for counted in slices:
        table = np.array([numbers.get(word, UNKNOWN) for word in counted.words], np.int64)
        runs += [renumbered(Run.load(path), order, table) for path in counted.runs]
    parts = list(merge_parts(runs))
    return Run(*(np.concatenate([part[i] for part in parts]) for i in range(3))) if parts else EMPTY
