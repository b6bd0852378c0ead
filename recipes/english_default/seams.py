"""Whether what is decided depends on where a text begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import legibly
from legibly.formatting.formatter import Formatter
from legibly.transcript import Transcript, Word
from recipes.place import Place

CUTS = (37, 61, 85, 120, 333)  # words left out at the beginning of a call
DISTANCE = 60  # words from the cut
CALLS, CALL_WORDS = 3, 6000  # calls, and the first words of each


class Seams(NamedTuple):
    """Decisions that differ when a text begins elsewhere, and all of them."""

    differing: int
    total: int


def count_seams(place: Place) -> Seams:
    """On Earnings-21 dev calls; only decisions far from the cut count."""
    formatter = legibly.load("en", numbers=False)
    differing = total = 0
    for path in place.files("asr/earnings21/rev_kaldi/dev/*.jsonl.xz")[:CALLS]:
        words = [word._replace(speaker=None) for word in legibly.read(path).words[:CALL_WORDS]]
        whole = _decisions(formatter, words)
        for cut in CUTS:
            part = _decisions(formatter, words[cut:])
            pairs = list(zip(whole[cut + DISTANCE :], part[DISTANCE:], strict=True))
            differing += sum(before != after for before, after in pairs)
            total += len(pairs)

    return Seams(differing, total)


def _decisions(formatter: Formatter, words: Sequence[Word]) -> list[tuple[str, str]]:
    """The form of each word and the mark after it."""
    return [(token.text, token.after) for token in formatter(Transcript(words)).tokens]
