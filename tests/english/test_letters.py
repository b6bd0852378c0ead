from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.grammars.verbalizer import verbalize
from tests.english.helpers import (
    formatted,
    is_heard_again,
    readings,
    spell,
    ways,
    winner,
    written,
)

TABLES = {
    "letters": [
        ("n a s a", "NASA"),
        ("u s", "US"),
        ("u. s.", "US"),
        ("b. b. c.", "BBC"),
        ("i b m", "IBM"),
        ("a b c d e f", "ABCDEF"),
        ("c e o s", "CEOs"),
        ("d v d s", "DVDs"),
        ("m p's", "MP's"),
        ("a b's", "AB's"),
    ],
    "acronym": [
        ("s and p five hundred", "S&P 500"),
        ("s and p 500", "S&P 500"),
        ("a t and t", "AT&T"),
        ("r and d", "R&D"),
        ("covid nineteen", "COVID-19"),
        ("ph d", "PhD"),
        ("p h d", "PhD"),
        ("t v", "TV"),
        ("i e", "i.e."),
        ("c u d n n", "cuDNN"),
    ],
    "code": [
        ("b two b", "B2B"),
        ("f y twenty two", "FY22"),
        ("x three eighty six", "X386"),
        ("f sixteen", "F16"),
        ("g seven", "G7"),
        ("m p three", "MP3"),
        ("c three p o", "C3PO"),
        ("b b c one", "BBC1"),
        ("b. two", "B2"),
        ("two a b one", "2AB1"),
    ],
    "numbered": [
        ("two fifty k", "250K"),
        ("five g", "5G"),
        ("three d", "3D"),
        ("ten x", "10X"),
        ("a hundred k", "100K"),
        ("one hundred twenty m", "120M"),
    ],
    "title": [],  # before names only, in a test of its own
}


@pytest.mark.parametrize(
    ("kind", "spoken", "expected"),
    [(kind, *row) for kind, rows in TABLES.items() for row in rows],
)
def test_letters_are_put_together(kind: str, spoken: str, expected: str) -> None:
    assert written(spoken, kind) == expected


@pytest.mark.parametrize(
    ("kind", "spoken"),
    [
        ("letters", "a"),
        ("letters", "b"),
        ("letters", "b."),
        ("letters", "b's"),
        ("letters", "x ray"),
        ("letters", "a b c d e f g"),
        ("letters", "are you"),
        ("letters", "c and d"),
        ("acronym", "covid"),
        ("acronym", "a and b"),
        ("code", "a one"),  # "a" and "i" are words of their own
        ("code", "i five"),
        ("code", "b"),
        ("code", "b twentieth"),
        ("code", "plan two"),
        ("numbered", "k"),
        ("numbered", "five a"),
        ("numbered", "five z"),
        ("numbered", "first k"),
        ("title", "miss"),
    ],
)
def test_what_are_no_letters(kind: str, spoken: str) -> None:
    assert written(spoken, kind) is None


@pytest.mark.parametrize(
    ("spoken", "kind", "expected"),
    [
        ("p h d", "acronym", "PhD"),
        ("e g", "acronym", "e.g."),
        ("i e", "acronym", "i.e."),
        ("q one", "quarter", "Q1"),
        ("h two", "quarter", "H2"),
        ("three p m", "time", "3 PM"),
        ("forty four b c", "era", "44 BC"),
        ("four hundred c c", "measure", "400 c c"),
        ("five u s dollars", "money", "US$5"),
        ("a b c dot com", "url", "abc.com"),
        ("flight u a four fifty two", "pattern", "Flight UA 452"),
    ],
)
def test_another_reading_wins_where_it_is_likelier(spoken: str, kind: str, expected: str) -> None:
    assert winner(spoken) == (kind, expected)


@pytest.mark.parametrize(
    ("spoken", "expected"),
    [
        ("an f b i agent", "An FBI agent"),
        ("the u s and the u k", "The US and the UK"),
        ("one of the c e o s", "One of the CEOs"),
        ("i am a doctor", "I am a doctor"),
        ("plan b", "Plan b"),
        ("vitamin c", "Vitamin c"),
        ("a one and a two", "A one and a two"),
        ("x ray", "X ray"),
        ("he misses you", "He misses you"),
        ("doctor who", "Doctor who"),
        ("three c's", "Three c's"),
        ("a i", "A i"),
    ],
)
def test_letters_in_sentences(spoken: str, expected: str) -> None:
    assert formatted(spoken) == expected


def test_an_s_behind_letters_is_rather_a_plural() -> None:
    assert [text for _, text in readings("c e o s", kind="letters")] == ["CEOs", "CEOS"]


# --- properties
# ------------------------------------------------------------------------------


CAPITALS = "ABCDEFGHIJKLMNOPQRTUVWXYZ"  # no S, which may be the ending of several
NO_NOUGHT = CAPITALS.replace("O", "")
ACRONYMS = st.text(CAPITALS, min_size=2, max_size=6)


@given(ACRONYMS, st.booleans())
def test_spelt_letters_are_capitals_with_or_without_stops(text: str, stops: bool) -> None:
    spoken = " ".join(f"{char}." if stops else char for char in text.lower())
    assert written(spoken, "letters") == text


@given(st.text(NO_NOUGHT, min_size=2, max_size=4), st.integers(1, 999))
def test_a_code_is_letters_and_a_number(letters: str, number: int) -> None:
    assert written(f"{' '.join(letters.lower())} {spell(number)}", "code") == f"{letters}{number}"


@given(ACRONYMS)
def test_what_is_said_of_letters_is_heard_again(text: str) -> None:
    assert is_heard_again(text, "letters")


@given(
    st.text("BCDFGHXYZ", min_size=1, max_size=4),
    st.integers(1, 9999),
    st.sampled_from(["", "B", "X"]),
)
def test_what_is_said_of_codes_is_heard_again(letters: str, number: int, end: str) -> None:
    assert is_heard_again(f"{letters}{number}{end}", "code")


def test_what_is_said_of_acronyms_is_heard_again() -> None:
    for _, text in TABLES["acronym"]:
        assert is_heard_again(text, "acronym")


# --- the way back
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("B2B", "b two b"),
        ("MP3", "m p three"),
        ("F-16", "f sixteen"),
        ("5G", "five g"),
        ("GPT-4", "g p t four"),
        ("COVID-19", "covid nineteen"),
        ("S&P 500", "s and p five hundred"),
        ("NASA", "NASA"),  # capital letters are words as often as not
        ("R&D", "R&D"),
        ("Dr. Who", "Dr. Who"),
    ],
)
def test_letters_are_said(text: str, spoken: str) -> None:
    assert verbalize(text) == spoken


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("A", "letters"),
        ("Nasa", "letters"),
        ("ABCDEFG", "letters"),
        ("AB1", "letters"),
        ("A&B", "acronym"),
        ("b2b", "code"),
        ("ABCDE1", "code"),
        ("A12345", "code"),
        ("A--1", "code"),
        ("250K", "numbered"),  # only ever heard
        ("Mr.", "title"),
    ],
)
def test_what_is_not_said_as_letters(text: str, kind: str) -> None:
    assert ways(text, kind) == []


# --- wrong today
# ------------------------------------------------------------------------------


def test_water() -> None:
    assert formatted("h two o") == "H2O"


@pytest.mark.parametrize(
    ("spoken", "expected"),
    [
        ("g p a a fifteen hundred", "GPA a 1,500"),
    ],
)
def test_the_article_of_a_number_is_no_letter(spoken: str, expected: str) -> None:
    assert formatted(spoken) == expected
