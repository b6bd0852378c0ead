"""Sound from a pipe: samples of 16 bits as they are, or behind the header of a WAV file."""

from __future__ import annotations

import os
import select
import struct
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from legibly.errors import DataError, UsageError
from legibly.speech.audio import HIGHEST_RATE, LOWEST_RATE, SPEECH_EXTRA, Samples
from legibly.speech.sphinx import SAMPLE_RATE

PIPE_BYTES = 1 << 14  # half a second
PIPE_IDLE_SECONDS = 0.1
MAX_CHANNELS = 64
MOST_HEADER_BYTES = 1 << 16
BYTES_A_SAMPLE = 2
_PCM, _EXTENSIBLE = 1, 0xFFFE


class PipeFormat(NamedTuple):
    rate: int
    channels: int = 1


def piped_sound(
    descriptor: int, expected: PipeFormat, *, ticks: bool = False
) -> Iterator[Samples | None]:
    """Mono samples, 16,000 a second, as soon as they are there; None where nothing came for a
    while, with `ticks`.
    """
    try:
        import soxr
    except ImportError as error:
        raise UsageError(f"sound needs: {SPEECH_EXTRA} ({error})") from None
    library: Any = soxr
    found, rest = _opening(descriptor, expected)
    frame = BYTES_A_SAMPLE * found.channels
    resample = library.ResampleStream(found.rate, SAMPLE_RATE, 1, dtype="float32", quality="HQ")
    heard = False
    while True:
        whole = len(rest) // frame * frame
        if whole:
            heard = True
            yield resample.resample_chunk(_mono(rest[:whole], found.channels))
            rest = rest[whole:]
        if ticks and not select.select([descriptor], [], [], PIPE_IDLE_SECONDS)[0]:
            yield None
            continue
        block = os.read(descriptor, PIPE_BYTES)
        if not block:
            break
        rest += block
    if not heard:
        raise DataError("<stdin>: no sound in it; expected samples of 16 bits, or a WAV file")
    yield resample.resample_chunk(np.zeros(0, np.float32), last=True)


def check_format(expected: PipeFormat) -> PipeFormat:
    if not LOWEST_RATE <= expected.rate <= HIGHEST_RATE:
        raise UsageError(
            f"{expected.rate} samples a second; expected {LOWEST_RATE:,} to {HIGHEST_RATE:,}"
        )
    if not 1 <= expected.channels <= MAX_CHANNELS:
        raise UsageError(f"{expected.channels} channels; expected 1 to {MAX_CHANNELS}")
    return expected


def _mono(data: bytes, channels: int) -> Samples:
    samples = np.frombuffer(data, "<i2").reshape(-1, channels)
    mean: Samples = samples.mean(axis=1, dtype=np.float32) / np.float32(32768)
    return mean


def _opening(descriptor: int, expected: PipeFormat) -> tuple[PipeFormat, bytes]:
    """What kind of sound it is, and what was read beyond its header."""
    data = _at_least(descriptor, b"", 12)
    if data[:4] in (b"fLaC", b"OggS", b"ID3\x03", b"ID3\x04"):
        raise DataError("<stdin>: a compressed sound file; expected samples, or name the file")
    if data[:4] != b"RIFF" or data[8:12] != b"WAVE":
        return check_format(expected), data
    at = 12
    found: PipeFormat | None = None
    while at < MOST_HEADER_BYTES:
        data = _at_least(descriptor, data, at + 8)
        if len(data) < at + 8:
            break
        name, size = data[at : at + 4], struct.unpack_from("<I", data, at + 4)[0]
        at += 8
        if name == b"data":
            if found is None:
                break
            return check_format(found), data[at:]
        data = _at_least(descriptor, data, at + min(size, MOST_HEADER_BYTES))
        if name == b"fmt ":
            found = _wave_format(data[at : at + size])
        at += size + size % 2
    raise DataError("<stdin>: damaged WAV file; expected its format and data")


def _wave_format(chunk: bytes) -> PipeFormat:
    if len(chunk) < 16:
        raise DataError("<stdin>: damaged WAV file; expected its format and data")
    kind, channels, rate, _, _, bits = struct.unpack_from("<HHIIHH", chunk)
    if kind not in (_PCM, _EXTENSIBLE) or bits != 8 * BYTES_A_SAMPLE:
        raise DataError(f"<stdin>: WAV of {bits} bits, kind {kind}; expected samples of 16 bits")
    return PipeFormat(rate, channels)


def _at_least(descriptor: int, data: bytes, count: int) -> bytes:
    while len(data) < count:
        block = os.read(descriptor, PIPE_BYTES)
        if not block:
            break
        data += block
    return data
