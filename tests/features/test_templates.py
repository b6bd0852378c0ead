from __future__ import annotations

import pytest

from legibly.errors import UsageError
from legibly.features.templates import (
    CASE,
    MARKS,
    WITHIN_FIVE,
    Lexica,
    NgramTemplate,
    Seen,
    left_reach,
    parse_template,
    right_reach,
)  # fmt: skip
from legibly.transcript import Word

WORDS = [Word("we", 0.0, 0.3, 0.5, "A"), Word("met", 0.4, 0.6, 1.0, "A"), Word("Bill", 1.6, 2.0, None, "B")]


def test_names_of_the_papers() -> None:
    assert parse_template("w0") == NgramTemplate("w", 0)
    assert parse_template("3w-2") == NgramTemplate("w", -2, 3)
    assert len(WITHIN_FIVE) == 11 + 10 + 9
    assert (left_reach(CASE), right_reach(CASE)) == (2, 2)
    assert (left_reach(MARKS), right_reach(MARKS)) == (2, 2)
    assert (left_reach(WITHIN_FIVE), right_reach(WITHIN_FIVE)) == (5, 5)


@pytest.mark.parametrize("name", ["x0", "7w0", "speakers", "", "w"])
def test_unknown_names(name: str) -> None:
    with pytest.raises(UsageError, match="unknown feature"):
        parse_template(name)


def test_equal_features_have_equal_fingerprints_wherever_they_are() -> None:
    one = Seen([Word("a"), Word("b"), Word("c")])
    other = Seen([Word("x"), Word("B"), Word("C"), Word("y")])
    assert one.prints("2w0")[1] == other.prints("2w0")[1]
    assert one.prints("2w0")[0] != one.prints("2w0")[1]
    assert one.prints("w0")[1] != one.prints("w1")[1]
    assert one.prints("2w0")[0] != Seen([Word("b"), Word("a")]).prints("2w0")[0]  # the order counts


def test_beginnings_and_ends() -> None:
    whole, part = Seen([Word("a")]), Seen([Word("a")], begins=False, ends=False)
    assert whole.prints("w0")[0] == part.prints("w0")[0]
    assert whole.prints("w-1")[0] != part.prints("w-1")[0]


def test_what_is_heard_besides_words() -> None:
    seen = Seen(WORDS, confident=True)
    assert (seen.prints("speaker") != 0).tolist() == [False, True, False]
    assert (seen.prints("gender") != 0).tolist() == [False, False, False]
    gaps, confidences = seen.values("gap"), seen.values("w0")
    assert gaps is not None
    assert gaps.tolist() == pytest.approx([0.1, 1.0, 0.0])
    assert confidences is not None
    assert confidences.tolist() == [0.5, 1.0, 1.0]
    assert seen.prints("pause")[0] != seen.prints("pause")[1]
    labelled = [word._replace(labels={"gender": g}) for word, g in zip(WORDS, "mff", strict=True)]
    assert (Seen(labelled).prints("gender") != 0).tolist() == [True, False, False]


def test_parts_of_speech_and_lexica() -> None:
    seen = Seen(WORDS, pos=["PRON", "VERB", "PROPN"], lexica=Lexica({"lex": {"bill": "Bill"}}))
    assert (seen.prints("2p0") != 0).all()
    assert (seen.prints("lex") != 0).tolist() == [False, False, True]
    assert not Seen(WORDS).prints("p0").any()
