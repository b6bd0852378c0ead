"""Sounds that tests make themselves."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from legibly.speech.audio import Samples
from legibly.speech.frames import RATE

soundfile = pytest.importorskip("soundfile", reason="needs pip install 'legibly[speech]'")
pytest.importorskip("soxr", reason="needs pip install 'legibly[speech]'")


def voice(hertz: float, seconds: float, rate: int = RATE, loud: float = 0.3) -> Samples:
    """A buzz with some harmonics, as of vocal folds."""
    at = np.arange(int(seconds * rate)) / rate
    waves = sum(np.sin(2 * np.pi * hertz * k * at) / k for k in range(1, 6))
    samples: Samples = (loud * np.asarray(waves) / 2).astype(np.float32)
    return samples


def silence(seconds: float, rate: int = RATE) -> Samples:
    return np.zeros(int(seconds * rate), np.float32)


def save(path: Path, samples: Samples, rate: int = RATE, **options: str) -> Path:
    soundfile.write(path, samples, rate, **options)
    return path
