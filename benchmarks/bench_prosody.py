"""Features of sound: CPU of an hour, memory over hours, and the pitch beside another tracker's.

    python -m benchmarks.bench_prosody [--data corpora/] [--hours 1 4]

The pitch is compared where swift-f0 is installed (pip install 'legibly[peers]').
"""

from __future__ import annotations

import argparse
import os
import time
import tracemalloc
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from legibly.speech.audio import Samples, open_audio, read_samples
from legibly.speech.frames import FRAMES_A_SECOND, RATE, Frames, measure
from legibly.speech.word_prosody import word_features
from legibly.transcript import Word

ROOT = Path(__file__).parents[1]
SETS = {
    "read speech": ("audio/ljspeech-sample/*.flac", 32),
    "addresses": ("audio/whitehouse/*.opus", 2),
    "acted dialogue, 8 bit": ("audio/bass/opus/*.opus", 120),
}
PEER_RATE = 16_000
SURE = 0.5  # the peer's own border between voice and none
WORDS_A_SECOND = 2.5


class Agreement(NamedTuple):
    """Frames of both trackers."""

    frames: int
    same_voicing: float
    median_semitones: float
    beyond_a_semitone: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    data = os.environ.get("LEGIBLY_DATA", ROOT.parent / "shared" / "data")
    parser.add_argument("--data", type=Path, default=data, help="folder of the corpora")
    parser.add_argument("--hours", type=float, nargs="*", default=(1.0, 4.0))
    chosen = parser.parse_args()
    files = sorted(Path(chosen.data).glob(SETS["addresses"][0]))
    if not files:
        raise SystemExit(f"left out: needs audio/whitehouse under {chosen.data}")
    for hours in chosen.hours:
        print_cost(files[0], hours)
    for name, (pattern, most) in SETS.items():
        print_agreement(name, sorted(Path(chosen.data).glob(pattern))[:most])


def print_cost(path: Path, hours: float) -> None:
    """Of a file that is read again and again, as if it were one long one."""
    tracemalloc.start()
    begun = time.process_time()
    frames = measure(_again(path, hours * 3600))
    words = [
        Word("word", i / WORDS_A_SECOND, (i + 0.9) / WORDS_A_SECOND)
        for i in range(int(frames.seconds * WORDS_A_SECOND))
    ]
    word_features(words, frames)
    seconds = time.process_time() - begun
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    print(
        f"{hours:g} h: {seconds:.1f} s of CPU ({seconds / hours:.1f} s an hour), "
        f"{peak / 1e6:.0f} MB at most, {peak / 1e6 / hours:.0f} MB an hour"
    )


def _again(path: Path, seconds: float) -> Iterator[Samples]:
    heard = 0.0
    while heard < seconds:
        for block in open_audio(path, RATE).blocks():
            yield block
            heard += len(block) / RATE


def print_agreement(name: str, files: Sequence[Path]) -> None:
    try:
        import swift_f0
    except ImportError:
        print(f"{name}: not compared (pip install 'legibly[peers]')")
        return
    peer = swift_f0.SwiftF0()
    parts = []
    for path in files:
        frames = measure(open_audio(path, RATE).blocks())
        samples = read_samples(path, PEER_RATE)
        if len(samples) >= PEER_RATE // 4:
            found = peer.detect(samples, PEER_RATE, fmin=50, fmax=400)
            voiced = (found.confidence >= SURE).astype(np.float64)
            parts.append(_pairs(frames, found.timestamps, found.pitch_hz, voiced))
    if parts:
        print(f"{name}: {_told(agreement(np.concatenate(parts, axis=1)))}")


Pairs = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


def _pairs(frames: Frames, times: Pairs, hertz: Pairs, voiced: Pairs) -> Pairs:
    """[ours, theirs], a column a frame of ours; nought without a voice."""
    at = (np.arange(len(frames.hertz)) + 0.5) / FRAMES_A_SECOND
    theirs = np.interp(at, times, hertz)
    theirs[np.interp(at, times, voiced) < SURE] = 0.0
    return np.stack([frames.hertz.astype(np.float64), theirs])


def agreement(pairs: Pairs) -> Agreement:
    ours, theirs = pairs
    both = (ours > 0) & (theirs > 0)
    apart = 12 * np.abs(np.log2(ours[both] / theirs[both]))
    return Agreement(
        pairs.shape[1],
        float(((ours > 0) == (theirs > 0)).mean()),
        float(np.median(apart)),
        float((apart > 1).mean()),
    )


def _told(found: Agreement) -> str:
    return (
        f"{found.frames:,} frames, the same on voice or none in {found.same_voicing:.1%}; where "
        f"both hear one, {found.median_semitones:.2f} semitones apart in the median, more than one "
        f"in {found.beyond_a_semitone:.1%}"
    )


if __name__ == "__main__":
    main()
