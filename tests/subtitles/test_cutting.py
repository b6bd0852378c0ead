from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legibly.errors import DataError
from legibly.subtitles.checking import check
from legibly.subtitles.cues import width
from legibly.subtitles.cutting import LONG_PAUSE_SECONDS, cut_cues
from legibly.subtitles.rules import PRESETS, CueRules
from legibly.transcript import Token, Transcript, Word
from legibly.word_times import fill_times
from tests.subtitles.helpers import shown, spoken, talks

RULES = CueRules()


def cut(text: str, rules: CueRules = RULES) -> list[str]:
    """Cues with their lines between bars."""
    return [" / ".join(cue.lines) for cue in cut_cues(spoken(text), rules)]


# --- every word in one of them, readable, in time
# ------------------------------------------------------------------------------


@settings(max_examples=200)
@given(talks(), st.sampled_from(sorted(PRESETS)))
def test_every_word_is_in_one_cue_and_every_cue_keeps_the_rules(
    talk: Transcript, preset: str
) -> None:
    rules = PRESETS[preset]
    found = cut_cues(talk, rules)
    assert shown(found) == talk.text.split()
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


@given(talks(), st.integers(12, 60), st.integers(1, 3))
def test_lines_fit_whatever_the_user_chose(talk: Transcript, line_width: int, lines: int) -> None:
    for cue in cut_cues(talk, CueRules(line_width=line_width, lines=lines)):
        assert len(cue.lines) <= lines
        assert all(width(line) <= line_width for line in cue.lines)


# --- where cues are cut
# ------------------------------------------------------------------------------


def test_cuts_are_where_people_expect_them() -> None:
    assert cut(
        "Good morning, everybody. Today we will talk about the results of the third quarter, "
        "which were better than we had expected in the spring. Questions come later"
    ) == [
        "Good morning, everybody.",
        "Today we will talk about / the results of the third quarter,",
        "which were better than / we had expected in the spring.",
        "Questions come later",
    ]


def test_a_short_sentence_is_one_line() -> None:
    assert cut("So it is.") == ["So it is."]
    assert cut("So it is. And so it was.") == ["So it is. And so it was."]


def test_lines_are_broken_after_a_mark_and_not_after_a_short_word() -> None:
    assert cut("We had thought of it before, but nobody said so.") == [
        "We had thought of it before, / but nobody said so."
    ]
    assert cut("Nobody had thought of the possibilities before") == [
        "Nobody had thought / of the possibilities before"
    ]


def test_one_line_a_cue_where_the_user_wants_it() -> None:
    found = cut("We had thought of it before, but nobody said so.", CueRules(lines=1))
    assert found == ["We had thought of it before,", "but nobody said so."]


def test_three_lines_are_filled_one_after_another() -> None:
    rules = CueRules(line_width=12, lines=3)
    assert cut("We had all of it before you did it.", rules) == [
        "We had all / of it before / you did it."
    ]


def test_another_speaker_is_another_cue() -> None:
    words = [Word("so", 0, 0.5, speaker="A"), Word("yes", 0.6, 1.0, speaker="B")]
    found = cut_cues(Transcript(words), RULES)
    assert [(cue.speaker, cue.lines) for cue in found] == [("A", ("so",)), ("B", ("yes",))]


@pytest.mark.parametrize(
    ("silence", "cues"), [(LONG_PAUSE_SECONDS - 0.1, 1), (LONG_PAUSE_SECONDS + 0.1, 2)]
)
def test_no_cue_bridges_a_long_silence(silence: float, cues: int) -> None:
    words = [Word("so", 0, 0.5), Word("yes", 0.5 + silence, 1.0 + silence)]
    assert len(cut_cues(Transcript(words), RULES)) == cues


def test_tokens_that_are_not_written_are_not_shown() -> None:
    words = [Word("um", 0, 0.4), Word("so", 0.5, 1)]
    found = cut_cues(Transcript(words, [Token("", 0, 1), Token("So", 1, 2)]), RULES)
    assert [(cue.lines, cue.first, cue.last) for cue in found] == [(("So",), 1, 2)]


def test_a_token_of_several_words_is_shown_from_the_first_to_the_last() -> None:
    words = [Word("three", 1, 1.5), Word("thirty", 2, 4)]
    [cue] = cut_cues(Transcript(words, [Token("3:30", 0, 2)]), RULES)
    assert (cue.start, cue.end, cue.lines) == (1, 4, ("3:30",))


def test_chinese_counts_full_width_characters() -> None:
    words = [Word("好", i * 0.2, i * 0.2 + 0.2) for i in range(60)]
    found = cut_cues(Transcript(words, language="zh"), RULES)
    assert all(len(line) <= 16 for cue in found for line in cue.lines)
    assert sum(len(line) for cue in found for line in cue.lines) == 60


def test_words_that_fit_no_line_and_words_that_never_end() -> None:
    url = "https://example.org/" + "x" * 60
    found = cut_cues(Transcript([Word(url, 0, 30), Word("hi", 30, 30.2)]), RULES)
    assert [cue.lines for cue in found] == [(url,), ("hi",)]
    assert found[0].end - found[0].start == 7


# --- the cheapest way to cut, among all
# ------------------------------------------------------------------------------


@st.composite
def turns(draw: st.DrawFn) -> Transcript:
    """A few words of one speaker, without long silences."""
    words, tokens, now = [], [], 0.0
    for i in range(draw(st.integers(1, 9))):
        now = round(now + draw(st.sampled_from([0.0, 0.1, 0.4, 1.0])), 3)
        text = draw(st.text("abc", min_size=1, max_size=8))
        words.append(Word(text, now, round(now + draw(st.sampled_from([0.1, 0.3, 0.8])), 3)))
        now = words[-1].end or now
        tokens.append(Token(text, i, i + 1, after=draw(st.sampled_from(["", "", ",", ".", "?"]))))
    return Transcript(words, tokens)


def lines_needed(texts: list[str], line_width: int) -> int:
    """Filled one after another, as on a typewriter."""
    count, room = 1, line_width - len(texts[0])
    for text in texts[1:]:
        if len(text) + 1 <= room:
            room -= len(text) + 1
        else:
            count, room = count + 1, line_width - len(text)
    return count


def cost_of_cue(turn: Transcript, first: int, last: int, rules: CueRules) -> float:
    """What a cue of some tokens costs; infinite where it breaks a rule."""
    texts = [token.written for token in turn.tokens[first:last]]
    start, end = turn.words[first].start, turn.words[last - 1].end
    assert start is not None
    assert end is not None
    size = len(" ".join(texts))
    if len(texts) > 1 and (
        size > rules.line_width * rules.lines
        or end - start > rules.max_seconds
        or lines_needed(texts, rules.line_width) > rules.lines
    ):
        return math.inf

    cost = 1.0 + 1.5 * sum(text[-1] in ".?" for text in texts[:-1])
    until = end + 1.0
    if last < len(turn.tokens):
        following = turn.words[last].start
        assert following is not None
        until = following - rules.gap
        if texts[-1][-1] == ",":
            cost += 2.0
        elif texts[-1][-1] not in ".?":
            short = len(texts[-1]) <= 3
            cost += 3.5 if following - end >= 0.35 else 9.0 if short else 7.0

    seconds = until - start
    cost += 9.0 if seconds < rules.min_seconds else 0.0
    if size > rules.speed * seconds:
        cost += 3.0 * (size / (rules.speed * max(seconds, 0.05)) - 1.0)
    return cost + (1.0 if size < 12 else 0.0)


@given(turns(), st.sampled_from([10, 20, 30]), st.integers(1, 3))
def test_no_other_way_to_cut_is_cheaper(turn: Transcript, line_width: int, lines: int) -> None:
    rules = CueRules(line_width=line_width, lines=lines, max_seconds=4.0)
    found = [(cue.first, cue.last) for cue in cut_cues(turn, rules)]
    count = len(turn.tokens)
    if len(found) == 1 and len(turn.text) <= line_width:
        return  # a line is not cut up

    def cost(places: list[int]) -> float:
        return sum(cost_of_cue(turn, i, j, rules) for i, j in itertools.pairwise(places))

    ways = [
        [0, *inner, count]
        for size in range(count)
        for inner in itertools.combinations(range(1, count), size)
    ]
    assert cost([0, *(last for _, last in found)]) == pytest.approx(min(map(cost, ways)))


# --- untidy times
# ------------------------------------------------------------------------------


def test_overlapping_speakers_stay_in_order() -> None:
    words = [Word("a", 0, 3, None, "A"), Word("b", 1, 2, None, "B"), Word("c", 1.5, 4, None, "A")]
    found = cut_cues(Transcript(words), RULES)
    assert [cue.speaker for cue in found] == ["A", "B", "A"]
    assert all(after.start >= before.end for before, after in itertools.pairwise(found))


def test_cues_out_of_order_and_at_once() -> None:
    late_first = [Word("late", 9, 9.5, speaker="A"), Word("early", 3, 3.5, speaker="B")]
    assert [(cue.lines[0], cue.start) for cue in cut_cues(Transcript(late_first), RULES)] == [
        ("early", 3),
        ("late", 9),
    ]
    both = [Word("hello", 1, 3, speaker="A"), Word("there", 1, 3, speaker="B")]
    found = cut_cues(Transcript(both), RULES)
    assert [(cue.start, cue.end) for cue in found] == [(1, 1.92), (2, 3)]


def test_nothing_has_no_cues_and_words_without_any_time_are_an_error() -> None:
    assert cut_cues(Transcript(()), RULES) == []
    with pytest.raises(DataError, match="no word has a time, and subtitles need them; choose"):
        cut_cues(Transcript([Word("a")]), RULES)


# --- times that are missing
# ------------------------------------------------------------------------------


def test_missing_times_are_between_their_neighbours() -> None:
    words = [Word("a", 1, 2), Word("bb"), Word("b"), Word("c", 5, 6), Word("d")]
    assert fill_times(words) == ([1, 2, 3.8, 5, 6], [2, 3.8, 5, 6, 6])
    assert fill_times([Word("a"), Word("b", 3, 4)])[0] == [3, 3]
    cue_like = [Word("a", 1, None), Word("b"), Word("c", None, 4)]
    assert fill_times(cue_like) == ([1, 2, 3], [2, 3, 4])
    assert fill_times([]) == ([], [])
    with pytest.raises(DataError, match="no word has a time"):
        fill_times([Word("a")])


def test_an_end_without_a_start() -> None:
    assert fill_times([Word("hello", None, 5.0), Word("there")]) == ([5.0, 5.0], [5.0, 5.0])
    words = [Word("hello", None, 5.0), Word("how"), Word("you", None, 9.0)]
    assert fill_times(words) == ([5.0, 5.0, 7.0], [5.0, 7.0, 9.0])


@given(talks())
def test_times_that_are_known_stay_and_none_is_missing(talk: Transcript) -> None:
    starts, ends = fill_times(talk.words)
    for word, start, end in zip(talk.words, starts, ends, strict=True):
        assert word.start in (None, start)
        assert word.end in (None, end)
        assert start <= end
