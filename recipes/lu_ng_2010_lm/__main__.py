"""The hidden-event settings of Lu & Ng (2010), Tables 3, 4 and 5 (left), on open dialogues.

Writes docs/research/lu-ng-2010-lm.md.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from recipes.dialogues import CORPORA, Sizes
from recipes.lu_ng_2010_lm.measure import ALL_SETTINGS, Task, measure
from recipes.lu_ng_2010_lm.rows import (
    SINGLE_PASS,
    chosen_table,
    copying_table,
    fact_table,
    open_table,
    readings,
    score_table,
    viterbi_table,
)
from recipes.pages import save_page
from recipes.place import options, parsed

QUICK_SIZES = Sizes(60, 10, 10)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = options(__doc__)
    parser.add_argument("--utterances", type=int, default=20_000)
    parser.add_argument("--tests", type=int, default=600)
    parser.add_argument("--dev", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    place, chosen = parsed(parser, arguments)
    place.need("dialogue/en", "dialogue/zh")

    sizes = place.sized(Sizes(chosen.utterances, chosen.tests, chosen.dev), QUICK_SIZES)
    tasks = [Task(corpus, settings) for corpus in CORPORA for settings in ALL_SETTINGS]
    tasks += [Task(corpus, settings, True) for corpus in CORPORA for settings in SINGLE_PASS]
    with ProcessPoolExecutor(place.sized(chosen.jobs, 1)) as pool:
        results = dict(zip(tasks, pool.map(partial(measure, place, sizes), tasks), strict=True))

    save_page(
        place,
        Path(__file__).with_name("page.md"),
        "lu-ng-2010-lm.md",
        **readings(place, sizes, results),
        facts=fact_table(place, sizes),
        rows=score_table(results),
        differences=copying_table(results),
        chosen=chosen_table(results),
        open=open_table(results),
        viterbi=viterbi_table(results),
    )


if __name__ == "__main__":
    main()
