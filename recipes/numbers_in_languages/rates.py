"""Rates of paragraphs, with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from legibly.metrics.bootstrap import Interval95

DRAWS, SEED = 1_000, 3


@dataclass
class Rate:
    """So many of so many, by paragraph, so that paragraphs can be drawn again."""

    counts: list[tuple[int, int]] = field(default_factory=list)

    @property
    def some(self) -> int:
        return sum(some for some, _ in self.counts)

    @property
    def all(self) -> int:
        return sum(every for _, every in self.counts)

    @property
    def value(self) -> float:
        return _ratio(self.counts)

    @property
    def interval(self) -> Interval95:
        """Of paragraphs drawn again, from the 2.5th to the 97.5th hundredth."""
        random = Random(SEED)
        telling = [pair for pair in self.counts if pair != (0, 0)]
        if not telling:
            return Interval95(0.0, 0.0)
        drawn = (random.choices(telling, k=len(telling)) for _ in range(DRAWS))
        rates = sorted(_ratio(counts) for counts in drawn)
        return Interval95(rates[DRAWS // 40], rates[-DRAWS // 40])


def _ratio(counts: Sequence[tuple[int, int]]) -> float:
    return sum(some for some, _ in counts) / max(1, sum(every for _, every in counts))
