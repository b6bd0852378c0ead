from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.errors import DataError, UsageError
from legibly.metrics.bootstrap import compare, intervals
from legibly.metrics.conventions import CONVENTIONS, convention
from legibly.metrics.counts import OVERALL, Counts, Entities, Slots
from legibly.metrics.report import as_json, table
from legibly.metrics.score import Score, Settings, score_pair, sum_scores
from legibly.transcript import Token, Transcript, Word
from tests.metrics.helpers import texts, written

COUNTS = st.integers(0, 50)


def score(ref: str, hyp: str, **settings: object) -> Score:
    return score_pair(written(ref), written(hyp), Settings(**settings))  # type: ignore[arg-type]


# --- identities and published numbers
# -------------------------------------------------------------------------


def test_batistas_figure_1() -> None:
    marks = score("w1 w2 w3 w4. w5 w6. w7", "w1 w2. w3 w4 w5 w6. w7").counts.marks[OVERALL]
    assert (marks.precision, marks.recall, marks.f1, marks.ser) == (0.5, 0.5, 0.5, 1.0)
    case = score("here is an Example of a big SER", "here Is an example of a big SER").counts.case[
        OVERALL
    ]
    assert (case.precision, case.recall, case.f1, case.ser) == (0.5, 0.5, 0.5, 1.0)


@given(COUNTS, COUNTS, COUNTS, COUNTS)
def test_kim_and_woodlands_identities(c: int, s: int, d: int, i: int) -> None:
    slots = Slots(c, s, d, i)
    n, m = slots.in_reference, slots.in_hypothesis
    assert (n, m) == (c + s + d, c + s + i)
    p, r, f = slots.precision, slots.recall, slots.f1
    if p and r and f is not None:
        assert f == pytest.approx(r * p / ((r + p) / 2)) == pytest.approx(2 * c / (n + m))  # (13)
    if slots.ser is not None:
        assert slots.ser == pytest.approx((s + d + i) / (c + s + d))  # (14)
    if f is not None:
        assert 1 - f == pytest.approx((s + (d + i) / 2) / (c + s + (d + i) / 2))  # (15)


def test_rates_of_nothing_are_none() -> None:
    assert (Slots().precision, Slots().recall, Slots().f1, Slots().ser, Slots().per) == (None,) * 5
    assert Entities().neer is None


@given(texts(), texts(), texts(), texts())
def test_corpora_add_up(a: Transcript, b: Transcript, c: Transcript, d: Transcript) -> None:
    settings = Settings()
    one, two = score_pair(a, b, settings), score_pair(c, d, settings)
    assert (one + two).counts == one.counts + two.counts == (two + one).counts
    assert sum_scores([one, two], settings).counts == (one + two).counts


@given(texts(), texts(), st.sampled_from(sorted(CONVENTIONS)))
def test_swapping_the_sides_swaps_precision_and_recall(
    a: Transcript, b: Transcript, name: str
) -> None:
    there, back = (score_pair(*pair, Settings(convention=name)).counts for pair in ((a, b), (b, a)))
    for mark, slots in there.marks.items():
        assert (slots.precision, slots.recall) == (
            back.marks[mark].recall,
            back.marks[mark].precision,
        )
    for view in ("overall", "matched", "all_caps", "mixed_case"):
        assert there.case[view].precision == back.case[view].recall
    assert (there.words.deleted, there.words.inserted) == (back.words.inserted, back.words.deleted)


@given(texts())
def test_a_text_agrees_with_itself(text: Transcript) -> None:
    counts = score_pair(text, text).counts
    assert (
        counts.marks[OVERALL].errors == counts.case[OVERALL].errors == counts.boundaries.errors == 0
    )
    assert counts.words.wer in (None, 0.0)
    assert all(entities.total == entities.correct for entities in counts.numbers.values())


@given(texts(), texts())
def test_marks_of_a_class_add_up(a: Transcript, b: Transcript) -> None:
    marks = score_pair(a, b, Settings(convention="fine")).counts.marks
    classes = [slots for mark, slots in marks.items() if mark != OVERALL]
    assert sum(slots.correct for slots in classes) == marks[OVERALL].correct
    assert sum(slots.in_reference for slots in classes) == marks[OVERALL].in_reference
    assert sum(slots.in_hypothesis for slots in classes) == marks[OVERALL].in_hypothesis


# --- conventions
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("iwslt", ", , , . . . . ? -"),
        ("gravano2", ", . , . . . . . ,"),
        ("gravano4", ", . — . . . — ? —"),
        ("luNg", ", - - . ! - - ? -"),
        ("fine", ", : — . ! ; … ? -"),
    ],
)
def test_conventions(name: str, expected: str) -> None:
    marks = [",", ":", "--", ".", "!", ";", "...", "?", ")"]
    assert [convention(name).classify(mark) or "-" for mark in marks] == expected.split()


def test_an_opening_bracket_counts_after_the_word_before_it() -> None:
    assert convention("gravano2").classify("", "(") == ","
    assert convention("iwslt").classify("", "(") == ""


def test_an_unknown_convention() -> None:
    with pytest.raises(UsageError, match="unknown convention 'iwlst'; did you mean 'iwslt'"):
        convention("iwlst")


# --- marks, boundaries, case, words
# ---------------------------------------------------------------------------


def test_marks_on_words_without_a_counterpart_are_deleted_or_inserted() -> None:
    marks = score("so yes. we can", "so we can, now.").counts.marks[OVERALL]
    assert (marks.correct, marks.deleted, marks.inserted) == (0, 1, 2)


def test_a_mark_on_a_substituted_word_counts() -> None:
    assert score("so yes. we can", "so yep. we can").counts.marks[OVERALL].correct == 1


def test_substitutions_and_confusions() -> None:
    counts = score("is it? yes.", "is it. yes.").counts
    assert counts.marks[OVERALL] == Slots(correct=1, substituted=1)
    assert counts.marks["?"] == Slots(deleted=1)
    assert counts.confusions == {"?>.": 1, ".>.": 1}


def test_boundaries_and_types() -> None:
    counts = score("is it? yes. no, so", "is it. yes, no. so").counts
    assert counts.boundaries == Slots(correct=1, deleted=1, inserted=1)
    assert (counts.types.correct, counts.types.total) == (0, 1)


def test_case_views() -> None:
    counts = score(
        "The man saw NASA and iPhone. Then he left", "the man Saw Nasa and iPhone. Then he left"
    ).counts
    assert counts.case[OVERALL] == Slots(correct=2, substituted=1, deleted=1, inserted=1)
    assert counts.case["inner"] == Slots(correct=1, substituted=1, inserted=1)
    assert counts.case["all_caps"] == Slots(deleted=1)
    assert counts.case["mixed_case"] == Slots(correct=1)


def test_case_of_other_words_counts_apart_from_matching_ones() -> None:
    counts = score("we saw Bill", "we saw Will").counts
    assert counts.case[OVERALL].correct == 1
    assert counts.case["matched"] == Slots()


def test_gravanos_error_types() -> None:
    counts = score("a foo b Foo c. Foo d foo", "a Foo b foo c foo d. Foo").counts
    assert counts.case_errors == {"foo>Foo": 1, "Foo>foo": 1, ".Foo>foo": 1, "foo>.Foo": 1}


def test_wer_with_and_without_marks() -> None:
    counts = score("yes, we can.", "yes we can?").counts
    assert counts.words.wer == 0
    assert counts.words_and_marks.wer == pytest.approx(2 / 5)


def test_typography_is_no_error() -> None:
    counts = score("It’s Bill", "It's Bill").counts
    assert counts.words.wer == 0
    assert counts.case[OVERALL] == Slots(correct=2)


def test_tags_and_words_not_written_do_not_count() -> None:
    hyp = Transcript(
        [Word("um"), Word("yes"), Word("[laughter]")],
        [Token("", 0, 1), Token("yes", 1, 2), Token("[laughter]", 2, 3)],
    )
    assert score_pair(written("yes"), hyp).counts.words.wer == 0


# --- numbers
# ------------------------------------------------------------------------------


def numbers(ref: str, hyp: str) -> Entities:
    return score(ref, hyp).counts.numbers.get(OVERALL, Entities())


@pytest.mark.parametrize(
    ("ref", "hyp", "expected"),
    [
        ("meet at 3:30 ok", "meet at 3:30 ok", Entities(correct=1)),
        ("meet at 3:30 ok", "Meet at 3:30, ok", Entities(correct=1)),
        ("for six people", "for 6 people", Entities(over=1)),
        ("at 3:30 ok", "at three thirty ok", Entities(under=1)),
        ("cost is $1,100 ok", "cost is 11 $100 ok", Entities(incorrect=1, digits=1)),
        ("cost is $1,100 ok", "cost is 1100 ok", Entities(incorrect=1)),
        ("cost is $1,100 ok", "cost is $1,200 ok", Entities(incorrect=1, digits=1)),
        ("my (555) 1234 ok", "my 5551234 ok", Entities(spaced=1)),
        ("at 5 30 ok", "at 530 ok", Entities(spaced=1)),
        ("for six people", "for six people", Entities(correct=1)),
        ("no numbers here", "no 4 numbers here", Entities()),
        ("at 3:30", "at", Entities(under=1)),
    ],
)
def test_an_entity_is_right_or_wrong_as_a_whole(ref: str, hyp: str, expected: Entities) -> None:
    assert numbers(ref, hyp) == expected


def test_shugrinas_table_2() -> None:
    entities = numbers(
        "for six people at 5 5:30 cost is $1,100", "for 6 people at 5 5:30 cost is 11 $100"
    )
    assert (entities.correct, entities.incorrect, entities.over) == (1, 1, 1)


def test_classes_come_from_labels_or_shapes() -> None:
    ref = Transcript(
        [
            Word("1,330", labels={"ent": "7:MONEY"}),
            Word("at"),
            Word("3:30"),
            Word("and"),
            Word("twelve"),
        ]
    )
    kinds = score_pair(ref, ref).counts.numbers
    assert set(kinds) == {OVERALL, "money", "time", "spelt"}


def test_an_entity_may_have_words_without_digits() -> None:
    ref = Transcript(
        [
            Word("$5", labels={"ent": "1:MONEY"}),
            Word("million", labels={"ent": "1:MONEY"}),
            Word("ok"),
        ]
    )
    assert score_pair(ref, written("$5 billion ok")).counts.numbers["money"] == Entities(
        incorrect=1
    )


def test_variants_that_the_reference_lists_are_right() -> None:
    ref = Transcript(
        [
            Word("at"),
            Word("3:30", labels={"said": "three thirty", "variants": ["3.30"]}),
            Word("ok"),
        ]
    )
    assert score_pair(ref, written("at 3.30 ok")).counts.numbers[OVERALL] == Entities(correct=1)
    spoken = written("at three thirty ok")
    assert score_pair(ref, spoken).counts.numbers[OVERALL] == Entities(under=1)
    assert score_pair(ref, spoken, Settings(accept_spoken=True)).counts.numbers[
        OVERALL
    ] == Entities(correct=1)


# --- units, intervals, breakdowns
# -----------------------------------------------------------------------------


def test_a_label_breaks_the_counts_down() -> None:
    words = [
        Word("yes", speaker="A", labels={"focus": "f0"}),
        Word("no", speaker="B", labels={"focus": "f1"}),
    ]
    ref = Transcript(words, [Token("yes", 0, 1, after="."), Token("no", 1, 2, after="?")])
    for by, names in (
        ("speaker", ["A", "B"]),
        ("focus", ["f0", "f1"]),
        ("none", ["none"]),
        ("file", ["x"]),
    ):
        groups = score_pair(ref, written("yes. no."), Settings(by=by), name="x").groups()
        assert list(groups) == names
    groups = score_pair(ref, written("yes. no."), Settings(by="focus")).groups()
    assert groups["f0"].counts.marks[OVERALL] == Slots(correct=1)
    assert groups["f1"].counts.marks[OVERALL] == Slots(substituted=1)
    total = groups["f0"] + groups["f1"]
    assert total.counts == score_pair(ref, written("yes. no.")).counts


def test_a_breakdown_does_not_change_the_intervals() -> None:
    words = [word._replace(speaker="AB"[i % 3 == 0]) for i, word in enumerate(written(REF).words)]
    ref = Transcript(words, written(REF).tokens)
    plain, broken = (score_pair(ref, written(BAD), Settings(by=by)) for by in (None, "speaker"))
    assert len(broken.units) > len(plain.units)
    assert intervals(broken) == intervals(plain)


def test_scores_of_different_kinds_do_not_add() -> None:
    with pytest.raises(ValueError, match="scores of different kinds"):
        score("a", "a") + score("a", "a", convention="fine")


REF = " ".join(["so we can, yes. Is it so? No."] * 200)
GOOD = REF.replace("Is it so?", "is it so?", 300)
BAD = REF.replace(",", "").replace("?", ".")


def test_intervals_hold_the_rate_and_are_the_same_each_time() -> None:
    result = score(REF, BAD)
    assert len(result.units) > 10
    found = intervals(result)
    f1 = result.counts.marks[OVERALL].f1
    assert f1 is not None
    low, high = found["marks/overall/f1"]
    assert low <= f1 <= high
    assert intervals(result) == found
    assert intervals(score("yes.", "yes.")) == {}


def test_a_paired_comparison_tells_better_from_worse() -> None:
    comparison = compare(score(REF, GOOD), score(REF, BAD))
    assert comparison["marks/overall/f1"].difference < 0
    assert comparison["marks/overall/f1"].p < 0.01
    same = compare(score(REF, GOOD), score(REF, GOOD))["marks/overall/f1"]
    assert (same.difference, same.p) == (0.0, 1.0)
    with pytest.raises(ValueError, match="the same references"):
        compare(score(REF, GOOD), score("yes.", "yes."))


def test_nothing_on_either_side() -> None:
    for ref, hyp in (("", "yes."), ("yes.", ""), ("", "")):
        result = score(ref, hyp)
        assert as_json(result)["signature"] == result.signature
        assert list(table(result))
    assert score("", "").counts.words.wer is None


def test_references_without_marks_or_capitals_say_so() -> None:
    lines = "\n".join(table(score("just words", "Just words.")))
    assert "no marks" in lines
    assert "no capitals" in lines


def test_texts_that_hardly_match_are_doubtful() -> None:
    assert score("a b c d e f", "u v w x y z").doubtful == ("",)
    assert score("a b c d e f", "a b c x y z").doubtful == ()


def test_times_are_needed_to_align_by_time() -> None:
    with pytest.raises(DataError, match="the reference has no times"):
        score("a", "a", by_time=True)


def test_the_signature_says_how() -> None:
    assert score("a", "a", convention="fine").signature.startswith("marks:fine|align:words(3,3,4)|")


def test_counts_are_frozen() -> None:
    with pytest.raises(AttributeError):
        Slots().correct = 3  # type: ignore[misc]
    assert dict(Counts(words=score("a", "a").counts.words).flat())["words/correct"] == 1


def test_marks_on_tags_and_on_words_not_written_count_after_the_word_before() -> None:
    words = [Word(word) for word in ["we", "won", "the", "cup", "[laughter]", "Then", "we", "left"]]
    tokens = [
        Token(w.text, i, i + 1, after="." if w.text == "[laughter]" else "")
        for i, w in enumerate(words)
    ]
    hyp = written("we won the cup. Then we left")
    assert score_pair(Transcript(words, tokens), hyp).counts.boundaries == Slots(correct=1)


def test_a_token_with_blanks_is_several_words() -> None:
    ref = Transcript(
        [Word("three"), Word("thirty"), Word("p"), Word("m")], [Token("3:30 p.m.", 0, 4, after=",")]
    )
    counts = score_pair(ref, written("3:30 p.m.,")).counts
    assert counts.words.wer == 0
    assert counts.marks[OVERALL] == Slots(correct=1)


def test_full_stops_inside_words_are_no_word_errors() -> None:
    assert score("Mr. Bean in the U.S. now", "mr bean in the us now").counts.words.wer == 0
    assert score("in the U.S. now", "in the US now").counts.case[OVERALL] == Slots(correct=1)


def test_entities_end_at_marks_and_take_their_scale_along() -> None:
    assert numbers("In 2010, 25 people", "In 2010, 26 people") == Entities(
        correct=1, incorrect=1, digits=1
    )
    ref = Transcript([Word("$20", labels={"ent": "1:MONEY"}), Word("billion"), Word("ok")])
    assert score_pair(ref, ref).counts.numbers[OVERALL].total == 1


def test_neer_is_linear_where_nothing_matches() -> None:
    assert score("5 and " * 20_000, "").counts.numbers[OVERALL].under == 20_000
