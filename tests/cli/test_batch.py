"""`legibly batch`, as a user has it: with files that are bad, runs that are cut off, and stores."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.helpers import Cli

FILES = 150  # of an archive that is killed
LINES = "so we met bill in london on monday and he said that nasa had called him"


@pytest.fixture
def calls(tmp_path: Path) -> Path:
    folder = tmp_path / "calls"
    (folder / "2020").mkdir(parents=True)
    for i in range(6):
        (folder / "2020" / f"{i}.txt").write_text(f"{LINES} {i} times\n" * (i + 1))
    (folder / "broken.json").write_text('{"words": [')
    return folder


def test_the_text_is_that_of_format(calls: Path, cli: Cli) -> None:
    result = cli("batch", calls, "out", "--jobs", 2)
    assert result.code == 1  # one file is broken
    assert cli("format", calls, "-o", "one by one").code == 1
    written = {path.name: path.read_text() for path in Path("one by one").rglob("*.txt")}
    assert len(written) == 6
    assert {path.name: path.read_text() for path in Path("out/2020").glob("*.txt")} == written


def test_what_could_not_be_done_is_told_with_its_reason(calls: Path, cli: Cli) -> None:
    result = cli("batch", calls, "out", "--json")
    found = json.loads(result.out)
    assert found["files"] == {"done": 6, "quarantined": 1, "waiting": 0}
    assert found["words"] == sum((i + 1) * 18 for i in range(6))
    assert "not valid JSON" in found["quarantined"][0]["reason"]
    table = Path("out/_batch/quarantine.tsv").read_text().splitlines()
    assert table[0] == "# file\ttries\treason"
    assert table[1].startswith(f"{calls}/broken.json\t1\t{calls}/broken.json:1: not valid JSON")
    assert "broken.json" in Path("out/_batch/summary.html").read_text()
    assert json.loads(Path("out/_batch/summary.json").read_text()) == found


def test_a_second_run_does_what_is_new_changed_or_lost(calls: Path, cli: Cli) -> None:
    cli("batch", calls, "out")
    (calls / "2020" / "0.txt").write_text("hello there\n")
    (calls / "new.txt").write_text("good morning\n")
    Path("out/2020/1.txt").unlink()
    found = json.loads(cli("batch", calls, "out", "--json").out)
    assert found["run"]["files"] == 3
    assert Path("out/2020/0.txt").read_text() == "Hello there.\n"
    assert Path("out/2020/1.txt").exists()


def test_those_that_could_not_be_done_are_tried_again_when_asked(calls: Path, cli: Cli) -> None:
    cli("batch", calls, "out")
    assert json.loads(cli("batch", calls, "out", "--json").out)["run"]["files"] == 0
    assert json.loads(cli("batch", calls, "out", "--json", "--again").out)["run"]["files"] == 1


def test_other_settings_need_another_folder(calls: Path, cli: Cli) -> None:
    cli("batch", calls, "out")
    result = cli("batch", calls, "out", "--no-case")
    assert result.code == 2
    assert "written otherwise" in result.err
    assert cli("batch", calls, "out", "--no-case", "--anew").code == 1
    assert Path("out/2020/0.txt").read_text().startswith("so we met bill in london")


def test_subtitles_by_the_rules_of_a_preset(cli: Cli, tmp_path: Path) -> None:
    words = [{"w": word, "s": i / 2, "e": i / 2 + 0.4} for i, word in enumerate(LINES.split())]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(word) + "\n" for word in words))
    assert cli("batch", "a.jsonl", "out", "--to", "srt", "--preset", "bbc").code == 0
    cli("format", "a.jsonl", "-o", "a.srt", "--preset", "bbc")
    assert Path("out/a.srt").read_text() == Path("a.srt").read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["out"], "no input; name a folder"),
        (["nowhere", "out"], "nowhere: no such file or folder"),
        (["empty", "out"], "no files to do"),
        (["empty", "memory://out"], "its journal must lie on this machine"),
        (["full", "nothing://out", "--journal", "j.db"], "nothing://out: cannot be reached"),
        (["empty", "out", "--to", "kaldi"], "can be read but not written"),
        (["full", "out", "--master", "local[2]"], "says nothing without --engine spark"),
    ],
)
def test_wrong_usage(arguments: list[str], message: str, cli: Cli) -> None:
    Path("empty").mkdir()
    Path("full").mkdir()
    Path("full/a.txt").write_text("hello")
    result = cli("batch", *arguments)
    assert (result.code, message in result.err) == (2, True), result.err


def test_a_store_of_objects(cli: Cli, tmp_path: Path) -> None:
    """Any that fsspec knows; this one lies in memory."""
    fsspec = pytest.importorskip("fsspec")
    store = fsspec.filesystem("memory")
    store.pipe("/calls/a/x.txt", b"hello there\n")
    store.pipe("/calls/y.ctm", b"talk 1 0.0 0.5 hello\n")
    # What other processes write to memory is theirs: so the outputs lie on the disk.
    url = f"file://{tmp_path}/readable"
    result = cli("batch", "memory://calls", url, "--journal", "j.sqlite", "--jobs", 1)
    assert result.code == 0, result.err
    assert Path("readable/a/x.txt").read_text() == "Hello there.\n"
    assert Path("readable/_batch/summary.json").exists()
    assert not list(Path("readable").rglob("*.part"))
    assert cli("batch", "memory://nothing", url, "--journal", "j.sqlite").code == 2


def run(calls: Path, *more: str) -> subprocess.Popen[str]:
    """In a process of its own, which can be killed."""
    command = [sys.executable, "-m", "legibly", "batch", str(calls), "out"]
    command += ["--model", "en-baseline", "--jobs", "2", *more]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)


@pytest.fixture
def many(tmp_path: Path) -> Path:
    folder = tmp_path / "many"
    folder.mkdir()
    for i in range(FILES):
        (folder / f"{i}.txt").write_text(f"{LINES} {i} times\n" * 10)
    return folder


def wait_for_outputs(count: int) -> None:
    for _ in range(12_000):
        if Path("out").is_dir() and len(list(Path("out").glob("*.txt"))) >= count:
            return
        time.sleep(0.01)
    pytest.fail("nothing was written")


@pytest.mark.skipif(sys.platform != "linux", reason="processes that end with theirs: Linux")
def test_a_batch_that_is_killed_goes_on_where_it_was(many: Path, shipped_cli: Cli) -> None:
    for count in (10, 60):
        process = run(many)
        wait_for_outputs(count)
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
    # Something half-written, as a process may leave it that was killed at the wrong moment.
    Path("out/.7.txt.123-abc.part").write_text("So we met B")
    last = run(many)
    last.communicate()
    assert last.returncode == 0
    outputs = list(Path("out").glob("*.txt"))
    assert len(outputs) == FILES
    assert {len(path.read_text().split()) for path in outputs} == {18 * 10}
    assert not list(Path("out").glob(".*"))


def test_sigterm_finishes_the_files_at_work(many: Path, shipped_cli: Cli) -> None:
    process = run(many)
    wait_for_outputs(5)
    process.send_signal(signal.SIGTERM)
    _, errors = process.communicate()
    assert process.returncode == 128 + signal.SIGTERM
    assert "finishing the files at work" in errors
    found = json.loads(Path("out/_batch/summary.json").read_text())
    assert found["ending"] == "stopped"
    assert found["files"]["done"] == len(list(Path("out").glob("*.txt"))) < FILES
    assert found["files"]["waiting"] == FILES - found["files"]["done"]
