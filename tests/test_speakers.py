from __future__ import annotations

import pytest

from legibly.errors import DataError, UsageError
from legibly.formats.rttm import read_rttm
from legibly.speakers import Turn, assign_speakers, read_names, rename_speakers
from legibly.transcript import Transcript, Word
from tests.formats.helpers import source

RTTM = """SPKR-INFO talk 1 <NA> <NA> <NA> unknown A <NA>
SPEAKER talk 1 0.50 2.00 <NA> <NA> A <NA> <NA>
SPEAKER talk 1 2.40 3.00 <NA> <NA> B <NA> <NA>
"""


def test_words_belong_to_the_turn_they_share_most_time_with() -> None:
    cue = [Word("hello", 0.0), Word("friend", None, 2.0), Word("good", 2.0), Word("day", None, 4.0)]
    turns = {"x": [Turn(0, 2, "A"), Turn(2, 4, "B"), Turn(0, 900, "noise")][:2]}
    (found,) = assign_speakers([Transcript(cue)], turns)
    assert [word.speaker for word in found.words] == ["A", "A", "B", "B"]
    with pytest.raises(DataError, match="no word has a time, so nobody can be told apart"):
        list(assign_speakers([Transcript([Word("a")])], turns))
    words = [
        Word("early", 0.1, 0.4),
        Word("a", 0.6, 1.0),
        Word("both", 2.3, 2.9),
        Word("untimed"),
        Word("late", 9.0, 9.5),
    ]
    (found,) = assign_speakers([Transcript(words, name="talk")], read_rttm(source(RTTM)))
    assert [word.speaker for word in found.words] == ["A", "A", "B", "B", None]
    assert [word._replace(speaker=None) for word in found.words] == words


def test_the_recording_must_be_in_the_file() -> None:
    turns = {"one": [Turn(0, 1, "A")], "two": [Turn(0, 1, "B")]}
    with pytest.raises(DataError, match="three: not among the recordings of the RTTM file"):
        list(assign_speakers([Transcript([Word("a", 0, 1)], name="three")], turns))
    (found,) = assign_speakers([Transcript([Word("a", 0, 1)], name="two")], turns)
    assert found.words[0].speaker == "B"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("hello there\n", "talk.x:1: found 'hello'; expected SPEAKER"),
        ("SPEAKER talk 1 x 2 <NA> <NA> A\n", "talk.x:1: expected SPEAKER file channel start"),
        ("SPEAKER talk 1 -3 2 <NA> <NA> A\n", "is negative"),
        ("", "no SPEAKER lines"),
    ],
)
def test_bad_rttm(content: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_rttm(source(content))


def test_names() -> None:
    (found,) = rename_speakers(
        [Transcript([Word("a", speaker="S0"), Word("b")])], read_names(["S0=The Chair"])
    )
    assert [word.speaker for word in found.words] == ["The Chair", None]
    with pytest.raises(UsageError, match="expected SPEAKER=Name"):
        read_names(["Chair"])
