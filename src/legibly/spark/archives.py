"""The engine of `legibly batch --engine spark`: executors format files, the driver keeps the
journal.

Two executors that write the same file, as with speculative execution, write the same bytes under
names of their own, and rename. Files go out in waves, so that what is done is in the journal soon.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from legibly.batch.items import Item
from legibly.batch.run import Engine
from legibly.batch.work import FAILED, Outcome, Work, format_item
from legibly.errors import DataError
from legibly.files.places import is_url
from legibly.spark.models import RemoteModel, remote_model

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

TASKS_PER_CORE = 4  # of a wave
TASK_FILES = 16


def spark_engine(
    session: SparkSession, work: Work, tasks: int | None, stopping: Callable[[], bool]
) -> Engine:
    """`tasks` at once; None: as many as the cluster has cores."""
    context = session.sparkContext
    cores = tasks or context.defaultParallelism
    model = remote_model(context, work.model, work.options)

    def run(items: Iterable[Item]) -> Iterator[Outcome]:
        waiting = {_anywhere(item): item for item in items}
        found = each(list(waiting))
        return (outcome._replace(item=waiting[outcome.item]) for outcome in found)

    def each(waiting: Sequence[Item]) -> Iterator[Outcome]:
        size = cores * TASKS_PER_CORE * TASK_FILES
        for first in range(0, len(waiting), size):
            if stopping():
                return
            yield from _wave(session, waiting[first : first + size], cores, work, model)

    return run


def _wave(
    session: SparkSession, items: Sequence[Item], cores: int, work: Work, model: RemoteModel
) -> Iterator[Outcome]:
    """A file that takes its executor down takes the job down in the end: it is sought by halves."""
    from py4j.protocol import Py4JError

    context = session.sparkContext
    tasks = min(len(items), cores * TASKS_PER_CORE)
    # The largest files come first: each task has some of all sizes.
    dealt = [(number % tasks, item) for number, item in enumerate(items)]
    rows = context.parallelize(sorted(dealt, key=lambda row: row[0]), tasks)
    try:
        found = rows.map(_second).mapPartitions(_Formatting(work, model)).collect()
    except Py4JError as error:
        if context._jsc is None or context._jsc.sc().isStopped():
            raise DataError("the session of Spark has ended; begin again to go on") from None
        if len(items) == 1:
            reason = f"{items[0].source}: its executor died ({_first_line(error)})"
            yield Outcome(items[0], FAILED, reason=reason)
            return
        half = len(items) // 2
        yield from _wave(session, items[:half], cores, work, model)
        yield from _wave(session, items[half:], cores, work, model)
        return
    yield from found


def _anywhere(item: Item) -> Item:
    """With paths that hold wherever an executor works."""
    source, target = (
        path if is_url(path) else os.path.abspath(path) for path in (item.source, item.target)
    )
    return item._replace(source=source, target=target)


def _second(row: tuple[int, Item]) -> Item:
    return row[1]


class _Formatting:
    """What a task does; the model is loaded once in each Python process of an executor."""

    def __init__(self, work: Work, model: RemoteModel) -> None:
        self._work, self._model = work, model

    def __call__(self, items: Iterable[Item]) -> Iterator[Outcome]:
        formatter = self._model.formatter()
        for item in items:
            yield format_item(formatter, self._work, item)


def _first_line(error: BaseException) -> str:
    lines = [line for line in str(error).splitlines() if "Exception" in line or "lost" in line]
    return (lines or [type(error).__name__])[0].strip()[:200]
