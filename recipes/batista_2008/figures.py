"""Figures 9 and 10 of Batista et al. (2008): what each feature brings."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from recipes.batista_2008.marking import TYPES, WITHOUT, Ablations
from recipes.place import Place

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PICTURE = "batista-2008.svg"
PANELS = {"kinds of features": (*TYPES,), "all but one": ("all", *WITHOUT)}
BAR_WIDTH, BAR_STEP = 0.19, 0.2


def draw(place: Place, ablations: Ablations) -> str:
    """Both figures as bars; the line of the page that shows them."""
    try:
        import matplotlib
    except ImportError:
        print("the figures are left out: pip install 'legibly[plots]'", file=sys.stderr)
        return ""

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "legibly"
    from matplotlib import pyplot

    figure, panels = pyplot.subplots(1, 2, figsize=(11, 4), sharey=True)
    for axes, (title, names) in zip(panels, PANELS.items(), strict=True):
        draw_panel(axes, title, names, ablations)

    panels[0].set_ylabel("SER of the full stop")
    figure.tight_layout(rect=(0, 0.06, 1, 1))
    figure.legend(*panels[0].get_legend_handles_labels(), loc="lower center", ncol=len(ablations))
    place.docs.mkdir(parents=True, exist_ok=True)
    figure.savefig(place.docs / PICTURE, metadata={"Date": None})
    return f"![Slot error rate of the full stop by features]({PICTURE})"


def draw_panel(axes: Axes, title: str, names: Sequence[str], ablations: Ablations) -> None:
    """A group of bars for each kind of features, with a bar for each corpus."""
    for number, (corpus, rates) in enumerate(ablations.items()):
        shift = (number - (len(ablations) - 1) / 2) * BAR_STEP
        positions = [i + shift for i in range(len(names))]
        axes.bar(positions, [rates[name] for name in names], BAR_WIDTH, label=corpus)

    axes.set_title(title)
    axes.grid(axis="y", alpha=0.3)
    axes.set_xticks(range(len(names)), names)
