"""The eight hidden-event settings of Lu & Ng (2010), Tables 4 and 5 (left), on open dialogues.

Writes docs/research/lu-ng-2010-lm.md.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from recipes.dialogues import CORPORA
from recipes.lu_ng_2010_lm.measure import Sizes, Task, measure
from recipes.lu_ng_2010_lm.rows import (
    ALL_SETTINGS,
    SINGLE_PASS,
    copying_table,
    score_table,
    size_table,
    viterbi_table,
)
from recipes.pages import save_page
from recipes.place import options, parsed

QUICK_SIZES = Sizes(60, 10)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = options(__doc__)
    parser.add_argument("--utterances", type=int, default=20_000)
    parser.add_argument("--tests", type=int, default=600)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    place, chosen = parsed(parser, arguments)
    place.need("dialogue/en", "dialogue/zh")

    sizes = place.sized(Sizes(chosen.utterances, chosen.tests), QUICK_SIZES)
    tasks = [Task(corpus, settings) for corpus in CORPORA for settings in ALL_SETTINGS]
    tasks += [Task(corpus, settings, True) for corpus in CORPORA for settings in SINGLE_PASS]
    with ProcessPoolExecutor(place.sized(chosen.jobs, 1)) as pool:
        scores = dict(zip(tasks, pool.map(partial(measure, place, sizes), tasks), strict=True))

    save_page(
        place,
        Path(__file__).with_name("page.md"),
        "lu-ng-2010-lm.md",
        rows=score_table(scores),
        differences=copying_table(scores),
        viterbi=viterbi_table(scores),
        sizes=size_table(place, sizes),
    )


if __name__ == "__main__":
    main()
