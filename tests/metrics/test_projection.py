from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given

from legibly.metrics.pairs import align_pair
from legibly.metrics.projection import INTERPOLATED, project, retime
from legibly.transcript import Token, Transcript, Word
from tests.metrics.helpers import texts, written


def heard(text: str) -> Transcript:
    return Transcript([Word(word, i, i + 0.5, 0.9) for i, word in enumerate(text.split())])


# --- onto a recogniser's words
# ------------------------------------------------------------------------------


def test_marks_case_speakers_and_labels_go_to_the_recognisers_words() -> None:
    ref = written("Hello, Bill. It NASA.", speaker="A", focus="f0")
    projected = project(align_pair("x", ref, heard("hello will it um nasa")))
    assert projected.text == "Hello, Will. It um NASA."
    assert projected.words[1] == Word("will", 1, 1.5, 0.9, "A", {"focus": "f0"})
    assert projected.words[3].speaker is None


@pytest.mark.parametrize(
    ("ref", "hyp", "expected"),
    [
        ("Yes, we can.", "yes we can", "Yes, we can."),
        ("yes", "Yes", "yes"),
        ("iPhone users", "iphone users", "iPhone users"),
        ("IPHONE", "iphone", "IPHONE"),
        ("so Bill", "so will", "so Will"),
        ("so NASA", "so massa", "so MASSA"),
        ("so iPhone", "so eyephone", "so eyephone"),  # of mixed case only that word can be
        ("so", "SO Um", "so um"),  # without a counterpart there is no reason for a capital
        ("in the U.S. now", "in the us now", "in the U.S. now"),
        ("so (yes).", "so yes", "so (yes)."),
        ("so <unk>", "so well", "so well"),
        ("so Bill", "so <unk>", "so <unk>"),
        ("", "so", "so"),
        ("So.", "", ""),
    ],
)
def test_words_are_written_as_in_the_reference(ref: str, hyp: str, expected: str) -> None:
    assert project(align_pair("x", written(ref), written(hyp))).text == expected


@pytest.mark.parametrize(
    ("ref", "expected"),
    [
        ("yes indeed. So", "yes. So"),
        ("yes, indeed. So", "yes. So"),  # the stronger mark of the two
        ("yes. Indeed, so", "yes. so"),
        ("yes indeed so", "yes so"),
    ],
)
def test_a_mark_after_a_missed_word_goes_to_the_word_before(ref: str, expected: str) -> None:
    assert project(align_pair("x", written(ref), heard("yes so"))).text == expected


def test_a_mark_before_the_first_word_is_nowhere() -> None:
    assert project(align_pair("x", written("Well, so"), heard("so"))).text == "so"


def test_labels_of_the_recogniser_stay() -> None:
    hyp = Transcript([Word("yes", speaker="1", labels={"channel": "2"})])
    [word] = project(align_pair("x", written("Yes.", focus="f0"), hyp)).words
    assert (word.speaker, word.labels) == ("1", {"channel": "2", "focus": "f0"})


def test_tags_stay_where_they_are() -> None:
    hyp = written("so [noise] yes")
    assert project(align_pair("x", written("So. Yes."), hyp)).text == "So. [noise] Yes."


# --- onto a human text
# ------------------------------------------------------------------------------


def times(transcript: Transcript) -> list[tuple[float | None, float | None]]:
    return [(word.start, word.end) for word in transcript.words]


def test_a_human_text_gets_the_recognisers_times() -> None:
    retimed = retime(align_pair("x", written("Well, it is me. Yes"), heard("well it me")))
    assert retimed.text == "Well, it is me. Yes"
    assert times(retimed) == [(0, 0.5), (1, 1.5), (1.5, 2.0), (2, 2.5), (None, None)]
    assert retimed.words[2].labels == {INTERPOLATED: True}
    assert retimed.words[0].confidence == 0.9


def test_words_between_two_counterparts_lie_there_evenly() -> None:
    retimed = retime(align_pair("x", written("so a b c we"), heard("so we")))
    starts = [start for start, _ in times(retimed)[1:4]]
    assert starts == [0.5, 0.667, 0.833]
    assert all(word.labels == {INTERPOLATED: True} for word in retimed.words[1:4])


def test_words_between_two_counterparts_do_not_overlap() -> None:
    found = times(retime(align_pair("x", written("so a b c we"), heard("so we"))))
    assert all(end <= start for (_, end), (start, _) in pairwise(found))  # type: ignore[operator]


def test_before_the_first_and_after_the_last_counterpart_there_is_no_time() -> None:
    retimed = retime(align_pair("x", written("a so b"), heard("so")))
    assert times(retimed) == [(None, None), (0.0, 0.5), (None, None)]
    assert not any(INTERPOLATED in word.labels for word in retimed.words)


def test_old_times_are_forgotten() -> None:
    ref = Transcript([Word("so", 7.0, 8.0)])
    assert times(retime(align_pair("x", ref, heard("we")))) == [(0.0, 0.5)]
    assert times(retime(align_pair("x", ref, heard("")))) == [(None, None)]


def test_a_token_of_several_words_begins_with_the_first_and_ends_with_the_last() -> None:
    ref = Transcript([Word("p"), Word("m")], [Token("PM", 0, 2)])
    assert times(retime(align_pair("x", ref, heard("pm")))) == [(0.0, None), (None, 0.5)]


# --- properties
# ------------------------------------------------------------------------------


@given(texts(), texts())
def test_no_word_is_lost_or_altered(ref: Transcript, hyp: Transcript) -> None:
    pair = align_pair("x", ref, hyp)
    assert [word.text for word in project(pair).words] == [word.text for word in hyp.words]
    assert [token.written for token in retime(pair).tokens] == [
        token.written for token in ref.tokens
    ]


@given(texts())
def test_a_text_is_projected_onto_its_bare_words_as_it_is(ref: Transcript) -> None:
    bare = Transcript([word._replace(text=word.text.lower()) for word in ref.words])
    assert project(align_pair("x", ref, bare)).text == ref.text


@given(texts(), texts())
def test_times_do_not_run_backwards(ref: Transcript, hyp: Transcript) -> None:
    timed = Transcript(
        [word._replace(start=float(i), end=i + 0.5) for i, word in enumerate(hyp.words)], hyp.tokens
    )
    reached = 0.0
    for start, end in times(retime(align_pair("x", ref, timed))):
        if start is not None and end is not None:
            assert reached - 0.002 <= start <= end  # thousandths are rounded
            reached = end
