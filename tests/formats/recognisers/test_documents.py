from __future__ import annotations

import gc
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.errors import DataError
from legibly.formats.recognisers.documents import documents, objects, without_collection
from tests.formats.helpers import source

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-999, 999) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)
DOCUMENTS = st.dictionaries(st.text(max_size=3), VALUES, max_size=3) | st.lists(VALUES, max_size=3)


def found(content: str, **settings: Any) -> list[Any]:
    return list(documents(source(content, **settings)))


# --- how documents may stand in a file
# ------------------------------------------------------------------------------


@given(st.lists(DOCUMENTS, min_size=1, max_size=4), st.sampled_from(["\n", "\n\n", "\r\n"]))
def test_one_a_line(values: list[Any], between: str) -> None:
    assert found(between.join(json.dumps(value) for value in values)) == values


@given(
    st.lists(DOCUMENTS.filter(bool), min_size=1, max_size=4), st.sampled_from(["\n", ",\n", " "])
)
def test_one_after_another_over_several_lines(values: list[Any], between: str) -> None:
    assert found(between.join(json.dumps(value, indent=2) for value in values)) == values


def test_a_document_on_one_line_before_one_over_several() -> None:
    assert found('{"a": 1}\n{\n  "a": 2\n}\n') == [{"a": 1}, {"a": 2}]


def test_nothing_holds_no_documents() -> None:
    assert found("") == []
    assert found("\n \n") == []


def test_lines_may_be_empty_between_documents() -> None:
    assert found('\n{"a": 1}\n\n{"a": 2}\n') == [{"a": 1}, {"a": 2}]


def test_any_value_may_follow_on_a_line_of_its_own() -> None:
    assert found('{"a": 1}\n5\n"x"\n') == [{"a": 1}, 5, "x"]


# --- what is wrong with them
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"a": 1}\n{"a": \n', r"talk.x:2: not valid JSON \(.*; fix the line or pass --skip-bad"),
        ('{"a": 1}\n' + "[" * 100_000, "talk.x:2: JSON nested too deeply; fix the line"),
        ("[" * 100_000, "talk.x: JSON nested too deeply"),
        ('{\n"a": x\n}', r"talk.x:2: not valid JSON \(Expecting value, column 6\)$"),
        ('{\n"a": 1,', r"talk.x:2: not valid JSON \(.*\); the file seems cut short"),
        ("so, yes", r"talk.x:1: not valid JSON \(Expecting value, column 1\)"),
        ('{\n"a": ' + "1" * 5000 + "}", r"talk.x: not valid JSON \(Exceeds the limit"),
    ],
)
def test_what_is_no_json_is_named(content: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        found(content)


def test_bad_lines_are_left_out_where_the_user_asks_for_it() -> None:
    opened = source('{"a": 1}\n{"a": \n{"a": 3}\n', skip_bad_lines=True)
    assert list(documents(opened)) == [{"a": 1}, {"a": 3}]
    assert opened.skipped == 1


def test_what_follows_whole_documents_is_left_out_where_the_user_asks_for_it() -> None:
    opened = source('{\n"a": 1}\n{"a": ', skip_bad_lines=True)
    assert list(documents(opened)) == [{"a": 1}]
    assert opened.skipped == 1


def test_a_first_document_that_is_cut_short_is_an_error_in_any_case() -> None:
    with pytest.raises(DataError, match="the file seems cut short"):
        found('{\n"a": ', skip_bad_lines=True)


def test_characters_that_whisper_cpp_cut_are_replaced_and_counted() -> None:
    opened = source(b'{"systeminfo": "x", "text": "\xc3"}')
    assert list(documents(opened)) == [{"systeminfo": "x", "text": "\ufffd"}]
    assert opened.repairs == {"bytes that are no text replaced": 1}
    with pytest.raises(DataError, match=r"talk\.x:1: "):
        list(documents(source(b'{"text": "\xc3"}')))


# --- pieces
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ([{"a": 1}, 5, None, {"b": 2}], [{"a": 1}, {"b": 2}]),
        ([], []),
        (None, []),
        ({"a": 1}, []),
        ("text", []),
    ],
)
def test_the_objects_of_a_list(value: object, expected: list[dict[str, Any]]) -> None:
    assert objects(value) == expected


@pytest.mark.parametrize("enabled", [True, False])
def test_garbage_is_looked_for_afterwards_as_before(enabled: bool) -> None:
    before = gc.isenabled()
    (gc.enable if enabled else gc.disable)()
    try:
        with without_collection():
            assert not gc.isenabled()
        assert gc.isenabled() is enabled
    finally:
        (gc.enable if before else gc.disable)()
