"""Programs that write spoken lines, and how fast: ours, and peers in an environment of their
own.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from legibly.formatting.formatter import Formatter
from legibly.transcript import Transcript, Word, as_heard
from recipes.shugrina_2010.entities import drawn

PEERS = ("nemo", "wetext")


class Writer(Protocol):
    words_a_second: float  # the last time

    def __call__(self, lines: Sequence[str]) -> list[str]: ...


@dataclass
class Ours:
    formatter: Formatter
    words_a_second: float = 0.0

    def __call__(self, lines: Sequence[str]) -> list[str]:
        began = time.perf_counter()
        texts = list(self.formatter.each(transcript(line) for line in lines))
        self.words_a_second = count_words(lines) / (time.perf_counter() - began)
        return [drawn(text.tokens) for text in texts]


@dataclass
class Peer:
    """Another program, run over lines by its own interpreter, which need not know us."""

    python: str
    name: str
    words_a_second: float = 0.0
    language: str = "en"

    def __call__(self, lines: Sequence[str]) -> list[str]:
        program = Path(__file__).with_name("peers.py")
        result = subprocess.run(
            [self.python, str(program), self.name, self.language],
            input="\n".join(lines) + "\n",
            capture_output=True,
            text=True,
            check=True,
        )
        _loading, seconds = map(float, result.stderr.strip().splitlines()[-1].split())
        self.words_a_second = count_words(lines) / seconds
        return result.stdout.split("\n")[: len(lines)]


def transcript(line: str) -> Transcript:
    words = tuple(Word(word) for word in line.split())
    return Transcript(words, tuple(as_heard(words)), "en")


def count_words(lines: Sequence[str]) -> int:
    return sum(len(line.split()) for line in lines)


def speed(writer: Writer, lines: Sequence[str]) -> float:
    writer(lines)
    return writer.words_a_second
