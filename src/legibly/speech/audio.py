"""Sound files as blocks of samples: one channel, at the rate that is asked for, in bounded memory.

libsndfile reads wav, flac, ogg, opus and mp3; everything else, films too, goes through the program
ffmpeg where that is installed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from legibly.errors import DataError, UsageError

Samples = NDArray[np.float32]  # mono, from -1 to 1

SPEECH_EXTRA = "pip install 'legibly[speech]'"
BLOCK_SECONDS = 10.0
MAX_BLOCK_VALUES = 1 << 23  # of all channels together
LOWEST_RATE, HIGHEST_RATE = 4_000, 384_000  # samples a second
CLIPPED = 0.999  # of full scale
MANY_CLIPPED = 0.001  # of all samples
FAINT = 1e-4  # of full scale: less is silence throughout


@dataclass
class Audio:
    """A sound file on its way; what was odd about it is known once it has been read."""

    name: str
    rate: int  # of the samples that `blocks` gives
    channel: int | None = None  # from 1 on; None: all together
    seconds: float = 0.0  # read so far
    _clipped: int = 0
    _no_numbers: int = 0
    _loudest: float = 0.0
    _path: Path = field(default_factory=Path, repr=False)

    @property
    def remarks(self) -> list[str]:
        """What whoever reads the results should know of the sound."""
        count = max(1.0, self.seconds * self.rate)
        found = []
        if self._no_numbers:
            found.append(f"{self._no_numbers} samples are no numbers; taken as silence")
        if self._loudest < FAINT:
            found.append("silent throughout")
        if self._clipped > MANY_CLIPPED * count:
            found.append(f"{self._clipped / count:.1%} of the samples are clipped")
        return found

    def blocks(self) -> Iterator[Samples]:
        """Mono samples at `rate`, some seconds at a time."""
        soxr = _need("soxr")
        resample: Any = None
        for samples, rate in _decoded(self._path, self.channel, self.rate):
            if resample is None:
                resample = soxr.ResampleStream(rate, self.rate, 1, dtype="float32", quality="HQ")
            yield from self._checked(resample.resample_chunk(self._mended(samples)))
        if resample is not None:
            yield from self._checked(resample.resample_chunk(np.zeros(0, np.float32), last=True))
        if not self.seconds:
            raise DataError(f"{self.name}: no sound in it; expected samples")

    def _mended(self, samples: Samples) -> Samples:
        finite = np.isfinite(samples)
        if not finite.all():
            self._no_numbers += int((~finite).sum())
            samples = np.where(finite, samples, np.float32(0.0))
        self._clipped += int((np.abs(samples) >= CLIPPED).sum())
        return np.clip(samples, -1.0, 1.0)

    def _checked(self, samples: Samples) -> Iterator[Samples]:
        if len(samples):
            self.seconds += len(samples) / self.rate
            self._loudest = max(self._loudest, float(np.abs(samples).max()))
            yield samples


def open_audio(path: str | Path, rate: int, channel: int | None = None) -> Audio:
    """Raises UsageError where there is no such file or a library is missing; what is wrong with the
    sound itself is said when it is read.
    """
    _need("soundfile")
    if not Path(path).is_file():
        raise UsageError(f"{path}: no such file; expected a sound file")
    return Audio(str(path), rate, channel, _path=Path(path))


def read_samples(path: str | Path, rate: int, channel: int | None = None) -> Samples:
    """All of a short file."""
    return np.concatenate(list(open_audio(path, rate, channel).blocks()))


def pcm_bytes(samples: Samples) -> bytes:
    """As recognisers take them: 16 bits a sample."""
    return np.round(np.clip(samples, -1.0, 1.0) * 32767).astype("<i2").tobytes()


def stated_seconds(path: str | Path) -> float | None:
    """How long a sound is, as far as its file says so at its beginning."""
    soundfile = _need("soundfile")
    try:
        return float(soundfile.info(str(path)).duration)
    except (soundfile.LibsndfileError, OSError, TypeError):
        return None


def _need(library: str) -> Any:
    try:
        return __import__(library)
    except (ImportError, OSError) as error:
        raise UsageError(f"sound needs: {SPEECH_EXTRA} ({error})") from None


def _decoded(path: Path, channel: int | None, rate: int) -> Iterator[tuple[Samples, int]]:
    """Blocks as they are in the file, mono, with their rate."""
    soundfile = _need("soundfile")
    try:
        sound = soundfile.SoundFile(path)
    except (soundfile.LibsndfileError, TypeError) as error:  # TypeError: of bare samples (.raw)
        yield from _through_ffmpeg(path, channel, rate, str(error))
        return
    with sound:
        if not LOWEST_RATE <= sound.samplerate <= HIGHEST_RATE:
            raise DataError(
                f"{path}: {sound.samplerate} samples a second; expected {LOWEST_RATE:,} to "
                f"{HIGHEST_RATE:,}"
            )
        size = min(int(BLOCK_SECONDS * sound.samplerate), MAX_BLOCK_VALUES // sound.channels)
        while True:
            try:
                block = sound.read(size, dtype="float32", always_2d=True)
            except soundfile.LibsndfileError as error:
                raise DataError(f"{path}: damaged sound ({error})") from None
            if not len(block):
                return
            yield _one_channel(block, channel, path), sound.samplerate


def _one_channel(block: NDArray[np.float32], channel: int | None, path: Path) -> Samples:
    channels = block.shape[1]
    if channel is None:
        with np.errstate(over="ignore", invalid="ignore"):  # what is no number is noticed later
            mean: Samples = block.mean(axis=1, dtype=np.float32)
        return mean
    if not 1 <= channel <= channels:
        raise UsageError(f"{path}: channel {channel} of {channels}; expected 1 to {channels}")
    return np.ascontiguousarray(block[:, channel - 1])


def _through_ffmpeg(
    path: Path, channel: int | None, rate: int, reason: str
) -> Iterator[tuple[Samples, int]]:
    """What libsndfile does not know, films too."""
    program = shutil.which("ffmpeg")
    if program is None:
        raise DataError(
            f"{path}: not a sound file that libsndfile knows ({reason.rstrip('.')}); install the "
            "program ffmpeg for other kinds"
        )
    mixing = ["-ac", "1"] if channel is None else ["-af", f"pan=mono|c0=c{channel - 1}"]
    command = [program, "-v", "error", "-nostdin", "-protocol_whitelist", "file"]
    command += ["-i", f"file:{path}", "-vn", *mixing, "-ar", str(rate), "-f", "f32le", "-"]
    # Its complaints go to a file: they may be more than a pipe holds, which nobody reads meanwhile.
    with (
        tempfile.TemporaryFile() as complaints,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=complaints) as process,
    ):
        assert process.stdout is not None
        try:
            yield from ((block, rate) for block in _floats(process.stdout, rate))
            if process.wait():
                reason = _last_line(complaints) or "no reason given"
                raise DataError(f"{path}: neither libsndfile nor ffmpeg can read it ({reason})")
        finally:
            process.kill()


def _last_line(complaints: IO[bytes]) -> str:
    complaints.seek(max(0, complaints.seek(0, os.SEEK_END) - 300))
    lines = complaints.read().decode("utf-8", "replace").strip().splitlines()
    return lines[-1] if lines else ""


def _floats(stream: IO[bytes], rate: int) -> Iterator[Samples]:
    size = int(BLOCK_SECONDS * rate) * 4
    while data := stream.read(size):
        yield np.frombuffer(data[: len(data) // 4 * 4], "<f4")
