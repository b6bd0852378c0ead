"""Pitch and energy, a frame every 10 ms.

Pitch is found by normalised cross-correlation: how much the sound of the next 30 ms is like itself
a period later, for every period of a voice (as in Talkin's RAPT, without its path over frames).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from legibly.speech.audio import Samples

Floats = NDArray[np.float32]

RATE = 8_000  # samples a second
HOP = 80  # samples: 10 ms
FRAMES_A_SECOND = RATE // HOP
COMPARED_SAMPLES = 240  # samples that are compared: 30 ms
LOWEST_HERTZ, HIGHEST_HERTZ = 50, 400
SHORTEST, LONGEST = RATE // HIGHEST_HERTZ, RATE // LOWEST_HERTZ  # periods in samples
REACH = COMPARED_SAMPLES + LONGEST  # samples that a frame sees: 50 ms
_FFT = 512
SAMPLES_BEFORE = 110  # samples of them before the frame: what is compared lies around its middle
VOICED = 0.65  # correlation from which on a frame has a voice in it
NEARLY_BEST = 0.92  # a shorter period as good as this is the period; longer ones are its multiples
FAINT_DECIBELS = 30.0  # below the loud frames nothing is a voice
SHORTEST_VOICE = 3  # frames
AT_ONCE = 2_000  # frames


class Frames(NamedTuple):
    """Frame k is about the time (k + 1/2) / FRAMES_A_SECOND."""

    hertz: Floats  # of the voice; nought where there is none
    energy: Floats  # root mean square of the samples

    @property
    def seconds(self) -> float:
        return len(self.energy) / FRAMES_A_SECOND


def measure(blocks: Iterable[Samples]) -> Frames:
    """Of mono sound at RATE, however it is cut into blocks."""
    parts = list(_parts(blocks))
    if not parts:
        return Frames(np.zeros(0, np.float32), np.zeros(0, np.float32))
    hertz, energy = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Frames(_smoothed(_without_faint(hertz, energy)), energy)


def _parts(blocks: Iterable[Samples]) -> Iterator[tuple[Floats, Floats]]:
    rest = np.zeros(SAMPLES_BEFORE, np.float32)
    for block in blocks:
        rest = np.concatenate([rest, block])
        while len(rest) >= REACH + HOP * (AT_ONCE - 1):
            yield _measured(rest[: REACH + HOP * (AT_ONCE - 1)])
            rest = rest[HOP * AT_ONCE :]
    count = (len(rest) - SAMPLES_BEFORE) // HOP
    if count > 0:
        end = np.zeros(REACH, np.float32)
        yield _measured(np.concatenate([rest, end])[: REACH + HOP * (count - 1)])


def _measured(samples: Samples) -> tuple[Floats, Floats]:
    frames = np.lib.stride_tricks.sliding_window_view(samples, REACH)[::HOP]
    frames = frames - frames.mean(axis=1, keepdims=True)
    middle = frames[:, SAMPLES_BEFORE : SAMPLES_BEFORE + HOP]
    energy = np.sqrt((middle * middle).mean(axis=1))
    return _pitch(correlations(frames)), energy


def correlations(frames: Floats) -> Floats:
    """[frames, periods from nought to LONGEST + 1]: its first samples with as many that lie a
    period later, over the root of both energies.
    """
    first = np.fft.rfft(frames[:, :COMPARED_SAMPLES], _FFT)
    whole = np.fft.rfft(frames, _FFT)
    products = np.fft.irfft(first.conj() * whole, _FFT)[:, : LONGEST + 1]
    sums = np.cumsum(np.pad(frames * frames, ((0, 0), (1, 0))), axis=1, dtype=np.float64)
    energies = sums[:, COMPARED_SAMPLES : COMPARED_SAMPLES + LONGEST + 1] - sums[:, : LONGEST + 1]
    scale = np.sqrt(np.maximum(energies * energies[:, :1], 1e-12))
    return (products / scale).astype(np.float32)


def _pitch(correlation: Floats) -> Floats:
    """The shortest period whose peak is nearly as high as the highest."""
    inner = correlation[:, SHORTEST:LONGEST]
    peaks = (inner >= correlation[:, SHORTEST - 1 : LONGEST - 1]) & (
        inner >= correlation[:, SHORTEST + 1 : LONGEST + 1]
    )
    heights = np.where(peaks, inner, -1.0)
    best = heights.max(axis=1)
    period = (heights >= (NEARLY_BEST * best)[:, None]).argmax(axis=1) + SHORTEST
    rows = np.arange(len(correlation))
    before, at, behind = (correlation[rows, period + step] for step in (-1, 0, 1))
    curve = before - 2 * at + behind
    shift = np.where(curve < -1e-6, 0.5 * (before - behind) / np.minimum(curve, -1e-6), 0.0)
    hertz = RATE / (period + np.clip(shift, -0.5, 0.5))
    return np.where(best >= VOICED, hertz, 0.0).astype(np.float32)


def _without_faint(hertz: Floats, energy: Floats) -> Floats:
    loud = float(np.quantile(energy, 0.95)) if len(energy) else 0.0
    return np.where(energy > loud * 10 ** (-FAINT_DECIBELS / 20), hertz, np.float32(0.0))


def _smoothed(hertz: Floats) -> Floats:
    """Jumps of a frame are taken back (a median of five voiced frames), and voices of a frame or
    two are none.
    """
    voiced = hertz > 0
    runs = np.flatnonzero(np.diff(np.pad(voiced.astype(np.int8), 1)))
    out = np.zeros_like(hertz)
    for first, last in zip(runs[::2], runs[1::2], strict=True):
        if last - first >= SHORTEST_VOICE:
            run = np.pad(hertz[first:last], 2, mode="edge")
            views = np.lib.stride_tricks.sliding_window_view(run, 5)
            out[first:last] = np.median(views, axis=1)
    return out
