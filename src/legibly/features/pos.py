"""Parts of speech, from words as a recogniser gives them: a linear chain over word, neighbours and
endings.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from legibly.errors import DataError
from legibly.features.feature_table import FeatureTable
from legibly.features.layouts import Layout, mark_layout
from legibly.features.templates import BIAS, SUFFIXES, WordFeatures
from legibly.files.model_files import ModelFiles
from legibly.transcript import Word

POS_FEATURES = ("w0", "w-1", "w1", "2w-1", "2w0", *SUFFIXES, BIAS)
TABLE, TAGS = "pos.npz", "pos.json"


class PosTagger:
    def __init__(self, table: FeatureTable, tags: tuple[str, ...]) -> None:
        self.table, self.tags = table, tags
        self._layout = layout_of(tags)

    def tag(self, words: Sequence[str]) -> list[str]:
        """The best tags of all (Viterbi)."""
        if not words:
            return []

        outputs = self.table.scores(WordFeatures([Word(word) for word in words]))
        nodes, edges = self._layout.node_scores(outputs), self._layout.edge_scores(outputs)
        assert edges is not None
        best, back = nodes[0], []
        for at in range(1, len(words)):
            totals = best[:, None] + edges[at]
            back.append(totals.argmax(0))
            best = totals.max(0) + nodes[at]

        state = int(best.argmax())
        path = [state]
        for pointers in reversed(back):
            state = int(pointers[state])
            path.append(state)

        return [self.tags[i] for i in reversed(path)]

    def save(self, folder: Path) -> None:
        self.table.save(folder / TABLE)
        facts = {"tags": list(self.tags), "features": list(self.table.templates)}
        (folder / TAGS).write_text(json.dumps(facts) + "\n", "utf-8")


def layout_of(tags: Sequence[str]) -> Layout:
    return mark_layout(tags, chain=True)


def load_tagger(folder: Path | ModelFiles) -> PosTagger:
    path = folder / TAGS
    try:
        facts = json.loads(path.read_text("utf-8"))
        tags, features = tuple(map(str, facts["tags"])), tuple(map(str, facts["features"]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DataError(f"{path}: no tagger ({error}); make one with `legibly train pos`") from None
    return PosTagger(FeatureTable.load(folder / TABLE, features, layout_of(tags).outputs), tags)


def accuracy(tagger: PosTagger, sentences: Sequence[Sequence[tuple[str, str]]]) -> float:
    """The share of words that get their tag."""
    right = np.array([
        found == tag
        for sentence in sentences
        for (_, tag), found in zip(sentence, tagger.tag([w for w, _ in sentence]), strict=True)
    ])  # fmt: skip
    return float(right.mean()) if len(right) else 0.0
