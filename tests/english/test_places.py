from __future__ import annotations

import pytest

from tests.english.helpers import formatted, written


@pytest.mark.parametrize(
    ("spoken", "expected"),
    [
        ("two twenty one b baker street", "221B Baker Street"),
        ("lives at forty two park road", "lives at 42 Park Road"),
        ("forty two park road", None),  # so many roads
        ("one twenty three elm street", "123 Elm Street"),
        ("twelve twenty five k street", "1225 K Street"),
        ("five k street", None),
        ("a two lane road", None),
        ("n w one six x e", "NW1 6XE"),
        ("s w one a one a a", "SW1A 1AA"),
        ("z z one six x e", None),  # no such area
        ("c a nine oh two one oh", "CA 90210"),
        ("c a nine oh two one", None),
    ],
)
def test_where_people_live(spoken: str, expected: str | None) -> None:
    assert written(spoken, "address") == expected


@pytest.mark.parametrize("spoken", ["two blocks down the street", "three streets away"])
def test_streets_without_a_number(spoken: str) -> None:
    assert not any(char.isdigit() for char in formatted(spoken))
