from __future__ import annotations

from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from legibly.grammars.conditions import Cost, Unlike, Where
from legibly.grammars.phrases import (
    AnyWord,
    Either,
    Field,
    FieldText,
    Maybe,
    Phrase,
    Rule,
    SaidOnly,
    Table,
    silent,
    write,
)
from legibly.grammars.repeats import Many

DIGITS = Table([("one", "1"), ("two", "2"), ("oh", "0", 0.5)])


def heard(phrase: Phrase, words: str) -> set[tuple[int, object, float]]:
    return set(phrase.hear(words.split(), 0, {}))


def said(phrase: Phrase, text: str) -> set[str]:
    return {" ".join(words) for end, words, _ in phrase.say(text, 0) if end == len(text)}


def test_tables_hear_and_say() -> None:
    table = Table([("half past", "30"), ("half", "1/2", 1.0)])
    assert heard(table, "half past three") == {(2, "30", 0.0), (1, "1/2", 1.0)}
    assert said(table, "30") == {"half past"}
    assert table.openers == {"half"}


def test_a_table_hears_its_rows_in_their_order_whatever_follows() -> None:
    rows = [("a b c", "1"), ("a", "2"), ("a b", "3"), ("a c", "4"), ("a", "5")]
    table = Table(rows)
    for words in ("a", "a b", "a b c", "a b d", "a c", "a d", "b"):
        heard_words = words.split()
        slowly = [
            (len(spoken.split()), text)
            for spoken, text in rows
            if heard_words[: len(spoken.split())] == spoken.split()
        ]
        assert [(end, text) for end, text, _ in table.hear(heard_words, 0, {})] == slowly


def test_what_is_only_said_is_never_heard() -> None:
    phrase = SaidOnly(DIGITS + DIGITS)
    assert heard(phrase, "one two") == set()
    assert said(phrase, "12") == {"one two"}


def test_one_after_the_other_and_either() -> None:
    phrase = (DIGITS + silent("point", "dot") + write(".") + DIGITS) | DIGITS
    assert heard(phrase, "one dot oh") == {(3, "1.0", 0.5), (1, "1", 0.0)}
    assert said(phrase, "1.0") == {"one point oh"}
    assert phrase.openers == {"one", "two", "oh"}


def test_what_may_be_left_out_and_what_costs() -> None:
    phrase = DIGITS + Maybe(silent("and", cost=0.2)) + Cost(1.0) + DIGITS
    assert heard(phrase, "one and two") == {(3, "12", 1.2)}
    assert heard(phrase, "one two") == {(2, "12", 1.0)}
    assert said(phrase, "12") == {"one and two", "one two"}


def test_what_must_come_next() -> None:
    phrase = DIGITS + Where(lambda word: word in ("", "and"))
    assert heard(phrase, "one and") == heard(phrase, "one") == {(1, "1", 0.0)}
    assert heard(phrase, "one more") == set()
    assert said(phrase, "1") == {"one"}


def test_what_does_not_go_with_the_next_word() -> None:
    phrase = Unlike(Many(DIGITS, 1, 2), lambda text, following: text == "11" and following == "two")
    assert heard(phrase, "one one") == {(1, "1", 0.0), (2, "11", 0.0)}
    assert heard(phrase, "one one two") == {(1, "1", 0.0)}
    assert said(phrase, "11") == {"one one"}


def test_many() -> None:
    phrase = Many(DIGITS, 2, 3)
    assert {end for end, _, _ in heard(phrase, "one two one two")} == {2, 3}
    assert said(phrase, "121") == {"one two one"}
    assert said(phrase, "1") == set()


def test_any_word_but_some() -> None:
    assert heard(AnyWord(["dot"]), "gmail") == {(1, "gmail", 0.0)}
    assert heard(AnyWord(["dot"]), "dot") == set()
    assert heard(AnyWord(), "x") == set()
    assert said(AnyWord(), "gmail") == {"gmail"}


def test_fields_know_their_words() -> None:
    phrase = Field("hour", DIGITS) + silent("past") + Field("minute", DIGITS)
    assert heard(phrase, "one past two") == {
        (3, (FieldText("hour", "1", 0, 1), FieldText("minute", "2", 2, 3)), 0.0)
    }
    ways = [
        words
        for left, words, _ in phrase.say(
            {"hour": "1", "minute": "2"}, frozenset(("hour", "minute"))
        )
        if not left
    ]
    assert ways == [("one", "past", "two")]


def test_openers_go_past_what_may_be_silent() -> None:
    assert (Maybe(silent("the")) + DIGITS).openers == {"the", "one", "two", "oh"}
    assert (AnyWord() + DIGITS).openers is None
    assert (write("x") | DIGITS).empty


@st.composite
def phrases(draw: st.DrawFn, depth: int = 2) -> Phrase:
    kind = draw(
        st.sampled_from(
            ["table", "chain", "either", "maybe", "many", "rule"] if depth else ["table"]
        )
    )
    if kind == "table":
        rows = st.tuples(
            st.sampled_from(["a", "b", "a b", "c", ""]), st.sampled_from(["x", "y", "xy"])
        )
        return Table(draw(st.lists(rows, min_size=1, max_size=4)))
    inner = phrases(depth - 1)
    if kind == "chain":
        return draw(inner) + draw(inner)
    if kind == "either":
        return Either([draw(inner), draw(inner)])
    if kind == "maybe":
        return Maybe(draw(inner))
    return Many(draw(inner), 1, 2) if kind == "many" else Rule(draw(inner))


@given(phrases(), st.lists(st.sampled_from("abc"), max_size=5))
def test_what_is_heard_can_be_said_and_what_is_said_is_heard(
    phrase: Phrase, words: list[str]
) -> None:
    for end, text, _ in phrase.hear(words, 0, {}):
        ways = {
            way
            for last, way, _ in islice(phrase.say(text or "", 0), 50_000)
            if last == len(text or "")
        }
        for way in list(ways)[:20]:
            assert any(
                e == len(way) and (t or "") == (text or "") for e, t, _ in phrase.hear(way, 0, {})
            )
        if text:  # nothing is not said again and again
            assert tuple(words[:end]) in ways


@given(phrases(), st.lists(st.sampled_from("abc"), max_size=5))
def test_what_is_heard_begins_with_an_opener(phrase: Phrase, words: list[str]) -> None:
    found = [end for end, _, _ in phrase.hear(words, 0, {})]
    assert not found or phrase.may_begin(words, 0)
    assert phrase.empty or 0 not in found
