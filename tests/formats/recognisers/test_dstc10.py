from __future__ import annotations

from typing import Any

import pytest

from legibly.errors import DataError
from tests.formats.helpers import read
from tests.formats.recognisers.helpers import lines, one, repaired

LISTS = [["what is that in", -20.5], ["what is that i", -26.5]]
OBJECTS = [{"hyp": text, "score": score} for text, score in LISTS]


def turn(text: str, nbest: list[Any], speaker: str = "U") -> dict[str, Any]:
    return {"speaker": speaker, "text": text, "nbest": nbest}


@pytest.mark.parametrize("nbest", [LISTS, OBJECTS])
def test_hypotheses_stand_for_the_words_of_their_turn(nbest: list[Any]) -> None:
    turns = [turn("let me see", [], "S"), turn("what is that in", nbest)]
    transcript = one("dstc10", [turns])
    assert [(word.text, word.speaker) for word in transcript.words[2:4]] == [
        ("see", "S"),
        ("what", "U"),
    ]
    spans = [(item.first, item.last, item.score) for item in transcript.alternatives]
    assert spans == [(3, 7, -20.5), (3, 7, -26.5)]
    assert [word.text for word in transcript.alternatives[1].words][-1] == "i"


def test_dialogues_one_a_line_are_recordings() -> None:
    dialogues = [{"dialogue": 7, "turns": [turn("hello", [])]}, {"turns": [turn("yes", [])]}]
    found = read("dstc10", lines(*dialogues))
    assert [item.text for item in found] == ["hello", "yes"]
    assert [(item.name or "").rpartition("-")[2] for item in found] == ["7", "1"]


def test_they_are_told_by_what_is_in_them() -> None:
    (transcript,) = read("recogniser", lines({"turns": [turn("hello", LISTS)]}))
    assert len(transcript.alternatives) == 2


def test_a_score_that_is_none_is_left_out() -> None:
    _, repairs = repaired("dstc10", [[turn("hello", [["hello", "high"], ["hallo", None]])]])
    assert repairs == {"a score that is no number, left out": 1}


def test_what_is_not_a_hypothesis_is_refused() -> None:
    with pytest.raises(DataError, match="not what dstc10 writes"):
        one("dstc10", [[turn("hello", [3])]])
