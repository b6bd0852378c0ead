from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from legibly.ngram.counting import all_counts, count_slice, words_of_slices
from legibly.ngram.estimate import estimate
from legibly.ngram.model import Ngram
from legibly.ngram.pruning import prune
from legibly.ngram.vocabulary import Vocabulary


def model(folder: Path, texts: list[list[str]]) -> Ngram:
    share = count_slice(texts, 3, folder)
    words = words_of_slices([share], 1)
    return estimate(all_counts([share], 3, words), 3, Vocabulary.of(words))


@given(st.lists(st.lists(st.sampled_from("abcx"), min_size=1, max_size=8), min_size=1, max_size=6))
def test_what_stays_scores_as_before(texts: list[list[str]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        whole = model(Path(folder), texts)
    x = whole.vocabulary.number("x")
    small = prune(
        whole, lambda columns, logs: np.logical_or.reduce([column == x for column in columns])
    )
    assert sum(len(level.keys) for level in small.levels) <= sum(
        len(level.keys) for level in whole.levels
    )
    for text in texts:
        numbers = whole.vocabulary.encode(text)
        for k in range(1, 4):
            for at in range(len(numbers) - k + 1):
                gram = numbers[at : at + k]
                if x in gram:
                    assert whole.find(gram) is not None
                    before, after = whole.find(gram), small.find(gram)
                    assert after is not None
                    assert before is not None
                    assert _log(whole, before) == _log(small, after)


def _log(model: Ngram, node: int) -> float:
    offset = 0
    for level in model.levels:
        if node < offset + len(level.keys):
            return float(level.logs[node - offset])
        offset += len(level.keys)
    raise AssertionError(node)
