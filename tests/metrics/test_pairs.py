from __future__ import annotations

import pytest
from hypothesis import given

from legibly.errors import DataError
from legibly.metrics.pairs import FEW_MATCHES, Side, align_pair, normal, one_apostrophe
from legibly.transcript import Token, Transcript, Word
from tests.metrics.helpers import texts, written


def timed(text: str, first: float = 0.0) -> Transcript:
    return Transcript(
        [Word(word, first + i, first + i + 0.5) for i, word in enumerate(text.split())]
    )


# --- what words are compared by
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Bill", "bill"),
        ("NASA", "nasa"),
        ("It’s", "it's"),
        ("o`clock", "o'clock"),
        ("U.S.", "us"),
        ("Mr.", "mr"),
        ("3.30", "3.30"),  # a point in a number is one
        ("No.1", "no.1"),
        (".", "."),
        ("...", "..."),
        ("well-known", "well-known"),
    ],
)
def test_words_are_compared_without_case_and_stops(text: str, plain: str) -> None:
    assert normal(text) == plain
    assert normal(plain) == plain


def test_one_kind_of_apostrophe() -> None:
    assert one_apostrophe("‘tis Bill’s Haʼwaii `n") == "'tis Bill's Ha'waii 'n"


# --- a side
# ------------------------------------------------------------------------------


def tokens(*rows: tuple[str, str]) -> Transcript:
    return Transcript(
        [Word(text or "um") for text, _ in rows],
        [Token(text, i, i + 1, after=after) for i, (text, after) in enumerate(rows)],
    )


def test_tags_and_words_not_written_are_left_out() -> None:
    side = Side.of(tokens(("so", ""), ("[laughter]", ""), ("", ""), ("we", ".")))
    assert [token.written for token in side.tokens] == ["so", "we."]


def test_an_unknown_word_was_spoken() -> None:
    assert Side.of(tokens(("so", ""), ("<unk>", ""))).words == ["so", "<unk>"]


@pytest.mark.parametrize(
    ("before", "on_tag", "after"),
    [("", ".", "."), ("", '."', '."'), ("", '"', ""), (",", ".", ","), ('"', ".", '".')],
)
def test_a_mark_on_a_tag_goes_to_the_word_before_where_that_has_none(
    before: str, on_tag: str, after: str
) -> None:
    side = Side.of(tokens(("so", before), ("[noise]", on_tag)))
    assert side.tokens[0].after == after


def test_a_mark_on_a_tag_at_the_start_is_nowhere() -> None:
    side = Side.of(tokens(("[noise]", "."), ("so", "")))
    assert [token.written for token in side.tokens] == ["so"]


def test_a_token_with_blanks_is_several_words_over_the_same_span() -> None:
    words = [Word(text) for text in ("three", "thirty", "p", "m")]
    side = Side.of(Transcript(words, [Token("3:30 p.m.", 0, 4, before="(", after=",")]))
    assert [(t.before, t.text, t.after, t.span) for t in side.tokens] == [
        ("(", "3:30", "", (0, 4)),
        ("", "p.m.", ",", (0, 4)),
    ]
    pair = align_pair("x", side.transcript, written("3:30 p.m.,"))
    assert pair.matches == 2


def test_the_marks_that_open_before_the_next_word() -> None:
    side = Side.of(written("so (yes) (no)"))
    assert side.next_before == ["(", "(", ""]
    assert Side.of(Transcript(())).next_before == []


@pytest.mark.parametrize(
    ("text", "marks", "capitals"),
    [
        ("so we can", False, False),
        ("so we can.", True, False),
        ("so Bill can", False, True),
        ('"so" we can', False, False),
        ("42 and 你好", False, False),
        ("", False, False),
    ],
)
def test_what_a_side_has(text: str, marks: bool, capitals: bool) -> None:
    side = Side.of(written(text))
    assert (side.has_marks, side.has_capitals) == (marks, capitals)


def test_times_of_a_side_are_those_of_its_tokens() -> None:
    transcript = Transcript(timed("p m").words, [Token("PM", 0, 2)])
    assert Side.of(transcript).times() == ([0.0], [1.5])


# --- a pair
# ------------------------------------------------------------------------------


@given(texts(), texts())
def test_every_token_of_either_side_has_a_place(ref: Transcript, hyp: Transcript) -> None:
    pair = align_pair("x", ref, hyp)
    assert [i for i, _ in pair.pairs if i is not None] == list(range(len(pair.ref.tokens)))
    assert [j for _, j in pair.pairs if j is not None] == list(range(len(pair.hyp.tokens)))
    assert (None, None) not in pair.pairs


@given(texts(), texts())
def test_a_pair_is_doubtful_where_few_places_match(ref: Transcript, hyp: Transcript) -> None:
    pair = align_pair("x", ref, hyp)
    left, right = pair.ref.words, pair.hyp.words
    matches = [
        (i, j) for i, j in pair.pairs if i is not None and j is not None and left[i] == right[j]
    ]
    assert pair.matches == len(matches)
    assert pair.is_doubtful == (len(matches) < FEW_MATCHES * len(pair.pairs))


def test_three_of_ten_are_enough() -> None:
    ref = "a b c d e f g h i j"
    assert not align_pair("x", written(ref), written("a b c 4 5 6 7 8 9 0")).is_doubtful
    assert align_pair("x", written(ref), written("a b 3 4 5 6 7 8 9 0")).is_doubtful


def test_times_decide_which_of_two_words_is_meant() -> None:
    ref, hyp = timed("so so"), timed("so", first=1.0)
    assert align_pair("x", ref, hyp, by_time=True).pairs == [(0, None), (1, 0)]


@pytest.mark.parametrize(
    ("ref", "hyp", "side"),
    [(written("so"), timed("so"), "reference"), (timed("so"), written("so"), "hypothesis")],
)
def test_both_sides_need_times(ref: Transcript, hyp: Transcript, side: str) -> None:
    message = f"talk: the {side} has no times; align by words alone"
    with pytest.raises(DataError, match=message):
        align_pair("talk", ref, hyp, by_time=True)


def test_nothing_needs_no_times() -> None:
    assert align_pair("x", written(""), written("so"), by_time=True).pairs == [(None, 0)]
