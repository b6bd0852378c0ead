"""The class model that decides between ways to write numbers (Shugrina 2010), small enough to ship
beside a tagger.

It sees text in lower case, without marks, with digits by class. Of its n-grams only those matter
that have a number, a number word or a spelt letter in them: elsewhere there is nothing to decide.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from legibly.grammars.stack import number_openers
from legibly.model_folders.saving import copy_scorers, save_folder
from legibly.ngram import binary
from legibly.ngram.counting import all_counts, words_of_slices
from legibly.ngram.estimate import estimate
from legibly.ngram.model import Ngram
from legibly.ngram.pruning import prune
from legibly.ngram.vocabulary import SIGNS, Vocabulary
from legibly.training.corpus import read_corpus
from legibly.training.ngram import NgramSettings, count

NUMBERS_FILE, COUNTS = "numbers.lm", "number_counts.npz"
COUNTED_BELOW = 10_000  # numbers below this are counted one by one
_DIGITS = re.compile(r"[0-9]+")


def number_settings(
    files: Sequence[str],
    language: str,
    order: int,
    method: str,
    classes: str,
    min_count: int,
    cutoffs: tuple[int, ...] = (),
) -> NgramSettings:
    return NgramSettings(
        tuple(files), language, order, method, "none", False, min_count, cutoffs, classes=classes
    )


def count_numbers(settings: NgramSettings) -> NDArray[np.uint32]:
    """How often each small number is written."""
    counts = np.zeros(COUNTED_BELOW, np.uint32)
    left = settings.max_tokens
    for text in read_corpus(settings.files, settings.language):
        if left is not None and (left := left - len(text.tokens)) < 0:
            break
        for token in text.tokens:
            for digits in _DIGITS.findall(token.text):
                if len(digits) < 5 and (digits == "0" or digits[0] != "0"):
                    counts[int(digits)] += 1
    return counts


def near_numbers(model: Ngram, language: str) -> Ngram:
    """The model without n-grams that have nothing to do with numbers."""
    openers = number_openers(language)
    words = model.vocabulary.words()
    telling = np.array(
        [word in openers or word.startswith("<") or word in ("0", "1") for word in words]
    )
    telling[: len(SIGNS)] = False
    return prune(
        model, lambda columns, logs: np.logical_or.reduce([telling[column] for column in columns])
    )


def train(
    settings: NgramSettings,
    output: Path,
    name: str,
    *,
    beside: Path | None = None,
    weight: float = 1.0,
    workers: int = 1,
    report: Callable[[int, int], None] = lambda done, all: None,
) -> Ngram:
    """A model folder; `beside` is a model whose scorers go into it too."""
    work = output.with_name(f"{output.name}.work")
    slices = count(settings, work, workers, report)
    words = words_of_slices(slices, settings.min_count)
    run = all_counts(slices, settings.order, words)
    model = near_numbers(
        estimate(run, settings.order, Vocabulary.of(words), settings.method, settings.cutoffs),
        settings.language,
    )
    counts = count_numbers(settings)

    def save(folder: Path) -> dict[str, Any]:
        binary.save(model, folder / NUMBERS_FILE, quantised=True)
        np.savez_compressed(folder / COUNTS, counts=counts)
        facts = {
            "kind": "ngram",
            "file": NUMBERS_FILE,
            "classes": settings.classes,
            "number_counts": COUNTS,
        }
        return {**facts, "cased": False, "marks": [], "weight": weight}

    others: Iterable[Any] = []
    if beside is not None:  # the new class model takes the place of one that is there
        others = copy_scorers(beside, lambda settings: "number_counts" not in settings)
    description = f"{model.order}-gram model of numbers by class"
    save_folder(
        output,
        name=name,
        language=settings.language,
        description=description,
        scorers=[*others, save],
    )
    shutil.rmtree(work, ignore_errors=True)
    return model
