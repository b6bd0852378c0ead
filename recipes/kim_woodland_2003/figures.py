"""Figure 4: precision, recall, F and SER against the scale factor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from legibly.metrics.counts import OVERALL, Slots
from legibly.metrics.score import Score

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


def draw_rescoring(curves: Mapping[str, Mapping[float, Score]], path: Path) -> None:
    """Figures 5 to 7: word errors, F and SER, precision and recall, a row a corpus."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "legibly"
    from matplotlib import pyplot

    figure, panels = pyplot.subplots(len(curves), 3, figsize=(11, 2.6 * len(curves)), squeeze=False)
    for row, (name, by_scale) in zip(panels, curves.items(), strict=True):
        scales = list(by_scale)
        counts = [score.counts for score in by_scale.values()]
        slots = [one.marks[OVERALL] for one in counts]
        lines = (
            {"WER": [c.words_and_marks.wer for c in counts], "WER'": [c.words.wer for c in counts]},
            {"F": [s.f1 for s in slots], "SER": [s.ser for s in slots]},
            {"P": [s.precision for s in slots], "R": [s.recall for s in slots]},
        )
        for panel, drawn in zip(row, lines, strict=True):
            for label, rates in drawn.items():
                panel.plot(scales, rates, label=label)
            panel.set_title(name)
            panel.set_xlabel("scale factor")
            panel.legend(fontsize="small")
    figure.tight_layout()
    figure.savefig(path, format="svg", metadata={"Date": None})
    pyplot.close(figure)
