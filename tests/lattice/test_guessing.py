"""Mixed forms by guess."""

from __future__ import annotations

import pytest

from legibly.lattice.guessing import guess_mixed

KNOWN = {"ipod": "iPod", "ebay": "eBay"}


@pytest.mark.parametrize(
    ("word", "form"),
    [
        ("mccarran", "McCarran"),
        ("mccarran's", "McCarran's"),
        ("mca", None),
        ("o'brien", "O'Brien"),
        ("d'artagnan", "D'Artagnan"),
        ("don't", None),
        ("zeta-jones", "Zeta-Jones"),
        ("ipod-like", "iPod-like"),
        ("ebay's", "eBay's"),
        ("dsos", None),
        ("tvs", "TVs"),
        ("pcs", "PCs"),
        ("is", None),
        ("hms", "HMs"),
        ("-", None),
        ("--", None),
        ("mc1234", None),
        ("anna", None),
        ("", None),
        ("'s", None),
    ],
)
def test_guess(word: str, form: str | None) -> None:
    assert guess_mixed(word, KNOWN.get) == form
