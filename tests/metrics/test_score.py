from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.errors import DataError
from legibly.marks import ends_sentence
from legibly.metrics.conventions import CONVENTIONS
from legibly.metrics.counts import OVERALL, Counts, Slots
from legibly.metrics.score import UNIT_WORDS, Score, Settings, Unit, score_pair, sum_scores
from legibly.transcript import Token, Transcript, Word
from legibly.version import __version__
from tests.metrics.helpers import counts, score, texts, written

# --- what holds for any two texts
# ------------------------------------------------------------------------------


@given(texts())
def test_a_text_agrees_with_itself(text: Transcript) -> None:
    counts = score_pair(text, text).counts
    assert (
        counts.marks[OVERALL].errors == counts.case[OVERALL].errors == counts.boundaries.errors == 0
    )
    assert counts.words.wer in (None, 0.0)
    assert all(entities.total == entities.correct for entities in counts.numbers.values())


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


@pytest.mark.parametrize(("ref", "hyp"), [("", "yes."), ("yes.", ""), ("", "")])
def test_nothing_on_a_side(ref: str, hyp: str) -> None:
    found = score(ref, hyp)
    assert found.counts.words.correct == 0
    assert found.counts.words.wer == (1.0 if ref else None)
    assert found.drawn == 1


# --- sums
# ------------------------------------------------------------------------------


@given(texts(), texts(), texts(), texts())
def test_corpora_add_up(a: Transcript, b: Transcript, c: Transcript, d: Transcript) -> None:
    settings = Settings()
    one, two = score_pair(a, b, settings), score_pair(c, d, settings)
    assert (one + two).counts == one.counts + two.counts == (two + one).counts
    assert sum_scores([one, two], settings).counts == (one + two).counts


@given(st.lists(counts(), max_size=4), st.lists(counts(), max_size=4))
def test_the_units_of_a_sum_are_drawn_apart(left: list[Counts], right: list[Counts]) -> None:
    one, two = (
        Score(Settings(), tuple(Unit("", c, number // 2) for number, c in enumerate(side)))
        for side in (left, right)
    )
    both = one + two
    assert both.drawn == one.drawn + two.drawn
    assert [unit.counts for unit in both.units] == [*left, *right]


def test_nothing_is_the_sum_of_no_scores() -> None:
    nothing = sum_scores([], Settings())
    assert (nothing.counts, nothing.drawn, nothing.groups()) == (Counts(), 0, {})


def test_a_sum_knows_what_any_part_had() -> None:
    both = score("yes.", "yes") + score("Yes", "yes")
    assert (both.has_marks, both.has_capitals) == (True, True)
    assert (score("yes.", "").has_capitals, score("Yes", "").has_marks) == (False, False)


def test_scores_of_different_kinds_do_not_add() -> None:
    with pytest.raises(ValueError, match=r"scores of different kinds: marks:iwslt.* and marks:fin"):
        score("a", "a") + score("a", "a", convention="fine")


# --- units
# ------------------------------------------------------------------------------


def test_a_unit_ends_with_a_sentence_after_a_hundred_words() -> None:
    sentence = " ".join(["word"] * 29 + ["end."])
    found = score(" ".join([sentence] * 10), "")
    assert [unit.counts.words.deleted for unit in found.units] == [120, 120, 60]


def test_a_sentence_that_does_not_end_is_cut_after_two_hundred_words() -> None:
    found = score(" ".join(["word"] * 450), "")
    assert [unit.counts.words.deleted for unit in found.units] == [200, 200, 50]


@given(st.lists(st.integers(1, 90), min_size=1, max_size=12))
def test_units_are_cut_as_one_would_count(lengths: list[int]) -> None:
    """Word by word: a new unit once there are enough words and a sentence has ended."""
    ref = " ".join(" ".join(["so"] * (length - 1) + ["no."]) for length in lengths)
    sizes = [0]
    ended = False
    for token in written(ref).tokens:
        if sizes[-1] >= UNIT_WORDS and ended:
            sizes.append(0)
        sizes[-1] += 1
        ended = ends_sentence(token.after)
    assert [unit.counts.words.in_reference for unit in score(ref, "").units] == sizes


def test_words_that_only_the_hypothesis_has_belong_to_the_unit_before() -> None:
    ref = " ".join(["so"] * 99 + ["no."] + ["we"] * 5)
    hyp = " ".join(["so"] * 99 + ["no", "and", "and"] + ["we"] * 5)
    assert [unit.counts.words.inserted for unit in score(ref, hyp).units] == [2, 0]


# --- groups
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("by", "name", "groups"),
    [
        ("speaker", "x", ["A", "B"]),
        ("focus", "x", ["f0", "f1"]),
        ("none", "x", ["none"]),
        ("file", "news/x", ["news/x"]),
        ("corpus", "news/x", ["news"]),
        ("corpus", "x", ["x"]),
        (None, "x", [""]),
    ],
)
def test_a_label_breaks_the_counts_down(by: str | None, name: str, groups: list[str]) -> None:
    assert (
        list(score_pair(labelled(), written("yes. no."), Settings(by=by), name).groups()) == groups
    )


def labelled() -> Transcript:
    words = [
        Word("yes", speaker="A", labels={"focus": "f0"}),
        Word("no", speaker="B", labels={"focus": "f1"}),
    ]
    return Transcript(words, [Token("yes", 0, 1, after="."), Token("no", 1, 2, after="?")])


def test_groups_add_up_to_the_whole() -> None:
    groups = score_pair(labelled(), written("yes. no."), Settings(by="focus")).groups()
    assert groups["f0"].counts.marks[OVERALL] == Slots(correct=1)
    assert groups["f1"].counts.marks[OVERALL] == Slots(substituted=1)
    total = groups["f0"] + groups["f1"]
    assert total.counts == score_pair(labelled(), written("yes. no.")).counts


def test_a_word_without_a_speaker_is_of_an_unknown_one() -> None:
    assert list(score("yes", "yes", by="speaker").groups()) == ["unknown"]


# --- what a score says of itself
# ------------------------------------------------------------------------------


def test_texts_that_hardly_match_are_doubtful() -> None:
    assert score("a b c d e f", "u v w x y z").doubtful == ("",)
    assert score("a b c d e f", "a b c x y z").doubtful == ()
    strange = score_pair(written("a b c"), written("x y z"), name="strange")
    assert (strange + score("a", "a")).doubtful == ("strange",)


def test_times_are_needed_to_align_by_time() -> None:
    with pytest.raises(DataError, match="the reference has no times"):
        score("a", "a", by_time=True)


def test_the_signature_says_how() -> None:
    assert Settings().signature == (
        "marks:iwslt|align:words(3,3,4)|slots:counterpart|case:counterpart|numbers:written|"
        f"lang:en|version:{__version__}"
    )
    others = Settings("fine", by_time=True, accept_spoken=True, language="pt", by="speaker")
    assert others.signature == (
        "marks:fine|align:time|slots:counterpart|case:counterpart|numbers:spoken-ok|"
        f"lang:pt|version:{__version__}"
    )
    assert score("a", "a", convention="fine").signature.startswith("marks:fine|")
