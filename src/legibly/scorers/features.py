"""Maximum entropy models and conditional random fields as tag scorers: tables for single tags, and
for pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from legibly.errors import DataError, UsageError
from legibly.features.feature_table import FeatureTable
from legibly.features.layouts import (
    TAGGED_MARKS,
    Layout,
    case_layout,
    factorial_layout,
    mark_layout,
    restart_layout,
)
from legibly.features.pos import PosTagger, load_tagger
from legibly.features.templates import NO_LEXICA, Lexica, WordFeatures, left_reach, right_reach
from legibly.files.model_files import ModelFiles
from legibly.lattice.scoring import Block, Context, TagTable

TARGETS = ("marks", "case")


class FeatureScorer:
    def __init__(
        self,
        table: FeatureTable,
        layout: Layout,
        *,
        confident: bool = False,
        lexica: Lexica = NO_LEXICA,
        tagger: PosTagger | None = None,
    ) -> None:
        self._table, self._layout, self._confident, self._lexica = table, layout, confident, lexica
        self._tagger = tagger
        marks = dict.fromkeys(tag.mark for tag in layout.tags if tag.mark is not None)
        self.marks = tuple(marks)
        self.context = Context(left_reach(table.templates), right_reach(table.templates))

    def tables(self, blocks: Sequence[Block]) -> list[list[TagTable]]:
        return [[self._tables(block)] for block in blocks]

    def _tables(self, block: Block) -> TagTable:
        pos = (
            self._tagger.tag([word.text for word in block.words])
            if self._tagger is not None
            else None
        )
        features = WordFeatures(
            block.words,
            begins=block.begins,
            ends=block.ends,
            pos=pos,
            lexica=self._lexica,
            confident=self._confident,
        )
        outputs = self._table.scores(features)[block.first : block.last]
        nodes, edges = self._layout.node_scores(outputs), self._layout.edge_scores(outputs)
        if edges is None:
            nodes -= np.logaddexp.reduce(nodes, axis=1, keepdims=True)
        return TagTable(self._layout.tags, nodes, edges, sentence_starts=False)


def find_layout(kind: str, target: str, marks: Sequence[str] = TAGGED_MARKS) -> Layout:
    if kind == "fcrf":
        return factorial_layout()
    if target == "restarts":
        return restart_layout()
    return (
        mark_layout(marks, chain=kind == "crf")
        if target == "marks"
        else case_layout(chain=kind == "crf")
    )


def load(folder: Path | ModelFiles, settings: dict[str, Any]) -> FeatureScorer:
    """From a model folder; features or targets that this version does not know are refused."""
    files = ModelFiles.of(folder)
    kind = settings["kind"]
    target, templates = settings.get("target", "marks"), settings.get("features")
    if target not in TARGETS or (kind == "fcrf" and target != "marks"):
        raise DataError(
            f"{files}: {kind} scorer has target = {target!r}; expected one of {', '.join(TARGETS)}"
        )
    if not templates or not _are_names(templates):
        raise DataError(
            f"{files}: {kind} scorer has features = {templates!r}; expected a list of their names"
        )

    try:
        left_reach(templates)
    except UsageError as error:
        raise DataError(f"{files}: {error}; the model is of another version") from None

    marks = settings.get("marks", list(TAGGED_MARKS))
    if not _are_names(marks):
        raise DataError(f"{files}: {kind} scorer has marks = {marks!r}; expected a list of marks")

    layout = find_layout(kind, target, marks)
    file = files / settings.get("file", f"{kind}.npz")
    table = FeatureTable.load(file, tuple(templates), layout.outputs)
    lexica = Lexica(
        {
            name: read_lexicon(files / f"{name}.txt")
            for name in ("lex", "publex")
            if name in templates
        }
    )
    tagger = load_tagger(files) if settings.get("pos") else None
    return FeatureScorer(
        table,
        layout,
        confident=bool(settings.get("confident", False)),
        lexica=lexica,
        tagger=tagger,
    )


def _are_names(found: object) -> bool:
    return isinstance(found, list) and all(isinstance(name, str) for name in found)


def read_lexicon(path: Path) -> dict[str, str]:
    """Forms, one a line, by their words."""
    try:
        return {form.lower(): form for form in path.read_text("utf-8").split()}
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: cannot be read ({error}); expected forms, one a line") from None
