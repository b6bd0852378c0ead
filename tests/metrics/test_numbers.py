from __future__ import annotations

import pytest
from hypothesis import given

from legibly.languages import language
from legibly.metrics.counts import OVERALL, Entities
from legibly.metrics.numbers import Entity, count_numbers, find_entities, judge, plain
from legibly.metrics.pairs import Side, align_pair
from legibly.metrics.score import Settings, score_pair
from legibly.transcript import Token, Transcript, Word
from tests.metrics.helpers import score, texts, written

ENGLISH = language("en")


def numbers(ref: str, hyp: str) -> Entities:
    return score(ref, hyp).counts.numbers.get(OVERALL, Entities())


# --- what an entity is
# ------------------------------------------------------------------------------


def found(text: Transcript, *, accept_spoken: bool = False) -> list[tuple[str, str]]:
    side = Side.of(text)
    return [
        (plain(side.tokens[entity.first : entity.last]), entity.kind)
        for entity in find_entities(side, ENGLISH, accept_spoken=accept_spoken)
    ]


@pytest.mark.parametrize(
    ("text", "entities"),
    [
        ("no numbers here", []),
        ("meet at 3:30 ok", [("3:30", "time")]),
        ("it cost $1,100 ok", [("$1,100", "money")]),
        ("€5 and 5%", [("€5", "money"), ("5%", "percent")]),
        ("call 555-1234", [("555-1234", "phone")]),
        ("the 21st in 1984", [("21st", "ordinal"), ("1984", "year")]),
        ("about 3.5 of 77", [("3.5", "decimal"), ("77", "cardinal")]),
        ("for twenty-five people", [("twenty-five", "spelt")]),
        ("for twenty five people", [("twenty five", "spelt")]),
        ("five percent of 5 percent", [("five percent", "percent"), ("5 percent", "percent")]),
        ("In 2010, 25 people", [("2010", "year"), ("25", "cardinal")]),  # cut at a mark
        ("2010 25 people", [("2010 25", "cardinal")]),
        ("B2B and MP3", [("b2b", "cardinal"), ("mp3", "cardinal")]),
    ],
)
def test_an_entity_is_a_run_of_numeric_words(text: str, entities: list[tuple[str, str]]) -> None:
    assert found(written(text)) == entities


def test_labels_outweigh_shapes() -> None:
    ref = Transcript(
        [
            Word("1,330", labels={"ent": "7:MONEY"}),
            Word("at"),
            Word("3:30"),
            Word("and"),
            Word("twelve"),
        ]
    )
    assert found(ref) == [("1,330", "money"), ("3:30", "time"), ("twelve", "spelt")]


def test_a_tokens_kind_outweighs_its_shape() -> None:
    ref = Transcript([Word("three"), Word("thirty")], [Token("3:30", 0, 2, kind="bare time")])
    assert found(ref) == [("3:30", "bare time")]


def test_a_labelled_run_needs_a_number() -> None:
    assert not found(Transcript([Word("monday", labels={"ent": "1:DATE"})]))
    ref = Transcript([Word(text, labels={"ent": "1:DATE"}) for text in ("may", "fifth")])
    assert found(ref) == [("may fifth", "date")]


def test_entities_of_two_labels_are_two() -> None:
    ref = Transcript(
        [Word("5", labels={"ent": "1:CARDINAL"}), Word("2010", labels={"ent": "2:DATE"})]
    )
    assert found(ref) == [("5", "cardinal"), ("2010", "date")]


def test_an_entity_takes_its_scale_along() -> None:
    ref = Transcript([Word("$20", labels={"ent": "1:MONEY"}), Word("billion"), Word("ok")])
    assert found(ref) == [("$20 billion", "money")]


def test_a_scale_after_a_mark_is_another_entity() -> None:
    words = [Word("$20", labels={"ent": "1:MONEY"}), Word("billion")]
    ref = Transcript(words, [Token("$20", 0, 1, after=","), Token("billion", 1, 2)])
    assert found(ref) == [("$20", "money"), ("billion", "spelt")]


# --- right or wrong
# ------------------------------------------------------------------------------


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
        ("for six people", "for sick people", Entities(incorrect=1)),
        ("no numbers here", "no 4 numbers here", Entities()),
        ("at 3:30", "at", Entities(under=1)),
        ("In 2010, 25 people", "In 2010, 26 people", Entities(1, incorrect=1, digits=1)),
    ],
)
def test_an_entity_is_right_or_wrong_as_a_whole(ref: str, hyp: str, expected: Entities) -> None:
    assert numbers(ref, hyp) == expected


def test_shugrinas_table_2() -> None:
    entities = numbers(
        "for six people at 5 5:30 cost is $1,100", "for 6 people at 5 5:30 cost is 11 $100"
    )
    assert (entities.correct, entities.incorrect, entities.over) == (1, 1, 1)


@pytest.mark.parametrize(
    ("accepted", "found", "expected"),
    [
        (("3:30",), "3:30", Entities(correct=1)),
        (("3:30", "3.30"), "3.30", Entities(correct=1)),
        (("10 %",), "10%", Entities(spaced=1)),
        (("3:30",), "", Entities(under=1)),
        (("3:30",), "three thirty", Entities(under=1)),
        (("six",), "6", Entities(over=1)),
        (("six",), "", Entities(incorrect=1)),
        (("3:30",), "3.30", Entities(incorrect=1)),  # the digits are right
        (("3:30",), "3.31", Entities(incorrect=1, digits=1)),
        (("3:30", "half 4"), "4", Entities(incorrect=1)),  # those of a variant
    ],
)
def test_what_stands_in_its_place_is_judged(
    accepted: tuple[str, ...], found: str, expected: Entities
) -> None:
    assert judge(Entity(0, 1, "time", accepted), found) == expected


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


def test_what_stands_in_its_place_lies_between_the_words_around_it() -> None:
    pair = align_pair("x", written("so 5 men and 6 ok"), written("so five big men and ok 6"))
    assert [(first, counts[OVERALL]) for first, counts in count_numbers(pair, ENGLISH)] == [
        (1, Entities(under=1)),
        (4, Entities(under=1)),
    ]


def test_neer_is_linear_where_nothing_matches() -> None:
    assert score("5 and " * 20_000, "").counts.numbers[OVERALL].under == 20_000


# --- properties
# ------------------------------------------------------------------------------


@given(texts(), texts())
def test_every_entity_is_judged_once_over_all_and_in_its_class(
    ref: Transcript, hyp: Transcript
) -> None:
    counts = score_pair(ref, hyp).counts.numbers
    assert counts.get(OVERALL, Entities()).total == len(found(ref))
    total = Entities()
    for kind, entities in counts.items():
        if kind != OVERALL:
            total = total + entities
    assert total == counts.get(OVERALL, Entities())


@given(texts())
def test_a_text_has_all_its_own_entities_right(text: Transcript) -> None:
    counts = score_pair(text, text).counts.numbers.get(OVERALL, Entities())
    assert counts == Entities(correct=len(found(text)))


@given(texts())
def test_entities_are_runs_in_order_that_do_not_touch_without_a_mark(text: Transcript) -> None:
    side = Side.of(text)
    reached = 0
    for entity in find_entities(side, ENGLISH):
        assert reached <= entity.first < entity.last <= len(side.tokens)
        reached = entity.last
