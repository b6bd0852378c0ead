"""Speech that tests make themselves: sentences that espeak-ng says, with silence between them."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from legibly.speech.audio import Samples, read_samples

RATE = 16_000
SILENCE_SECONDS = 0.6
SENTENCES = (
    "We met the captain of the ship this morning.",
    "He told us that the weather would be fine.",
    "The tickets cost $25 for every passenger.",
    "Nobody had seen the harbour before.",
    "My sister Aurelivia bought fresh bread and cheese.",
    "After dinner we walked along the river.",
)


class Said(NamedTuple):
    """A sentence, from where to where it is heard."""

    text: str
    start: float
    end: float


def need_speech() -> None:
    for library in ("pocketsphinx", "soundfile", "soxr"):
        pytest.importorskip(library)
    if shutil.which("espeak-ng") is None:
        pytest.skip("needs the program espeak-ng to make speech: apt install espeak-ng")


def spoken(text: str, folder: Path) -> Samples:
    """What espeak-ng says, without the silence around it."""
    path = folder / "said.wav"
    subprocess.run(
        ["espeak-ng", "-v", "en-us", "-s", "150", "-w", str(path), text], check=True, timeout=60
    )
    samples = read_samples(path, RATE)
    loud = np.flatnonzero(np.abs(samples) > 0.01)
    return samples[loud[0] : loud[-1] + 1]


def write_speech(path: Path, sentences: Sequence[str]) -> list[Said]:
    """A sound file of sentences; where each of them is."""
    import soundfile

    noise = np.random.default_rng(1)
    silence = int(SILENCE_SECONDS * RATE)
    parts = [np.zeros(silence, np.float32)]
    said = []
    at = silence
    for text in sentences:
        samples = spoken(text.replace("$25", "twenty-five dollars"), path.parent)
        said.append(Said(text, at / RATE, (at + len(samples)) / RATE))
        parts += [samples, np.zeros(silence, np.float32)]
        at += len(samples) + silence
    sound = np.concatenate(parts)
    soundfile.write(path, sound + noise.normal(0, 0.001, len(sound)), RATE)
    return said
