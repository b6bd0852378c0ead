"""From a journal of what waits to what became of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from legibly.batch.items import Item
from legibly.batch.journal import Journal
from legibly.batch.run import Engine, Tally, conduct
from legibly.batch.work import DONE, FAILED, Outcome
from legibly.errors import DataError

ITEMS = [Item(f"in/{name}", f"nowhere/{name}.txt", 10, "") for name in "abc"]


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    journal = Journal(tmp_path / "journal.sqlite")
    journal.begin("local", "same", "")
    journal.enrol(ITEMS)
    return journal


def failing(name: str, times: int, *, fatal: bool = False) -> Engine:
    """One file goes wrong so many times."""
    tried: list[str] = []

    def run(items: Iterable[Item]) -> Iterator[Outcome]:
        for item in items:
            tried.append(item.source)
            bad = item.source == f"in/{name}" and tried.count(item.source) <= times
            yield Outcome(
                item, FAILED if bad else DONE, words=5, reason="died", fatal=bad and fatal
            )

    return run


@pytest.mark.parametrize(("times", "quarantined"), [(0, 0), (2, 0), (3, 1)])
def test_a_file_is_tried_again(times: int, quarantined: int, journal: Journal) -> None:
    told: list[Tally] = []
    tally = conduct(
        journal,
        failing("b", times),
        retries=2,
        output="nowhere",
        went_on=False,
        report=told.append,
    )
    assert (tally.files, tally.quarantined, len(told)) == (3, quarantined, 3)
    assert len(list(journal.quarantined())) == quarantined
    assert journal.waiting() == []


def test_what_would_go_wrong_with_all_ends_the_run(journal: Journal) -> None:
    with pytest.raises(DataError, match=r"died; what is done is in .*journal\.sqlite"):
        conduct(journal, failing("b", 9, fatal=True), retries=2, output="nowhere", went_on=False)
    assert {item.source for item in journal.waiting()} == {"in/b", "in/c"}


@pytest.mark.parametrize(
    ("tally", "line"),
    [
        (Tally(all_files=3), "0 of 3 files, 0 words/s"),
        (Tally(1, 10, 50, 0.0, 0, 3, 30, 2.0), "1 of 3 files, 25 words/s, 4 s left"),
        (
            Tally(1, 1, 50, 0.0, 1, 3000, 3001, 4.0),
            "1 of 3,000 files, 12 words/s, 3 h 20 min left, 1 quarantined",
        ),
        (Tally(1, 1, 50, 0.0, 0, 300, 301, 1.0), "1 of 300 files, 50 words/s, 5 min left"),
    ],
)
def test_how_far_it_is(tally: Tally, line: str) -> None:
    assert tally.line() == line
