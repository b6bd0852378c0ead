"""Features of the voice at the end of each word: their names, and those that times alone give.

The first ten are those of Kim & Woodland (2003), Table 2. A value that is not known is NaN: a word
without times, a ratio of what is not there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from legibly.transcript import Word

Values = NDArray[np.float64]  # [words], or [words, features]


class Feature(NamedTuple):
    name: str
    about: str
    paper: str = ""  # its name in Kim & Woodland's Table 2


OF_TIMES = (
    Feature("pause", "seconds of silence behind the word", "Pau_Len"),
    Feature(
        "since_pause", "seconds from the end of the last pause to that of the word", "Dur_fr_Pau"
    ),
    Feature("duration", "seconds of the word"),
    Feature("letter_duration", "seconds of the word for each of its letters"),
    Feature("lengthening", "log of its duration over what its letters take in the words before"),
    Feature("rate", "letters a second in the words before"),
    Feature("pause_before", "seconds of silence before the word"),
)
OF_SOUND = (
    Feature("f0_left", "mean pitch in hertz, in the 0.2 s before the word's end", "Avg_F0_L"),
    Feature("f0_right", "the same behind it", "Avg_F0_R"),
    Feature("f0_ratio", "pitch behind over pitch before", "Avg_F0_Ratio"),
    Feature("f0_count_left", "frames with a voice in the 0.2 s before the word's end", "Cnt_F0_L"),
    Feature("f0_count_right", "the same behind it", "Cnt_F0_R"),
    Feature("energy_left", "root mean square of the 0.2 s before the word's end", "Eng_L"),
    Feature("energy_right", "the same behind it", "Eng_R"),
    Feature("energy_ratio", "energy behind over energy before", "Eng_Ratio"),
    Feature("f0_level", "pitch before the word's end, in octaves over the speaker's median"),
    Feature("f0_slope", "how that changes, in octaves a second"),
    Feature("f0_reset", "octaves from there to the beginning of the next word"),
    Feature("energy_level", "energy before the word's end, in decibels over the speaker's words"),
    Feature("energy_slope", "how that changes, in decibels a second"),
    Feature("energy_reset", "decibels from there to the beginning of the next word"),
)
FEATURES = OF_TIMES + OF_SOUND
NAMES = tuple(feature.name for feature in FEATURES)
TIME_NAMES = tuple(feature.name for feature in OF_TIMES)
PAPER_NAMES = {feature.name: feature.paper for feature in FEATURES if feature.paper}

LOOK_BACK_WORDS = 20  # as far as a feature of times looks back
SHORTEST_PAUSE_SECONDS = 0.05  # aligners leave shorter gaps between words that are spoken as one
LONGEST_PAUSE_SECONDS = 10.0
RATE_WORDS = 10
EXTRA_LETTERS = 1.5  # short words take longer than their letters say


def from_times(words: Sequence[Word], shortest_pause: float = SHORTEST_PAUSE_SECONDS) -> Values:
    """[words, TIME_NAMES]; a row sees the LOOK_BACK_WORDS words before its own and the next
    one, and nothing else, so that it is the same wherever the words were cut.
    """
    starts, ends = _column(words, 1), _column(words, 2)
    letters = np.array([len(word.text) for word in words], np.float64)
    pauses = pauses_behind(starts, ends)
    durations = ends - starts
    with np.errstate(divide="ignore", invalid="ignore"):
        rates = _rates(letters, durations)
        expected = (letters + EXTRA_LETTERS) / rates
        rows = {
            "pause": pauses,
            "since_pause": _since_pause(starts, ends, pauses, shortest_pause),
            "duration": durations,
            "letter_duration": durations / letters,
            "lengthening": np.log(np.maximum(durations, 0.01) / expected),
            "rate": rates,
            "pause_before": np.concatenate([[np.nan], pauses[:-1]])[: len(words)],
        }
    return np.stack([rows[name] for name in TIME_NAMES], axis=1)


def _column(words: Sequence[Word], field: int) -> Values:
    return np.array(
        [np.nan if (value := word[field]) is None else value for word in words], np.float64
    )


def pauses_behind(starts: Values, ends: Values) -> Values:
    """Silence from each word's end to the next one's start. Nothing is known of the last word, of
    one that has only an end (the last of a caption), and where times begin anew, with another clip.
    """
    gaps = np.full(len(starts), np.nan)
    silences = np.clip(starts[1:] - ends[:-1], 0.0, LONGEST_PAUSE_SECONDS)
    gaps[:-1] = np.where(starts[1:] >= starts[:-1], silences, np.nan)
    return gaps


def _since_pause(starts: Values, ends: Values, pauses: Values, shortest: float) -> Values:
    """From the start of the word behind the last pause; where there is none in reach, from the
    start of the farthest word in reach.
    """
    since = np.full(len(starts), np.nan)
    for position in range(len(starts)):
        first = max(0, position - LOOK_BACK_WORDS)
        begin = starts[position]
        for before in range(position - 1, first - 1, -1):
            if not pauses[before] < shortest:  # a pause, or nothing is known
                break
            begin = starts[before]
        since[position] = ends[position] - begin
    return since


def _rates(letters: Values, durations: Values) -> Values:
    """Letters a second in the RATE_WORDS words before each, with EXTRA_LETTERS a word."""
    known = np.isfinite(durations)
    spoken = np.where(known, letters + EXTRA_LETTERS, 0.0)
    seconds = np.where(known, durations, 0.0)
    spoken_before, seconds_before = (_sums_before(column) for column in (spoken, seconds))
    return np.where(seconds_before > 0.05, spoken_before / seconds_before, np.nan)


def _sums_before(column: Values) -> Values:
    """Of the RATE_WORDS values before each. Summed one by one, so that it is the same to the last
    bit wherever the words were cut.
    """
    padded = np.concatenate([np.zeros(RATE_WORDS), column])
    total = np.zeros(len(column))
    for shift in range(RATE_WORDS):
        total += padded[shift : shift + len(column)]
    return total


def labelled(values: Values, names: Sequence[str] = NAMES) -> list[dict[str, float]]:
    """Labels of words from rows of values; what is not known is left out."""
    return [
        {
            name: round(value, 4)
            for name, value in zip(names, row, strict=True)
            if value == value  # not NaN
        }
        for row in values.tolist()
    ]


def from_labels(words: Sequence[Word], names: Sequence[str] = NAMES) -> Values:
    """[words, names]: what the labels of words say; NaN where they do not, or say no number."""
    rows = np.full((len(words), len(names)), np.nan)
    for row, word in zip(rows, words, strict=True):
        if word.labels:
            row[:] = [_number(word.labels, name) for name in names]
    return rows


def _number(labels: Mapping[str, object], name: str) -> float:
    value = labels.get(name)
    return float(value) if isinstance(value, int | float) and abs(value) < 1e9 else np.nan
