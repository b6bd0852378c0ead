from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.grammars.style import Style
from legibly.grammars.verbalizer import verbalize
from tests.english.helpers import (
    formatted,
    is_heard_again,
    spans,
    spell,
    ways,
    winner,
    written,
)

MONEY = [
    ("two dollars", "$2"),
    ("one dollar", "$1"),
    ("a dollar fifty", "$1.50"),
    ("a dollar ninety nine", "$1.99"),
    ("eleven dollars and fifty one cents", "$11.51"),
    ("five dollars and four cents", "$5.04"),
    ("five dollars five cents", "$5.05"),
    ("one dollar and one cent", "$1.01"),
    ("twelve dollars fifty", "$12.50"),
    ("minus five dollars and fifty cents", "-$5.50"),
    ("negative fifty dollars", "-$50"),
    ("fifteen hundred dollars", "$1,500"),
    ("three fifty dollars", "$350"),
    ("a thousand dollars", "$1,000"),
    ("one point two billion dollars", "$1.2 billion"),
    ("five and a half million dollars", "$5.5 million"),
    ("a million bucks", "$1 million"),
    ("three hundred bucks", "$300"),
    ("five hundred u s dollars", "US$500"),
    ("twenty canadian dollars", "C$20"),
    ("five pounds sterling", "£5"),
    ("five euros and fifty cents", "€5.50"),
]
NAMED_MONEY = [
    ("five euros", "5 euros"),
    ("one pound", "1 pound"),
    ("minus two hundred euros", "-200 euros"),
    ("a hundred yen", "100 yen"),
    ("sixty nine thousand won", "69,000 won"),
    ("six hundred rupees", "600 rupees"),
    ("five hundred million euros", "500 million euros"),
    ("two and a half billion pounds", "2.5 billion pounds"),
]
CENTS = [("fifty cents", "$0.50"), ("five cents", "$0.05"), ("one cent", "$0.01")]
PRICES = [
    ("costs twelve fifty", "costs $12.50"),
    ("charge of nine ninety nine", "charge of $9.99"),
    ("sold for five ten", "sold for $5.10"),
]
PERCENT = [
    ("five percent", "5%"),
    ("five per cent", "5%"),
    ("zero percent", "0%"),
    ("a hundred percent", "100%"),
    ("two and a half per cent", "2.5%"),
    ("zero point five percent", "0.5%"),
    ("point five percent", ".5%"),
    ("minus six percent", "-6%"),
    ("fifteen hundred percent", "1,500%"),
]
RANGES = [
    ("ten to twenty percent", "10 to 20%"),
    ("five or six percent", "5 or 6%"),
    ("five to ten dollars", "$5 to $10"),
    ("two or three dollars", "$2 or $3"),
    ("two to three million dollars", "$2 million to $3 million"),
    ("ten to fifteen thousand dollars", "$10,000 to $15,000"),
    ("twenty to thirty million", "20 to 30 million"),
    ("two or three hundred", "200 or 300"),
    ("two or three thousand", "2,000 or 3,000"),
    ("one and a half to two percent", "1.5 to 2%"),
]
TABLES = {
    "money": MONEY,
    "named money": NAMED_MONEY,
    "cents": CENTS,
    "price": PRICES,
    "percent": PERCENT,
    "range": RANGES,
}


@pytest.mark.parametrize(
    ("kind", "spoken", "expected"),
    [(kind, *row) for kind, rows in TABLES.items() for row in rows],
)
def test_amounts_are_written_with_their_sign(kind: str, spoken: str, expected: str) -> None:
    assert written(spoken, kind) == expected


@pytest.mark.parametrize(
    ("kind", "spoken"),
    [
        ("money", "dollars"),
        ("money", "a dollar"),
        ("money", "dollar store"),
        ("money", "many dollars"),
        ("money", "five and six dollars"),
        ("money", "five hundred and dollars"),
        ("money", "five dollars and five"),
        ("money", "first dollar"),
        ("named money", "five dollars"),
        ("named money", "won five"),
        ("cents", "cents"),
        ("cents", "one hundred cents"),
        ("price", "twelve five"),
        ("price", "one hundred fifty"),
        ("percent", "percent"),
        ("percent", "half a percent"),
        ("percent", "five percentage points"),
        ("range", "twenty to thirty"),
        ("range", "thirty to twenty"),
        ("range", "twenty and thirty percent"),
        ("range", "five percent to ten percent"),
    ],
)
def test_what_is_no_amount(kind: str, spoken: str) -> None:
    assert written(spoken, kind) is None


@pytest.mark.parametrize(
    ("spoken", "kind", "expected"),
    [
        ("five pounds", "named money", "5 pounds"),  # people write both; the weight is the same
        ("five hundred won", "named money", "500 won"),
        ("a hundred yen", "named money", "100 yen"),
        ("nineteen eighty four", "year", "1984"),
        ("twenty twenty", "year", "2020"),
        ("three thirty p m", "time", "3:30 PM"),
        ("three thirty miles", "measure", "330 miles"),
        ("ten to eleven p m", "time", "10:50 PM"),
        ("five to one p m", "time", "12:55 PM"),
        ("won three to one", "pattern", "won 3-1"),
        ("two million dollars", "money", "$2 million"),
    ],
)
def test_another_reading_wins_where_it_is_likelier(spoken: str, kind: str, expected: str) -> None:
    assert winner(spoken) == (kind, expected)


@pytest.mark.parametrize(
    ("spoken", "expected"),
    [
        ("a five dollar bill", "A $5 bill"),
        ("two hundred dollars a night", "$200 a night"),
        ("ten cents on the dollar", "10 cents on the dollar"),
        ("we won five", "We won five"),
        ("a fistful of dollars", "A fistful of dollars"),
        ("the dollar fell", "The dollar fell"),
        ("five percent and ten", "5% and 10"),
        ("percent of people", "Percent of people"),
        ("half a percent", "Half a percent"),
        ("twenty to thirty people", "20 to 30 people"),
        ("five percent to ten percent", "5% to 10%"),
    ],
)
def test_amounts_in_sentences(spoken: str, expected: str) -> None:
    assert formatted(spoken) == expected


@pytest.mark.parametrize(
    ("style", "kind", "spoken", "expected"),
    [
        (Style(thousands=""), "money", "fifteen hundred dollars", "$1500"),
        (Style(thousands=" "), "money", "two thousand dollars and ten cents", "$2 000.10"),
        (Style(thousands=""), "range", "ten to fifteen thousand dollars", "$10000 to $15000"),
        (Style(percent="percent"), "percent", "five percent", "5 percent"),
        (Style(percent="percent"), "percent", "five per cent", "5 percent"),
        (Style(percent="percent"), "range", "ten to twenty percent", "10 to 20 percent"),
        (Style(digits_from=100), "money", "five dollars", "$5"),
    ],
)
def test_amounts_in_other_styles(style: Style, kind: str, spoken: str, expected: str) -> None:
    assert written(spoken, kind, style) == expected


def test_every_part_of_an_amount_keeps_its_words() -> None:
    assert spans("one point two billion dollars", "money") == [
        ("$1.2", 0, 3, ""),
        ("billion", 3, 5, ""),
    ]
    assert spans("five hundred euros", "named money") == [("500", 0, 2, ""), ("euros", 2, 3, "")]
    assert spans("ten to twenty percent", "range") == [
        ("10", 0, 1, ""),
        ("to", 1, 2, ""),
        ("20%", 2, 4, ""),
    ]


# --- properties
# ------------------------------------------------------------------------------


@given(st.integers(1, 999_999), st.integers(1, 99))
def test_dollars_and_cents_are_what_was_counted(dollars: int, cents: int) -> None:
    spoken = f"{spell(dollars)} dollars and {spell(cents)} cents"
    assert written(spoken, "money") == f"${dollars:,}.{cents:02d}"


@given(st.integers(1, 99), st.integers(10, 99))
def test_a_price_is_two_numbers(dollars: int, cents: int) -> None:
    spoken = f"{spell(dollars)} {spell(cents)}"
    assert written(f"it costs {spoken}", "price") is None  # "it" is not of the price
    assert written(f"costs {spoken}", "price") == f"costs ${dollars}.{cents}"
    assert written(spoken, "price") is None


@given(st.integers(1, 999_999), st.sampled_from(["", " and"]))
def test_percentages_are_what_was_counted(number: int, joined: str) -> None:
    assert written(f"{spell(number, joined)} percent", "percent") == f"{number:,}%"


@given(st.integers(1, 98), st.integers(1, 98))
def test_a_range_in_thousands_has_its_scale_in_common(low: int, more: int) -> None:
    high = low + more
    spoken = f"{spell(low)} to {spell(high)} thousand dollars"
    assert written(spoken, "range") == f"${low},000 to ${high},000"


DOLLARS = st.integers(1, 999_999).map(lambda n: f"${n:,}")
AMOUNTS = st.one_of(
    DOLLARS,
    DOLLARS.map(lambda text: f"-{text}"),
    st.tuples(DOLLARS, st.integers(1, 99)).map(lambda pair: f"{pair[0]}.{pair[1]:02d}"),
    st.tuples(
        st.sampled_from("$€£"),
        st.integers(1, 999),
        st.integers(1, 9),
        st.sampled_from(["million", "billion", "trillion"]),
    ).map(lambda row: f"{row[0]}{row[1]}.{row[2]} {row[3]}"),
)


@given(AMOUNTS)
def test_what_is_said_of_money_is_heard_again(text: str) -> None:
    assert is_heard_again(text, "money")


@given(st.integers(1, 99).map(lambda cents: f"$0.{cents:02d}"))
def test_what_is_said_of_cents_is_heard_again(text: str) -> None:
    assert is_heard_again(text, "cents")


@given(st.integers(0, 9999), st.none() | st.integers(0, 99), st.sampled_from(["", "-"]))
def test_what_is_said_of_percentages_is_heard_again(
    whole: int, fraction: int | None, sign: str
) -> None:
    number = f"{whole:,}" if fraction is None else f"{whole:,}.{fraction}"
    assert is_heard_again(f"{sign}{number}%", "percent")


# --- the way back
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("$5", "five dollars"),
        ("$1", "one dollar"),
        ("$1.01", "one dollar and one cent"),
        ("$2.50", "two dollars and fifty cents"),
        ("$100.00", "one hundred dollars"),
        ("$0.99", "ninety nine cents"),
        ("$.50", "fifty cents"),
        ("-$5", "minus five dollars"),
        ("$1,000,000", "one million dollars"),
        ("$1.2 billion", "one point two billion dollars"),
        ("US$5", "five u s dollars"),
        ("€5.50", "five euros and fifty cents"),
        ("¥100", "one hundred yen"),
        ("5%", "five percent"),
        ("2.5 %", "two point five percent"),
        ("10-20%", "ten to twenty percent"),
    ],
)
def test_amounts_are_said(text: str, spoken: str) -> None:
    assert verbalize(text) == spoken


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("5", "money"),
        ("5$", "money"),
        ("$", "money"),
        ("$5.", "money"),
        ("$0.50", "money"),
        ("$1,50", "money"),
        ("$5,000", "cents"),
        ("$0.5", "cents"),
        ("5", "percent"),
        ("%", "percent"),
        ("10 to 20%", "range"),  # only ever heard
        ("$12.50", "price"),
        ("5 euros", "named money"),
    ],
)
def test_what_is_not_said_as_an_amount(text: str, kind: str) -> None:
    assert ways(text, kind) == []


# --- fractions and cents
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "spoken",
    ["five point five dollars and four cents", "five and a half dollars and four cents"],
)
def test_an_amount_has_one_point(spoken: str) -> None:
    assert all(part.count(".") <= 1 for part in (written(spoken, "money") or "").split())


@pytest.mark.parametrize(
    ("spoken", "expected"),
    [
        ("one point two dollars and five cents", "$1.20 and $0.05"),
        ("point five dollars and six cents", "$0.50 and $0.06"),
        ("two and a half euros and ten cents", "€2.50 and €0.10"),
    ],
)
def test_cents_beside_a_fraction_are_an_amount_of_their_own(spoken: str, expected: str) -> None:
    assert written(spoken, "money") == expected
    assert formatted(spoken) == expected


@pytest.mark.parametrize(
    ("spoken", "expected"),
    [
        ("two and a half dollars", "$2.50"),
        ("one point five dollars", "$1.50"),
        ("point five dollars", "$0.50"),
    ],
)
def test_cents_are_written_with_two_digits(spoken: str, expected: str) -> None:
    assert written(spoken, "money") == expected


@pytest.mark.parametrize(
    ("spoken", "expected"),
    [
        ("twenty to five thousand dollars", "$20 to $5,000"),
        ("five to two thousand dollars", "$5 to $2,000"),
    ],
)
def test_only_the_scale_that_was_said_is_in_common(spoken: str, expected: str) -> None:
    assert written(spoken, "range") == expected


def test_half_a_million() -> None:
    assert formatted("half a million dollars") in ("Half a million dollars", "$0.5 million")


def test_pounds_and_pence_are_said() -> None:
    assert verbalize("£5.50") in ("five pounds fifty", "five pounds and fifty pence")


@pytest.mark.parametrize(("text", "wrong"), [("$1", "one bucks"), ("$5", "five dollar")])
def test_every_way_to_say_an_amount_is_english(text: str, wrong: str) -> None:
    assert wrong not in ways(text, "money")
