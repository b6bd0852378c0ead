"""Options of a request, in JSON and as strings."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.errors import UsageError
from legibly.formatting.option_table import OptionFact, OptionKind
from legibly.server.request_options import (
    FORMAT_REQUEST,
    STREAM_REQUEST,
    field_of,
    read_options,
    schema_of,
)

FACTS = {field_of(fact): fact for fact in (*FORMAT_REQUEST, *STREAM_REQUEST)}


def read(given: dict[str, Any], *, typed: bool = True) -> dict[str, Any]:
    return dict(read_options(given, FACTS.values(), max_rows=3, typed=typed).values)


def test_strings_of_a_query_mean_what_json_says() -> None:
    typed = {
        "numbers": False,
        "digits_from": 5,
        "beam": 2.5,
        "style": ["hours=24", "half=a.m."],
        "units": "short",
        "rules": "a\tb\nc\td",
        "mask": ["cards"],
        "max_delay": "none",
        "to": "srt",
    }
    strings = typed | {"numbers": "no", "digits_from": "5", "beam": "2.5", "mask": "cards"}
    assert read(typed) == read(strings, typed=False)
    assert read(typed)["rules"] == ("a\tb", "c\td")
    assert read(typed)["to_format"] == "srt"
    assert read({"redo": None}) == {}


@pytest.mark.parametrize(
    ("given_", "typed", "said"),
    [
        ({"numbers": "yes"}, True, "numbers is 'yes'; expected true or false"),
        ({"numbers": "perhaps"}, False, "numbers is 'perhaps'; expected true or false"),
        ({"digits_from": "5"}, True, "digits_from is '5'; expected a whole number"),
        ({"digits_from": True}, True, "digits_from is True; expected a whole number"),
        ({"digits_from": 10**30}, True, "expected a whole number"),
        ({"beam": "nan"}, False, "beam is nan; expected a number"),
        ({"beam": 10**400}, True, "expected a number"),
        ({"gap": 3}, True, "gap is 3.0; expected 0 to 2"),
        ({"units": ["short"]}, True, "units is ['short']; expected one value"),
        ({"keep": ["a"] * 4}, True, "expected text, or up to 3 rows"),
        ({"keep": [1]}, True, "expected text, or rows of text"),
        ({"keep": ["\ud800"]}, True, "expected text, or rows of text"),
        ({"rules": "a" * 500_001}, True, "expected up to 500000 characters"),
        ({"speakers": ["a"]}, True, "expected text"),
        ({"style": "a=b"}, True, "style is 'a=b'; expected a list"),
        ({"style": ["a"] * 101}, True, "expected at most 100"),
        ({"encoding": "x" * 1001}, True, "expected a string"),
        ({"nubers": 1}, True, "unknown field 'nubers'; did you mean 'numbers'?"),
    ],
)
def test_what_is_wrong_is_said(given_: dict[str, Any], typed: bool, said: str) -> None:
    with pytest.raises(UsageError) as error:
        read(given_, typed=typed)
    assert said in str(error.value)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)


@given(st.dictionaries(st.sampled_from(sorted(FACTS)), VALUES, max_size=5), st.booleans())
def test_no_value_is_a_bug(given_: dict[str, Any], typed: bool) -> None:
    try:
        found = read(given_, typed=typed)
    except UsageError as error:
        assert "\n" not in str(error)  # noqa: PT017
    else:
        assert len(found) == sum(value is not None for value in given_.values())


def test_every_option_has_a_schema() -> None:
    for fact in FACTS.values():
        schema = schema_of(fact, 10)
        assert schema["description"], fact.name
    assert schema_of(FACTS["gap"], 10)["maximum"] == 2
    assert schema_of(FACTS["mask"], 10)["items"]["enum"][0] == "profanity"
    fact = OptionFact("n", "N.", OptionKind.WHOLE, default=3)
    assert schema_of(fact, 10) == {"type": "integer", "description": "N.", "default": 3}
