"""The charts of Figures 2 and 3: F by training size, and by order."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from legibly.metrics.counts import OVERALL
from legibly.metrics.score import Score
from recipes.gravano_2009.data import ALL, TESTS
from recipes.gravano_2009.models import Model
from recipes.place import Place

Scores = Mapping[tuple[Model, str], Score]
SIZES, ORDERS_PICTURE = "gravano-2009-sizes.svg", "gravano-2009-orders.svg"
LINES = {"capitals": None, "comma": ",", "full stop": ".", "question mark": "?", "dash": "—"}


def draw(place: Place, scores: Scores) -> str:
    """Both charts, a panel for each set of symbols and test; the lines of the page that show
    them.
    """
    try:
        import matplotlib
    except ImportError:
        print("the charts are left out: pip install 'legibly[plots]'", file=sys.stderr)
        return ""

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "legibly"
    place.docs.mkdir(parents=True, exist_ok=True)
    sizes = sorted({model.size for model, _ in scores})
    by_size = {_size(size): Model(size, 5, "two") for size in sizes}
    _save(place, SIZES, scores, by_size, "training words")
    orders = sorted({model.order for model, _ in scores})
    sweep = largest_sweep(scores)
    by_order = {str(order): Model(sweep, order, "two") for order in orders}
    _save(place, ORDERS_PICTURE, scores, by_order, f"n ({_size(sweep)} words)")
    return f"![F by training size]({SIZES})\n\n![F by order]({ORDERS_PICTURE})"


def largest_sweep(scores: Scores) -> int:
    """The largest size of which all orders were measured."""
    orders = {model.order for model, _ in scores}
    sizes = {model.size for model, _ in scores}
    return max(
        size
        for size in sizes
        if orders == {model.order for model, _ in scores if model.size == size}
    )


def _size(size: int) -> str:
    return "all" if size == ALL else f"{size:,}"


def _save(place: Place, name: str, scores: Scores, ticks: Mapping[str, Model], label: str) -> None:
    from matplotlib import pyplot

    figure, rows = pyplot.subplots(2, len(TESTS), figsize=(12, 6), sharey=True, sharex=True)
    for panels, symbols in zip(rows, ("two", "four"), strict=True):
        for axes, test in zip(panels, TESTS, strict=True):
            models = (model._replace(symbols=symbols) for model in ticks.values())
            points = [scores.get((model, test)) for model in models]
            _panel(axes, points)
            axes.set_xticks(range(len(ticks)), ticks)
            axes.set_title(f"{test}, {symbols} symbols")
        panels[0].set_ylabel("F, %")
    figure.supxlabel(label)
    figure.tight_layout(rect=(0, 0.05, 1, 1))
    figure.legend(*rows[1][0].get_legend_handles_labels(), loc="lower center", ncol=len(LINES))
    figure.savefig(place.docs / name, metadata={"Date": None})


def _panel(axes: Any, points: Sequence[Score | None]) -> None:
    for name, mark in LINES.items():
        heights = [_f1(score, mark) for score in points]
        if any(height is not None for height in heights):
            places = [i for i, height in enumerate(heights) if height is not None]
            axes.plot(places, [heights[i] for i in places], marker="o", label=name)
    axes.grid(alpha=0.3)


def _f1(score: Score | None, mark: str | None) -> float | None:
    if score is None or (mark is not None and mark not in score.counts.marks):
        return None
    slots = score.counts.case[OVERALL] if mark is None else score.counts.marks[mark]
    return 100 * (slots.f1 or 0.0)
