from __future__ import annotations

import pytest

from legibly.speech.spoken_text import spoken_forms
from legibly.transcript import Token, Transcript, Word


def forms(text: str, language: str = "en") -> dict[str, str]:
    transcript = Transcript.from_text(text)
    found = spoken_forms(transcript, language)
    assert len(found) == len(transcript.words)
    return {
        word.text: " ".join(form).lower()
        for word, form in zip(transcript.words, found, strict=True)
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It cost $5", {"It": "it", "cost": "cost", "$5": "five dollars"}),
        ("$5 million", {"$5": "five", "million": "million dollars"}),
        ("July 25, 2012", {"July": "july", "25": "twenty five,", "2012": "twenty twelve"}),
        ("25%", {"25%": "twenty five percent"}),
        ("at 3:30 PM", {"at": "at", "3:30": "three thirty", "PM": "p m"}),
        ("in 1462 he", {"in": "in", "1462": "fourteen sixty two", "he": "he"}),
        ("M-S-13 left", {"M-S-13": "m s thirteen", "left": "left"}),
    ],
)
def test_each_written_word_has_its_part_of_what_is_said(
    text: str, expected: dict[str, str]
) -> None:
    assert forms(text) == expected


def test_nothing_is_heard_of_a_tag() -> None:
    assert forms("well [laughter] 5")["[laughter]"] == ""
    assert forms("well [laughter] 5")["5"] == "five"


def test_words_that_were_heard_already_are_said_as_they_are() -> None:
    words = [Word("five"), Word("dollars")]
    transcript = Transcript(words, [Token("$5", 0, 2, after=".")])
    assert spoken_forms(transcript, "en") == [("five",), ("dollars.",)]


def test_without_grammars_words_are_said_as_they_are_written() -> None:
    assert forms("casa 5", "xx") == {"casa": "casa", "5": "5"}


def test_what_is_no_word_at_all() -> None:
    assert spoken_forms(Transcript([Word(""), Word("a b")]), "en") == [(), ("ab",)]
