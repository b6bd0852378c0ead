from __future__ import annotations

import numpy as np
import pytest

from legibly.prosody.features import NAMES, TIME_NAMES, from_times
from legibly.speech.frames import Frames, measure
from legibly.speech.live_prosody import LiveProsody
from legibly.speech.word_prosody import word_features
from legibly.transcript import Word
from tests.speech.sounds import silence, voice

WORDS = [Word("ooh", 0.5, 1.0), Word("aah", 1.5, 2.0)]


def spoken() -> Frames:
    """At 200 Hz, a silence, and softer an octave lower."""
    parts = (silence(0.5), voice(200, 0.5), silence(0.5), voice(100, 0.5, loud=0.15), silence(1.0))
    return measure([np.concatenate(parts)])


def values(words: list[Word]) -> dict[str, list[float]]:
    rows = word_features(words, spoken())
    return {name: rows[:, i].tolist() for i, name in enumerate(NAMES)}


def test_pitch_and_energy_before_and_behind_the_end_of_a_word() -> None:
    found = values(WORDS)
    assert found["f0_left"] == [pytest.approx(200, rel=0.02), pytest.approx(100, rel=0.03)]
    assert found["f0_count_left"][0] >= 18
    assert found["f0_count_right"] == [0, 0]
    assert np.isnan(found["f0_ratio"]).all()
    assert found["energy_left"][0] == pytest.approx(2 * found["energy_left"][1], rel=0.1)
    assert found["energy_ratio"][0] < 0.3


def test_levels_are_those_of_the_speaker() -> None:
    together = values(WORDS)
    assert together["f0_level"][0] > 0 > together["f0_level"][1] - 0.01
    assert together["f0_reset"][0] == pytest.approx(-1.0, abs=0.1)
    assert together["energy_reset"][0] == pytest.approx(-6.0, abs=1.5)
    assert np.isnan(together["f0_reset"][1])


def test_behind_the_last_word_the_sound_goes_on() -> None:
    assert values(WORDS)["pause"] == [0.5, 1.0]


def test_words_without_times_or_behind_the_sound_have_nothing_of_it() -> None:
    rows = word_features([Word("hm"), Word("late", 90.0, 91.0)], spoken())
    assert np.isnan(rows[:, len(TIME_NAMES) :]).all()


def test_times_are_told_as_without_sound() -> None:
    rows = word_features(WORDS, spoken())[:1, : len(TIME_NAMES)]
    assert np.array_equal(rows, from_times(WORDS)[:1], equal_nan=True)


def test_while_somebody_speaks_a_word_is_ready_after_a_fifth_of_a_second() -> None:
    parts = np.concatenate([silence(0.5), voice(200, 0.5), silence(0.5), voice(100, 0.5)])
    live = LiveProsody()
    ready: list[tuple[float, Word]] = []
    for block in np.array_split(parts, 20):  # of 0.1 s
        live.hear(block)
        for word in WORDS:
            if word.end is not None and live.seconds - 0.1 < word.end <= live.seconds:
                live.add(word)
        ready += [(round(live.seconds, 2), word) for word in live.ready()]
    ready += [(round(live.seconds, 2), word) for word in live.ready(closed=True)]
    assert [(at, word.text) for at, word in ready] == [(1.2, "ooh"), (2.0, "aah")]
    labels = ready[0][1].labels
    assert labels["pause"] == pytest.approx(0.2, abs=0.02)
    assert labels["f0_left"] == pytest.approx(200, rel=0.02)


def test_a_live_recording_forgets_its_beginning() -> None:
    live = LiveProsody()
    for second in range(60):
        live.hear(voice(150, 1.0))
        live.add(Word("word", second + 0.2, second + 0.7))
        found = list(live.ready())
        assert [word.start for word in found] == [second + 0.2]
        assert found[0].labels["f0_left"] == pytest.approx(150, rel=0.02)
    assert live.seconds == pytest.approx(60.0)
    assert len(live._sound) <= 30 * 8_000
