from __future__ import annotations

import pytest

from legibly.lattice.arcs import with_opening
from legibly.transcript import Token


@pytest.mark.parametrize(
    ("text", "opening", "inside"),
    [
        ("room 5", "Room 5", "room 5"),
        ("Room 5", "Room 5", "Room 5"),
        ("iPhone 15", "iPhone 15", "iPhone 15"),
        ("10 miles", "10 miles", "10 miles"),
        ("", "", ""),
    ],
)
def test_a_form_for_the_start_of_a_sentence(text: str, opening: str, inside: str) -> None:
    arcs = list(with_opening(2, (Token(text, 0, 2),), 1.0))
    assert [arc.tokens[0].text for arc in arcs if arc.opens] == [opening]
    assert [arc.tokens[0].text for arc in arcs if arc.inside] == [inside]
