"""Which language a text is in, by its letters: naive Bayes over runs of one to three characters,
learnt from text (`recipes/language_profiles`).

It is asked whether a text is plainly not in the language of a model, and rather says nothing.
"""

from __future__ import annotations

import lzma
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from legibly.errors import DataError
from legibly.scripts import HAN, has_han

PROFILES = Path(__file__).with_name("profiles.tsv.xz")
LONGEST_NGRAM = 3
UNSEEN_COST = 12.0  # nats, of what a profile does not list
LEAST_MARGIN = 0.45  # nats a run, by which another language must fit better in long text
MARGIN_NATS = 30.0  # in all, beyond that: names alone can make a few runs look foreign
LEAST_RUNS = 120  # in shorter text nothing is plain
HAN_RUNS = 8  # a sign says as much as so many runs of letters
_WORDS = re.compile(rf"[{HAN}]+|[^\W\d_]+")
_PIECES = re.compile(r"\S+")
_NO_WORD = re.compile(r"[\d_/\\@<>{}()\[\]=#$%&*+|~^]|\w\.\w|[a-z][A-Z]")  # code, addresses
MAX_REMEMBERED_RUNS = 20_000


class Judged(NamedTuple):
    """How well languages fit: the cost of a run by each, and how much was seen."""

    costs: dict[str, float]
    seen: float  # runs of letters

    @property
    def best(self) -> str:
        return min(self.costs, key=lambda code: (self.costs[code], code))


@dataclass(frozen=True)
class Profiles:
    """The languages' names, and costs: by run, by language."""

    names: dict[str, str]
    costs: dict[str, dict[str, float]]

    def judge(self, text: str) -> Judged:
        totals = dict.fromkeys(self.names, 0.0)
        seen, count = 0.0, 0
        for run in runs(text):
            listed = self.costs.get(run, {})
            for code in totals:
                totals[code] += listed.get(code, UNSEEN_COST)
            seen += HAN_RUNS if has_han(run) else 1
            count += 1
        return Judged({code: total / max(1, count) for code, total in totals.items()}, seen)

    def plainly_other(self, text: str, language: str) -> str | None:
        """The code of the language that a text is in, where it is plainly not the one named."""
        if language not in self.names:
            return None
        judged = self.judge(text)
        if judged.seen < LEAST_RUNS:
            return None
        fits_better = judged.costs[language] - judged.costs[judged.best]
        return judged.best if fits_better >= margin(judged.seen) else None


def margin(seen: float) -> float:
    """Nats a run by which another language must fit better, where so many runs were seen."""
    return LEAST_MARGIN + MARGIN_NATS / seen


def runs(text: str) -> Iterator[str]:
    """Runs of letters within words, with the words' borders, and signs that are words one by one;
    nothing of what is no word.
    """
    for piece in _PIECES.findall(text):
        if _NO_WORD.search(piece) and not has_han(piece):
            continue
        for word in _WORDS.findall(piece.lower()):
            yield from word if has_han(word) else _runs_of(f" {word} ")


@lru_cache(MAX_REMEMBERED_RUNS)
def _runs_of(word: str) -> tuple[str, ...]:
    return tuple(
        word[first : first + length]
        for length in range(1, LONGEST_NGRAM + 1)
        for first in range(len(word) - length + 1)
        if not word[first : first + length].isspace()
    )


@cache
def profiles(path: Path = PROFILES) -> Profiles:
    """Those that ship. A row is a run and its costs in tenths, a column a language, empty where the
    run is not listed; the first row has the languages and their names.
    """
    try:
        lines = lzma.decompress(path.read_bytes()).decode("utf-8").splitlines()
        names = dict(field.split("=") for field in lines[0].split("\t")[1:])
        return Profiles(names, dict(_row(list(names), line) for line in lines[1:]))
    except (OSError, lzma.LZMAError, ValueError, IndexError) as error:
        raise DataError(f"{path}: damaged profiles ({error}); install legibly anew") from None


def _row(codes: Sequence[str], line: str) -> tuple[str, dict[str, float]]:
    run, *costs = line.split("\t")
    listed = zip(codes, costs, strict=True)
    return run, {code: int(cost) / 10 for code, cost in listed if cost}
