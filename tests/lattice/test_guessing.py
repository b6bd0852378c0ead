"""Mixed forms by guess."""

from __future__ import annotations

import pytest

from legibly.lattice.guessing import guess_mixed


@pytest.mark.parametrize(
    ("word", "form"),
    [
        ("mccarran", "McCarran"),
        ("mccarran's", "McCarran's"),
        ("o'brien", "O'Brien"),
        ("o’brien’s", "O’Brien’s"),
        ("mcs", None),
        ("mc1234", None),
        ("o'", None),
        ("o" + 5 * "'", None),
        ("mc's's", None),
        ("don't", None),
        ("zeta-jones", None),
        ("anna", None),
        ("", None),
        ("'s", None),
    ],
)
def test_guess(word: str, form: str | None) -> None:
    assert guess_mixed(word) == form
