"""The best marks by the table of a tag scorer, with the end of the utterance given or not."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from legibly.lattice.scoring import Block, Scores, TagScorer, TagTable
from legibly.transcript import Word
from recipes.dialogues import ENDS


def best_marks(scorer: TagScorer, words: Sequence[str], *, ended: bool) -> list[str]:
    """`ended`: the last word ends a sentence, as where legibly formats; else that is to be found,
    as Lu & Ng's systems had to.
    """
    if not words:
        return []
    heard = [Word(word) for word in words]
    [[table]] = scorer.tables([Block(heard, 0, len(heard), True, True)])
    return [table.tags[state].mark or "" for state in best_states(table, ended=ended)]


def best_states(table: TagTable, *, ended: bool) -> list[int]:
    """Viterbi's algorithm."""
    scores = np.array(table.scores[0])
    backs = []
    for row in range(1, len(table.scores)):
        ways = scores[:, None] + _neighbours(table, row)
        backs.append(ways.argmax(0))
        scores = ways.max(0) + table.scores[row]

    if ended:
        scores = np.where([tag.mark in ENDS for tag in table.tags], scores, -np.inf)
    found = [int(scores.argmax())]
    for back in reversed(backs):
        found.append(int(back[found[-1]]))
    return found[::-1]


def _neighbours(table: TagTable, row: int) -> Scores:
    between = table.neighbours
    if between is None:
        return np.zeros((len(table.tags), len(table.tags)))
    return between if between.ndim == 2 else between[row]
