"""What is kept of each file."""

from __future__ import annotations

from pathlib import Path

import pytest

from legibly.batch.items import Item
from legibly.batch.journal import Journal
from legibly.batch.work import DONE, FAILED, QUARANTINED, Outcome
from legibly.errors import DataError, UsageError

ITEMS = [
    Item(f"in/{name}", f"out/{name}.txt", size, "1")
    for name, size in zip("abc", (5, 9, 7), strict=True)
]


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return begun(tmp_path)


def begun(folder: Path) -> Journal:
    journal = Journal(folder / "journal.sqlite")
    journal.begin("local", "same", "legibly batch")
    return journal


def names(journal: Journal) -> str:
    return "".join(item.source[-1] for item in journal.waiting())


def test_the_largest_go_first(journal: Journal) -> None:
    journal.enrol(ITEMS)
    assert names(journal) == "bca"


def test_what_is_done_is_not_done_again_unless_it_changed(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    journal.enrol(ITEMS)
    for item in ITEMS:
        journal.record(Outcome(item, DONE, words=3, written=1), last_try=False)
    journal.close()
    journal = begun(tmp_path)
    journal.enrol([*ITEMS[:2], ITEMS[2]._replace(stamp="2")])
    assert names(journal) == "c"
    assert journal.totals()[DONE].words == 6


def test_a_file_that_failed_waits_until_its_last_try(journal: Journal) -> None:
    journal.enrol(ITEMS[:1])
    journal.record(Outcome(ITEMS[0], FAILED, reason="a: died"), last_try=False)
    assert names(journal) == "a"
    journal.record(Outcome(ITEMS[0], FAILED, reason="a: died"), last_try=True)
    assert names(journal) == ""
    assert list(journal.quarantined()) == [("in/a", 2, "a: died")]


def test_those_that_could_not_be_done_can_be_tried_again(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    journal.enrol(ITEMS)
    journal.record(Outcome(ITEMS[0], QUARANTINED, reason="bad"), last_try=False)
    journal.close()
    journal = begun(tmp_path)
    journal.enrol(ITEMS, again=True)
    assert names(journal) == "bca"


def test_files_that_are_no_input_any_more_do_not_wait(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    journal.enrol(ITEMS)
    journal.close()
    journal = begun(tmp_path)
    journal.enrol(ITEMS[:1])
    assert names(journal) == "a"


def test_two_files_with_one_output_are_refused(journal: Journal, tmp_path: Path) -> None:
    (tmp_path / "a.ctm").touch()
    first = Item(f"{tmp_path}/a.ctm", "out/a.txt", 1, "")
    with pytest.raises(UsageError, match=r"would both be written to out/a.txt; pass --full-names"):
        journal.enrol([first, Item("a.json", "out/a.txt", 1, "")])


def test_a_file_that_has_gone_makes_room(journal: Journal) -> None:
    journal.enrol([Item("gone.ctm", "out/a.txt", 1, ""), Item("a.json", "out/a.txt", 1, "")])
    assert [item.source for item in journal.waiting()] == ["a.json"]


def test_names_that_are_no_text(journal: Journal) -> None:
    item = Item("in/\udcff.ctm", "out/\udcff.txt", 1, "")
    journal.enrol([item])
    assert journal.waiting() == [item]
    journal.record(Outcome(item, QUARANTINED, reason="in/\udcff.ctm: bad"), last_try=True)
    assert list(journal.quarantined()) == [("in/�.ctm", 1, "in/?.ctm: bad")]


def test_one_batch_at_a_time(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    with pytest.raises(UsageError, match="another batch is at work there"):
        Journal(journal.path)
    journal.close()
    Journal(journal.path).close()


def test_other_settings_are_refused_unless_all_is_done_anew(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    journal.enrol(ITEMS)
    journal.record(Outcome(ITEMS[0], DONE), last_try=False)
    journal.close()
    journal = Journal(journal.path)
    with pytest.raises(UsageError, match=r"written otherwise \(legibly batch\).*--anew"):
        journal.begin("local", "other", "legibly batch --to srt")
    journal.close()
    journal = Journal(journal.path)
    journal.begin("local", "other", "legibly batch --to srt", anew=True)
    journal.enrol(ITEMS)
    assert names(journal) == "bca"


def test_a_run_that_was_cut_off_is_known(tmp_path: Path) -> None:
    begun(tmp_path).close()
    journal = Journal(tmp_path / "journal.sqlite")
    assert journal.begin("local", "same", "")
    journal.end("finished")
    assert not journal.begin("local", "same", "")


def test_what_is_no_journal_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    path.write_text("something else entirely\n" * 100)
    with pytest.raises(DataError, match="not a journal of `legibly batch`"):
        Journal(path)
    assert path.read_text().startswith("something else")


def test_a_place_where_nothing_can_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match=r"cannot be made .*; name another --journal"):
        Journal(tmp_path / "file" / "journal.sqlite")
