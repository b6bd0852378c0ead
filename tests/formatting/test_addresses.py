from __future__ import annotations

import pytest

from legibly.formatting.addresses import Addresses
from legibly.languages import language

ENGLISH = Addresses(language("en"))


@pytest.mark.parametrize(
    ("heard", "spans"),
    [
        ("write to bob at example dot com now", ["bob at example dot com"]),
        ("jane underscore doe ninety nine at mail dot co dot uk",
         ["jane underscore doe ninety nine at mail dot co dot uk"]),
        ("j d at a b c dot org", ["j d at a b c dot org"]),
        ("we met at the station", []),
        ("at example dot com", []),
        ("look at this and then connect the dot there", []),
        ("bob at example dot", []),
    ],
)  # fmt: skip
def test_addresses_are_found(heard: str, spans: list[str]) -> None:
    words = heard.split()
    assert [" ".join(words[a:b]) for a, b in ENGLISH.spans(words)] == spans


@pytest.mark.parametrize(
    ("heard", "rest"),
    [
        ("write to bob at example", "bob at example"),
        ("jane underscore", "jane underscore"),
        ("we met at the old station just yesterday", ""),
        ("", ""),
    ],
)
def test_addresses_that_may_go_on(heard: str, rest: str) -> None:
    words = heard.split()
    assert " ".join(words[ENGLISH.open_from(words) :]) == rest


def test_languages_without_the_words_have_none() -> None:
    none = Addresses(language("zh"))
    assert list(none.spans("bob at example dot com".split())) == []
    assert none.open_from("bob at".split()) == 2
