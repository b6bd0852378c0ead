"""Prosodic models as model folders: a tree (CART), or boosted trees, alone or beside a model of
the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from legibly.errors import UsageError
from legibly.formatting.formatter import Formatter
from legibly.lattice.scoring import Block, TagScorer
from legibly.lattice.tag_scores import mark_columns
from legibly.model_folders.saving import copy_scorers, save_folder
from legibly.prosody.features import Values
from legibly.prosody.trees import Trees
from legibly.scorers.prosody import PROSODY_MARKS, ProsodyScorer, feature_rows
from legibly.training.prosody_data import ProsodyData, gather, timed_words
from legibly.transcript import Transcript, Word

BLOCK_WORDS = 100  # scored together


def gather_beside(
    texts: Iterable[Transcript], names: Sequence[str], formatter: Formatter
) -> ProsodyData:
    """The same data with what the tag scorers of a model say of the text alone."""
    kept = list(texts)
    data = gather(kept, names)
    scores = []
    for text in kept:
        words, _ = timed_words(text)
        known = np.isfinite(feature_rows(words, ("pause",))[:, 0])
        scores.append(text_scores(formatter, words)[known])
    return data._replace(text=np.concatenate(scores))


def text_scores(formatter: Formatter, words: Sequence[Word]) -> Values:
    """[words, PROSODY_MARKS]: log-chances of the marks by the words alone."""
    scorers = [
        (item.scorer, item.weight)
        for item in formatter.scorers
        if isinstance(item.scorer, TagScorer)
        and item.scorer.marks
        and not isinstance(item.scorer, ProsodyScorer)
    ]
    if not scorers:
        raise UsageError(
            "the model has no scorer that tags words with marks; a prosodic model learns beside a "
            "neural one, maximum entropy or a CRF"
        )
    blocks = _blocks(words, formatter)
    total = np.zeros((len(words), len(PROSODY_MARKS)))
    for scorer, weight in scorers:
        tables = [table for found in scorer.tables(blocks) for table in found]
        marked = [table for table in tables if table.tags[0].mark is not None]
        total += weight * np.concatenate([mark_columns(table, PROSODY_MARKS) for table in marked])
    scores: Values = total - np.logaddexp.reduce(total, axis=1, keepdims=True)
    return scores


def _blocks(words: Sequence[Word], formatter: Formatter) -> list[Block]:
    left, right = formatter.plan.context
    blocks = []
    for first in range(0, len(words), BLOCK_WORDS):
        last = min(len(words), first + BLOCK_WORDS)
        begin, end = max(0, first - left), min(len(words), last + right)
        blocks.append(
            Block(words[begin:end], first - begin, last - begin, begin == 0, end == len(words))
        )
    return blocks


def save_model(
    output: Path,
    name: str,
    language: str,
    trees: Trees,
    features: Sequence[str],
    description: str,
    *,
    beside: Path | None = None,
    weight: float = 1.0,
) -> None:
    """A folder with the trees alone, or with the scorers of another model; trees that are there
    make room.
    """
    scorer = ProsodyScorer(trees, features)

    def save(folder: Path) -> dict[str, Any]:
        return {**scorer.save(folder), "weight": weight}

    others: Iterable[Any] = []
    if beside is not None:
        others = copy_scorers(beside, lambda settings: settings["kind"] != "prosody")
    save_folder(
        output,
        name=name,
        language=language,
        description=description,
        scorers=[*others, save],
    )
