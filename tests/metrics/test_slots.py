from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.marks import ends_sentence
from legibly.metrics.conventions import CONVENTIONS, Convention, convention
from legibly.metrics.counts import CASE_VIEWS, OVERALL, Counts, Slots
from legibly.metrics.pairs import AlignedPair, align_pair
from legibly.metrics.score import score_aligned, score_pair
from legibly.metrics.slots import SlotTally, View, count_slots
from legibly.transcript import Token, Transcript, Word
from tests.metrics.helpers import score, texts, written

# --- marks
# ------------------------------------------------------------------------------


def test_batistas_figure_1() -> None:
    marks = score("w1 w2 w3 w4. w5 w6. w7", "w1 w2. w3 w4 w5 w6. w7").counts.marks[OVERALL]
    assert (marks.precision, marks.recall, marks.f1, marks.ser) == (0.5, 0.5, 0.5, 1.0)
    case = score("here is an Example of a big SER", "here Is an example of a big SER").counts.case[
        OVERALL
    ]
    assert (case.precision, case.recall, case.f1, case.ser) == (0.5, 0.5, 0.5, 1.0)


def test_marks_on_words_without_a_counterpart_are_deleted_or_inserted() -> None:
    marks = score("so yes. we can", "so we can, now.").counts.marks[OVERALL]
    assert (marks.correct, marks.deleted, marks.inserted) == (0, 1, 2)


def test_a_mark_on_a_substituted_word_counts() -> None:
    assert score("so yes. we can", "so yep. we can").counts.marks[OVERALL].correct == 1


def test_another_mark_is_substituted_over_all_and_missing_in_its_class() -> None:
    counts = score("is it? yes.", "is it. yes.").counts
    assert counts.marks[OVERALL] == Slots(correct=1, substituted=1)
    assert counts.marks["?"] == Slots(deleted=1)
    assert counts.marks["."] == Slots(correct=1, inserted=1)
    assert counts.confusions == {"?>.": 1, ".>.": 1}


@pytest.mark.parametrize(
    ("name", "ref", "hyp", "expected"),
    [
        ("iwslt", "so; yes.", "so. yes!", Slots(correct=2)),
        ("fine", "so; yes.", "so. yes!", Slots(substituted=2)),
        ("luNg", "so; yes.", "so. yes!", Slots(inserted=1, substituted=1)),
        ("gravano2", "so (yes) no", "so, yes, no", Slots(correct=2)),
        ("iwslt", "so (yes) no", "so, yes, no", Slots(inserted=2)),
    ],
)
def test_what_counts_is_the_conventions(name: str, ref: str, hyp: str, expected: Slots) -> None:
    assert score(ref, hyp, convention=name).counts.marks[OVERALL] == expected


def mark_of(pair: AlignedPair, i: int | None, rules: Convention, of_ref: bool) -> str:
    side = pair.ref if of_ref else pair.hyp
    if i is None:
        return ""
    before = side.tokens[i + 1].before if i + 1 < len(side.tokens) else ""
    return rules.classify(side.tokens[i].after, before)


@given(texts(), texts(), st.sampled_from(sorted(CONVENTIONS)))
def test_marks_are_those_that_are_counted_one_by_one(
    ref: Transcript, hyp: Transcript, name: str
) -> None:
    rules = convention(name)
    pair = align_pair("x", ref, hyp)
    slots = [(mark_of(pair, i, rules, True), mark_of(pair, j, rules, False)) for i, j in pair.pairs]
    found = score_pair(ref, hyp, score(" ", " ", convention=name).settings).counts.marks
    assert found[OVERALL] == Slots(
        correct=len([1 for a, b in slots if a and a == b]),
        substituted=len([1 for a, b in slots if a and b and a != b]),
        deleted=len([1 for a, b in slots if a and not b]),
        inserted=len([1 for a, b in slots if b and not a]),
    )
    for mark in rules.marks:
        assert found[mark] == Slots(
            correct=len([1 for a, b in slots if a == mark and b == mark]),
            deleted=len([1 for a, b in slots if a == mark and b != mark]),
            inserted=len([1 for a, b in slots if b == mark and a != mark]),
        )


@given(texts(), texts())
def test_marks_of_a_class_add_up(a: Transcript, b: Transcript) -> None:
    marks = score_pair(a, b, score(" ", " ", convention="fine").settings).counts.marks
    classes = [slots for mark, slots in marks.items() if mark != OVERALL]
    assert sum(slots.correct for slots in classes) == marks[OVERALL].correct
    assert sum(slots.in_reference for slots in classes) == marks[OVERALL].in_reference
    assert sum(slots.in_hypothesis for slots in classes) == marks[OVERALL].in_hypothesis


# --- sentence boundaries
# ------------------------------------------------------------------------------


def test_boundaries_and_types() -> None:
    counts = score("is it? yes. no, so", "is it. yes, no. so").counts
    assert counts.boundaries == Slots(correct=1, deleted=1, inserted=1)
    assert (counts.types.correct, counts.types.total) == (0, 1)


def test_any_end_of_a_sentence_is_as_good_but_for_its_type() -> None:
    counts = score("is it? yes! no.", "is it. yes! no?").counts
    assert counts.boundaries == Slots(correct=3)
    assert (counts.types.correct, counts.types.total) == (1, 3)


@given(texts(), texts())
def test_boundaries_are_those_that_are_counted_one_by_one(ref: Transcript, hyp: Transcript) -> None:
    pair = align_pair("x", ref, hyp)
    slots = [
        (
            i is not None and ends_sentence(pair.ref.tokens[i].after),
            j is not None and ends_sentence(pair.hyp.tokens[j].after),
        )
        for i, j in pair.pairs
    ]
    counts = score_pair(ref, hyp).counts
    assert counts.boundaries == Slots(
        correct=slots.count((True, True)),
        deleted=slots.count((True, False)),
        inserted=slots.count((False, True)),
    )
    assert counts.types.total <= counts.boundaries.correct


def test_marks_on_tags_and_on_words_not_written_count_after_the_word_before() -> None:
    words = [Word(word) for word in ["we", "won", "the", "cup", "[laughter]", "Then", "we", "left"]]
    tokens = [
        Token(w.text, i, i + 1, after="." if w.text == "[laughter]" else "")
        for i, w in enumerate(words)
    ]
    hyp = written("we won the cup. Then we left")
    assert score_pair(Transcript(words, tokens), hyp).counts.boundaries == Slots(correct=1)


# --- case
# ------------------------------------------------------------------------------


def test_case_views() -> None:
    counts = score(
        "The man saw NASA and iPhone. Then he left", "the man Saw Nasa and iPhone. Then he left"
    ).counts
    assert tuple(counts.case) == CASE_VIEWS
    assert counts.case[OVERALL] == Slots(correct=2, substituted=1, deleted=1, inserted=1)
    assert counts.case["inner"] == Slots(correct=1, substituted=1, inserted=1)
    assert counts.case["all_caps"] == Slots(deleted=1)
    assert counts.case["mixed_case"] == Slots(correct=1)


def test_case_of_other_words_counts_apart_from_matching_ones() -> None:
    counts = score("we saw Bill", "we saw Will").counts
    assert counts.case[OVERALL].correct == 1
    assert counts.case["matched"] == Slots()


@pytest.mark.parametrize(
    ("ref", "hyp", "expected"),
    [
        ("we saw NASA", "we saw nasa", Slots(deleted=1)),
        ("we saw nasa", "we saw NASA", Slots(inserted=1)),
        ("we saw iPhone", "we saw Iphone", Slots(substituted=1)),
        ("we saw 42", "we saw 42", Slots()),
        ("we saw Bill", "we saw", Slots()),  # no counterpart, no case
        ("in the U.S. now", "in the US now", Slots(correct=1)),
        ("It’s Bill", "It's Bill", Slots(correct=2)),
        ("IBM's men", "IBM’s men", Slots(correct=1)),
    ],
)
def test_case_counts_on_words_with_a_counterpart(ref: str, hyp: str, expected: Slots) -> None:
    assert score(ref, hyp).counts.case[OVERALL] == expected


def test_a_sentence_opens_with_a_text_and_after_its_end_and_with_another_speaker() -> None:
    text = Transcript(
        [Word("yes", speaker="A"), Word("no", speaker="A"), Word("so", speaker="B"), Word("we")],
        [
            Token("yes", 0, 1, after="."),
            Token("no", 1, 2),
            Token("so", 2, 3),
            Token("we", 3, 4),
        ],
    )
    side = align_pair("x", text, text).ref
    assert View.of(side, convention("iwslt")).opens == [True, True, True, False]


def test_gravanos_error_types() -> None:
    counts = score("a foo b Foo c. Foo d foo", "a Foo b foo c foo d. Foo").counts
    assert counts.case_errors == {"foo>Foo": 1, "Foo>foo": 1, ".Foo>foo": 1, "foo>.Foo": 1}


def test_a_capital_after_an_end_on_both_sides_is_an_error_of_its_own() -> None:
    assert score("a. Foo", "a. foo").counts.case_errors == {"Foo>foo": 1}


def has_capital(text: str) -> bool:
    return text != text.lower()


@given(texts(), texts())
def test_capitals_are_those_that_are_counted_one_by_one(ref: Transcript, hyp: Transcript) -> None:
    pair = align_pair("x", ref, hyp)
    both = [
        (pair.ref.tokens[i].text, pair.hyp.tokens[j].text)
        for i, j in pair.pairs
        if i is not None and j is not None
    ]
    matched = [(a, b) for a, b in both if a.lower() == b.lower()]
    case = score_pair(ref, hyp).counts.case
    assert case[OVERALL].in_reference == len([a for a, _ in both if has_capital(a)])
    assert case[OVERALL].in_hypothesis == len([b for _, b in both if has_capital(b)])
    assert case["matched"] == Slots(
        correct=len([a for a, b in matched if has_capital(a) and a == b]),
        substituted=len([a for a, b in matched if has_capital(a) and has_capital(b) and a != b]),
        deleted=len([a for a, b in matched if has_capital(a) and not has_capital(b)]),
        inserted=len([a for a, b in matched if has_capital(b) and not has_capital(a)]),
    )


# --- units
# ------------------------------------------------------------------------------


@given(texts(), texts(), st.randoms())
def test_units_add_up_however_they_are_cut(
    ref: Transcript, hyp: Transcript, random: Random
) -> None:
    """What each place is counted as does not depend on the unit that it belongs to."""
    rules = convention("iwslt")
    pair = align_pair("x", ref, hyp)
    tallies = [SlotTally.empty() for _ in range(3)]
    unit_of = [random.randrange(3) for _ in pair.pairs]
    count_slots(pair, rules, tallies, unit_of)
    added = Counts()
    for tally in tallies:
        added = added + tally.counts(rules)

    whole = score_aligned(pair, score("", "").settings).counts
    for name in ("marks", "confusions", "boundaries", "types", "case", "case_errors"):
        assert getattr(added, name) == getattr(whole, name)
