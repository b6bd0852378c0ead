"""Gravano et al. (2009) on open text: training sizes, orders, two and four symbols.

Writes docs/research/gravano-2009.md. Paragraphs are taken evenly from all English training corpora,
or all of them. Tests are held-out documents of 5 to 20 sentences of talks, podcasts and news, and
AMI meetings, conditioned like the training text (numbers as spoken). Counts and models are kept in
the work folder; those of all text need 10 GB there and 10 GB of memory.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from legibly.metrics.score import Score
from legibly.transcript import Transcript
from recipes.gravano_2009.data import ALL, TESTS, documents
from recipes.gravano_2009.measure import coverage, measure
from recipes.gravano_2009.models import CountedText, Model, counted, make, models_of
from recipes.gravano_2009.rows import (
    HEAD,
    TEXT_HEAD,
    beams,
    end_readings,
    gains,
    orders,
    readings,
    score_row,
    text_row,
    wrong_capitals,
)
from recipes.pages import save_page
from recipes.place import Place, options, parsed
from recipes.tables import markdown

SIZES = (100_000, 1_000_000, 10_000_000, ALL)
# All of the made-up text is not among them: its model would pass for one of all real text in a
# work folder that both kinds of run share.
QUICK_SIZES = (500, 1000, 2000, 4000)
WIDE_BEAM = 14.0  # to compare with

Tests = Mapping[str, Sequence[Transcript]]


@dataclass(frozen=True)
class Results:
    texts: Mapping[int, CountedText]  # by size, the smallest first
    tests: Tests
    build_seconds: dict[Model, float] = field(default_factory=dict)
    scores: dict[tuple[Model, str], Score] = field(default_factory=dict)  # by model and test
    rows: list[list[str]] = field(default_factory=list)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = options(__doc__)
    parser.add_argument("--largest", type=int, default=ALL, help="leave larger training sizes out")
    parser.add_argument("--beam", type=float, default=6.0)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    place, chosen = parsed(parser, arguments)
    place.need("en/heldout", "timed/ami")

    sizes, workers = place.sized(SIZES, QUICK_SIZES), place.sized(chosen.workers, 1)
    models = [model for model in models_of(sizes) if model.size <= chosen.largest]
    tests = {name: list(documents(place, patterns)) for name, patterns in TESTS.items()}
    results = Results(count_all(place, models, workers), tests)
    for model in models:
        measure_model(place, model, chosen.beam, results)
    write_page(place, results, chosen.beam, workers)


def count_all(place: Place, models: Sequence[Model], workers: int) -> dict[int, CountedText]:
    """Text of each size, with the longest n-grams that any model of that size has."""
    orders: dict[int, int] = {}
    for model in models:
        orders[model.size] = max(model.order, orders.get(model.size, 0))
    return {size: counted(place, size, order, workers) for size, order in orders.items()}


def measure_model(place: Place, model: Model, beam: float, results: Results) -> None:
    """Makes it, and adds what it does to the results."""
    results.build_seconds[model] = make(place, model, results.texts[model.size])
    folder = place.work / model.name
    for test, texts in results.tests.items():
        score = measure(folder, model.symbols, texts, beam)
        covered = coverage(folder, model.symbols, texts) if model.symbols == "two" else None
        results.scores[model, test] = score
        results.rows.append(score_row(model, test, score, covered))
        print(results.rows[-1], file=sys.stderr, flush=True)


def write_page(place: Place, results: Results, beam: float, workers: int) -> None:
    largest = fivegrams(max(results.texts))
    narrow = {test: results.scores[largest, test] for test in results.tests}
    wide = {
        test: measure(place.work / largest.name, largest.symbols, texts, WIDE_BEAM)
        for test, texts in results.tests.items()
    }
    save_page(
        place,
        Path(__file__).with_name("page.md"),
        "gravano-2009.md",
        beam=beam,
        workers="one process" if workers == 1 else f"{workers} processes",
        texts=text_table(results),
        words=", ".join(test_size(test, texts) for test, texts in results.tests.items()),
        rows=markdown(HEAD, results.rows),
        gains=gains(results.scores, results.texts),
        orders=orders(results.scores, list(results.build_seconds)),
        wide=WIDE_BEAM,
        largest="all" if largest.size == ALL else f"{largest.size:,} words of",
        beams=beams(narrow, wide),
        errors=wrong_capitals(narrow),
        **readings(results.scores, results.texts),
        **end_readings(narrow),
    )


def fivegrams(size: int) -> Model:
    return Model(size, 5, "two")


def text_table(results: Results) -> str:
    rows = [
        text_row(size, text, results.build_seconds[fivegrams(size)])
        for size, text in results.texts.items()
    ]
    return markdown(TEXT_HEAD, rows)


def test_size(name: str, texts: Sequence[Transcript]) -> str:
    return f"{name} {sum(len(text.words) for text in texts):,} words in {len(texts)}"


if __name__ == "__main__":
    main()
