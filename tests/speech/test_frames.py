from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legibly.speech.frames import (
    COMPARED_SAMPLES,
    HOP,
    LONGEST,
    REACH,
    Floats,
    correlations,
    measure,
)
from tests.speech.sounds import silence, voice


@pytest.mark.parametrize("hertz", [60, 110, 220, 390])
def test_the_pitch_of_a_voice(hertz: float) -> None:
    frames = measure([voice(hertz, 1.0)])
    middle = frames.hertz[10:90]
    assert (middle > 0).all()
    assert np.median(middle) == pytest.approx(hertz, rel=0.01)


def test_silence_and_noise_have_no_voice() -> None:
    noise = np.random.default_rng(1).normal(size=8_000).astype(np.float32) * 0.1
    assert (measure([silence(1.0)]).hertz == 0).all()
    assert (measure([noise]).hertz > 0).mean() < 0.05


def test_energy_is_the_root_mean_square() -> None:
    samples = voice(200, 1.0)
    frames = measure([samples])
    expected = np.sqrt((samples[2_000:6_000] ** 2).mean())
    assert np.sqrt((frames.energy[25:75] ** 2).mean()) == pytest.approx(expected, rel=0.05)


def test_a_frame_every_ten_milliseconds() -> None:
    assert len(measure([voice(200, 2.5)]).energy) == 250
    assert measure([voice(200, 2.5)]).seconds == 2.5
    assert len(measure([]).energy) == 0
    assert len(measure([np.zeros(HOP - 1, np.float32)]).energy) == 0


def test_the_beginning_of_a_voice_is_where_it_is() -> None:
    frames = measure([np.concatenate([silence(0.5), voice(150, 0.5), silence(0.5)])])
    voiced = np.flatnonzero(frames.hertz > 0)
    assert voiced[0] == pytest.approx(50, abs=3)
    assert voiced[-1] == pytest.approx(99, abs=3)


@settings(max_examples=10)
@given(st.lists(st.integers(1, 12_000), max_size=6))
def test_blocks_change_nothing(cuts: list[int]) -> None:
    samples = np.concatenate([voice(120, 0.7), silence(0.3), voice(240, 22.0)])
    whole = measure([samples])
    parts = measure(np.split(samples, sorted(cut % len(samples) for cut in cuts)))
    assert np.array_equal(whole.hertz, parts.hertz)
    assert np.array_equal(whole.energy, parts.energy)


def slow(frame: Floats) -> list[float]:
    found = []
    first = frame[:COMPARED_SAMPLES].astype(np.float64)
    for period in range(LONGEST + 1):
        other = frame[period : period + COMPARED_SAMPLES].astype(np.float64)
        scale = np.sqrt((first**2).sum() * (other**2).sum())
        found.append(float((first * other).sum() / max(scale, 1e-6)))
    return found


def test_correlations_are_those_of_a_slow_sum() -> None:
    random = np.random.default_rng(2)
    frames = random.normal(size=(3, REACH)).astype(np.float32)
    for frame, fast in zip(frames, correlations(frames), strict=True):
        assert fast.tolist() == pytest.approx(slow(frame), abs=1e-4)
