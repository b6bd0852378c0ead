"""Figure 4: precision, recall, F and SER against the scale factor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from legibly.metrics.counts import Slots

COLOURS = {"F": "#1f77b4", "P": "#2ca02c", "R": "#ff7f0e", "SER": "#d62728"}


def draw_scales(curves: Mapping[str, Sequence[tuple[float, Slots]]], path: Path) -> None:
    """A panel a corpus."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "legibly"
    from matplotlib import pyplot

    figure, panels = pyplot.subplots(
        1, len(curves), figsize=(4.2 * len(curves), 3.2), squeeze=False
    )
    for panel, (name, points) in zip(panels[0], curves.items(), strict=True):
        scales = [scale for scale, _ in points]
        for label, rates in (
            ("F", [slots.f1 for _, slots in points]),
            ("P", [slots.precision for _, slots in points]),
            ("R", [slots.recall for _, slots in points]),
            ("SER", [slots.ser for _, slots in points]),
        ):
            panel.plot(scales, rates, label=label, color=COLOURS[label])
        panel.set_title(name)
        panel.set_xlabel("scale factor")
        panel.set_ylim(0, 1.2)
    panels[0][0].legend(fontsize="small")
    figure.tight_layout()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, format="svg", metadata={"Date": None})
    pyplot.close(figure)
