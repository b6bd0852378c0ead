"""F1 of marks and case against look-ahead, with delays and retractions, and writes
docs/research/streaming.md with a plot.

Every word is pushed alone, as a live recogniser would give it; what is scored is what was
committed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import product, starmap
from pathlib import Path

from recipes.pages import save_page
from recipes.place import Place, options, parsed
from recipes.streaming.picture import save_picture
from recipes.streaming.replay import CORPORA, Row, measure
from recipes.tables import markdown, percent

LOOK_AHEAD: tuple[int | None, ...] = (0, 1, 2, 4, 8, 16, None)
QUICK_LOOK_AHEAD: tuple[int | None, ...] = (2, None)
HEAD = (
    *("corpus", "look-ahead", "marks F1 (95 %)", "case F1", "delay of a mark, words", "ms"),
    "retractions of provisional text / 100 words",
)


def rows_of(place: Place) -> Iterator[Row]:
    jobs = list(product([place], CORPORA, place.sized(LOOK_AHEAD, QUICK_LOOK_AHEAD)))
    if place.quick:
        yield from starmap(measure, jobs)
        return
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(measure, *zip(*jobs, strict=True))


def cells(row: Row) -> list[str]:
    batch = row.look_ahead is None
    return [
        row.corpus,
        "all" if batch else str(row.look_ahead),
        f"{percent(row.f1)} ({percent(row.interval.low)} to {percent(row.interval.high)})",
        percent(row.case),
        "-" if batch else f"{row.delay_words:.1f}",
        "-" if batch or row.delay_ms is None else f"{row.delay_ms:,.0f}",
        "-" if batch else f"{row.retractions:.1f}",
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    place, _ = parsed(options(__doc__), arguments)
    place.need("en/iwslt", "timed/ami", "timed/earnings21", "asr/earnings21")
    rows = []
    for row in rows_of(place):
        print(row, file=sys.stderr, flush=True)
        rows.append(row)

    save_picture(place.docs / "streaming.svg", rows)
    save_page(
        place,
        Path(__file__).with_name("page.md"),
        "streaming.md",
        rows=markdown(HEAD, map(cells, rows)),
    )


if __name__ == "__main__":
    main()
