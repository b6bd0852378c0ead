"""Columns of a DataFrame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import legibly
from legibly.errors import UsageError
from legibly.formatting.options import Options
from legibly.spark import format_column
from legibly.spark.columns import formatted_rows
from legibly.spark.models import RemoteModel

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

TEXTS = ["hi bill it's tracy", None, "so we met in london on monday", ""]
STRUCTS = [{"text": "hello", "start": 0.0, "end": 0.4, "speaker": None}, {"text": "bill"}]
MODEL = RemoteModel("en-baseline", Options())


def written(text: str) -> str:
    return legibly.load("en-baseline")(text).text


@pytest.mark.parametrize("shape", [lambda text: text, str.split])
def test_cells_are_formatted_as_anywhere_else(shape: Any) -> None:
    rows = [None if text is None else shape(text) for text in TEXTS]
    expected = [None if text is None else written(text) for text in TEXTS]
    assert list(formatted_rows(MODEL, rows)) == expected


def test_words_as_structs() -> None:
    assert list(formatted_rows(MODEL, [STRUCTS, float("nan")])) == ["Hello bill.", None]


def test_long_cells_are_formatted_too() -> None:
    text = " ".join(["so we met bill in london"] * 1000)
    assert list(formatted_rows(MODEL, [text, "hello bill"])) == [written(text), "Hello bill."]


def test_a_struct_without_text_is_refused() -> None:
    with pytest.raises(UsageError, match=r"a word has the fields \['word'\]; expected 'text'"):
        list(formatted_rows(MODEL, [[{"word": "hello"}]]))


@pytest.mark.parametrize("arrow", [True, False])
def test_a_column_of_a_data_frame(
    session: SparkSession, arrow: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if arrow:
        pytest.importorskip("pandas")
        pytest.importorskip("pyarrow")
    monkeypatch.setattr("legibly.spark.columns.has_arrow", lambda: arrow)
    rows = [(i, text, None if text is None else text.split()) for i, text in enumerate(TEXTS)]
    frame = session.createDataFrame(rows, "id int, text string, words array<string>")
    for column in ("text", "words"):
        found = format_column(frame, column, model="en-baseline").collect()
        expected = [None if text is None else written(text) for text in TEXTS]
        assert [row.readable for row in sorted(found)] == expected


def test_a_column_that_is_not_there(session: SparkSession) -> None:
    frame = session.createDataFrame([("hello",)], "text string")
    with pytest.raises(UsageError, match="no column 'words'; the DataFrame has text"):
        format_column(frame, "words")
