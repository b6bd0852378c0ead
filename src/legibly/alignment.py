"""Aligns two word sequences at the least cost, as sclite does: 3 for a word inserted or deleted, 4
for one substituted.

Short sequences are aligned exactly. Long ones are first cut at anchors, runs of words that occur
once on either side in the same order (patience diff), and exactly aligned in between, so time and
memory are nearly linear. With times, sclite's time-mediated costs are used instead: distances of
starts and ends.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

INSERTION = DELETION = 3.0
SUBSTITUTION = 4.0
UNEQUAL_TIMES = 0.001  # added where words differ: only breaks ties between equal distances

EXACT_CELLS = 16_000_000  # up to this many cells no anchors are sought
SPARSE = 0.02  # of the shorter side's words: fewer anchors than that are chance, not the same text
TABLE_CELLS = 4_000_000  # up to this many cells the whole table is kept
ANCHOR_LENGTHS = (8, 5, 3)  # words in a row
# Beyond this, without any anchor, texts are cut in proportion: they are not the same text.
MAX_CELLS = 400_000_000

Floats = NDArray[np.float64]


class Pair(NamedTuple):
    """Positions in reference and hypothesis; None where there is no counterpart."""

    ref: int | None
    hyp: int | None


@dataclass(frozen=True)
class Times:
    """Starts and ends of all words of a side, in seconds."""

    starts: Floats
    ends: Floats


def align(
    ref: Sequence[str], hyp: Sequence[str], times: tuple[Times, Times] | None = None
) -> list[Pair]:
    """Every position of either side once, in order.

    Among alignments of the same cost the choice does not depend on which side is called the
    reference: the sides are aligned in one order and turned round where needed.
    """
    if list(hyp) < list(ref):
        turned = align(hyp, ref, None if times is None else times[::-1])
        return [Pair(second, first) for first, second in turned]

    numbers: dict[str, int] = {}
    left = np.array([numbers.setdefault(word, len(numbers)) for word in ref], dtype=np.int64)
    right = np.array([numbers.setdefault(word, len(numbers)) for word in hyp], dtype=np.int64)
    return list(_Aligner(left, right, times).align(_Range(0, len(left), 0, len(right)), 0))


class _Range(NamedTuple):
    ref: int
    ref_end: int
    hyp: int
    hyp_end: int

    @property
    def cells(self) -> int:
        return (self.ref_end - self.ref) * (self.hyp_end - self.hyp)


class _Aligner:
    def __init__(
        self, ref: NDArray[np.int64], hyp: NDArray[np.int64], times: tuple[Times, Times] | None
    ) -> None:
        self._ref, self._hyp, self._times = ref, hyp, times
        if times is None:
            self._delete = np.full(len(ref), DELETION)
            self._insert = np.full(len(hyp), INSERTION)
        else:
            self._delete = np.maximum(times[0].ends - times[0].starts, 0.0)
            self._insert = np.maximum(times[1].ends - times[1].starts, 0.0)

    def align(self, part: _Range, level: int) -> Iterator[Pair]:
        if part.cells <= EXACT_CELLS:
            yield from self._exact(part)
            return

        if level < len(ANCHOR_LENGTHS):
            anchors = self._anchors(part, ANCHOR_LENGTHS[level])
            if len(anchors) < SPARSE * min(part.ref_end - part.ref, part.hyp_end - part.hyp):
                anchors = []
            ref, hyp = part.ref, part.hyp
            for at_ref, at_hyp in anchors:
                yield from self.align(
                    _Range(ref, at_ref, hyp, at_hyp), level if len(anchors) > 1 else level + 1
                )
                yield Pair(at_ref, at_hyp)
                ref, hyp = at_ref + 1, at_hyp + 1
            yield from self.align(_Range(ref, part.ref_end, hyp, part.hyp_end), level + 1)
            return

        if part.cells > MAX_CELLS:
            yield from self._in_proportion(part)
        else:
            yield from self._exact(part)

    def _in_proportion(self, part: _Range) -> Iterator[Pair]:
        middle_ref, middle_hyp = (part.ref + part.ref_end) // 2, (part.hyp + part.hyp_end) // 2
        for half in (
            _Range(part.ref, middle_ref, part.hyp, middle_hyp),
            _Range(middle_ref, part.ref_end, middle_hyp, part.hyp_end),
        ):
            yield from self.align(half, len(ANCHOR_LENGTHS))

    def _anchors(self, part: _Range, length: int) -> list[tuple[int, int]]:
        """Middles of runs of `length` words that are unique on both sides, in the same order on
        both.
        """
        ref_at = _unique_runs(self._ref[part.ref : part.ref_end], length)
        hyp_at = _unique_runs(self._hyp[part.hyp : part.hyp_end], length)
        middle = length // 2
        pairs = [
            (part.ref + at + middle, part.hyp + hyp_at[run] + middle)
            for run, at in ref_at.items()
            if run in hyp_at
        ]
        if self._times is not None:
            ref_times, hyp_times = self._times
            pairs = [
                (i, j) for i, j in pairs if abs(ref_times.starts[i] - hyp_times.starts[j]) < 1.0
            ]

        return _longest_increasing(sorted(pairs))

    def _exact(self, part: _Range) -> Iterator[Pair]:
        """Equal ends need no table; in between, a table, or Hirschberg's halves where it would be
        too large.
        """
        ref, ref_end, hyp, hyp_end = part
        if self._times is None:
            while ref < ref_end and hyp < hyp_end and self._ref[ref] == self._hyp[hyp]:
                yield Pair(ref, hyp)
                ref, hyp = ref + 1, hyp + 1

        tail = 0
        if self._times is None:
            while (
                ref_end > ref and hyp_end > hyp and self._ref[ref_end - 1] == self._hyp[hyp_end - 1]
            ):
                ref_end, hyp_end, tail = ref_end - 1, hyp_end - 1, tail + 1

        middle = _Range(ref, ref_end, hyp, hyp_end)
        yield from self._table(middle) if middle.cells <= TABLE_CELLS else self._halves(middle)
        yield from (Pair(ref_end + i, hyp_end + i) for i in range(tail))

    def _costs(self, i: int, part: _Range) -> Floats:
        """Of pairing a reference word with each word of the hypothesis."""
        unequal = self._hyp[part.hyp : part.hyp_end] != self._ref[i]
        if self._times is None:
            return np.where(unequal, SUBSTITUTION, 0.0)
        ref, hyp = self._times
        inside = slice(part.hyp, part.hyp_end)
        distance: Floats = np.abs(hyp.starts[inside] - ref.starts[i]) + np.abs(
            hyp.ends[inside] - ref.ends[i]
        )
        distance += np.where(unequal, UNEQUAL_TIMES, 0.0)
        return distance

    def _rows(self, part: _Range) -> Iterator[Floats]:
        """The rows of the table, one after another: the least cost up to each position."""
        walked = np.concatenate([[0.0], np.cumsum(self._insert[part.hyp : part.hyp_end])])
        row = walked.copy()
        yield row
        for i in range(part.ref, part.ref_end):
            reached = row + self._delete[i]
            np.minimum(reached[1:], row[:-1] + self._costs(i, part), out=reached[1:])
            # Insertions run along the row: the best place to have come from, plus the way from
            # there.
            row = np.minimum.accumulate(reached - walked) + walked
            yield row

    def _table(self, part: _Range) -> Iterator[Pair]:
        if part.cells == 0:
            yield from (Pair(i, None) for i in range(part.ref, part.ref_end))
            yield from (Pair(None, j) for j in range(part.hyp, part.hyp_end))
            return

        if self._times is None and part.cells <= 1024:
            yield from self._small_table(part)
            return

        table = np.stack(list(self._rows(part)))
        costs = [self._costs(i, part) for i in range(part.ref, part.ref_end)]
        yield from _trace(
            part, table, lambda i, j: costs[i][j], self._insert[part.hyp : part.hyp_end]
        )

    def _small_table(self, part: _Range) -> Iterator[Pair]:
        """The same without numpy, whose calls cost more than so few cells."""
        ref, hyp = (
            self._ref[part.ref : part.ref_end].tolist(),
            self._hyp[part.hyp : part.hyp_end].tolist(),
        )
        row = [3 * j for j in range(len(hyp) + 1)]
        table = [row]
        for i, word in enumerate(ref, 1):
            following = [3 * i]
            left = 3 * i
            for j, other in enumerate(hyp):
                left = min(row[j] + (0 if word == other else 4), left + 3, row[j + 1] + 3)
                following.append(left)
            table.append(following)
            row = following

        yield from _trace(
            part,
            table,
            lambda i, j: 0.0 if ref[i] == hyp[j] else SUBSTITUTION,
            [INSERTION] * len(hyp),
        )

    def _halves(self, part: _Range) -> Iterator[Pair]:
        """Hirschberg: the middle row's best crossing, found from both ends in linear memory."""
        middle = (part.ref + part.ref_end) // 2
        down = _last(self._rows(part._replace(ref_end=middle)))
        up = _last(_reversed(self, part._replace(ref=middle)))
        crossing = part.hyp + int(np.argmin(down + up[::-1]))
        yield from self._exact(_Range(part.ref, middle, part.hyp, crossing))
        yield from self._exact(_Range(middle, part.ref_end, crossing, part.hyp_end))


def _trace(
    part: _Range,
    table: Any,
    pairing: Callable[[int, int], float],
    inserting: Sequence[float] | Floats,
) -> Iterator[Pair]:
    """The way back through a table: pairs before insertions before deletions where
    costs are equal.
    """
    path: list[Pair] = []
    i, j = part.ref_end - part.ref, part.hyp_end - part.hyp
    while i or j:
        here = table[i][j]
        if i and j and _same(here, table[i - 1][j - 1] + pairing(i - 1, j - 1)):
            i, j = i - 1, j - 1
            path.append(Pair(part.ref + i, part.hyp + j))
        elif j and _same(here, table[i][j - 1] + inserting[j - 1]):
            j -= 1
            path.append(Pair(None, part.hyp + j))
        else:
            i -= 1
            path.append(Pair(part.ref + i, None))

    yield from reversed(path)


def _last(rows: Iterator[Floats]) -> Floats:
    """The last row, keeping no other."""
    row = next(rows)
    for row in rows:  # noqa: B007 - walking is the point
        pass
    return row


def _reversed(aligner: _Aligner, part: _Range) -> Iterator[Floats]:
    """The rows of a range walked from its end."""
    ref, hyp = slice(part.ref, part.ref_end), slice(part.hyp, part.hyp_end)
    times = None
    if aligner._times is not None:
        a, b = aligner._times
        times = (
            Times(a.starts[ref][::-1], a.ends[ref][::-1]),
            Times(b.starts[hyp][::-1], b.ends[hyp][::-1]),
        )
    backwards = _Aligner(aligner._ref[ref][::-1], aligner._hyp[hyp][::-1], times)
    return backwards._rows(_Range(0, part.ref_end - part.ref, 0, part.hyp_end - part.hyp))


def _same(a: float, b: float) -> bool:
    return abs(a - b) < 1e-6


def _unique_runs(words: NDArray[np.int64], length: int) -> dict[tuple[int, ...], int]:
    """Where each run of words begins that occurs only once."""
    values = words.tolist()
    runs = list(zip(*(values[k:] for k in range(length)), strict=False))
    counts = Counter(runs)
    return {run: i for i, run in enumerate(runs) if counts[run] == 1}


def _longest_increasing(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest chain of pairs, sorted by the first, whose second also increases."""
    tails: list[int] = []  # second values of the chains' ends
    ends: list[int] = []  # their positions
    before: list[int] = []
    for at, (_, second) in enumerate(pairs):
        place = bisect_left(tails, second)
        before.append(ends[place - 1] if place else -1)
        if place == len(tails):
            tails.append(second)
            ends.append(at)
        else:
            tails[place], ends[place] = second, at

    chain: list[tuple[int, int]] = []
    at = ends[-1] if ends else -1
    while at >= 0:
        chain.append(pairs[at])
        at = before[at]

    return chain[::-1]


def interpolate_times(starts: Sequence[float | None], ends: Sequence[float | None]) -> Times | None:
    """Times for all words, those that are missing between their neighbours; None where there are
    none at all.
    """
    # A word's start lies at its position and its end one further on, so that segments with two
    # times only do as well.
    points = sorted(
        [(float(i), s) for i, s in enumerate(starts) if s is not None]
        + [(i + 0.999, e) for i, e in enumerate(ends) if e is not None]
    )
    if not points:
        return None

    places, times = (np.array(column, dtype=np.float64) for column in zip(*points, strict=True))
    everywhere = np.arange(len(starts), dtype=np.float64)
    return Times(np.interp(everywhere, places, times), np.interp(everywhere + 0.999, places, times))
