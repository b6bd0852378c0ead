"""Hidden events, a linear and a factorial CRF on open dialogues (Lu & Ng 2010, Tables 4 to 6):
writes docs/research/lu-ng-2010.md.

    python -m recipes.lu_ng_2010 [--utterances 20000] [--tests 600] [--passes 60] [--jobs 2]

Also on the words of a recogniser (Earnings-21), and for Chinese as words where jieba is installed
(pip install 'legibly[peers]'). On two free cores the full size takes about two hours.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from recipes.dialogues import Sizes
from recipes.lu_ng_2010.measure import Passes, measure_all
from recipes.lu_ng_2010.rows import (
    call_table,
    difference_table,
    readings,
    score_table,
    size_table,
    study_table,
)
from recipes.lu_ng_2010.tasks import call_tasks, dialogue_tasks
from recipes.lu_ng_2010.why import studies
from recipes.pages import save_page
from recipes.place import options, parsed


def main(arguments: Sequence[str] | None = None) -> None:
    parser = options(__doc__)
    parser.add_argument("--utterances", type=int, default=20_000, help="to train on, of each")
    parser.add_argument("--words", type=int, default=100_000, help="of calls to train on")
    parser.add_argument("--tests", type=int, default=600, help="utterances to test on, of each")
    parser.add_argument("--dev", type=int, default=300, help="utterances to choose settings on")
    parser.add_argument("--passes", type=int, default=60, help="over what is learnt from, at most")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    place, chosen = parsed(parser, arguments)
    place.need("dialogue/en", "dialogue/zh", "asr/earnings21")
    sizes = place.sized(Sizes(chosen.utterances, chosen.tests, chosen.dev), Sizes(20, 8, 8))
    words, jobs = place.sized(chosen.words, 100), place.sized(chosen.jobs, 1)
    fitting = Passes(place.sized(chosen.passes, 2))

    tasks = [*dialogue_tasks(place, sizes), *call_tasks(place, sizes, words)]
    measured = measure_all(tasks, fitting, jobs)
    results = {task.name: result for task, result in zip(tasks, measured, strict=True)}
    studied = studies(tasks, results, fitting, jobs)
    save_page(
        place,
        Path(__file__).with_name("page.md"),
        "lu-ng-2010.md",
        utterances=f"{sizes.training:,}",
        words=f"{words:,}",
        passes=fitting.passes,
        rows=score_table(results),
        differences=difference_table(results),
        calls=call_table(results),
        studies=study_table(results, studied),
        sizes=size_table(results),
        **readings(results, studied),
    )


if __name__ == "__main__":
    main()
