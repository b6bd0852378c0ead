"""Commands that were tried: what came of them then, and what comes now."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

TABLE = Path(__file__).with_name("commands.tsv")
ANYTHING = "..."
MOST_SECONDS = 120
WORDS_A_SECOND = 10 / 3

# Recordings that the commands name, as words with times.
TALKS = {
    "board.jsonl": "can you write that up and send it to me before we meet again on tuesday "
    "because the board wants to see the numbers",
    "search.jsonl": "the five hundred thousand that was approved in march is gone because we "
    "moved the search index to another machine",
    "doctor.jsonl": "he came here in the u s doctor smith paid me for the work that i had done in "
    "the hospital",
    "price.jsonl": "good morning everyone the price is low",
    "two.jsonl": "hello there how are you | i am fine thank you very much",
}


class Command(NamedTuple):
    part: str
    command: str
    before: str
    wanted: str


def read_commands(path: Path = TABLE) -> Iterator[Command]:
    """`\\n` is a line's end in what is wanted; in a command it is the shell's."""
    for row in path.read_text("utf-8").splitlines():
        if not row.startswith("#"):
            part, command, before, wanted = row.split("\t")
            yield Command(part, command, before, wanted.replace("\\n", "\n"))


def write_talks(folder: Path) -> None:
    for name, text in TALKS.items():
        lines = list(_word_lines(text))
        (folder / name).write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")


def _word_lines(text: str) -> Iterator[dict[str, object]]:
    """`|` is where another begins to speak; nobody is named where there is only one."""
    turns = [turn.split() for turn in text.split("|")]
    start = 0.0
    for speaker, words in zip(("Ann", "Ben"), turns, strict=False):
        for word in words:
            end = round(start + 1 / WORDS_A_SECOND, 2)
            line: dict[str, object] = {"w": word, "s": start, "e": round(end - 0.02, 2)}
            yield line | ({"spk": speaker} if len(turns) > 1 else {})
            start = end


def output(command: str, folder: Path) -> str:
    """What a user sees: both streams, in a folder of their own, with the legibly that runs here."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=MOST_SECONDS,
        check=False,
    )
    return done.stdout.rstrip("\n")


def fits(shown: str, wanted: str) -> bool:
    pattern = ".*".join(map(re.escape, wanted.split(ANYTHING)))
    return re.fullmatch(pattern, shown, re.DOTALL) is not None
