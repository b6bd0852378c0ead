"""Chinese characters joined to words."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import accumulate

from recipes.dialogues import Utterance


def has_jieba() -> bool:
    if find_spec("jieba") is None:
        print("Chinese as words is left out: pip install 'legibly[peers]'", file=sys.stderr)
        return False
    return True


def word_sizes(utterance: Utterance) -> list[int]:
    """How many tokens (characters, foreign words) each word has; the marks are not looked at."""
    jieba = import_module("jieba")  # it has no types
    ends = {end: i + 1 for i, end in enumerate(accumulate(len(token) for token, _ in utterance))}
    sizes: list[int] = []
    done = position = 0
    for word in jieba.lcut("".join(token for token, _ in utterance), HMM=True):
        position += len(word)
        if position in ends:  # else the word ends within a token
            sizes.append(ends[position] - done)
            done = ends[position]

    return sizes


def joined(utterance: Utterance, sizes: Sequence[int], *, cut: bool = False) -> Utterance:
    """Tokens joined to words; with `cut`, for training, no word goes over a mark."""
    words: Utterance = []
    first = 0
    for size in sizes:
        word = ""
        for i, (token, mark) in enumerate(utterance[first : first + size], 1):
            word += token
            if i == size or (cut and mark):
                words.append((word, mark))
                word = ""
        first += size

    return words
