"""Who said which word: from an RTTM file, where a diarisation is apart from the words; and names for speakers."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from legibly.errors import DataError, UsageError
from legibly.formats.source import Source, check_times
from legibly.model import Transcript, Word

NEAR = 0.5  # seconds: a word in a pause belongs to a turn this near


class Turn(NamedTuple):
    start: float
    end: float
    speaker: str


def read_rttm(source: Source) -> dict[str, list[Turn]]:
    """Turns by recording, in order: `SPEAKER file channel start duration <NA> <NA> name <NA> <NA>`."""
    found: dict[str, list[Turn]] = {}
    for number, line in source.lines():
        fields = line.split()
        if not fields or fields[0] != "SPEAKER":
            if fields and not fields[0].startswith(";;") and not fields[0].isupper():
                source.bad(number, f"found {fields[0][:40]!r}; expected SPEAKER file channel start duration ...")
            continue
        try:
            start, length = float(fields[3]), float(fields[4])
            turn = Turn(start, start + length, fields[7])
        except (IndexError, ValueError):
            source.bad(number, "expected SPEAKER file channel start duration <NA> <NA> name")
            continue
        if wrong := check_times(turn.start, turn.end):
            source.bad(number, wrong)
            continue
        found.setdefault(fields[1], []).append(turn)
    if not found:
        raise DataError(f"{source.name}: no SPEAKER lines; expected RTTM")
    return {name: sorted(turns) for name, turns in found.items()}


def assign_speakers(parts: Iterable[Transcript], turns: Mapping[str, list[Turn]]) -> Iterator[Transcript]:
    """The speaker of a word is whose turn shares the most time with it; without times, that of the word before."""
    last: str | None = None
    for part in parts:
        own = turns.get(part.name or "") or (next(iter(turns.values())) if len(turns) == 1 else None)
        if own is None:
            raise DataError(
                f"{part.name or 'recording'}: not among the recordings of the RTTM file ({', '.join(list(turns)[:5])})"
            )
        starts = [turn.start for turn in own]
        longest = max(turn.end - turn.start for turn in own)
        words = []
        for word in part.words:
            last = _speaker(word, own, starts, longest) or last
            words.append(word._replace(speaker=last))
        yield replace(part, words=tuple(words))
        if not part.continued:
            last = None


def _speaker(word: Word, turns: list[Turn], starts: list[float], longest: float) -> str | None:
    start = word.start if word.start is not None else word.end
    if start is None:
        return None
    end = word.end if word.end is not None else start
    best: tuple[float, float, str] | None = None
    at = bisect_right(starts, end + NEAR) - 1
    while at >= 0 and turns[at].start >= start - longest - NEAR:
        turn = turns[at]
        shared = min(end, turn.end) - max(start, turn.start)  # negative: how far away
        if shared >= -NEAR and (best is None or (shared, turn.start) > best[:2]):
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
            word if word.speaker is None else word._replace(speaker=names.get(word.speaker, word.speaker))
            for word in part.words
        )
        yield replace(part, words=words)
