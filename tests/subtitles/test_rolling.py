from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legibly.errors import DataError
from legibly.subtitles.cues import Cue, width
from legibly.subtitles.rolling import MAX_UNTIMED_WORDS, RollingCaptions
from legibly.subtitles.rules import PRESETS, CueRules
from legibly.transcript import Token, Transcript, Word
from tests.subtitles.helpers import shown, spoken, talks

RULES = CueRules()


def rolled(talk: Transcript, rules: CueRules = RULES) -> list[list[Cue]]:
    """What is shown after each word, and at last."""
    captions = RollingCaptions(rules)
    found = [
        list(captions.add([token], talk.words[token.first : token.last])) for token in talk.tokens
    ]
    return [*found, list(captions.close())]


def all_of(found: list[list[Cue]]) -> list[Cue]:
    return [cue for cues in found for cue in cues]


# --- when a cue is shown
# ------------------------------------------------------------------------------


def test_a_sentence_is_shown_when_the_next_one_has_its_start() -> None:
    found = rolled(spoken("So it is. And so it was."))
    assert [[cue.lines for cue in cues] for cues in found] == [
        *([], [], [], [], [], []),
        [("So it is.",)],
        [("And so it was.",)],
    ]


def test_another_speaker_ends_a_cue() -> None:
    words = [Word("so", 0, 0.5, speaker="A"), Word("yes", 1, 1.5, speaker="B")]
    found = all_of(rolled(Transcript(words)))
    assert [(cue.lines, cue.speaker) for cue in found] == [(("so",), "A"), (("yes",), "B")]


def test_full_lines_end_a_cue() -> None:
    found = rolled(spoken(" ".join(["word"] * 60)), CueRules(line_width=20, lines=1))
    assert sum(bool(cues) for cues in found) > 5
    assert all(len(line) <= 20 for cue in all_of(found) for line in cue.lines)


def test_what_is_whole_is_shown_when_nothing_comes_for_a_while() -> None:
    talk = spoken("So it is. And")
    captions = RollingCaptions(RULES)
    for token in talk.tokens[:3]:
        assert list(captions.add([token], talk.words[token.first : token.last])) == []
    assert [cue.lines for cue in captions.tick()] == [("So it is.",)]
    assert list(captions.tick()) == []
    assert list(captions.add(talk.tokens[3:], talk.words[3:])) == []
    assert [cue.lines for cue in captions.close()] == [("And",)]


def test_a_cue_that_stays_is_taken_away_for_the_next_one() -> None:
    words = [Word("so", 0, 0.2), Word("yes", 0.8, 1.0)]
    talk = Transcript(words, [Token("So", 0, 1, after="."), Token("Yes", 1, 2, after=".")])
    first, second = all_of(rolled(talk))
    assert (first.start, first.end) == (0.0, 0.72)
    assert second.start == 0.8


def test_nothing_shows_nothing() -> None:
    captions = RollingCaptions(RULES)
    assert [*captions.add([], []), *captions.tick(), *captions.close()] == []


# --- words without times
# ------------------------------------------------------------------------------


def test_words_without_times_are_shown_after_those_before_them() -> None:
    words = [Word("so", 0, 1), Word("yes")]
    talk = Transcript(words, [Token("So", 0, 1, after="."), Token("Yes", 1, 2, after=".")])
    found = all_of(rolled(talk))
    assert shown(found) == ["So.", "Yes."]
    assert found[1].start >= found[0].end


def test_no_time_at_all_is_an_error_at_the_end() -> None:
    captions = RollingCaptions(RULES)
    assert list(captions.add([Token("So", 0, 1, after=".")], [Word("so")])) == []
    with pytest.raises(DataError, match="no word has a time, and subtitles need them; choose ano"):
        list(captions.close())


def test_a_sentence_without_times_before_the_first_with_some_is_shown() -> None:
    words = [Word("so"), Word("yes", 1, 2)]
    talk = Transcript(words, [Token("So", 0, 1, after="."), Token("Yes", 1, 2, after=".")])
    assert shown(all_of(rolled(talk))) == ["So.", "Yes."]


def test_a_stream_without_times_ends_before_long() -> None:
    captions = RollingCaptions(RULES)
    count = MAX_UNTIMED_WORDS + 1
    tokens = [Token("So", i, i + 1, after=".") for i in range(count)]
    with pytest.raises(DataError, match="no word has a time"):
        list(captions.add(tokens, [Word("so")] * count))


# --- random streams
# ------------------------------------------------------------------------------


@st.composite
def streams(draw: st.DrawFn) -> tuple[Transcript, list[int]]:
    """A talk, and after how many tokens something comes; nothing in between is a silence."""
    talk = draw(talks(max_size=40))
    steps = draw(st.lists(st.integers(0, 5), max_size=30))
    return talk, steps


def streamed(talk: Transcript, steps: list[int], rules: CueRules) -> list[Cue]:
    captions, at = RollingCaptions(rules), 0
    found: list[Cue] = []
    for step in [*steps, len(talk.tokens)]:
        tokens = talk.tokens[at : at + step]
        at += len(tokens)
        words = [word for token in tokens for word in talk.words[token.first : token.last]]
        found += captions.add(tokens, words) if tokens else captions.tick()
    return [*found, *captions.close()]


@settings(max_examples=200)
@given(streams(), st.sampled_from(sorted(PRESETS)))
def test_each_word_is_shown_once_and_in_order(
    stream: tuple[Transcript, list[int]], preset: str
) -> None:
    talk, steps = stream
    assert shown(streamed(talk, steps, PRESETS[preset])) == talk.text.split()


@settings(max_examples=200)
@given(streams(), st.sampled_from(sorted(PRESETS)))
def test_times_of_cues_never_overlap(stream: tuple[Transcript, list[int]], preset: str) -> None:
    talk, steps = stream
    found = streamed(talk, steps, PRESETS[preset])
    assert all(cue.start < cue.end for cue in found)
    for before, after in pairwise(found):
        assert before.end <= after.start


@given(streams(), st.integers(12, 60), st.integers(1, 2))
def test_lines_fit(stream: tuple[Transcript, list[int]], line_width: int, lines: int) -> None:
    talk, steps = stream
    for cue in streamed(talk, steps, CueRules(line_width=line_width, lines=lines)):
        assert len(cue.lines) <= lines
        assert all(width(line) <= line_width for line in cue.lines)


@given(talks(max_size=40), st.lists(st.integers(1, 5), max_size=40))
def test_how_a_stream_is_portioned_does_not_change_its_cues(
    talk: Transcript, sizes: list[int]
) -> None:
    """As long as it does not fall silent."""
    found = streamed(talk, sizes, RULES)
    assert [cue.lines for cue in found] == [cue.lines for cue in all_of(rolled(talk))]
