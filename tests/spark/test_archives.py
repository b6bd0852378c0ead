"""Archives on Spark: the same files as here, whatever happens to executors."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from legibly.batch.items import Item, Listing
from legibly.batch.work import DONE, FAILED, QUARANTINED, Outcome, Work, format_item
from legibly.formats.transcripts import InputOptions
from legibly.formatting.options import Options
from legibly.model_folders.finding import find_model
from legibly.spark.archives import spark_engine
from legibly.spark.models import RemoteModel
from tests.cli.helpers import Cli

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

WORK = Work("en-baseline", Options(), InputOptions(language="en"), "text")


def make(folder: Path, count: int) -> list[Item]:
    for i in range(count):
        (folder / f"{i}.txt").write_text(f"so we met bill in london {i} times\n" * (i + 1))
    (folder / "bad.json").write_text("{")
    return list(Listing([str(folder)], [], str(folder.with_name("out")), ".txt"))


def test_the_files_are_those_of_this_machine(session: SparkSession, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    items = make(tmp_path / "in", 9)
    engine = spark_engine(session, WORK, 2, lambda: False)
    found = {Path(outcome.item.source).name: outcome for outcome in engine(items)}
    assert len(found) == len(items)
    assert found.pop("bad.json").state == QUARANTINED
    assert {outcome.state for outcome in found.values()} == {DONE}
    formatter = WORK.formatter()
    for outcome in found.values():
        here = outcome.item._replace(target=str(tmp_path / "here.txt"))
        assert format_item(formatter, WORK, here).words == outcome.words
        assert Path(here.target).read_bytes() == Path(outcome.item.target).read_bytes()


def test_a_model_of_the_users_and_tables_travel_to_the_executors(
    session: SparkSession, tmp_path: Path
) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "lexicon").write_text("LonDon\n")
    items = make(tmp_path / "in", 1)
    work = replace(
        WORK, model=str(find_model("en-baseline")), options=Options(lexicon=tmp_path / "lexicon")
    )
    found = list(spark_engine(session, work, 2, lambda: False)(items))
    assert [outcome.reason for outcome in found if outcome.state == FAILED] == []
    assert Path(tmp_path / "out" / "0.txt").read_text() == "So we met bill in LonDon 0 times.\n"


def test_who_is_asked_to_stop_begins_no_more(session: SparkSession, tmp_path: Path) -> None:
    engine = spark_engine(session, WORK, 2, lambda: True)
    assert list(engine([Item("in/a.txt", "out/a.txt", 1, "")])) == []


def test_the_command(session: SparkSession, cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    make(tmp_path / "in", 3)
    result = cli("batch", "in", "out", "--engine", "spark", "--master", "local[2]", "--json")
    assert json.loads(result.out)["files"] == {"done": 3, "quarantined": 1, "waiting": 0}


@pytest.mark.slow
def test_a_file_that_kills_its_executor_is_found(
    session: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each try of it takes a Python process with it; the other files are done."""
    (tmp_path / "in").mkdir()
    items = make(tmp_path / "in", 5)
    deadly = items[2]
    engine = spark_engine(session, WORK, 2, lambda: False)

    def killing(work: Work, model: RemoteModel) -> Callable[[Iterable[Item]], Iterator[Outcome]]:
        def run(rows: Iterable[Item]) -> Iterator[Outcome]:
            formatter = model.formatter()
            for item in rows:
                if item == deadly:
                    os._exit(9)
                yield format_item(formatter, work, item)

        return run

    monkeypatch.setattr("legibly.spark.archives._Formatting", killing)
    found = list(engine(items))
    failed = [outcome for outcome in found if outcome.state == FAILED]
    assert [(outcome.item, outcome.reason) for outcome in failed] == [(deadly, failed[0].reason)]
    assert len(found) == len(items)
