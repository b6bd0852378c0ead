"""Who speaks, shown in subtitles."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.errors import UsageError
from legibly.formats.registry import find_format
from legibly.formats.transcripts import write_to
from legibly.subtitles.cues import width
from legibly.subtitles.cutting import cut_cues
from legibly.subtitles.rolling import RollingCaptions
from legibly.subtitles.rules import SPEAKER_STYLES, CueRules, choose_cue_rules
from legibly.transcript import Token, Transcript, Word
from tests.subtitles.helpers import talks


def talk(*turns: tuple[str | None, str], seconds: float = 0.4) -> Transcript:
    words: list[Word] = []
    for speaker, text in turns:
        for piece in text.split():
            at = len(words) * seconds
            words.append(Word(piece, at, at + seconds, None, speaker))
    return Transcript(words)


def lines(transcript: Transcript, **settings: object) -> list[tuple[str, ...]]:
    rules = CueRules(**settings)  # type: ignore[arg-type]
    return [cue.lines for cue in cut_cues(transcript, rules)]


LONG = "we talked about it for a very long time and then"


def test_names_stand_where_the_speaker_changes() -> None:
    asked = talk(("Ann", "are you there"), ("Bob", LONG), (None, "yes"), ("Bob", "no"))
    assert lines(asked, speakers="names", lines=1) == [
        ("Ann: are you there",),
        ("Bob: we talked about it for a very long",),
        ("time and then",),
        ("yes",),
        ("no",),
    ]


def test_dashes_stand_where_the_speaker_changes() -> None:
    asked = talk(("Ann", LONG), ("Bob", LONG))
    assert lines(asked, speakers="dashes", line_width=60) == [
        ("we talked about it for a very long time and then",),
        ("- we talked about it for a very long time and then",),
    ]


def test_question_and_answer_share_a_cue() -> None:
    asked = talk(("Ann", "are you there"), ("Bob", "yes"), ("Ann", LONG))
    (cue, *_) = cut_cues(asked, CueRules(speakers="dashes"))
    assert cue.lines == ("- are you there", "- yes")
    assert (cue.start, cue.speaker, cue.first, cue.last) == (0.0, None, 0, 4)
    assert lines(asked, speakers="dashes", lines=1)[0] == ("are you there",)


@given(talks(), st.sampled_from(SPEAKER_STYLES), st.integers(20, 60))
def test_every_word_is_shown_whatever_the_style(
    transcript: Transcript, style: str, line_width: int
) -> None:
    cues = cut_cues(transcript, CueRules(speakers=style, line_width=line_width))
    drawn = " ".join(line for cue in cues for line in cue.lines).split()
    assert [text for text in drawn if text not in ("-", "A:", "B:")] == transcript.text.split()
    assert all(width(line) <= line_width for cue in cues for line in cue.lines)


def test_captions_that_roll_name_a_speaker_once() -> None:
    captions = RollingCaptions(CueRules(speakers="names"))
    words = talk(("Ann", "yes no"), ("Bob", "so")).words
    tokens = [Token(word.text, i, i + 1, after=".") for i, word in enumerate(words)]
    cues = [*captions.add(tokens, words), *captions.close()]
    assert [cue.lines for cue in cues] == [("Ann: yes.",), ("no.",), ("Bob: so.",)]


def test_word_times_stand_before_words_in_webvtt() -> None:
    words = [Word("so", 1, 1.2), Word("a<b", 1.5, 2), Word("ten", 2, 2.2), Word("pounds", 2.2, 3)]
    tokens = [Token("So", 0, 1, after=","), Token("a<b", 1, 2), Token("£10", 2, 4)]
    out = io.StringIO()
    rules = CueRules(word_times=True)
    write_to([Transcript(words, tokens)], out, find_format("vtt"), rules)
    assert out.getvalue() == (
        "WEBVTT\n\n00:00:01.000 --> 00:00:03.000\nSo, <00:00:01.500>a&lt;b <00:00:02.000>£10\n"
    )


def test_words_of_two_lines_keep_their_times() -> None:
    (cue,) = cut_cues(talk((None, "so we are here")), CueRules(line_width=8, word_times=True))
    assert cue.lines == ("so we", "are here")
    assert cue.timed == (((0.0, "so"), (0.4, " we")), ((0.8, "are"), (1.2000000000000002, " here")))


def test_an_unknown_style_is_refused() -> None:
    with pytest.raises(UsageError, match="unknown style of speakers 'name'; did you mean 'names'"):
        choose_cue_rules(None, speakers="name")
