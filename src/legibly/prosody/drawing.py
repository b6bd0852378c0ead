"""A decision tree to look at: as lines of text, and as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

import numpy as np

from legibly.prosody.trees import LEAF, Trees

LEAF_WIDTH, LEVEL_HEIGHT, BOX_HEIGHT = 156, 86, 46  # pixels
EDGE_PIXELS = 12
OUTPUT_NAMES = {"": "none", ",": "comma", ".": "full stop", "?": "question mark"}


class TreeDrawing(NamedTuple):
    """A tree, the names of its features and of its outputs, and each output's share before."""

    trees: Trees
    features: Sequence[str]
    marks: Sequence[str]

    def question(self, node: int) -> str:
        name = self.features[int(self.trees.feature[node])]
        return f"{name} <= {float(self.trees.threshold[node]):.4g}"

    def answer(self, node: int) -> str:
        """The marks that are likelier here than elsewhere, most so first."""
        scores = self.trees.values[node]
        order = np.argsort(-scores)
        told = [f"{self._name(i)} x{np.exp(scores[i]):.2g}" for i in order if scores[i] > 0.02]
        return ", ".join(told[:3]) or "as elsewhere"

    def _name(self, output: int) -> str:
        mark = self.marks[output]
        return OUTPUT_NAMES.get(mark, mark)

    def text(self) -> str:
        """A line a node, what is asked above its answers."""
        lines: list[str] = []
        self._add_lines(int(self.trees.roots[0]), "", lines)
        return "\n".join(lines) + "\n"

    def _add_lines(self, node: int, indent: str, lines: list[str]) -> None:
        if self.trees.feature[node] == LEAF:
            lines.append(f"{indent}{self.answer(node)}")
            return
        unknown = " (or not known)" if self.trees.missing[node] else ""
        lines.append(f"{indent}{self.question(node)}{unknown}")
        self._add_lines(int(self.trees.left[node]), f"{indent}  ", lines)
        lines.append(f"{indent}otherwise")
        self._add_lines(int(self.trees.right[node]), f"{indent}  ", lines)

    def svg(self) -> str:
        """Yes goes left, no goes right."""
        places: dict[int, tuple[float, int]] = {}
        width, depth = self._place(int(self.trees.roots[0]), 0, 0, places)
        size = (
            width * LEAF_WIDTH + 2 * EDGE_PIXELS,
            depth * LEVEL_HEIGHT + BOX_HEIGHT + 2 * EDGE_PIXELS,
        )
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}" '
            'font-family="sans-serif" font-size="11">'
            '<rect width="100%" height="100%" fill="#fff"/>'
        ]
        parts += [self._line(node, child, places) for node, child in self._edges(places)]
        parts += [self._box(node, *place) for node, place in places.items()]
        return "\n".join([*parts, "</svg>"]) + "\n"

    def _place(
        self, node: int, first: int, level: int, places: dict[int, tuple[float, int]]
    ) -> tuple[int, int]:
        """Leaves side by side, parents above the middle of their children; how wide and deep."""
        if self.trees.feature[node] == LEAF:
            places[node] = (first + 0.5, level)
            return 1, level
        left, right = int(self.trees.left[node]), int(self.trees.right[node])
        left_width, left_depth = self._place(left, first, level + 1, places)
        right_width, right_depth = self._place(right, first + left_width, level + 1, places)
        places[node] = ((places[left][0] + places[right][0]) / 2, level)
        return left_width + right_width, max(left_depth, right_depth)

    def _edges(self, places: dict[int, tuple[float, int]]) -> list[tuple[int, int]]:
        return [
            (node, int(child))
            for node in places
            if self.trees.feature[node] != LEAF
            for child in (self.trees.left[node], self.trees.right[node])
        ]

    def _line(self, node: int, child: int, places: dict[int, tuple[float, int]]) -> str:
        (x1, y1), (x2, y2) = (_pixels(*places[one]) for one in (node, child))
        word = "yes" if child == self.trees.left[node] else "no"
        return (
            f'<path d="M{x1:.0f} {y1 + BOX_HEIGHT:.0f}L{x2:.0f} {y2:.0f}" stroke="#999"/>'
            f'<text x="{(x1 + x2) / 2:.0f}" y="{(y1 + y2 + BOX_HEIGHT) / 2:.0f}" fill="#666" '
            f'text-anchor="middle">{word}</text>'
        )

    def _box(self, node: int, column: float, level: int) -> str:
        x, y = _pixels(column, level)
        inner = self.trees.feature[node] != LEAF
        lines = [self.question(node)] if inner else self.answer(node).split(", ")
        fill = "#eef3fb" if inner else "#f3f8ee"
        texts = "".join(
            f'<text x="{x:.0f}" y="{y + 14 + 14 * i:.0f}" text-anchor="middle">{escape(line)}'
            "</text>"
            for i, line in enumerate(lines)
        )
        return (
            f'<rect x="{x - LEAF_WIDTH / 2 + 3:.0f}" y="{y:.0f}" width="{LEAF_WIDTH - 6}" '
            f'height="{BOX_HEIGHT}" rx="4" fill="{fill}" stroke="#bbb"/>{texts}'
        )


def _pixels(column: float, level: int) -> tuple[float, float]:
    return EDGE_PIXELS + column * LEAF_WIDTH, EDGE_PIXELS + level * LEVEL_HEIGHT
