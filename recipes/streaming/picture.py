"""F1 of marks against look-ahead, as a picture."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from recipes.streaming.replay import Row


def save_picture(path: Path, rows: Sequence[Row]) -> None:
    """An SVG, a line for each corpus; left out where matplotlib is missing."""
    try:
        import matplotlib
    except ImportError:
        print(f"left out: {path.name} needs matplotlib", file=sys.stderr)
        return

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "legibly"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4))
    _draw(axes, rows)
    figure.tight_layout()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None})


def _draw(axes: Any, rows: Sequence[Row]) -> None:
    for corpus, of_corpus in groupby(rows, key=lambda row: row.corpus):
        line = list(of_corpus)
        below = [100 * (row.f1 - row.interval.low) for row in line]
        above = [100 * (row.interval.high - row.f1) for row in line]
        heights = [100 * row.f1 for row in line]
        axes.errorbar(
            range(len(line)), heights, yerr=[below, above], marker="o", capsize=3, label=corpus
        )

    look_aheads = dict.fromkeys(row.look_ahead for row in rows)
    ticks = ["all" if words is None else str(words) for words in look_aheads]
    axes.set_xticks(range(len(ticks)), ticks)
    axes.set_xlabel("look-ahead, words")
    axes.set_ylabel("F1 of marks, %")
    axes.grid(alpha=0.3)
    axes.legend()
