"""Cues: every word in one of them, readable, in time."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legibly.errors import DataError, UsageError
from legibly.subtitles.checking import check
from legibly.subtitles.cues import width
from legibly.subtitles.cutting import cut_cues
from legibly.subtitles.rules import PRESETS, CueRules, choose_cue_rules
from legibly.transcript import Token, Transcript, Word
from legibly.word_times import fill_times
from tests.strategies import LETTERS, SOME_MARKS

RULES = CueRules()


@st.composite
def talks(draw: st.DrawFn) -> Transcript:
    """Words in order, with pauses, some without times, of one or two speakers."""
    words, tokens, now = [], [], draw(st.integers(0, 50)) / 10
    speaker = "A"
    for i in range(draw(st.integers(1, 60))):
        now += draw(st.sampled_from([0, 0, 0, 0.1, 0.4, 1.0, 3.0]))
        end = now + draw(st.integers(1, 60)) / 100
        speaker = draw(st.sampled_from([speaker, speaker, speaker, "A", "B"]))
        known = i == 0 or draw(st.integers(0, 9)) > 1
        text = draw(LETTERS)
        words.append(
            Word(
                text,
                round(now, 3) if known else None,
                round(end, 3) if known else None,
                None,
                speaker,
            )
        )
        tokens.append(Token(text, i, i + 1, after=draw(SOME_MARKS)))
        now = end
    return Transcript(words, tokens)


@settings(max_examples=200)
@given(talks(), st.sampled_from(sorted(PRESETS)))
def test_every_word_is_in_one_cue_and_every_cue_keeps_the_rules(
    talk: Transcript, preset: str
) -> None:
    rules = PRESETS[preset]
    found = cut_cues(talk, rules)
    shown = [text for cue in found for line in cue.lines for text in line.split()]
    assert shown == talk.text.split()
    assert [(cue.first, cue.last) for cue in found] == list(
        zip([0, *(cue.last for cue in found)], [cue.last for cue in found], strict=False)
    )
    starts, _ends = fill_times(talk.words)
    for cue in found:
        inside = talk.tokens[cue.first : cue.last]
        assert len({talk.speaker(token) for token in inside}) == 1
        assert cue.start >= starts[inside[0].first] - 0.001
        assert cue.end > cue.start
    for before, after in itertools.pairwise(found):
        assert after.start >= before.end + rules.gap - 0.0015
    # What hurried speech makes impossible is reported, nothing else.
    assert {item.rule for item in check(found, rules)} <= {"too short", "reading speed"}


def test_cuts_are_where_people_expect_them() -> None:
    text = (
        "Good morning, everybody. Today we will talk about the results of the third quarter, "
        "which were better than "
        "we had expected in the spring. Questions come later"
    )
    pieces = text.split()
    words = [Word(piece.strip(",."), i * 0.4, i * 0.4 + 0.35) for i, piece in enumerate(pieces)]
    tokens = [
        Token(w.text, i, i + 1, after=p[len(w.text) :])
        for i, (w, p) in enumerate(zip(words, pieces, strict=True))
    ]
    assert [" / ".join(cue.lines) for cue in cut_cues(Transcript(words, tokens), RULES)] == [
        "Good morning, everybody.",
        "Today we will talk about / the results of the third quarter,",
        "which were better than / we had expected in the spring.",
        "Questions come later",
    ]


def test_missing_times_are_between_their_neighbours() -> None:
    words = [Word("a", 1, 2), Word("bb"), Word("b"), Word("c", 5, 6), Word("d")]
    assert fill_times(words) == ([1, 2, 3.8, 5, 6], [2, 3.8, 5, 6, 6])
    assert fill_times([Word("a"), Word("b", 3, 4)])[0] == [3, 3]
    cue_like = [Word("a", 1, None), Word("b"), Word("c", None, 4)]
    assert fill_times(cue_like) == ([1, 2, 3], [2, 3, 4])
    assert fill_times([]) == ([], [])
    with pytest.raises(DataError, match="no word has a time"):
        fill_times([Word("a")])


def test_chinese_counts_full_width_characters() -> None:
    assert width("你好a") == 5
    words = [Word("好", i * 0.2, i * 0.2 + 0.2) for i in range(60)]
    found = cut_cues(Transcript(words, language="zh"), RULES)
    assert all(len(line) <= 16 for cue in found for line in cue.lines)
    assert sum(len(line) for cue in found for line in cue.lines) == 60


def test_words_that_fit_no_line_and_words_that_never_end() -> None:
    url = "https://example.org/" + "x" * 60
    found = cut_cues(Transcript([Word(url, 0, 30), Word("hi", 30, 30.2)]), RULES)
    assert [cue.lines for cue in found] == [(url,), ("hi",)]
    assert found[0].end - found[0].start == 7


def test_overlapping_speakers_stay_in_order() -> None:
    words = [Word("a", 0, 3, None, "A"), Word("b", 1, 2, None, "B"), Word("c", 1.5, 4, None, "A")]
    found = cut_cues(Transcript(words), RULES)
    assert [cue.speaker for cue in found] == ["A", "B", "A"]
    assert all(after.start >= before.end for before, after in itertools.pairwise(found))


def test_presets() -> None:
    assert choose_cue_rules("netflix").line_width == 42
    assert choose_cue_rules("bbc", lines=3).lines == 3
    assert choose_cue_rules(None) == RULES
    with pytest.raises(UsageError, match="unknown preset 'netfix'; did you mean 'netflix'"):
        choose_cue_rules("netfix")


def test_cues_out_of_order_and_at_once() -> None:
    late_first = [Word("late", 9, 9.5, speaker="A"), Word("early", 3, 3.5, speaker="B")]
    assert [(cue.lines[0], cue.start) for cue in cut_cues(Transcript(late_first), RULES)] == [
        ("early", 3),
        ("late", 9),
    ]
    both = [Word("hello", 1, 3, speaker="A"), Word("there", 1, 3, speaker="B")]
    found = cut_cues(Transcript(both), RULES)
    assert [(cue.start, cue.end) for cue in found] == [(1, 1.92), (2, 3)]


def test_rules_of_the_user_hold_for_chinese_too() -> None:
    assert choose_cue_rules(None, max_seconds=8.0).for_language("zh").line_width == 32
    assert choose_cue_rules(None, line_width=20).for_language("zh").line_width == 20
    with pytest.raises(UsageError, match="the shortest cue"):
        choose_cue_rules(None, min_seconds=10.0, max_seconds=1.0)


def test_an_end_without_a_start() -> None:
    assert fill_times([Word("hello", None, 5.0), Word("there")]) == ([5.0, 5.0], [5.0, 5.0])
    words = [Word("hello", None, 5.0), Word("how"), Word("you", None, 9.0)]
    assert fill_times(words) == ([5.0, 5.0, 7.0], [5.0, 7.0, 9.0])
