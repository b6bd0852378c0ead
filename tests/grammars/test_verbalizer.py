from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.grammars.verbalizer import say_token, verbalize
from tests.english.helpers import readings


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        (
            "It cost $2.50 on July 25, 2012.",
            "It cost two dollars and fifty cents on july twenty fifth twenty twelve.",
        ),
        ("Meet at 3:30 PM EST, all!", "Meet at three thirty p m e s t, all!"),
        (
            "25% of 1,234 people",
            "twenty five percent of one thousand two hundred thirty four people",
        ),
        ("In 1984 we had 3.5 million.", "In nineteen eighty four we had three point five million."),
        ("call (555) 888-1234 now", "call five five five eight eight eight one two three four now"),
        ("the 1990s, the 21st, 2/3", "the nineteen nineties, the twenty first, two thirds"),
        (
            "$1 and $1.01 and $1.2 billion",
            "one dollar and one dollar and one cent and one point two billion dollars",
        ),
        ("5 km in '08, F-16", "five kilometers in oh eight, f sixteen"),
        ("write a.bc@gmail.com", "write a dot bc at gmail dot com"),
        ("no numbers here, Dr. NASA", "no numbers here, Dr. NASA"),
        ('He had (or 10%), "5".', 'He had (or ten percent), "five".'),
        ("10-20% of 3:30-4:30", "ten to twenty percent of three thirty to four thirty"),
        (
            "24/7, 5G, $100.00, $0.99",
            "twenty four seven, five g, one hundred dollars, ninety nine cents",
        ),
        ("Q3 2020 and COVID-19", "q three twenty twenty and covid nineteen"),
    ],
)
def test_written_text_is_spoken(written: str, spoken: str) -> None:
    assert verbalize(written) == spoken


def test_a_seed_chooses_among_the_ways() -> None:
    ways = {verbalize("1,500 in 2012", random=Random(seed)) for seed in range(30)}
    assert len(ways) > 3
    assert verbalize("1,500", random=Random(1)) == verbalize("1,500", random=Random(1))


@given(st.from_regex(r"[A-Za-z0-9$%.,:/'-]{1,12}", fullmatch=True))
def test_every_token_can_be_said_without_digits(text: str) -> None:
    assert not any(char.isdigit() for word in say_token(text, "en") for char in word)


def _grouped(number: int) -> str:
    return f"{number:,}"


MONTHS = ["January", "May", "July", "December"]
ENTITIES = st.one_of(
    st.integers(10, 999_999).map(_grouped),
    st.integers(10, 9_999).map(
        lambda n: f"{n:,}" + ("th" if n % 100 // 10 == 1 or n % 10 not in (1, 2, 3) else "x")
    ),
    st.tuples(st.integers(1, 99), st.integers(1, 9)).map(lambda p: f"{p[0]}.{p[1]}%"),
    st.integers(1, 9999).map(lambda n: f"${n:,}"),
    st.tuples(st.integers(1, 999), st.integers(1, 99)).map(lambda p: f"${p[0]}.{p[1]:02d}"),
    st.tuples(st.integers(1, 99), st.integers(1, 9)).map(lambda p: f"${p[0]}.{p[1]} billion"),
    st.tuples(st.integers(1, 12), st.integers(1, 59), st.sampled_from(["AM", "PM"])).map(
        lambda p: f"{p[0]}:{p[1]:02d} {p[2]}"
    ),
    st.tuples(st.sampled_from(MONTHS), st.integers(1, 28), st.integers(1950, 2049)).map(
        lambda p: f"{p[0]} {p[1]}, {p[2]}"
    ),
    st.tuples(st.integers(200, 999), st.integers(200, 999), st.integers(1000, 9999)).map(
        lambda p: f"call ({p[0]}) {p[1]}-{p[2]}"
    ),
).filter(lambda text: not text.endswith("x"))


@given(ENTITIES, st.integers(0, 5))
def test_what_is_said_is_written_again(written: str, seed: int) -> None:
    """For classes that are not ambiguous; any way to say it may be chosen."""
    for spoken in (verbalize(written), verbalize(written, random=Random(seed))):
        assert written in [text for _, text in readings(spoken)], spoken
    assert readings(verbalize(written))[0][1] == written
