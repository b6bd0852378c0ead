from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.alignment import Pair
from legibly.metrics.conventions import convention
from legibly.metrics.counts import WordErrors
from legibly.metrics.pairs import Side, align_pair
from legibly.metrics.score import score_pair
from legibly.metrics.words import count_words, with_marks, word_errors
from legibly.transcript import Token, Transcript, Word
from tests.metrics.helpers import score, texts, written


def distance(ref: list[str], hyp: list[str]) -> int:
    """Levenshtein's, row by row."""
    row = list(range(len(hyp) + 1))
    for i, word in enumerate(ref, 1):
        above, row = row, [i]
        for j, other in enumerate(hyp, 1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (word != other)))
    return row[-1]


@pytest.mark.parametrize(
    ("ref", "hyp", "expected"),
    [
        ("yes we can", "yes we can", WordErrors(correct=3)),
        ("yes we can", "yes can", WordErrors(correct=2, deleted=1)),
        ("yes we can", "yes we can now", WordErrors(correct=3, inserted=1)),
        ("yes we can", "yes she can", WordErrors(correct=2, substituted=1)),
        ("yes we can", "", WordErrors(deleted=3)),
        ("", "yes we can", WordErrors(inserted=3)),
        ("", "", WordErrors()),
        ("Yes, WE can!", "yes we, can", WordErrors(correct=3)),
    ],
)
def test_errors_of_words_alone(ref: str, hyp: str, expected: WordErrors) -> None:
    assert score(ref, hyp).counts.words == expected


def test_wer_with_and_without_marks() -> None:
    counts = score("yes, we can.", "yes we can?").counts
    assert counts.words.wer == 0
    assert counts.words_and_marks == WordErrors(correct=3, substituted=1, deleted=1)
    assert counts.words_and_marks.wer == pytest.approx(2 / 5)


def test_a_mark_that_does_not_count_is_no_word() -> None:
    assert score("so: yes", "so yes", convention="luNg").counts.words_and_marks.wer == 0
    assert score("so: yes", "so yes", convention="fine").counts.words_and_marks.deleted == 1


def test_typography_is_no_error() -> None:
    assert score("It’s Bill", "It's Bill").counts.words.wer == 0


def test_full_stops_inside_words_are_no_word_errors() -> None:
    assert score("Mr. Bean in the U.S. now", "mr bean in the us now").counts.words.wer == 0


def test_tags_and_words_not_written_do_not_count() -> None:
    hyp = Transcript(
        [Word("um"), Word("yes"), Word("[laughter]")],
        [Token("", 0, 1), Token("yes", 1, 2), Token("[laughter]", 2, 3)],
    )
    assert score_pair(written("yes"), hyp).counts.words.wer == 0


def test_words_and_marks_in_one_row_know_their_tokens() -> None:
    side = Side.of(written("Well, it (or not) is."))
    row, owners = with_marks(side, convention("gravano2"))
    assert row == ["well", "\0,", "it", "\0,", "or", "not", "\0,", "is", "\0."]
    assert owners == [0, 0, 1, 1, 2, 3, 3, 4, 4]


def test_no_word_is_mistaken_for_a_mark() -> None:
    ref = Transcript([Word("a"), Word(",")], [Token("a", 0, 1), Token(",", 1, 2)])
    counts = score_pair(ref, written("a,")).counts
    assert counts.words_and_marks.wer != 0


def test_errors_go_to_the_unit_of_their_place() -> None:
    units: list[Counter[str]] = [Counter(), Counter()]
    pairs = [Pair(0, 0), Pair(None, 1), Pair(1, None), Pair(2, 2)]
    count_words(pairs, ["a", "b", "c"], ["a", "x", "y"], [0, 0, 1, 1], units)
    assert [word_errors(unit) for unit in units] == [
        WordErrors(correct=1, inserted=1),
        WordErrors(substituted=1, deleted=1),
    ]


@given(texts(), texts())
def test_every_word_is_counted_once(ref: Transcript, hyp: Transcript) -> None:
    counts = score_pair(ref, hyp).counts.words
    pair = align_pair("x", ref, hyp)
    assert counts.in_reference == len(pair.ref.words)
    assert counts.in_hypothesis == len(pair.hyp.words)
    assert counts.correct == pair.matches


@given(texts(), texts())
def test_errors_are_hardly_more_than_the_least_number(ref: Transcript, hyp: Transcript) -> None:
    """Four words inserted or deleted, of 3 each, are as good as three substituted, of 4 each."""
    least = distance(Side.of(ref).words, Side.of(hyp).words)
    assert least <= score_pair(ref, hyp).counts.words.errors <= least * 4 / 3


@given(texts(), texts(), st.sampled_from(["iwslt", "gravano4", "fine"]))
def test_marks_are_words_beside_the_words(ref: Transcript, hyp: Transcript, name: str) -> None:
    counts = score_pair(ref, hyp, score("", "", convention=name).settings).counts
    marks, both = counts.marks["overall"], counts.words_and_marks
    assert both.in_reference == counts.words.in_reference + marks.in_reference
    assert both.in_hypothesis == counts.words.in_hypothesis + marks.in_hypothesis
