"""Capitalisation of Portuguese as in Batista et al. (2008), Tables 4 to 6, 10 and 11, on open text.

Writes docs/research/batista-2008-case.md. Backoff models without discounts over words in their
case, one to three words, without n-grams that occur less than five times; the HMM tagger (Viterbi
in the lattice) and the transducer (compose and shortest path, kaldifst) with the same models;
models of written and of spoken text mixed by EM on spoken text. The first word of a sentence does
not count.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from recipes.batista_2008_case.capitals import (
    CUTOFF,
    MIXED,
    SMOOTHED,
    Model,
    Results,
    Sizes,
    measure,
)
from recipes.batista_2008_case.mark_rates import counted_marks, mark_table, sum_table
from recipes.batista_2008_case.readings import capital_readings, mark_readings
from recipes.batista_2008_case.rows import (
    automata_table,
    mix_table,
    model_size_table,
    score_table,
    step_table,
)
from recipes.batista_2008_case.sentences import SOURCES
from recipes.pages import save_page
from recipes.place import Place, options, parsed

DEV_SENTENCES, WFST_SENTENCES = 2000, 60
QUICK_SIZES = Sizes(words=1000, tests=10, dev=10, wfst=3)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = options(__doc__)
    parser.add_argument("--words", type=int, default=1_500_000)
    parser.add_argument("--tests", type=int, default=600)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    place, chosen = parsed(parser, arguments)
    place.need("pt/heldout", "en/heldout")

    full = Sizes(chosen.words, chosen.tests, DEV_SENTENCES, WFST_SENTENCES)
    sizes = place.sized(full, QUICK_SIZES)
    results = measure_all(place, sizes, place.sized(chosen.jobs, 1))
    marks = counted_marks(place)
    save_page(
        place,
        Path(__file__).with_name("page.md"),
        "batista-2008-case.md",
        **capital_readings(results),
        **mark_readings(marks),
        cutoff=CUTOFF,
        dev=sizes.dev,
        model_sizes=model_size_table(results),
        mixes=mix_table(results),
        words=sizes.words,
        tests=sizes.tests,
        rows=score_table(results),
        steps=step_table(results),
        wfst=sizes.wfst,
        pairs=automata_table(results),
        kinds=sum_table(marks),
        marks=mark_table(marks),
    )


def measure_all(place: Place, sizes: Sizes, jobs: int) -> dict[Model, Results]:
    models = [Model(source, order) for source in SOURCES for order in (1, 2, 3)]
    models += [*(Model(MIXED, order) for order in (1, 2, 3)), Model(SMOOTHED, 3)]
    results = {}
    with ProcessPoolExecutor(jobs) as pool:
        measured = pool.map(partial(measure, place, sizes), models)
        for model, result in zip(models, measured, strict=True):
            results[model] = result
            print(*model, file=sys.stderr, flush=True)

    return results


if __name__ == "__main__":
    main()
