"""Archives: two processes beside `legibly format` on one, and runs that are killed.

    python -m benchmarks.bench_batch [--files 300] [--words 500] [--model en]
    python -m benchmarks.bench_batch --kill [--files 10000] [--words 40] [--model en-baseline]

First the same files by `format` and by `batch --jobs 2`, whole commands from their start to their
end, and whether they wrote the same. `--kill`: a batch is killed with signal 9 three times, begun
again, and each output held against what the formatter writes.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import legibly
from benchmarks.measuring import SPEECH, seconds

KILLS = 3


def make_archive(folder: Path, files: int, words: int) -> None:
    chance = random.Random(1)
    for i in range(files):
        place = folder / f"{i % 100:02d}"
        place.mkdir(parents=True, exist_ok=True)
        first = chance.randrange(len(SPEECH))
        text = [SPEECH[(first + at) % len(SPEECH)] for at in range(words)]
        (place / f"{i}.txt").write_text(" ".join(text) + "\n", "utf-8")


def legibly_command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "legibly", *map(str, arguments)]


def run(*arguments: object) -> None:
    subprocess.run(legibly_command(*arguments), check=True, stderr=subprocess.DEVNULL)


def outputs(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.glob("??/*"))
    }


def beside_format(folder: Path, files: int, words: int, model: str) -> None:
    archive = folder / "in"
    make_archive(archive, files, words)
    one = seconds(lambda: run("format", archive, "-o", folder / "one", "--model", model))
    options = ("--model", model, "--jobs", 2)
    two = seconds(lambda: run("batch", archive, folder / "two", *options))
    facts = json.loads((folder / "two" / "_batch" / "summary.json").read_text("utf-8"))
    total = files * words
    print(f"{files:,} files of {words:,} words, model {model}, commands from start to end")
    print(f"format, one core: {one:.1f} s, {total / one:,.0f} words/s")
    print(f"batch, two cores: {two:.1f} s, {total / two:,.0f} words/s")
    print(f"batch without its start: {facts['run']['words_per_second']:,.0f} words/s")
    print(f"batch is {one / two:.2f} times as fast")
    same = outputs(folder / "one") == outputs(folder / "two")
    print(f"the same text: {'yes' if same else 'NO'}")


def killed(folder: Path, files: int, words: int, model: str) -> None:
    archive, out = folder / "in", folder / "out"
    make_archive(archive, files, words)
    chance = random.Random(2)
    shares = sorted(chance.uniform(0.1, 0.9) for _ in range(KILLS))
    for share in shares:
        run_until(int(files * share), archive, out, model)
    run("batch", archive, out, "--model", model, "--jobs", 2)

    formatter = legibly.load(model)
    expected = {
        str(path.relative_to(archive)): f"{formatter(path.read_text('utf-8')).text}\n".encode()
        for path in sorted(archive.glob("??/*"))
    }
    found = outputs(out)
    missing = len(expected.keys() - found.keys())
    doubled = len(found.keys() - expected.keys())
    doubled += sum(path.name.startswith(".") for path in out.rglob("*"))
    torn = sum(found[name] != text for name, text in expected.items() if name in found)
    facts = json.loads((out / "_batch" / "summary.json").read_text("utf-8"))
    print(
        f"{files:,} files, killed with signal 9 {KILLS} times, at "
        f"{', '.join(f'{share:.0%}' for share in shares)} of the files: {missing} outputs missing, "
        f"{doubled} doubled or left over, {torn} torn; the journal has "
        f"{facts['files']['done']:,} done, {facts['run']['files']:,} of them in the last run"
    )


def run_until(count: int, archive: Path, out: Path, model: str) -> None:
    """Kills a batch, its workers not asked, when so many outputs are there."""
    process = subprocess.Popen(
        legibly_command("batch", archive, out, "--model", model, "--jobs", 2),
        stderr=subprocess.DEVNULL,
    )
    while process.poll() is None and written(out) < count:
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()


def written(out: Path) -> int:
    return sum(1 for _ in out.glob("??/*.txt"))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--kill", action="store_true")
    parser.add_argument("--files", type=int)
    parser.add_argument("--words", type=int)
    parser.add_argument("--model")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        if chosen.kill:
            sizes = (chosen.files or 10_000, chosen.words or 40)
            killed(Path(name), *sizes, chosen.model or "en-baseline")
        else:
            sizes = (chosen.files or 300, chosen.words or 500)
            beside_format(Path(name), *sizes, chosen.model or "en")


if __name__ == "__main__":
    main()
