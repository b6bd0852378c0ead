"""The models that are compared, made from text that is counted once for each size."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from legibly.ngram.counting import CountSlice
from legibly.training.ngram import NgramSettings, build, count, save_model
from legibly.training.symbols import SYMBOLS
from recipes.gravano_2009.data import training_files
from recipes.place import Place

STUPID, SMOOTHED = "stupid", "kneser-ney"
ORDERS = (3, 4, 5, 6)


class Model(NamedTuple):
    """What one is made of."""

    size: int  # words of training text
    order: int
    symbols: str  # two or four
    method: str = STUPID

    @property
    def name(self) -> str:
        return f"{self.size}-{self.order}-{self.symbols}-{self.method}"


class CountedText(NamedTuple):
    """Shorter n-grams are read off the counts of the longest."""

    settings: NgramSettings
    slices: list[CountSlice]
    words: int
    tokens: int
    seconds: float


def models_of(sizes: Sequence[int]) -> list[Model]:
    """5-grams of each size; all orders of the sizes between, also with Kneser-Ney smoothing;
    3-grams of the largest too.
    """
    _, *between, largest = sizes
    models = [Model(size, 5, symbols) for size in sizes for symbols in ("two", "four")]
    models += [Model(size, n, s) for size in between for n in (3, 4, 6) for s in ("two", "four")]
    models += [Model(size, n, "two", SMOOTHED) for size in between for n in ORDERS]
    models.append(Model(largest, 3, "two"))
    return sorted(models)


def counted(place: Place, size: int, order: int, symbols: str, workers: int) -> CountedText:
    files = tuple(training_files(place, size))
    settings = NgramSettings(files, order=order, symbols=symbols, full_words=True)
    folder = place.work / f"{size}-{symbols}.counts"
    record = place.work / f"{size}-{symbols}.counted"
    seconds = timed(record, lambda: count(settings, folder, workers))

    slices = count(settings, folder, workers)
    marks = set(SYMBOLS[symbols].values())
    tokens = sum(sum(counts.counts) for counts in slices)
    return CountedText(settings, slices, tokens - _count_of(marks, slices), tokens, seconds)


def _count_of(words: set[str], slices: Sequence[CountSlice]) -> int:
    """How often some words stand in all slices together."""
    return sum(
        times
        for counts in slices
        for word, times in zip(counts.words, counts.counts, strict=True)
        if word in words
    )


def make(place: Place, model: Model, text: CountedText) -> float:
    """A folder named after the model; how long it took to build."""
    folder = place.work / model.name
    return timed(place.work / f"{model.name}.built", lambda: _save(model, text, folder))


def _save(model: Model, text: CountedText, folder: Path) -> None:
    settings = replace(text.settings, order=model.order, method=model.method)
    marks = list(dict.fromkeys(SYMBOLS[model.symbols].values()))
    save_model(build(settings, text.slices), folder, model.name, "en", marks)


def timed(record: Path, work: Callable[[], object]) -> float:
    """How many seconds some work took, which is done once; a file remembers."""
    if not record.is_file():
        begin = time.monotonic()
        work()
        record.write_text(f"{time.monotonic() - begin:.1f}\n")
        print(f"{record.name}: {record.read_text().strip()} s", file=sys.stderr, flush=True)
    return float(record.read_text())
