"""Timed recordings to learn from and to tune on, and the ways in which recognisers spoil times."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from legibly.formats import read
from legibly.prosody.features import NAMES
from legibly.transcript import Transcript, Word
from recipes.place import Place

CORPORA = {
    "ami": ("timed/ami/{split}/*.jsonl.xz", "meetings"),
    "coraal": ("timed/coraal/{split}/*.rev.jsonl.xz", "interviews"),
    "earnings21": ("timed/earnings21/{split}/*.jsonl.xz", "calls, times of a recogniser"),
    "earnings22": ("timed/earnings22/{split}/*.jsonl.xz", "calls, forced alignment"),
    "ljspeech": ("timed/ljspeech/{split}/*.jsonl.xz", "read speech"),
}
LEAST_TIMED = 0.5
SECONDS_OF_A_GAP = 1.0  # what a recogniser without silences bridges


class Recordings(NamedTuple):
    corpus: str
    about: str
    texts: list[Transcript]


def recordings(place: Place, corpus: str, split: str, most: int) -> Recordings:
    """The first recordings of a part that are mostly timed."""
    pattern, about = CORPORA[corpus]
    texts: list[Transcript] = []
    for path in place.files(pattern.format(split=split)):
        if len(texts) == most:
            break
        text = read(path)
        timed = sum(word.end is not None for word in text.words)
        if timed >= LEAST_TIMED * max(1, len(text.words)):
            texts.append(text)
    return Recordings(corpus, about, texts)


def as_aligned(words: Sequence[Word], random: Random) -> list[Word]:
    return list(words)


def without_gaps(words: Sequence[Word], random: Random) -> list[Word]:
    """A word lasts until the next one begins, but for long silences."""
    found = []
    for word, following in zip(words, [*words[1:], Word("")], strict=True):
        end, start = word.end, following.start
        if end is not None and start is not None and 0 < start - end < SECONDS_OF_A_GAP:
            word = word._replace(end=start)
        found.append(word)
    return found


def in_tenths(words: Sequence[Word], random: Random) -> list[Word]:
    """Times in tenths of a second."""
    return [word._replace(start=_rounded(word.start), end=_rounded(word.end)) for word in words]


def shaken(words: Sequence[Word], random: Random) -> list[Word]:
    """Times that are off by some hundredths of a second."""
    return [
        word._replace(start=_off(word.start, random), end=_off(word.end, random)) for word in words
    ]


def _off(seconds: float | None, random: Random) -> float | None:
    return None if seconds is None else seconds + random.gauss(0, 0.03)


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 1)


Spoil = Callable[[Sequence[Word], Random], list[Word]]
SPOILT: dict[str, Spoil] = {
    "as aligned": as_aligned,
    "without gaps": without_gaps,
    "in tenths": in_tenths,
    "shaken": shaken,
}
CHANCES = (0.5, 0.2, 0.15, 0.15)


def spoilt(text: Transcript, how: str, random: Random) -> Transcript:
    """Without labels that were measured on other times."""
    words = SPOILT[how](text.words, random)
    bare = [
        word._replace(labels={k: v for k, v in word.labels.items() if k not in NAMES})
        for word in words
    ]
    return Transcript(bare, text.tokens, text.language, text.name)


def spoilt_at_random(text: Transcript, random: Random) -> Transcript:
    [how] = random.choices(list(SPOILT), CHANCES)
    return spoilt(text, how, random)
