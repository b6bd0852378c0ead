"""Hidden events, a linear and a factorial CRF on open dialogues (Lu & Ng 2010, Tables 4 to 6):
writes docs/research/lu-ng-2010.md.

    python -m recipes.lu_ng_2010 [--utterances 20000] [--tests 600] [--passes 60] [--jobs 2]

Also on the words of a recogniser (Earnings-21), and for Chinese as words where jieba is installed
(pip install 'legibly[peers]').
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from legibly.metrics.bootstrap import compare
from legibly.metrics.counts import OVERALL
from recipes.dialogues import Sizes
from recipes.lu_ng_2010.measure import (
    FACTORIAL,
    HIDDEN_EVENTS,
    LINEAR,
    METHODS,
    Result,
    measure_all,
)
from recipes.lu_ng_2010.tasks import call_tasks, dialogue_tasks
from recipes.pages import listed, save_page
from recipes.place import options, parsed
from recipes.tables import difference, markdown, overall_f1, percent

COMPARED = ((HIDDEN_EVENTS, LINEAR), (LINEAR, FACTORIAL), (HIDDEN_EVENTS, FACTORIAL))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = options(__doc__)
    parser.add_argument("--utterances", type=int, default=20_000, help="to train on, of each")
    parser.add_argument("--tests", type=int, default=600, help="utterances to test on, of each")
    parser.add_argument("--dev", type=int, default=300, help="utterances to choose settings on")
    parser.add_argument("--passes", type=int, default=60, help="over what is learnt from, at most")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    place, chosen = parsed(parser, arguments)
    place.need("dialogue/en", "dialogue/zh", "asr/earnings21")
    sizes = place.sized(Sizes(chosen.utterances, chosen.tests, chosen.dev), Sizes(20, 8, 8))

    tasks = [*dialogue_tasks(place, sizes), *call_tasks(place, sizes.dev)]
    results = measure_all(tasks, place.sized(chosen.passes, 2), place.sized(chosen.jobs, 1))
    named = {task.name: result for task, result in zip(tasks, results, strict=True)}
    save_page(
        place,
        Path(__file__).with_name("page.md"),
        "lu-ng-2010.md",
        rows=score_table(named),
        differences=difference_table(named),
        sizes=size_table(named),
        **readings(named),
    )


def score_table(results: dict[str, Result]) -> str:
    rows = []
    for name, result in results.items():
        scores = [result.scores[method] for method in METHODS]
        marks = [score.counts.marks[OVERALL] for score in scores]
        both = (f"{percent(slots.precision)} / {percent(slots.recall)}" for slots in marks)
        rows += [[name, "F1", *map(overall_f1, scores)], ["", "P / R", *both]]

    return markdown(("corpus", "", *METHODS), rows)


def difference_table(results: dict[str, Result]) -> str:
    """Of F1, of pairs of methods."""
    head = ("corpus", *(f"{first} to {second}" for first, second in COMPARED))
    rows = [[name, *differences(result)] for name, result in results.items()]
    return markdown(head, rows)


def differences(result: Result) -> list[str]:
    comparisons = (
        compare(result.scores[first], result.scores[second]) for first, second in COMPARED
    )
    return [difference(rates.get(f"marks/{OVERALL}/f1")) for rates in comparisons]


def readings(results: dict[str, Result]) -> dict[str, object]:
    """Where each method is surely above and surely below the one before it in the paper's order."""
    fields: dict[str, object] = {}
    for name, (first, second) in zip(("linear", "factorial", "both"), COMPARED, strict=True):
        above, below = [], []
        for corpus, result in results.items():
            found = compare(result.scores[first], result.scores[second])
            change = found.get(f"marks/{OVERALL}/f1")
            if change is not None and change.interval.low > 0:
                above.append(corpus)
            if change is not None and change.interval.high < 0:
                below.append(corpus)
        fields |= {
            f"{name}_above": listed(above),
            f"{name}_below": listed(below),
            f"{name}_never_below": not below,
        }
    return fields


def size_table(results: dict[str, Result]) -> str:
    rows = [[name, *result.notes] for name, result in results.items()]
    return markdown(("corpus", *METHODS), rows)


if __name__ == "__main__":
    main()
