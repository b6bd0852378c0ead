"""Prosodic features of words from the sound that they were heard in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from legibly.prosody.features import OF_SOUND, TIME_NAMES, Values, from_times
from legibly.speech.frames import FRAMES_A_SECOND, Floats, Frames
from legibly.transcript import Word

WINDOW_FRAMES = round(0.2 * FRAMES_A_SECOND)  # Kim & Woodland's 0.2 s
FAINTEST = 1e-5  # of full scale
FEWEST_FRAMES = 4  # with a voice, for a slope
FEWEST_WORDS = 5  # of a speaker, for a level of its own

_SOUND_NAMES = tuple(feature.name for feature in OF_SOUND)


class Level(NamedTuple):
    """Where a voice is at home."""

    octaves: float  # log of the median pitch
    decibels: float  # of the words


def word_features(words: Sequence[Word], frames: Frames) -> Values:
    """[words, NAMES]: what times say, and what the sound says around each word's end."""
    times = from_times(words)
    if words and words[-1].end is not None:
        times[-1, TIME_NAMES.index("pause")] = max(0.0, frames.seconds - words[-1].end)
    return np.concatenate([times, from_sound(words, frames)], axis=1)


def from_sound(words: Sequence[Word], frames: Frames) -> Values:
    """[words, names of OF_SOUND]."""
    logs = _Logs(frames)
    levels = _levels(words, logs)
    rows = np.full((len(words), len(_SOUND_NAMES)), np.nan)
    for position, word in enumerate(words):
        if word.end is None or not 0 <= word.end <= frames.seconds + 0.1:
            continue
        following = words[position + 1].start if position + 1 < len(words) else None
        rows[position] = _row(logs, word.end, following, levels[word.speaker])
    return rows


class _Logs:
    """Pitch in octaves and energy in decibels, NaN where there is none."""

    def __init__(self, frames: Frames) -> None:
        self.hertz, self.energy = frames.hertz, frames.energy
        with np.errstate(divide="ignore"):
            octaves = np.where(frames.hertz > 0, np.log2(frames.hertz), np.nan)
        self.octaves = octaves.astype(np.float32)
        self.decibels = (20 * np.log10(np.maximum(frames.energy, FAINTEST))).astype(np.float32)


def frame_at(seconds: float) -> int:
    return round(seconds * FRAMES_A_SECOND)


def _levels(words: Sequence[Word], logs: _Logs) -> dict[str | None, Level]:
    """Of each speaker; of all together where a speaker says hardly anything."""
    spans: dict[str | None, list[tuple[int, int]]] = {}
    for word in words:
        if word.start is not None and word.end is not None and word.end > word.start >= 0:
            span = frame_at(word.start), frame_at(word.end)
            spans.setdefault(word.speaker, []).append(span)
    everybody = _level([span for of_one in spans.values() for span in of_one], logs)
    return {
        speaker: _level(spans[speaker], logs)
        if len(spans.get(speaker, ())) >= FEWEST_WORDS
        else everybody
        for speaker in {word.speaker for word in words}
    }


def _level(spans: Sequence[tuple[int, int]], logs: _Logs) -> Level:
    inside = np.zeros(len(logs.energy) + 1, bool)
    for first, last in spans:
        inside[first:last] = True
    return Level(_median(logs.octaves[inside[:-1]]), _median(logs.decibels[inside[:-1]]))


def _median(values: Floats) -> float:
    known = values[np.isfinite(values)]
    return float(np.median(known)) if len(known) else np.nan


def _row(logs: _Logs, end: float, following: float | None, level: Level) -> list[float]:
    at = min(frame_at(end), len(logs.energy))
    left = slice(max(0, at - WINDOW_FRAMES), at)
    right = slice(at, at + WINDOW_FRAMES)
    f0_left, count_left = _voice(logs.hertz[left])
    f0_right, count_right = _voice(logs.hertz[right])
    energy_left, energy_right = (
        _root_mean_square(logs.energy[left]),
        _root_mean_square(logs.energy[right]),
    )
    octaves, decibels = _mean(logs.octaves[left]), _mean(logs.decibels[left])
    begins = None if following is None else frame_at(following)
    onset = slice(0, 0) if begins is None else slice(begins, begins + WINDOW_FRAMES)
    values = {
        "f0_left": f0_left,
        "f0_right": f0_right,
        "f0_ratio": f0_right / f0_left,
        "f0_count_left": count_left,
        "f0_count_right": count_right,
        "energy_left": energy_left,
        "energy_right": energy_right,
        "energy_ratio": energy_right / max(energy_left, FAINTEST),
        "f0_level": octaves - level.octaves,
        "f0_slope": _slope(logs.octaves[left]),
        "f0_reset": _mean(logs.octaves[onset]) - octaves,
        "energy_level": decibels - level.decibels,
        "energy_slope": _slope(logs.decibels[left]),
        "energy_reset": _mean(logs.decibels[onset]) - decibels,
    }
    return [values[name] for name in _SOUND_NAMES]


def _voice(hertz: Floats) -> tuple[float, float]:
    """Mean pitch, and the frames that have one."""
    voiced = hertz[hertz > 0]
    return (float(voiced.mean()) if len(voiced) else np.nan), float(len(voiced))


def _root_mean_square(energy: Floats) -> float:
    return float(np.sqrt((energy * energy).mean())) if len(energy) else np.nan


def _mean(values: Floats) -> float:
    known = values[np.isfinite(values)]
    return float(known.mean()) if len(known) else np.nan


def _slope(values: Floats) -> float:
    """A second, by least squares."""
    at = np.flatnonzero(np.isfinite(values))
    if len(at) < FEWEST_FRAMES:
        return np.nan
    away = at - at.mean()
    return float((away * values[at]).sum() / (away * away).sum() * FRAMES_A_SECOND)
