"""Every scorer of the project on the same English tests: writes docs/research/scorers.md.

And combinations of them, tuned on development sets.

    python -m recipes.all_scorers [--words 1000000] [--work FOLDER] [--jobs 2] [--only MODEL ...]

Models are kept in the work folder: a second run takes them from there.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Sequence
from concurrent.futures import Executor, Future
from itertools import product
from pathlib import Path

from legibly.metrics.score import Score
from recipes.all_scorers.combinations import COMBINED, Combination, combine
from recipes.all_scorers.models import SINGLE, Built, build, measure_single, prepare
from recipes.all_scorers.processes import pool_of
from recipes.all_scorers.rows import COMBINED_HEAD, SINGLE_HEAD, combined_rows, single_rows
from recipes.all_scorers.sets import DEV, TESTS
from recipes.pages import save_page
from recipes.place import Place, options, parsed
from recipes.tables import markdown, percent

FOLDERS = (
    *("en/iwslt", "timed/earnings21", "timed/earnings22", "timed/ami", "dialogue/en"),
    "asr/earnings21",
)
PAGE = Path(__file__).with_name("page.md")


def to_combine(place: Place, wanted: Collection[str]) -> list[tuple[str, str]]:
    """Domains and combinations: all of them, or in a quick run one a domain."""
    names = [name for name, parts in COMBINED.items() if set(parts) <= set(wanted)]
    return place.sized(list(product(DEV, names)), list(zip(DEV, names, strict=False)))


def build_all(pool: Executor, place: Place, names: Sequence[str], words: int) -> dict[str, Built]:
    prepare(place, words)
    jobs = {name: pool.submit(build, place, name, words) for name in names}
    built = {}
    for name, job in jobs.items():
        built[name] = job.result()
        print(name, built[name].note, file=sys.stderr, flush=True)
    return built


def gather_scores(
    jobs: dict[tuple[str, str], Future[Score]],
) -> dict[tuple[str, str], Score]:
    scores = {}
    for (name, test), job in jobs.items():
        score = scores[name, test] = job.result()
        f1 = percent(score.counts.marks["overall"].f1)
        print(name, test, f1, file=sys.stderr, flush=True)
    return scores


def gather_combinations(jobs: Sequence[Future[Combination]]) -> list[Combination]:
    combinations = []
    for job in jobs:
        combinations.append(job.result())
        print(combinations[-1][:5], file=sys.stderr, flush=True)
    return combinations


def measure(place: Place, wanted: Collection[str], words: int, processes: int) -> dict[str, object]:
    """What stands in the page's places."""
    models = [name for name in SINGLE if name in wanted]
    trained = [name for name in models if not name.startswith("en")]
    with pool_of(place, processes) as pool:
        built = build_all(pool, place, trained, words)
        folders = {name: model.folder for name, model in built.items()}
        combining = [
            pool.submit(combine, place, name, domain, folders)
            for domain, name in to_combine(place, wanted)
        ]
        measuring = {
            (name, test.name): pool.submit(measure_single, place, name, test.name, folders)
            for test, name in product(TESTS, models)
        }
        scores = gather_scores(measuring)
        combinations = gather_combinations(combining)

    notes = {name: model.note for name, model in built.items()}
    return {
        "single": markdown(SINGLE_HEAD, single_rows(scores, notes)),
        "combined": markdown(COMBINED_HEAD, combined_rows(combinations, scores)),
        "words": words,
    }


def main(arguments: Sequence[str] | None = None) -> None:
    parser = options(__doc__)
    parser.add_argument(
        "--words", type=int, default=1_000_000, help="to train on (n-grams: five times as many)"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    parser.add_argument(
        "--only", nargs="+", choices=SINGLE, help="only these; nothing is written but to the screen"
    )
    place, chosen = parsed(parser, arguments)
    place.need(*FOLDERS)
    words = place.sized(chosen.words, 300)
    fields = measure(place, {*(chosen.only or SINGLE), "en"}, words, chosen.jobs)
    if chosen.only:
        print(PAGE.read_text("utf-8").format(**fields))
    else:
        save_page(place, PAGE, "scorers.md", **fields)


if __name__ == "__main__":
    main()
