"""Words of a text that a recogniser heard in the order of the text: where the text is in the sound.

One word may be heard anywhere by chance, several in a row hardly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from legibly.alignment import align
from legibly.speech.sphinx import Heard

LEAST_RUN = 3  # words that are heard in a row
WORST_RUN_SCORE = -4.0  # nats a frame


class Anchor(NamedTuple):
    """A word of the text, where it was heard, and which of the heard words it was."""

    word: int
    start: float
    end: float
    heard: int

    def is_next_to(self, before: Anchor) -> bool:
        """Nothing in the text nor in the sound lies between."""
        return (self.word, self.heard) == (before.word + 1, before.heard + 1)


def find_anchors(names: Sequence[str], heard: Sequence[Heard]) -> list[Anchor]:
    """In the order of the text and of time. A text as short as a run may be heard as a whole."""
    pairs = [
        Anchor(i, heard[j].start, heard[j].end, j)
        for i, j in align(names, [word.name for word in heard])
        if i is not None and j is not None and names[i] == heard[j].name
    ]
    least = min(LEAST_RUN, len(names))
    return [
        anchor
        for run in _runs(pairs)
        if len(run) >= least and _mean_score(run, heard) >= WORST_RUN_SCORE
        for anchor in run
    ]


def _runs(anchors: Sequence[Anchor]) -> Iterator[list[Anchor]]:
    run: list[Anchor] = []
    for anchor in anchors:
        if run and not anchor.is_next_to(run[-1]):
            yield run
            run = []
        run.append(anchor)
    if run:
        yield run


def _mean_score(run: Sequence[Anchor], heard: Sequence[Heard]) -> float:
    seconds = sum(anchor.end - anchor.start for anchor in run)
    total = sum((anchor.end - anchor.start) * heard[anchor.heard].score for anchor in run)
    return total / max(seconds, 1e-6)
