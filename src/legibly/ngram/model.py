"""An n-gram model in memory, or mapped into it: a trie in sorted arrays, one level an order.

The key of a node is the place of its context in the level above, and its last word. A state is the
node of the longest context that the model knows; the empty one is the root. States are numbered
through all levels.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from legibly.ngram.vocabulary import BEGIN, END, Vocabulary

ROOT = -1
MAX_REMEMBERED_ANSWERS = 1_000_000  # answers that are kept


class Level(NamedTuple):
    """The n-grams of one order; of unigrams the keys are the word numbers."""

    keys: NDArray[np.uint64]
    logs: NDArray[Any]
    backoffs: NDArray[Any]


def child_key(parents: NDArray[Any], words: NDArray[Any]) -> NDArray[np.uint64]:
    return (parents.astype(np.uint64) << np.uint64(32)) | words.astype(np.uint64)


class Ngram:
    def __init__(
        self,
        levels: Sequence[Level],
        suffixes: Sequence[NDArray[Any]],
        shorter: Sequence[NDArray[Any]],
        vocabulary: Vocabulary,
        missing: float = 0.0,
    ) -> None:
        """`suffixes[k]` are the states that nodes of order k + 1 lead to, `shorter[k]` those
        without their first word, where such a node is a state itself. `missing` is the log-score
        for every word of context that is not known, which stupid backoff has and proper models have
        not.
        """
        self.levels, self.suffixes, self.vocabulary, self.missing = (
            levels,
            suffixes,
            vocabulary,
            missing,
        )
        self.shorter_states = shorter
        self.order = len(levels)
        self._offsets = np.cumsum([0, *(len(level.keys) for level in levels)]).tolist()
        self._answers: dict[tuple[int, int], tuple[float, int]] = {}

    @classmethod
    def of(
        cls,
        levels: Sequence[Level],
        vocabulary: Vocabulary,
        missing: float = 0.0,
        ends: Sequence[NDArray[Any]] | None = None,
    ) -> Ngram:
        """`ends`, where they are known already, are the places of the nodes without their first
        word; -1: none.
        """
        states, shorter = follow(levels, missing, ends)
        return cls(levels, states, shorter, vocabulary, missing)

    def __getstate__(self) -> dict[str, Any]:
        """Without the answers that were remembered."""
        return {**self.__dict__, "_answers": {}}

    @property
    def start(self) -> int:
        """The state at the beginning of a text."""
        return int(self.suffixes[0][BEGIN]) if self.order > 1 else ROOT

    def score(self, state: int, word: int) -> tuple[float, int]:
        """The log-score of a word after a state, and the state after it."""
        known = self._answers.get((state, word))
        if known is None:
            if len(self._answers) >= MAX_REMEMBERED_ANSWERS:
                self._answers.clear()
            known = self._answers[state, word] = self._score(state, word)
        return known

    def score_all(self, state: int, words: tuple[int, ...]) -> tuple[float, int]:
        """The same of several words together."""
        total, after = 0.0, state
        for word in words:
            more, after = self.score(after, word)
            total += more
        return total, after

    def _score(self, state: int, word: int) -> tuple[float, int]:
        depth = self.depth(state)
        total = self.missing * (self.order - 1 - depth)
        while state != ROOT:
            level, place = self.levels[depth - 1], state - self._offsets[depth - 1]
            keys = self.levels[depth].keys
            key = place << 32 | word
            at = int(keys.searchsorted(np.uint64(key)))
            if at < len(keys) and int(keys[at]) == key:
                return total + float(self.levels[depth].logs[at]), int(self.suffixes[depth][at])
            total += float(level.backoffs[place])
            state, before = int(self.shorter_states[depth - 1][place]), depth
            depth = self.depth(state)
            total += self.missing * (before - depth - 1)

        return total + float(self.levels[0].logs[word]), int(self.suffixes[0][word])

    def depth(self, state: int) -> int:
        """How many words a state remembers."""
        if state == ROOT:
            return 0
        return next(k for k in range(1, self.order + 1) if state < self._offsets[k])

    def state_of(self, words: Sequence[int]) -> int:
        """The longest end of some words that is a context."""
        for first in range(max(0, len(words) - self.order + 1), len(words)):
            at = self.find(words[first:])
            if at is not None:
                return at
        return ROOT

    def find(self, words: Sequence[int]) -> int | None:
        """The node of exactly these words."""
        at = words[0]
        for k, word in enumerate(words[1:], 1):
            keys = self.levels[k].keys
            key = np.uint64(at << 32 | word)
            at = int(keys.searchsorted(key))
            if at == len(keys) or keys[at] != key:
                return None
        return at + int(self._offsets[len(words) - 1])

    def text_score(self, words: Sequence[int]) -> list[float]:
        """The log-scores of the words of a text and of its end."""
        state, out = self.start, []
        for word in [*words, END]:
            value, state = self.score(state, word)
            out.append(value)
        return out


def follow(
    levels: Sequence[Level], missing: float, known: Sequence[NDArray[Any]] | None = None
) -> tuple[list[NDArray[np.int64]], list[NDArray[np.int64]]]:
    """For each node the state that it leads to: itself where it is a context of longer ones, else
    its longest end that is. A node of the highest order is never a state. And for each the state of
    its words without the first.
    """
    offsets = np.cumsum([0, *(len(level.keys) for level in levels)])
    states: list[NDArray[np.int64]] = []
    ways_back: list[NDArray[np.int64]] = []
    # Places of each node's words without the first, in the level above; -1: none.
    ends: list[NDArray[Any]] = []
    for k, level in enumerate(levels):
        count = len(level.keys)
        if k == 0:
            end = np.full(count, -1, np.int64)
            shorter = np.full(count, ROOT, np.int64)
        else:
            end = _ends(levels, k, ends) if known is None else known[k]
            shorter = np.where(end >= 0, states[k - 1][np.maximum(end, 0)], -2)
            # A pruned model of somebody else's: seek the next shorter end.
            if (shorter == -2).any():
                for place in np.flatnonzero(shorter == -2):
                    shorter[place] = _longest_end(levels, offsets, states, k, int(place))
        if k + 1 < len(levels):
            is_context = np.zeros(count, bool)
            is_context[(levels[k + 1].keys >> np.uint64(32)).astype(np.int64)] = True
            is_context |= np.abs(np.asarray(level.backoffs, np.float64) - missing) > 1e-7
            numbers = np.arange(count, dtype=np.int64) + offsets[k]
            states.append(np.where(is_context, numbers, shorter))
        else:
            states.append(shorter)
        ends.append(end)
        ways_back.append(shorter)

    return states, ways_back[:-1]


def _ends(levels: Sequence[Level], k: int, ends: Sequence[NDArray[Any]]) -> NDArray[np.int64]:
    """Where the nodes of a level are without their first word: below the same of their contexts."""
    words = (levels[k].keys & np.uint64(0xFFFFFFFF)).astype(np.int64)
    if k == 1:
        return words
    above = ends[k - 1][(levels[k].keys >> np.uint64(32)).astype(np.int64)]
    keys = levels[k - 1].keys
    wanted = child_key(np.maximum(above, 0), words)
    at = np.searchsorted(keys, wanted)
    at[at == len(keys)] = 0
    return np.where((above >= 0) & (keys[at] == wanted), at, -1)


def _longest_end(
    levels: Sequence[Level],
    offsets: NDArray[Any],
    states: Sequence[NDArray[np.int64]],
    k: int,
    place: int,
) -> int:
    words: list[int] = []
    at = place
    for j in range(k, 0, -1):
        key = int(levels[j].keys[at])
        words.append(key & 0xFFFFFFFF)
        at = key >> 32

    words = [at, *words[::-1]]
    for first in range(1, len(words)):
        at = words[first]
        for j, word in enumerate(words[first + 1 :], 1):
            wanted = np.uint64(at << 32 | word)
            at = int(np.searchsorted(levels[j].keys, wanted))
            if at == len(levels[j].keys) or levels[j].keys[at] != wanted:
                break
        else:
            return int(states[len(words) - first - 1][at])

    return ROOT
