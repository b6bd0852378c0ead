"""Every pair of formats: what both can hold survives from one to the other and back."""

from __future__ import annotations

import pytest

from legibly.formats import formats
from legibly.formats.carries import EVERYTHING, Carries
from legibly.formats.losses import LossWatch
from legibly.transcript import Token, Transcript, Word
from tests.formats.helpers import read, write

BOTH = sorted(name for name, item in formats().items() if item.read and item.write)

TALK = Transcript(
    [
        Word("so", 0.5, 0.75, 0.875, "A"),
        Word("Bill", 0.75, 1.25, 0.5, "A"),
        Word("waited", 1.25, 2.0, 1.0, "A"),
        Word("why", 4.5, 5.0, 0.25, "B"),
    ],
    [
        Token("So", 0, 1),
        Token("Bill", 1, 2, after=","),
        Token("waited", 2, 3, after="."),
        Token("Why", 3, 4, after="?"),
    ],
    name="talk",
)


def facts(transcript: Transcript, carried: frozenset[Carries]) -> list[tuple[object, ...]]:
    """What a format that holds so much should still know of each token."""
    out = []
    for i, token in enumerate(transcript.tokens):
        times = transcript.times(token)
        row: list[object] = [token.text]
        row.append(token.after if Carries.MARKS in carried else "")
        row.append(transcript.confidence(token) if Carries.CONFIDENCE in carried else None)
        row.append(transcript.speaker(token) if Carries.SPEAKERS in carried else None)
        if Carries.WORD_TIMES in carried:
            row.append(times)
        elif Carries.CUE_TIMES in carried:  # the first word of a cue knows its start
            row.append(times[0] if i in (0, 3) else None)
        out.append(tuple(row))
    return out


@pytest.mark.parametrize("target", BOTH)
@pytest.mark.parametrize("origin", BOTH)
def test_what_both_hold_survives(origin: str, target: str) -> None:
    (first,) = read(origin, write(origin, [TALK]))
    both = formats()[origin].carries & formats()[target].carries
    if (
        Carries.WORD_TIMES in formats()[origin].carries
        and Carries.CUE_TIMES in formats()[target].carries
    ):
        both |= {Carries.CUE_TIMES}
    if (
        Carries.CUE_TIMES in formats()[origin].carries
        and Carries.WORD_TIMES in formats()[target].carries
    ):
        both |= {Carries.CUE_TIMES}
    needs_times = {"ctm", "stm", "srt", "vtt", "ttml", "textgrid"}
    if target in needs_times and not formats()[origin].carries & {
        Carries.WORD_TIMES,
        Carries.CUE_TIMES,
    }:
        pytest.skip(f"{origin} has no times, {target} needs them")
    if target == "ctm" and Carries.WORD_TIMES not in formats()[origin].carries:
        pytest.skip(f"{origin} has no times of words, {target} needs them")
    (last,) = read(target, write(target, [first]))
    assert facts(last, both) == facts(TALK, both)


def test_what_is_lost_is_named() -> None:
    seen = LossWatch()
    list(seen.watch([TALK]))
    assert seen.lost_in(formats()["json"]) == []
    assert seen.lost_in(formats()["srt"]) == [
        "confidences",
        "speakers",
        "times of words (only those of cues or segments)",
        "words as heard under written ones",
    ]
    assert "times of words" in seen.lost_in(formats()["text"])
    assert formats()["json"].carries == EVERYTHING
