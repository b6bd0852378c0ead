"""Who said which word: from an RTTM file, where a diarisation is apart from the words; and names
for speakers.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import NamedTuple

from legibly.errors import DataError, UsageError
from legibly.transcript import Transcript
from legibly.word_times import fill_times

NEAR_TURN_SECONDS = 0.5  # seconds: a word in a pause belongs to a turn this near


class Turn(NamedTuple):
    start: float
    end: float
    speaker: str


def assign_speakers(
    parts: Iterable[Transcript], turns: Mapping[str, list[Turn]]
) -> Iterator[Transcript]:
    """The speaker of a word is whose turn shares the most time with it; a word far from every turn
    keeps its own.
    """
    for part in parts:
        heard = turns.get(part.name or "") or (
            next(iter(turns.values())) if len(turns) == 1 else None
        )
        if heard is None:
            raise DataError(
                f"{part.name or 'recording'}: not among the recordings of the RTTM file "
                f"({', '.join(list(turns)[:5])})"
            )
        starts = [turn.start for turn in heard]
        reach = list(
            accumulate((turn.end for turn in heard), max)
        )  # how far the turns up to here go
        try:
            times = list(zip(*fill_times(part.words), strict=True))
        except DataError:
            raise DataError(
                f"{part.name or 'recording'}: no word has a time, so nobody can be told apart"
            ) from None
        words = []
        for word, (start, end) in zip(part.words, times, strict=True):
            speaker = _speaker(start, end, heard, starts, reach)
            words.append(word if speaker is None else word._replace(speaker=speaker))
        yield replace(part, words=tuple(words))


def turn_at(turns: Sequence[Turn], time: float | None) -> str | None:
    """Who speaks at a time, by turns in order."""
    if time is None:
        return None
    at = bisect_right(turns, time, key=lambda turn: turn.start) - 1
    return turns[at].speaker if at >= 0 and time <= turns[at].end else None


def _speaker(
    start: float, end: float, turns: list[Turn], starts: list[float], reach: list[float]
) -> str | None:
    best: tuple[float, float, str] | None = None
    at = bisect_right(starts, end + NEAR_TURN_SECONDS) - 1
    while at >= 0 and reach[at] >= start - NEAR_TURN_SECONDS:
        turn = turns[at]
        shared = min(end, turn.end) - max(start, turn.start)  # negative: how far away
        if shared >= -NEAR_TURN_SECONDS and (best is None or (shared, turn.start) > best[:2]):
            best = (shared, turn.start, turn.speaker)
        at -= 1
    return best[2] if best else None


def read_names(pairs: Iterable[str]) -> dict[str, str]:
    names = {}
    for pair in pairs:
        key, sign, name = pair.partition("=")
        if not sign or not key or not name:
            raise UsageError(f"--names {pair!r}; expected SPEAKER=Name, as in SPEAKER_00=Chair")
        names[key] = name
    return names


def rename_speakers(parts: Iterable[Transcript], names: Mapping[str, str]) -> Iterator[Transcript]:
    for part in parts:
        words = tuple(
            word
            if word.speaker is None
            else word._replace(speaker=names.get(word.speaker, word.speaker))
            for word in part.words
        )
        yield replace(part, words=words)
