"""Columns of a DataFrame, for pipelines that people have."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from legibly.errors import UsageError
from legibly.formatting.options import Options
from legibly.transcript import PART_WORDS, Word

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from legibly.spark.models import RemoteModel

WORD_FIELDS = ("text", "start", "end", "confidence", "speaker")


def format_column(
    frame: DataFrame,
    column: str,
    output: str = "readable",
    *,
    model: str = "en",
    options: Options | None = None,
) -> DataFrame:
    """A DataFrame with one more column: readable text of what a recogniser heard.

    Args:
        frame: Any DataFrame of Spark.
        column: Text; a list of words; or a list of structs with `text`, and perhaps `start`, `end`,
            `confidence`, `speaker`. What is null stays null.
        output: The name of the new column.
        model: The name of a model that is installed on the executors, or a folder here, which is
            sent to them.
        options: What is restored, and how.

    Returns:
        The DataFrame with the column. Rows go through Arrow where pandas and pyarrow are there.
    """
    from pyspark.sql import functions

    from legibly.spark.models import remote_model

    if column not in frame.columns:
        known = ", ".join(frame.columns)
        raise UsageError(f"no column {column!r}; the DataFrame has {known}")
    found = remote_model(frame.sparkSession.sparkContext, model, options or Options())
    readable = _arrow_function(found) if has_arrow() else _plain_function(found)
    return frame.withColumn(output, readable(functions.col(column)))


def has_arrow() -> bool:
    return find_spec("pyarrow") is not None and find_spec("pandas") is not None


def _arrow_function(model: RemoteModel) -> Any:
    import pandas
    from pyspark.sql import functions

    def readable(batches: Iterator[Any]) -> Iterator[Any]:
        formatted = partial(formatted_rows, model)
        for batch in batches:
            yield pandas.Series(list(formatted(batch)), index=batch.index, dtype=object)

    # Spark reads what kind of function it is from real types.
    readable.__annotations__ = {
        "batches": Iterator[pandas.Series],
        "return": Iterator[pandas.Series],
    }
    return functions.pandas_udf(readable, "string")


def _plain_function(model: RemoteModel) -> Any:
    """The same without Arrow, row by row."""
    from pyspark.sql import functions

    def readable(heard: Any) -> str | None:
        return next(formatted_rows(model, [heard]))

    return functions.udf(readable, "string", useArrow=False)


def formatted_rows(model: RemoteModel, rows: Iterable[Any]) -> Iterator[str | None]:
    """Short ones are scored together."""
    formatter = model.formatter()
    for kind, group in itertools.groupby(map(_heard, rows), key=_kind):
        cells = list(group)
        heard = [cell for cell in cells if cell is not None]
        if kind == "null":
            yield from (None for _ in cells)
        elif kind == "long":
            yield from (formatter(cell).text for cell in heard)
        else:
            yield from (written.text for written in formatter.each(heard))


def _kind(heard: str | list[Word] | None) -> str:
    if heard is None:
        return "null"
    words = len(heard) if not isinstance(heard, str) else heard.count(" ")
    return "long" if words > PART_WORDS // 2 else "short"


def _heard(value: Any) -> str | list[Word] | None:
    """A cell, in whatever shape Spark or pandas hands it over."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, float):  # pandas has nan for null
        return None
    return [_word(item) for item in value]


def _word(item: Any) -> Word:
    if isinstance(item, str):
        return Word(item)
    fields = item.asDict() if hasattr(item, "asDict") else dict(item)
    if not isinstance(fields.get("text"), str):
        raise UsageError(f"a word has the fields {sorted(fields)}; expected 'text' among them")
    return Word(**{name: fields[name] for name in WORD_FIELDS if fields.get(name) is not None})
