"""Times that `legibly time` finds, beside those of the Montreal Forced Aligner (LJSpeech) and of an
earlier run of pocketsphinx (White House, acted dialogue): how far word ends and pauses agree, and
what a second of sound costs.

    python -m benchmarks.bench_alignment [--data ../shared/data] [--long]

`--long` adds two hours of acted dialogue, its lines one after another, and the memory it takes.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import resource
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from legibly.speech.audio import read_samples
from legibly.speech.forced_alignment import time_words
from legibly.transcript import Transcript, Word

RATE = 16_000
DATA = Path(__file__).parents[2] / "shared" / "data"
BETWEEN_CLIPS_SECONDS = 0.5
LONG_PAUSE, FOUND_PAUSE = 0.1, 0.05  # seconds


class Known(NamedTuple):
    """A word with its known times; `opens` says that the pause before it is of our making."""

    text: str
    start: float | None
    end: float | None
    opens: bool = False

    def later(self, seconds: float) -> Known:
        if self.start is None or self.end is None:
            return self
        return self._replace(start=self.start + seconds, end=self.end + seconds)


@dataclass(frozen=True)
class Figures:
    ends: list[float]  # differences of word ends, in seconds
    pauses: list[tuple[float, float]]  # known, ours
    words: int
    found: int
    sound: float
    processor: float

    def __add__(self, other: Figures) -> Figures:
        return Figures(
            self.ends + other.ends,
            self.pauses + other.pauses,
            self.words + other.words,
            self.found + other.found,
            self.sound + other.sound,
            self.processor + other.processor,
        )

    def row(self, name: str) -> str:
        ends = 1000 * np.abs(self.ends)
        known, ours = np.array(self.pauses).T
        long = known > LONG_PAUSE
        none = known < FOUND_PAUSE
        return (
            f"{name:34} {self.found:6,} of {self.words:6,}  {np.median(ends):3.0f} ms "
            f"{np.quantile(ends, 0.9):4.0f} ms  {(ours[long] > FOUND_PAUSE).mean():5.0%} of "
            f"{long.sum():4}  {(ours[none] > LONG_PAUSE).sum():3}   "
            f"{np.corrcoef(known, ours)[0, 1]:.2f}  {self.processor / self.sound:.3f}"
        )


def measured(path: Path, known: Sequence[Known], seconds: float) -> Figures:
    begin = time.process_time()
    timed = time_words(path, Transcript([Word(word.text) for word in known], language="en"))
    taken = time.process_time() - begin
    ours = timed.transcript.words
    ends = [
        word.end - truth.end
        for word, truth in zip(ours, known, strict=True)
        if word.end is not None and truth.end is not None
    ]
    starts = [None if truth.opens else truth.start for truth in known]
    theirs = pauses_of(starts, [truth.end for truth in known])
    mine = pauses_of([word.start for word in ours], [word.end for word in ours])
    pauses = [
        (pause, own)
        for pause, own in zip(theirs, mine, strict=True)
        if pause is not None and own is not None
    ]
    return Figures(ends, pauses, len(known), timed.found, seconds, taken)


def pauses_of(starts: Sequence[float | None], ends: Sequence[float | None]) -> list[float | None]:
    """Before every word but the first, where both times beside it are known."""
    return [
        None if start is None or end is None else start - end
        for end, start in zip(ends[:-1], starts[1:], strict=True)
    ]


def rows_of(path: Path) -> Iterator[dict[str, Any]]:
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def words_of(rows: Iterable[dict[str, Any]]) -> list[Known]:
    return [Known(row["w"], row["s"], row["e"], at == 0) for at, row in enumerate(rows)]


class Joined:
    """Recordings one after another in a file, with silence between them."""

    def __init__(self, path: Path) -> None:
        import soundfile

        self.path, self.words, self.seconds = path, list[Known](), 0.0
        self._out = soundfile.SoundFile(path, "w", RATE, 1)

    def add(self, samples: np.ndarray, words: Iterable[Known]) -> None:
        self.words += [word.later(self.seconds) for word in words]
        self._out.write(samples)
        self._out.write(np.zeros(int(BETWEEN_CLIPS_SECONDS * RATE), np.float32))
        self.seconds += len(samples) / RATE + BETWEEN_CLIPS_SECONDS

    def measured(self) -> Figures:
        self._out.close()
        return measured(self.path, self.words, self.seconds)


def read_speech(data: Path, folder: Path) -> None:
    clips = {path.stem: path for path in (data / "audio" / "ljspeech-sample").glob("*.flac")}
    known: dict[str, list[dict[str, Any]]] = {}
    for path in sorted((data / "timed" / "ljspeech").glob("*/LJ001.jsonl.xz")):
        for row in rows_of(path):
            known.setdefault(row["clip"], []).append(row)
    alone: Figures | None = None
    joined = Joined(folder / "joined.flac")
    for name in sorted(clips):
        samples, words = read_samples(clips[name], RATE), words_of(known[name])
        found = measured(clips[name], words, len(samples) / RATE)
        alone = found if alone is None else alone + found
        joined.add(samples, words)
    assert alone is not None
    print(alone.row(f"LJSpeech, {len(clips)} clips"))
    print(joined.measured().row("the same, as one recording"))


def addresses(data: Path) -> None:
    for row in rows_of(data / "audio" / "whitehouse" / "aligned.jsonl.xz"):
        path = (data / "audio" / "whitehouse" / row["file"]).with_suffix(".opus")
        print(measured(path, words_of(row["words"]), row["dur"]).row(f"White House, {path.stem}"))


def dialogue(data: Path, folder: Path) -> None:
    joined = Joined(folder / "dialogue.flac")
    for part in ("train", "dev", "test"):
        for row in rows_of(data / "audio" / "bass" / f"{part}.jsonl.xz"):
            path = (data / "audio" / "bass" / "opus" / row["file"]).with_suffix(".opus")
            joined.add(read_samples(path, RATE), words_of(row["words"]))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(joined.measured().row(f"acted dialogue, {joined.seconds / 60:.0f} minutes"))
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"memory: {before} MB before the dialogue, {after} MB with it")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, default=os.environ.get("LEGIBLY_DATA", DATA))
    parser.add_argument("--long", action="store_true")
    arguments = parser.parse_args()
    if not (arguments.data / "audio").is_dir():
        print(f"{arguments.data}: no audio; left out")
        return
    print(
        f"{'':34} {'words found':>16}  {'ends: median, 90 %':>15}  pauses found  false     r  CPU/s"
    )
    with tempfile.TemporaryDirectory() as folder:
        read_speech(arguments.data, Path(folder))
        addresses(arguments.data)
        if arguments.long:
            dialogue(arguments.data, Path(folder))


if __name__ == "__main__":
    main()
