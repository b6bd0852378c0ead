"""Places where somebody may have begun anew."""

from __future__ import annotations

import pytest

from legibly.features.restarts import (
    LONGEST_RESTART,
    LOOKAHEAD_WORDS,
    TEMPLATES,
    Restart,
    Said,
    copied,
    features,
    fingerprints,
    restarts_at,
)


def said(text: str) -> list[Said]:
    """Words; `|` behind one is an end, `-` a break, `#` before one a number."""
    return [
        Said(
            word.strip("|-#"),
            ends=word.endswith("|"),
            broken=word.endswith("-"),
            plain=not word.startswith("#"),
        )
        for word in text.split()
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("i i don't", [(1, "copy")]),
        ("i don't i think", [(2, "copy")]),
        ("i you he i i", [(3, "copy"), (4, "copy")]),
        ("it it's late", [(1, "start")]),
        ("you've you know", [(1, "start")]),
        ("wh- if we go", [(1, "broken")]),
        ("i wo- we go", [(2, "broken")]),
        ("i went home", []),
        ("i| i went", []),
        ("i went| i stayed", []),
        ("#five five", []),
        ("i #five i", []),
    ],
)
def test_what_may_be_begun_anew(text: str, found: list[tuple[int, str]]) -> None:
    words = said(text)
    assert [(one.last, one.kind) for one in restarts_at(words, 0)] == found


def test_what_is_doubled_on_purpose_is_none() -> None:
    words = [Said("very", doubles=True), Said("very", doubles=True), Said("good")]
    assert list(restarts_at(words, 0)) == []
    assert list(restarts_at([words[0], Said("the"), words[1]], 0)) == [Restart(0, 2, "copy")]


def test_a_restart_has_an_end() -> None:
    words = said("i a b c d e f g i")
    assert list(restarts_at(words, 0)) == []
    assert len(words) - 1 > LONGEST_RESTART


def test_words_that_come_again_are_counted() -> None:
    assert copied(said("i don't i don't know"), Restart(0, 2, "copy")) == 2
    assert copied(said("i don't i do"), Restart(0, 2, "copy")) == 1
    assert copied(said("i don't i"), Restart(0, 2, "copy")) == 1


def test_features_look_no_further_than_their_window() -> None:
    words = said("so we we go to the house on the hill and stay there for a long time")
    restart = Restart(1, 2, "copy")
    near = features(words, restart)
    assert len(near) == len(TEMPLATES)
    assert near == features(words[: 1 + LOOKAHEAD_WORDS + 1], restart)


def test_every_feature_has_a_fingerprint_of_its_template() -> None:
    rows = [features(said("we we go"), Restart(0, 1, "copy"))]
    columns = fingerprints(rows)
    assert len({int(column[0]) for column in columns}) == len(TEMPLATES)
