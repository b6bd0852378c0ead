"""Asking a model, held against a dictionary of everything that is in it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from legibly.ngram.counting import count_chunk
from legibly.ngram.estimate import estimate
from legibly.ngram.model import ROOT, Level, Ngram, child_key
from legibly.ngram.smoothing import METHODS
from legibly.ngram.vocabulary import BEGIN, END
from tests.ngram.helpers import NAMES, TEXTS, Gram, ngrams_of

CUTOFFS = st.sampled_from([(), (2,), (1, 2), (2, 1), (3, 1, 2)])
ROWS = st.lists(st.integers(1, 9), max_size=8)  # the unknown word too


def made(texts: list[list[int]], order: int, method: str, cutoffs: Sequence[int] = ()) -> Ngram:
    return estimate(count_chunk(texts, order), order, NAMES, method, cutoffs)


def plain_score(
    table: dict[Gram, tuple[float, float]], context: Gram, word: int, missing: float
) -> float:
    """The longest n-gram that is there; each shorter context costs its weight, or what an unknown
    one costs.
    """
    if (*context, word) in table:
        return table[(*context, word)][0]
    weight = table[context][1] if context in table else missing
    return weight + plain_score(table, context[1:], word, missing)


@given(TEXTS, st.integers(1, 5), st.sampled_from(METHODS), CUTOFFS)
def test_links_are_those_that_a_search_finds(
    texts: list[list[int]], order: int, method: str, cutoffs: tuple[int, ...]
) -> None:
    model = made(texts, order, method, cutoffs)
    sought = Ngram.of(model.levels, NAMES, model.missing)
    for own, other in (
        (model.suffixes, sought.suffixes),
        (model.shorter_states, sought.shorter_states),
    ):
        assert [links.tolist() for links in own] == [links.tolist() for links in other]


@given(TEXTS, ROWS, st.integers(1, 4), st.sampled_from(METHODS), CUTOFFS)
@example([[4, 5, 6], [4, 5, 7]], [4, 5, 8], 3, "stupid", (2, 1))  # "a b" goes on, "b" does not
def test_states_forget_nothing_that_matters(
    texts: list[list[int]], row: list[int], order: int, method: str, cutoffs: tuple[int, ...]
) -> None:
    model = made(texts, order, method, cutoffs)
    table = ngrams_of(model)
    expected: list[float] = []
    heard: Gram = (BEGIN,)
    for word in [*row, END]:
        context = heard[max(0, len(heard) - order + 1) :] if order > 1 else ()
        # Words that a text has not had yet cost as much as those that nobody knows.
        before = model.missing * (order - 1 - len(context))
        expected.append(before + plain_score(table, context, word, model.missing))
        heard = (*heard, word)
    assert model.text_score(row) == pytest.approx(expected)


def test_the_node_of_some_words_is_found() -> None:
    model = made([[4, 5, 6], [4, 5]], 3, "kneser-ney")
    a, ab, abc = model.find([4]), model.find([4, 5]), model.find([4, 5, 6])
    assert None not in (a, ab, abc)
    assert len({a, ab, abc}) == 3
    assert model.find([6, 4]) is None
    assert model.find([6, 4, 5]) is None


def test_a_state_is_the_longest_end_that_is_a_context() -> None:
    model = made([[4, 5, 6], [4, 5]], 3, "kneser-ney")
    assert model.depth(model.state_of([4, 5])) == 2
    assert model.state_of([9, 4, 5]) == model.state_of([4, 5])
    assert model.state_of([6, 5]) == model.find([5])
    assert model.state_of([]) == ROOT
    assert model.depth(ROOT) == 0
    assert model.start == model.find([BEGIN])


def test_unigrams_have_one_state() -> None:
    model = made([[4, 5], [4]], 1, "none")
    assert model.start == ROOT
    assert model.score(ROOT, 4)[1] == ROOT


def test_a_pruned_model_of_somebody_else_backs_off_past_what_is_gone() -> None:
    """ "a b c" is there though "b c" is not: after it the model remembers "c"."""
    keys = [
        np.arange(len(NAMES), dtype=np.uint64),
        child_key(np.array([4, 6]), np.array([5, 7])),  # a b, c d
        child_key(np.array([0]), np.array([6])),  # a b c
        child_key(np.array([0]), np.array([7])),  # a b c d
    ]
    levels = [
        Level(own, np.full(len(own), -1.0 * k), np.full(len(own), -0.5))
        for k, own in enumerate(keys)
    ]
    model = Ngram.of(levels, NAMES)
    state = model.state_of([4, 5])
    _, state = model.score(state, 6)
    assert state == model.find([4, 5, 6])
    assert model.score(state, 7)[0] == -3.0
    # "a b c" and e: through the weights of "a b c" and "c".
    assert model.score(state, 8)[0] == pytest.approx(-0.5 - 0.5 + 0.0)


def test_answers_that_are_remembered_are_those_that_were_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = made([[4, 5, 6], [4, 5]], 3, "katz")
    once = [model.text_score(row) for row in ([4, 5, 6], [6, 6], [4, 9])]
    monkeypatch.setattr("legibly.ngram.model.MAX_REMEMBERED_ANSWERS", 2)
    assert [model.text_score(row) for row in ([4, 5, 6], [6, 6], [4, 9])] == once
