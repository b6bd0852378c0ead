"""The models that are compared, made from text that is counted once for each size."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from legibly.ngram.counting import CountSlice
from legibly.training.ngram import SYMBOLS, NgramSettings, build, count, save_model
from recipes.gravano_2009.data import training_files
from recipes.place import Place


class Model(NamedTuple):
    """What one is made of."""

    size: int  # words of training text
    order: int
    symbols: str  # two or four

    @property
    def name(self) -> str:
        return f"{self.size}-{self.order}-{self.symbols}"


class CountedText(NamedTuple):
    """Shorter n-grams, and fewer symbols, are read off the counts of the longest."""

    settings: NgramSettings
    slices: list[CountSlice]
    words: int
    tokens: int
    seconds: float


def models_of(sizes: Sequence[int]) -> list[Model]:
    """5-grams of each size; other orders of the sizes between, 3-grams of the largest too."""
    _, *between, largest = sizes
    models = [Model(size, 5, symbols) for size in sizes for symbols in ("two", "four")]
    models += [Model(size, order, "two") for size in between for order in (3, 4, 6)]
    models.append(Model(largest, 3, "two"))
    return sorted(models)


def counted(place: Place, size: int, order: int, workers: int) -> CountedText:
    settings = NgramSettings(tuple(training_files(place, size)), order=order, symbols="four")
    folder = place.work / f"{size}.counts"
    seconds = timed(place.work / f"{size}.counted", lambda: count(settings, folder, workers))

    slices = count(settings, folder, workers)
    marks = set(SYMBOLS["four"].values())
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
    """Four symbols become two when a question mark is called a full stop, and a dash a comma."""
    symbols = SYMBOLS[model.symbols]
    slices = [
        replace(counts, words=[symbols.get(word, word) for word in counts.words])
        for counts in text.slices
    ]
    settings = replace(text.settings, order=model.order, symbols=model.symbols)
    marks = list(dict.fromkeys(symbols.values()))
    save_model(build(settings, slices), folder, model.name, "en", marks)


def timed(record: Path, work: Callable[[], object]) -> float:
    """How many seconds some work took, which is done once; a file remembers."""
    if not record.is_file():
        begin = time.monotonic()
        work()
        record.write_text(f"{time.monotonic() - begin:.1f}\n")
        print(f"{record.name}: {record.read_text().strip()} s", file=sys.stderr, flush=True)
    return float(record.read_text())
