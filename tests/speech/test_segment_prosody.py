from __future__ import annotations

import numpy as np
import pytest

from legibly.prosody.features import NAMES
from legibly.speech.frames import measure
from legibly.speech.segment_prosody import SegmentProsody
from legibly.speech.word_prosody import word_features
from legibly.transcript import Transcript, Word
from tests.speech.sounds import silence, voice

RATE = 16_000
WORDS = [
    Word("one", 0.2, 0.8),
    Word("two", 0.9, 1.5),
    Word("three", 2.4, 3.0),
    Word("four", 3.1, 3.8),
]


def test_segments_say_what_the_whole_sound_says() -> None:
    pytest.importorskip("soxr")
    sound = np.concatenate(
        [
            silence(0.2, RATE),
            voice(120, 1.3, RATE),
            silence(0.9, RATE),
            voice(150, 1.4, RATE),
            silence(0.4, RATE),
        ]
    )
    prosody = SegmentProsody()
    middle = 2 * RATE
    parts = [
        *prosody.add(Transcript(WORDS[:2], continued=True), sound[:middle], 0.0),
        *prosody.add(Transcript(WORDS[2:]), sound[middle:], 2.0),
        *prosody.close(),
    ]
    found = [word for part in parts for word in part.words]
    assert [word.text for word in found] == ["one", "two", "three", "four"]
    import soxr

    whole = word_features(WORDS, measure([soxr.resample(sound, RATE, 8_000)]))
    for name in ("pause", "f0_left", "energy_left"):
        wanted = whole[:, NAMES.index(name)]
        got = np.array([float(str(word.labels[name])) for word in found])
        assert np.allclose(got[:3], wanted[:3], rtol=0.05, atol=0.02), name


def test_without_segments_there_is_nothing() -> None:
    assert list(SegmentProsody().close()) == []
