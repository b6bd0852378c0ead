"""Word errors: WER' over words alone, and WER with the marks as words (Kim & Woodland 2003)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from legibly.alignment import Pair, align
from legibly.metrics.conventions import Convention
from legibly.metrics.counts import WordErrors
from legibly.metrics.pairs import AlignedPair, Side


def word_errors(kinds: Counter[str]) -> WordErrors:
    return WordErrors(**kinds)


def count_words(
    pairs: Sequence[Pair],
    ref: Sequence[str],
    hyp: Sequence[str],
    unit_of: Sequence[int],
    units: list[Counter[str]],
) -> None:
    for at, (i, j) in enumerate(pairs):
        if i is None:
            kind = "inserted"
        elif j is None:
            kind = "deleted"
        else:
            kind = "correct" if ref[i] == hyp[j] else "substituted"
        units[unit_of[at]][kind] += 1


def with_marks(side: Side, convention: Convention) -> tuple[list[str], list[int]]:
    """Words and marks in one row, and the token that each belongs to."""
    row: list[str] = []
    owners: list[int] = []
    for at, (token, word, before) in enumerate(
        zip(side.tokens, side.words, side.next_before, strict=True)
    ):
        row.append(word)
        owners.append(at)
        if (token.after or before) and (mark := convention.classify(token.after, before)):
            row.append(f"\0{mark}")  # no word can be mistaken for it
            owners.append(at)

    return row, owners


def count_words_and_marks(
    pair: AlignedPair, convention: Convention, unit_of_ref: Sequence[int], units: list[Counter[str]]
) -> None:
    ref, owners = with_marks(pair.ref, convention)
    hyp, _ = with_marks(pair.hyp, convention)
    pairs = align(ref, hyp)
    unit_of, unit = [], 0
    for i, _ in pairs:
        unit = unit_of_ref[owners[i]] if i is not None else unit
        unit_of.append(unit)
    count_words(pairs, ref, hyp, unit_of, units)
