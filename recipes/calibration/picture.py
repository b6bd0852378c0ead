"""A reliability diagram: how often a model was right, by how sure it was."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from recipes.calibration.reliability import Bin


def save_picture(path: Path, lines: Mapping[str, Sequence[Bin]]) -> str:
    """An SVG, a line for each corpus; the line of the page that shows it."""
    try:
        import matplotlib
    except ImportError:
        print(f"left out: {path.name} (pip install 'legibly[plots]')", file=sys.stderr)
        return ""

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "legibly"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(5, 5))
    axes.plot([0, 1], [0, 1], color="grey", linestyle=":", label="as sure as right")
    for name, bins in lines.items():
        axes.plot([each.sure for each in bins], [each.right for each in bins], "o-", label=name)
    axes.set_xlabel("how sure the model was of a mark that it wrote")
    axes.set_ylabel("how often it was right")
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    axes.grid(alpha=0.3)
    axes.legend()
    figure.tight_layout()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
    return f"![How often marks are right, by how sure the model was]({path.name})"
