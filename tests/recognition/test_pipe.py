from __future__ import annotations

import os
import struct
import threading
from collections.abc import Iterator

import numpy as np
import pytest

from legibly.errors import DataError, UsageError
from legibly.recognition.pipe import PipeFormat, check_format, piped_sound
from legibly.speech.audio import Samples

pytest.importorskip("soxr", reason="needs pip install 'legibly[speech]'")
TONE = (0.5 * np.sin(np.arange(16_000) / 10)).astype(np.float32)
PCM = (TONE * 32767).astype("<i2").tobytes()


def heard(data: bytes, rate: int = 16_000, channels: int = 1) -> Samples:
    return np.concatenate(list(portions(data, rate, channels)))


def portions(data: bytes, rate: int, channels: int) -> Iterator[Samples]:
    reading, writing = os.pipe()

    def write() -> None:
        with os.fdopen(writing, "wb") as out:
            out.write(data)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for samples in piped_sound(reading, PipeFormat(rate, channels), ticks=True):
            if samples is not None:
                yield samples
    finally:
        os.close(reading)
        writer.join()


def wav(rate: int, channels: int, bits: int = 16, kind: int = 1, data: bytes = PCM) -> bytes:
    frame = channels * bits // 8
    fmt = struct.pack("<HHIIHH", kind, channels, rate, rate * frame, frame, bits)
    chunks = b"LIST" + struct.pack("<I", 3) + b"abc\0"
    chunks += b"fmt " + struct.pack("<I", 16) + fmt
    chunks += b"data" + struct.pack("<I", 0xFFFFFFFF) + data  # as ffmpeg writes into a pipe
    return b"RIFF" + struct.pack("<I", 0xFFFFFFFF) + b"WAVE" + chunks


def test_samples_as_they_are() -> None:
    assert np.allclose(heard(PCM), TONE, atol=1e-3)


def test_other_rates_and_channels() -> None:
    assert len(heard(PCM, rate=8_000)) == pytest.approx(32_000, abs=50)
    assert len(heard(PCM, channels=2)) == 8_000


def test_a_wav_file_says_what_it_is() -> None:
    assert np.allclose(heard(wav(16_000, 1), rate=8_000), TONE, atol=1e-3)
    assert len(heard(wav(32_000, 1))) == pytest.approx(8_000, abs=50)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "no sound in it"),
        (b"x", "no sound in it"),
        (wav(16_000, 1, bits=8), "WAV of 8 bits"),
        (wav(16_000, 1, kind=3), "kind 3"),
        (wav(16_000, 1)[:20], "damaged WAV"),
        (b"fLaC" + bytes(20), "compressed sound"),
    ],
)
def test_what_is_no_such_sound(data: bytes, message: str) -> None:
    with pytest.raises(DataError, match=message):
        heard(data)


def test_rates_and_channels_have_limits() -> None:
    with pytest.raises(UsageError, match="100 samples a second"):
        check_format(PipeFormat(100))
    with pytest.raises(UsageError, match="0 channels"):
        check_format(PipeFormat(8_000, 0))
    with pytest.raises(UsageError, match="1 samples a second"):
        heard(wav(1, 1))
