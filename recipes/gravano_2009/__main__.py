"""Gravano et al. (2009) on open text: training sizes, orders, two and four symbols.

Writes docs/research/gravano-2009.md, and its charts. Paragraphs are taken evenly from all English
training corpora, or all of them. Tests are held-out documents of 5 to 20 sentences of talks,
podcasts, meetings and news, conditioned like the training text: numbers and abbreviations as
spoken, marks by the paper's Table 1. Counts and models are kept in the work folder; those of all
text need 20 GB there and 10 GB of memory, and half a day on one core.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from legibly.metrics.score import Score
from legibly.transcript import Transcript
from recipes.gravano_2009.data import (
    ALL,
    QUICK_TEST_WORDS,
    TESTS,
    conditioned,
    documents,
    mark_shares,
    sampled,
)
from recipes.gravano_2009.measure import known, measure
from recipes.gravano_2009.models import SMOOTHED, CountedText, Model, counted, make, models_of
from recipes.gravano_2009.pictures import draw
from recipes.gravano_2009.rows import (
    HEAD,
    TEXT_HEAD,
    beams,
    end_readings,
    gains,
    label,
    orders,
    readings,
    score_row,
    share_table,
    smoothing_table,
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
MIXTURE = ' "All" is all of each corpus, so its mixture is another one.'

Texts = Mapping[tuple[int, str], CountedText]  # by size, the smallest first, and symbols
Tests = Mapping[tuple[str, str], Sequence[Transcript]]  # by test and symbols


@dataclass(frozen=True)
class Results:
    texts: Texts
    tests: Tests
    build_seconds: dict[Model, float] = field(default_factory=dict)
    scores: dict[tuple[Model, str], Score] = field(default_factory=dict)  # by model and test
    rows: list[list[str]] = field(default_factory=list)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = options(__doc__)
    parser.add_argument("--sizes", type=_sizes, default=SIZES, help="words of training text, ...")
    parser.add_argument("--tests", type=int, default=8000, help="words of each test")
    parser.add_argument("--beam", type=float, default=6.0)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    place, chosen = parsed(parser, arguments)
    place.need("en/heldout", "timed/ami")

    models = models_of(place.sized(chosen.sizes, QUICK_SIZES))
    workers, words = place.sized(chosen.workers, 1), place.sized(chosen.tests, QUICK_TEST_WORDS)
    written = {name: documents(place, patterns, words) for name, patterns in TESTS.items()}
    tests = {
        (name, symbols): [conditioned(text, symbols) for text in texts]
        for name, texts in written.items()
        for symbols in ("two", "four")
    }
    results = Results(count_all(place, models, workers), tests)
    for model in models:
        measure_model(place, model, chosen.beam, results)
    shares = {name: mark_shares(texts) for name, texts in written.items()}
    size = models[0].size
    shares[f"training text, {label(size)} words"] = mark_shares(sampled(place, size))
    write_page(place, results, share_table(shares), chosen.beam, workers)


def _sizes(text: str) -> tuple[int, ...]:
    """`100000,1000000,all`"""
    return tuple(sorted(ALL if part == "all" else int(part) for part in text.split(",")))


def count_all(place: Place, models: Sequence[Model], workers: int) -> Texts:
    """Text of each size, with the longest n-grams that any model of that size has."""
    orders: dict[tuple[int, str], int] = {}
    for model in models:
        key = model.size, model.symbols
        orders[key] = max(model.order, orders.get(key, 0))
    return {key: counted(place, key[0], order, key[1], workers) for key, order in orders.items()}


def measure_model(place: Place, model: Model, beam: float, results: Results) -> None:
    """Makes it, and adds what it does to the results."""
    text = results.texts[model.size, model.symbols]
    results.build_seconds[model] = make(place, model, text)
    folder = place.work / model.name
    for test in TESTS:
        texts = results.tests[test, model.symbols]
        score = results.scores[model, test] = measure(folder, model.symbols, texts, beam)
        if model.method != SMOOTHED:
            results.rows.append(score_row(model, test, score, known(folder, texts)))
        print(model.name, test, file=sys.stderr, flush=True)


def write_page(place: Place, results: Results, shares: str, beam: float, workers: int) -> None:
    largest = fivegrams(max(size for size, _ in results.texts))
    two = {size: text for (size, symbols), text in results.texts.items() if symbols == "two"}
    narrow = {test: results.scores[largest, test] for test in TESTS}
    wide = {
        test: measure(place.work / largest.name, "two", results.tests[test, "two"], WIDE_BEAM)
        for test in TESTS
    }
    models = list(results.build_seconds)
    save_page(
        place,
        Path(__file__).with_name("page.md"),
        "gravano-2009.md",
        beam=beam,
        workers="one process" if workers == 1 else f"{workers} processes",
        tokens=f"{two[largest.size].tokens:,}",
        mixture=MIXTURE if ALL in two else "",
        texts=text_table(results, two),
        words=", ".join(test_size(test, results.tests[test, "two"]) for test in TESTS),
        rows=markdown(HEAD, results.rows),
        shares=shares,
        charts=draw(place, results.scores),
        gains=gains(results.scores, two),
        orders=orders(results.scores, models, "two"),
        four_orders=orders(results.scores, models, "four"),
        smoothed_orders=orders(results.scores, models, "two", SMOOTHED),
        smoothing=smoothing_table(results.scores, models),
        wide=WIDE_BEAM,
        largest="all" if largest.size == ALL else f"{largest.size:,} words of",
        beams=beams(narrow, wide),
        errors=wrong_capitals(narrow),
        **readings(results.scores, two),
        **end_readings(narrow),
    )


def fivegrams(size: int) -> Model:
    return Model(size, 5, "two")


def text_table(results: Results, texts: Mapping[int, CountedText]) -> str:
    rows = [
        text_row(size, text, results.build_seconds[fivegrams(size)]) for size, text in texts.items()
    ]
    return markdown(TEXT_HEAD, rows)


def test_size(name: str, texts: Sequence[Transcript]) -> str:
    return f"{name} {sum(len(text.words) for text in texts):,} words in {len(texts)}"


if __name__ == "__main__":
    main()
