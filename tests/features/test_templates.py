from __future__ import annotations

import pytest

from legibly.errors import UsageError
from legibly.features.templates import (
    CASE_TEMPLATES,
    MARK_TEMPLATES,
    WITHIN_FIVE,
    Lexica,
    NgramTemplate,
    WordFeatures,
    fingerprint,
    left_reach,
    parse_template,
    right_reach,
)  # fmt: skip
from legibly.transcript import Word

WORDS = [
    Word("we", 0.0, 0.3, 0.5, "A"),
    Word("met", 0.4, 0.6, 1.0, "A"),
    Word("Bill", 1.6, 2.0, None, "B"),
]


def test_names_of_the_papers() -> None:
    assert parse_template("w0") == NgramTemplate("w", 0)
    assert parse_template("3w-2") == NgramTemplate("w", -2, 3)
    assert len(WITHIN_FIVE) == 11 + 10 + 9
    assert (left_reach(CASE_TEMPLATES), right_reach(CASE_TEMPLATES)) == (2, 2)
    assert (left_reach(MARK_TEMPLATES), right_reach(MARK_TEMPLATES)) == (2, 2)
    assert (left_reach(WITHIN_FIVE), right_reach(WITHIN_FIVE)) == (5, 5)


@pytest.mark.parametrize("name", ["x0", "7w0", "speakers", "", "w"])
def test_unknown_names(name: str) -> None:
    with pytest.raises(UsageError, match="unknown feature"):
        parse_template(name)


def test_equal_features_have_equal_fingerprints_wherever_they_are() -> None:
    one = WordFeatures([Word("a"), Word("b"), Word("c")])
    other = WordFeatures([Word("x"), Word("B"), Word("C"), Word("y")])
    assert one.fingerprints("2w0")[1] == other.fingerprints("2w0")[1]
    assert one.fingerprints("2w0")[0] != one.fingerprints("2w0")[1]
    assert one.fingerprints("w0")[1] != one.fingerprints("w1")[1]
    # The order counts.
    assert one.fingerprints("2w0")[0] != WordFeatures([Word("b"), Word("a")]).fingerprints("2w0")[0]


def test_beginnings_and_ends() -> None:
    whole, part = WordFeatures([Word("a")]), WordFeatures([Word("a")], begins=False, ends=False)
    assert whole.fingerprints("w0")[0] == part.fingerprints("w0")[0]
    assert whole.fingerprints("w-1")[0] != part.fingerprints("w-1")[0]


def test_what_is_heard_besides_words() -> None:
    seen = WordFeatures(WORDS, confident=True)
    assert (seen.fingerprints("speaker") != 0).tolist() == [False, True, False]
    assert (seen.fingerprints("gender") != 0).tolist() == [False, False, False]
    gaps, confidences = seen.values("gap"), seen.values("w0")
    assert gaps is not None
    assert gaps.tolist() == pytest.approx([0.1, 1.0, 0.0])
    assert confidences is not None
    assert confidences.tolist() == [0.5, 1.0, 1.0]
    assert seen.fingerprints("pause")[0] != seen.fingerprints("pause")[1]
    labelled = [word._replace(labels={"gender": g}) for word, g in zip(WORDS, "mff", strict=True)]
    assert (WordFeatures(labelled).fingerprints("gender") != 0).tolist() == [True, False, False]


def test_parts_of_speech_and_lexica() -> None:
    seen = WordFeatures(
        WORDS, pos=["PRON", "VERB", "PROPN"], lexica=Lexica({"lex": {"bill": "Bill"}})
    )
    assert (seen.fingerprints("2p0") != 0).all()
    assert (seen.fingerprints("lex") != 0).tolist() == [False, False, True]
    assert not WordFeatures(WORDS).fingerprints("p0").any()


def test_fingerprints_are_never_nought() -> None:
    assert all(fingerprint(str(n)) for n in range(1000))
