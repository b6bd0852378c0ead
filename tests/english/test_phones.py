from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.grammars.style import Style
from legibly.grammars.verbalizer import verbalize
from tests.english.helpers import (
    formatted,
    hears,
    is_heard_again,
    spans,
    spell_digits,
    ways,
    winner,
    written,
)

TABLES = {
    "phone": [
        ("call five five five eight eight eight one two three four", "call (555) 888-1234"),
        ("eight hundred five five five one two one two", "(800) 555-1212"),
        ("eight oh oh five five five twelve twelve", "(800) 555-1212"),
        ("area code two one two five five five one two three four", "(212) 555-1234"),
        (
            "my number is triple five double oh one two double three four",
            "my number is (555) 001-2334",
        ),
        ("one eight hundred five five five twelve thirty four", "1-800-555-1234"),
        ("plus one five five five eight eight eight one two three four", "1-555-888-1234"),
        ("plus four four one two three one two three five six seven eight", "+44 1231 235678"),
        (
            "plus four four two oh seven nine four six oh nine five eight",
            "+44 20 7946 0958",
        ),
        (
            "five five five one two three four five six seven extension three thirty",
            "(555) 123-4567 ext. 330",
        ),
    ],
    "short phone": [
        ("five five five eight eight eight eight", "555-8888"),
        ("triple five double oh one two", "555-0012"),
        ("five five five twelve thirty four", "555-1234"),
        ("five five five twelve hundred", "555-1200"),
        ("five five five one thousand", "555-1000"),
        ("five five five one two three four extension twelve", "555-1234 ext. 12"),
    ],
    "long digits": [
        ("four one one one one two two two two three three three three", "4111122223333"),
        ("four double one one one two two two two three three three three", "4111122223333"),
    ],
    "ip": [
        ("one two three dot one two three dot o dot four o", "123.123.0.40"),
        ("one two seven dot zero dot zero dot one", "127.0.0.1"),
        ("one ninety two dot one sixty eight dot one dot one", "192.168.1.1"),
        ("ten dot zero dot zero dot two hundred fifty five", "10.0.0.255"),
        ("ten point zero point zero point one", "10.0.0.1"),
    ],
    "social security": [
        ("ssn is seven double nine one two three double one three", "SSN is 799-12-3113"),
        ("s s n one two three four five six seven eight nine", "SSN 123-45-6789"),
        (
            "social security number one two three four five six seven eight nine",
            "social security number 123-45-6789",
        ),
    ],
}


@pytest.mark.parametrize(
    ("spoken", "expected"),
    [
        ("two hundred fifty six dot one dot one dot one", "256 dot 1 dot 1 dot 1"),
        ("ten dot zero dot zero dot three hundred", "10 dot 0 dot 0 dot 300"),
        ("nine nine nine point one point two point three", "999 point 1 point 2 point 3"),
    ],
)
def test_what_is_no_address_is_none_in_part_either(spoken: str, expected: str) -> None:
    assert formatted(spoken) == expected


@pytest.mark.parametrize(
    ("kind", "spoken", "expected"),
    [(kind, *row) for kind, rows in TABLES.items() for row in rows],
)
def test_strings_of_digits_are_put_into_shape(kind: str, spoken: str, expected: str) -> None:
    assert written(spoken, kind) == expected


@pytest.mark.parametrize(
    ("kind", "spoken"),
    [
        ("phone", "nine one one"),
        ("phone", "five five five one two three four"),
        ("phone", "one two three four five six seven eight nine"),
        ("phone", "one eight hundred flowers"),
        ("phone", "plus four four"),
        ("phone", "five five five eight eight eight one two three four extension"),
        ("short phone", "one two three four five six"),
        ("short phone", "one two three four five six seven eight"),
        ("short phone", "five five five and one two three four"),
        ("long digits", "one two three four five six seven"),
        ("ip", "one two three dot four dot five"),
        ("ip", "one dot two dot three dot four dot five"),
        ("ip", "one dot two dot three dot"),
        ("social security", "ssn one two three"),
        ("social security", "social security"),
        ("social security", "one two three four five six seven eight nine"),
    ],
)
def test_what_has_too_few_digits_or_too_many(kind: str, spoken: str) -> None:
    assert written(spoken, kind) is None


@pytest.mark.parametrize(
    ("spoken", "kind", "expected"),
    [
        ("five five five one two three four", "short phone", "555-1234"),
        ("one two three four five six seven eight eight", "long digits", "123456788"),
        ("one two three four five five", "digits", "123455"),
        ("four one one one one two two two two three three three", "long digits", "411112222333"),
        ("version one dot two dot three dot four", "pattern", "version 1.2.3.4"),
        ("nine one one", "pattern", "911"),
        ("zip code nine oh two one oh", "long digits", "ZIP code 90210"),
        ("three point one four one five nine two six", "decimal", "3.1415926"),
        ("two hundred million two hundred thousand", "cardinal", "200,200,000"),
        ("three thirty p m", "time", "3:30 PM"),
    ],
)
def test_another_reading_wins_where_it_is_likelier(spoken: str, kind: str, expected: str) -> None:
    assert winner(spoken) == (kind, expected)


@pytest.mark.parametrize(
    ("spoken", "expected"),
    [
        ("call five five five one two three four now", "Call 555-1234 now"),
        (
            "call area code two one two five five five one two three four please",
            "Call (212) 555-1234 please",
        ),
        ("dial nine one one", "Dial 911"),
        ("plus one", "Plus one"),
        ("plus four four", "Plus four four"),
        ("social security", "Social security"),
        ("one two four", "124"),
        ("one dot two dot three", "One dot two dot three"),
        ("the extension", "The extension"),
        ("one eight hundred flowers", "One 800 flowers"),
    ],
)
def test_strings_of_digits_in_sentences(spoken: str, expected: str) -> None:
    assert formatted(spoken) == expected


TEN_DIGITS = "five five five eight eight eight one two three four"
CALL = f"call {TEN_DIGITS}"


@pytest.mark.parametrize(
    ("phone", "spoken", "expected"),
    [
        ("555-555-5555", CALL, "call 555-888-1234"),
        ("555.555.5555", CALL, "call 555.888.1234"),
        ("5555555555", CALL, "call 5558881234"),
        ("555-555-5555", f"dial one {TEN_DIGITS}", "dial 1-555-888-1234"),
        ("5555555555", f"dial one {TEN_DIGITS}", "dial 15558881234"),
        ("555.555.5555", f"plus four four {TEN_DIGITS}", "+44 555 888 1234"),
        ("555-555-5555", f"{TEN_DIGITS} extension nine nine", "555-888-1234 ext. 99"),
    ],
)
def test_telephone_numbers_in_other_styles(phone: str, spoken: str, expected: str) -> None:
    assert written(spoken, "phone", Style(phone=phone)) == expected


def test_a_telephone_number_and_its_extension_are_tokens() -> None:
    assert spans("five five five one two three four extension twelve", "short phone") == [
        ("555-1234", 0, 8, ""),
        ("ext. 12", 8, 9, ""),
    ]


def test_a_number_and_what_it_is_called_are_tokens() -> None:
    assert spans("ssn is seven double nine one two three double one three", "social security") == [
        ("SSN", 0, 1, ""),
        ("is", 1, 2, ""),
        ("799-12-3113", 2, 11, ""),
    ]


# --- properties
# ------------------------------------------------------------------------------


def digits(count: int) -> st.SearchStrategy[str]:
    return st.text("0123456789", min_size=count, max_size=count)


@given(digits(3).filter(lambda area: area[0] > "1"), digits(3), digits(4))
def test_ten_digits_are_a_telephone_number_behind_a_word_that_says_so(
    area: str, exchange: str, line: str
) -> None:
    spoken = spell_digits(area + exchange + line)
    assert winner(f"call {spoken}") == ("phone", f"call ({area}) {exchange}-{line}")
    assert written(f"call one {spoken}", "phone") == f"call 1-{area}-{exchange}-{line}"
    assert winner(spoken) == ("long digits", area + exchange + line)


@given(digits(3), digits(4))
def test_seven_digits_are_a_short_telephone_number(exchange: str, line: str) -> None:
    assert written(spell_digits(exchange + line), "short phone") == f"{exchange}-{line}"


@given(st.integers(12, 24).flatmap(digits))
def test_more_digits_than_a_telephone_number_has_stay_together(text: str) -> None:
    assert winner(spell_digits(text)) == ("long digits", text)


@given(st.lists(st.integers(0, 255), min_size=4, max_size=4))
def test_addresses_of_machines(numbers: list[int]) -> None:
    spoken = " dot ".join(spell_digits(str(number)) for number in numbers)
    assert written(spoken, "ip") == ".".join(map(str, numbers))


@given(digits(3), digits(3), digits(4), st.sampled_from(["({}) {}-{}", "{}.{}.{}"]))
def test_what_is_said_of_telephone_numbers_is_heard_again(
    area: str, exchange: str, line: str, shape: str
) -> None:
    said = ways(shape.format(area, exchange, line), "phone")
    assert said
    expected = f"call ({area}) {exchange}-{line}"
    assert all(expected in hears(f"call {way}", "phone") for way in said)


@given(digits(3), digits(4), st.integers(1, 999))
def test_what_is_said_of_short_telephone_numbers_is_heard_again(
    exchange: str, line: str, extension: int
) -> None:
    assert is_heard_again(f"{exchange}-{line}", "short phone")
    assert is_heard_again(f"{exchange}-{line} ext. {extension}", "short phone")


@given(st.lists(st.integers(0, 255), min_size=4, max_size=4))
def test_what_is_said_of_addresses_is_heard_again(numbers: list[int]) -> None:
    assert is_heard_again(".".join(map(str, numbers)), "ip")


# --- the way back
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("555-1234", "five five five one two three four"),
        ("(555) 888-1234", "five five five eight eight eight one two three four"),
        ("555.888.1234", "five five five eight eight eight one two three four"),
        ("1-800-555-1234", "one eight zero zero five five five one two three four"),
        (
            "+44 207-946-0958",
            "plus forty four two zero seven nine four six zero nine five eight",
        ),
        ("555-1234 ext. 12", "five five five one two three four extension one two"),
        ("555-1234, extension 12", "five five five one two three four extension one two"),
        ("10.0.0.1", "one zero dot zero dot zero dot one"),
        ("192.168.1.1", "one nine two dot one six eight dot one dot one"),
    ],
)
def test_strings_of_digits_are_said(text: str, spoken: str) -> None:
    assert verbalize(text) == spoken


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("911", "phone"),
        ("5551234", "short phone"),
        ("555-123", "short phone"),
        ("55-1234", "short phone"),
        ("(55) 555-1234", "phone"),
        ("1.2.3", "ip"),
        ("1.2.3.4.5", "ip"),
        ("123-45-6789", "social security"),  # only ever heard
        ("411122223333", "long digits"),
    ],
)
def test_what_is_not_said_as_such_a_string(text: str, kind: str) -> None:
    assert ways(text, kind) == []


# --- wrong today
# ------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["555-888-1234", "800-555-1212"])
def test_a_telephone_number_with_dashes_is_said_digit_by_digit(text: str) -> None:
    assert verbalize(text) == spell_digits(text.replace("-", ""))


@pytest.mark.parametrize(
    ("spoken", "expected"),
    [
        ("one two three four five six seven seven", "12345677"),
        ("nine nine nine nine nine nine nine nine nine nine nine", "99999999999"),
        ("triple five triple six triple seven one two three four", "5556667771234"),
    ],
)
def test_a_string_of_digits_is_not_cut_up(spoken: str, expected: str) -> None:
    assert formatted(spoken) == expected


def test_the_numbers_of_an_address_end_at_255() -> None:
    assert spans("two hundred fifty five dot one dot one dot one", "ip") == [
        ("255.1.1.1", 0, 10, "")
    ]
    assert spans("three hundred dot one dot one dot one", "ip")[:3] == [
        ("300", 0, 2, ""),
        ("dot", 2, 3, ""),
        ("1", 3, 4, ""),
    ]
