from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.speech.chunks import (
    LONGEST_CHUNK_SECONDS,
    SHORTEST_CHUNK_SECONDS,
    SoundWindow,
    quiet_chunks,
)

RATE = 100


def blocks_of(samples: np.ndarray, sizes: list[int]) -> list[np.ndarray]:
    """Cut at sizes, again and again."""
    blocks = []
    at = 0
    for number in range(len(samples)):
        size = sizes[number % len(sizes)]
        if at >= len(samples):
            break
        blocks.append(samples[at : at + size])
        at += size
    return blocks


@given(st.integers(0, 9000), st.lists(st.integers(1, 3000), min_size=1, max_size=4))
def test_chunks_are_all_of_the_sound_however_it_comes(count: int, sizes: list[int]) -> None:
    sound = np.random.default_rng(count).normal(size=count).astype(np.float32)
    chunks = list(quiet_chunks(blocks_of(sound, sizes), RATE))
    assert [chunk.start for chunk in chunks] == [
        at / RATE for at in np.cumsum([0, *(len(chunk.samples) for chunk in chunks)])[:-1]
    ]
    together = [chunk.samples for chunk in chunks] or [sound]
    assert np.array_equal(np.concatenate(together), sound)
    at_once = list(quiet_chunks([sound], RATE))
    assert [chunk.start for chunk in chunks] == [chunk.start for chunk in at_once if count]
    for chunk in chunks[:-1]:
        assert SHORTEST_CHUNK_SECONDS <= len(chunk.samples) / RATE <= LONGEST_CHUNK_SECONDS


def test_a_chunk_ends_where_it_is_quiet() -> None:
    sound = np.ones(3000, np.float32)
    sound[1100:1140] = 0.0
    first = next(quiet_chunks([sound], RATE))
    assert 1100 < len(first.samples) < 1140


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_any_stretch_of_a_stream(size: int) -> None:
    sound = np.arange(1000, dtype=np.float32)
    window = SoundWindow(iter(blocks_of(sound, [size])), RATE)
    for first, last in ((0, 50), (20, 30), (10, 400), (390, 391), (700, 2000), (999, 1000)):
        wanted = sound[first:last]
        assert np.array_equal(window.between(first / RATE, last / RATE), wanted)
    assert len(window.between(20.0, 30.0)) == 0


def test_what_is_forgotten_is_not_held() -> None:
    window = SoundWindow(iter([np.zeros(10, np.float32)] * 1000), RATE)
    for second in range(99):
        window.forget_before(second)
        window.between(second, second + 1)
        assert len(window._held) <= 2 * RATE
