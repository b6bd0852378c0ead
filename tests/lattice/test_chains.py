from __future__ import annotations

import itertools

import numpy as np
import pytest

from legibly.casing import Case
from legibly.lattice.arcs import Arc, Step, word_arc
from legibly.lattice.scoring import Tag, TagTable
from legibly.transcript import Token
from tests.lattice.toys import chain_of, random_scores


def test_the_state_is_the_tag_of_the_last_word() -> None:
    table = TagTable(
        (Tag(mark=""), Tag(mark=".")),
        np.array([[0.1, 0.2], [0.3, 0.4]]),
        np.array([[1.0, 2.0], [3.0, 4.0]]),
    )
    chain = chain_of(table)
    [first] = chain.extend([chain.start()], [Step(word_arc("a"), ".", 1)])
    assert list(first) == [(pytest.approx(0.2), 1)]
    [second] = chain.extend([1], [Step(word_arc("b"), "", 2)])
    assert list(second) == [(pytest.approx(3.3), 0)]


def test_hidden_tags_that_fit_are_all_followed() -> None:
    tags = (Tag(mark="", hidden="x"), Tag(mark="", hidden="y"), Tag(mark="."))
    chain = chain_of(TagTable(tags, np.zeros((1, 3)), np.zeros((3, 3))))
    [ways] = chain.extend([chain.start()], [Step(word_arc("a"), "", 1)])
    assert [state for _, state in ways] == [0, 1]


def test_an_arc_over_several_words_has_no_mark_inside() -> None:
    tags = (Tag(mark="", hidden="x"), Tag(mark="", hidden="y"), Tag(mark=","))
    scores, between = random_scores(1, 3, 3), random_scores(2, 3, 3)
    chain = chain_of(TagTable(tags, scores, between))
    [ways] = chain.extend([chain.start()], [Step(Arc(3, (Token("330", 0, 3),)), ",", 3)])
    by_hand = max(
        scores[0][a] + between[a, b] + scores[1][b] + between[b, 2] + scores[2][2]
        for a, b in itertools.product((0, 1), repeat=2)
    )
    assert list(ways) == [(pytest.approx(by_hand), 2)]


def test_joint_tags_of_mark_and_case() -> None:
    tags = (
        Tag("", Case.LOWER),
        Tag("", Case.CAPITAL),
        Tag(".", Case.LOWER),
        Tag(".", Case.CAPITAL),
    )
    table = TagTable(tags, np.array([[1.0, 2.0, 3.0, 4.0]]))
    assert table.is_chain
    [ways] = chain_of(table).extend([-1], [Step(word_arc("A", Case.CAPITAL), ".", 1)])
    assert list(ways) == [(4.0, 3)]


def test_an_unknown_mark_is_folded() -> None:
    chain = chain_of(
        TagTable((Tag(mark=""), Tag(mark=".")), np.array([[0.0, 7.0]]), np.zeros((2, 2)))
    )
    [ways] = chain.extend([-1], [Step(word_arc("a"), "!", 1)])
    assert list(ways) == [(7.0, 1)]


def test_rows_left_behind_are_dropped() -> None:
    chain = chain_of(
        TagTable(
            (Tag(mark=""), Tag(mark=".")), np.array([[0.0, 1.0], [2.0, 3.0]]), np.zeros((2, 2))
        )
    )
    chain.forget_before(1)
    [ways] = chain.extend([0], [Step(word_arc("b"), ".", 2)])
    assert list(ways) == [(3.0, 1)]
