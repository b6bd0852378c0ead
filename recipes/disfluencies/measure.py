"""Which words are left out by a model, and which by people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from legibly.formatting.disfluencies import KnowsRestarts
from legibly.metrics.counts import Slots
from recipes.disfluencies.pairs import Verbatim

UNIT_WORDS = 300  # counted together, for intervals


class Found(NamedTuple):
    """Words that a model would leave out, with the odds of their restart."""

    first: int
    last: int
    odds: float


def found_restarts(text: Verbatim, judge: KnowsRestarts, threshold: float) -> list[Found]:
    """From left to right, the likeliest restart of each place, as a formatter takes them."""
    by_first: dict[int, Found] = {}
    restarts = list(text.restarts())
    for restart, odds in zip(restarts, judge.odds(text.words, restarts), strict=True):
        best = by_first.get(restart.first)
        if odds > threshold and (best is None or odds > best.odds):
            by_first[restart.first] = Found(restart.first, restart.last, odds)

    found: list[Found] = []
    for first in sorted(by_first):
        if not found or found[-1].last <= first:
            found.append(by_first[first])
    return found


def slots(text: Verbatim, found: Sequence[Found]) -> list[Slots]:
    """In pieces: words that both leave out, that only people do where they began anew, and that
    only the model does.
    """
    said = len(text.words)
    by_model = [False] * said
    for item in found:
        by_model[item.first : item.last] = [True] * (item.last - item.first)
    anew = [False] * said
    for restart in text.restarts():
        if text.is_left_out(restart):
            anew[restart.first : restart.last] = [True] * restart.length

    places = list(zip(by_model, text.left_out, anew, strict=True))
    return [
        Slots(
            correct=sum(model and people for model, people, _ in part),
            deleted=sum(begun and not model for model, _, begun in part),
            inserted=sum(model and not people for model, people, _ in part),
        )
        for part in (places[at : at + UNIT_WORDS] for at in range(0, said, UNIT_WORDS))
    ]
