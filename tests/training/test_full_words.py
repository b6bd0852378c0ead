"""Abbreviations as they are said, by what stands around them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from legibly.errors import DataError
from legibly.training import full_words
from legibly.training.full_words import with_full_words
from tests.metrics.helpers import written


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dr. Roberts of Pivet Dr. left", "Doctor Roberts of Pivet Drive left"),
        ("We live at 5 Main St.", "We live at 5 Main Street."),
        ("We live on Main St. She does not", "We live on Main Street. She does not"),
        ("We live on Main St., in St. Louis", "We live on Main Street, in Saint Louis"),
        ("Mr. and Mrs. Bean", "Mister and Missus Bean"),
        ("It was vol. 5 in Jan. 1999", "It was volume 5 in January 1999"),
        ("No. He did", "No. He did"),
        ("Acme Corp. and Foo Inc.", "Acme Corporation and Foo Incorporated."),
        ("Gen. Lee, vs. cats, etc.", "General Lee, versus cats, et cetera."),
        ("the gen. public", "the gen. public"),
        ("John Smith Jr. won", "John Smith Junior won"),
        ("", ""),
    ],
)
def test_the_words_around_decide(text: str, expected: str) -> None:
    assert with_full_words(written(text)).text == expected


def test_languages_without_a_table_stay_as_they_are() -> None:
    text = replace(written("O Dr. Silva"), language="pt")
    assert with_full_words(text) is text


def test_places_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(full_words, "rows", lambda *_, **__: (("dr.", "Doctor", "nowhere"),))
    with pytest.raises(DataError, match=r"dr\. stands 'nowhere'; expected before a name"):
        full_words.full_words.__wrapped__("en")
