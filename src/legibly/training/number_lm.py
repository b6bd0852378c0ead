"""The class model that decides between ways to write numbers (Shugrina 2010), small enough to ship beside a tagger.

It sees text in lower case, without marks, with digits by class. Of its n-grams only those matter that have a number, a
number word or a spelt letter in them: elsewhere there is nothing to decide.
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
from legibly.ngram.counting import all_counts, shared_words
from legibly.ngram.estimate import estimate
from legibly.ngram.model import Ngram
from legibly.ngram.pruning import prune
from legibly.ngram.vocabulary import SIGNS, Vocabulary
from legibly.training.corpus import read_corpus
from legibly.training.ngram import Plan, count

FILE, COUNTS = "numbers.lm", "number_counts.npz"
COUNTED = 10_000  # numbers below this are counted one by one
_DIGITS = re.compile(r"[0-9]+")


def number_plan(
    files: Sequence[str],
    language: str,
    order: int,
    method: str,
    classes: str,
    min_count: int,
    cutoffs: tuple[int, ...] = (),
) -> Plan:
    return Plan(tuple(files), language, order, method, "none", False, min_count, cutoffs, classes=classes)


def count_numbers(plan: Plan) -> NDArray[np.uint32]:
    """How often each small number is written."""
    counts = np.zeros(COUNTED, np.uint32)
    left = plan.max_tokens
    for text in read_corpus(plan.files, plan.language):
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
    telling = np.array([word in openers or word.startswith("<") or word in ("0", "1") for word in words])
    telling[: len(SIGNS)] = False
    return prune(model, lambda columns, logs: np.logical_or.reduce([telling[column] for column in columns]))


def train(
    plan: Plan,
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
    shares = count(plan, work, workers, report)
    words = shared_words(shares, plan.min_count)
    run = all_counts(shares, plan.order, words)
    model = near_numbers(estimate(run, plan.order, Vocabulary.of(words), plan.method, plan.cutoffs), plan.language)
    counts = count_numbers(plan)

    def save(folder: Path) -> dict[str, Any]:
        binary.save(model, folder / FILE, quantised=True)
        np.savez_compressed(folder / COUNTS, counts=counts)
        facts = {"kind": "ngram", "file": FILE, "classes": plan.classes, "shares": COUNTS}
        return {**facts, "cased": False, "marks": [], "weight": weight}

    others: Iterable[Any] = copy_scorers(beside) if beside is not None else []
    description = f"{model.order}-gram model of numbers by class"
    save_folder(output, name=name, language=plan.language, description=description, scorers=[*others, save])
    shutil.rmtree(work, ignore_errors=True)
    return model
