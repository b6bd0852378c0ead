"""Sums of outputs, held against what a state is made of."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.casing import Case
from legibly.features.layouts import (
    TAGGED_MARKS,
    TYPE_OF_END,
    TYPES,
    Layout,
    case_layout,
    factorial_layout,
    factorial_states,
    mark_layout,
    sentence_types,
)

LAYOUTS = [
    *(mark_layout(), mark_layout(chain=True), mark_layout(("", "."), chain=True)),
    *(case_layout(), case_layout(chain=True), factorial_layout()),
]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_states_and_pairs_are_sums_of_their_outputs(layout: Layout) -> None:
    outputs = np.random.default_rng(1).normal(size=(2, layout.outputs))
    nodes, edges = layout.node_scores(outputs), layout.edge_scores(outputs)
    assert (edges is None) == (not layout.edges)
    for word in range(2):
        for state in range(layout.states):
            expected = sum(outputs[word, index[state]] for index in layout.nodes)
            assert nodes[word, state] == pytest.approx(expected)
            for before in range(layout.states) if edges is not None else ():
                expected = sum(outputs[word, index[before, state]] for index in layout.edges)
                assert edges is not None
                assert edges[word, before, state] == pytest.approx(expected)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_output_is_of_some_state_or_pair(layout: Layout) -> None:
    used = {int(number) for index in (*layout.nodes, *layout.edges) for number in index.flat}
    assert used == set(range(layout.outputs))


def test_a_chain_has_an_output_for_each_tag_and_each_pair() -> None:
    marks, cases = len(TAGGED_MARKS), len(Case)
    assert [layout.outputs for layout in LAYOUTS[:5]] == [
        *(marks, marks + marks**2, 2 + 2**2, cases, cases + cases**2),
    ]


def test_the_layers_of_lu_and_ng() -> None:
    states = factorial_states()
    assert ("?", "QNIN") in states
    assert ("?", "DEIN") not in states  # the end of a question ends no statement
    assert len(states) == 2 * len(TYPES) + 3 * 2
    assert factorial_layout().outputs == 5 + 6 + len(states) + 25 + 36


def test_states_that_share_a_mark_share_its_output() -> None:
    layout, states = factorial_layout(), factorial_states()
    of_marks, of_types, of_both = layout.nodes
    for one, (mark, kind) in enumerate(states):
        for other, (other_mark, other_kind) in enumerate(states):
            assert (of_marks[one] == of_marks[other]) == (mark == other_mark)
            assert (of_types[one] == of_types[other]) == (kind == other_kind)
            assert (of_both[one] == of_both[other]) == (one == other)


@pytest.mark.parametrize(
    ("marks", "expected"),
    [
        ([], []),
        (["", "?", ",", "."], ["QNBEG", "QNIN", "DEBEG", "DEIN"]),
        (["!", "", ""], ["EXBEG", "DEBEG", "DEIN"]),  # what is open at the end is a statement
    ],
)
def test_types_of_sentences(marks: list[str], expected: list[str]) -> None:
    assert sentence_types(marks) == expected


@given(st.lists(st.sampled_from(TAGGED_MARKS), max_size=12))
def test_each_word_has_the_type_of_the_next_end(marks: list[str]) -> None:
    expected = []
    for at in range(len(marks)):
        end = next((mark for mark in marks[at:] if mark in TYPE_OF_END), ".")
        opens = at == 0 or marks[at - 1] in TYPE_OF_END
        expected.append(TYPE_OF_END[end] + ("BEG" if opens else "IN"))
    assert sentence_types(marks) == expected
