from __future__ import annotations

import shutil
import subprocess
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from legibly.errors import DataError, UsageError
from legibly.speech import audio
from legibly.speech.audio import open_audio, read_samples, stated_seconds
from legibly.speech.frames import RATE
from tests.speech.sounds import save, silence, soundfile, voice


@pytest.mark.parametrize("rate", [8_000, 11_025, 16_000, 44_100, 96_000])
def test_any_rate_becomes_the_wanted_one(tmp_path: Path, rate: int) -> None:
    path = save(tmp_path / "talk.wav", voice(200, 1.0, rate), rate)
    samples = read_samples(path, 16_000)
    assert len(samples) == pytest.approx(16_000, abs=40)
    assert np.abs(samples).max() > 0.1


@pytest.mark.parametrize("name", ["talk.wav", "talk.flac", "talk.ogg", "talk.mp3"])
def test_kinds_of_files(tmp_path: Path, name: str) -> None:
    path = save(tmp_path / name, voice(150, 1.0, 16_000), 16_000)
    assert len(read_samples(path, 8_000)) == pytest.approx(8_000, abs=1_500)


def test_opus(tmp_path: Path) -> None:
    path = tmp_path / "talk.opus"
    save(path, voice(150, 1.0, 48_000), 48_000, format="OGG", subtype="OPUS")
    assert len(read_samples(path, 8_000)) == pytest.approx(8_000, abs=400)


def test_channels_together_or_one_of_them(tmp_path: Path) -> None:
    both = np.stack([voice(200, 0.5), silence(0.5)], axis=1)
    path = save(tmp_path / "call.wav", both)
    assert np.abs(read_samples(path, 8_000, 1)).max() > 0.2
    assert np.abs(read_samples(path, 8_000, 2)).max() < 0.01
    assert 0.1 < np.abs(read_samples(path, 8_000)).max() < 0.2
    with pytest.raises(UsageError, match=r"channel 3 of 2; expected 1 to 2"):
        read_samples(path, 8_000, 3)


def test_long_files_come_in_blocks(tmp_path: Path) -> None:
    path = save(tmp_path / "talk.wav", voice(200, 25.0))
    audio = open_audio(path, 8_000)
    blocks = list(audio.blocks())
    assert len(blocks) > 2
    assert audio.seconds == pytest.approx(25.0, abs=0.01)
    assert audio.remarks == []


def test_what_is_odd_about_a_sound_is_said(tmp_path: Path) -> None:
    def remarks(samples: np.ndarray[tuple[int], np.dtype[np.float32]]) -> list[str]:
        audio = open_audio(save(tmp_path / "odd.wav", samples, subtype="FLOAT"), 8_000)
        list(audio.blocks())
        return audio.remarks

    broken = voice(200, 1.0)
    broken[100:103] = np.nan
    assert remarks(broken) == ["3 samples are no numbers; taken as silence"]
    assert remarks(silence(1.0)) == ["silent throughout"]
    assert "clipped" in remarks(np.clip(20 * voice(200, 1.0), -1, 1))[0]


def test_infinite_samples_in_two_channels(tmp_path: Path) -> None:
    for name, values in (("opposite", (np.inf, -np.inf)), ("huge", (3e38, 3e38))):
        both = np.tile(np.array(values, np.float32), (8_000, 1))
        sound = open_audio(save(tmp_path / f"{name}.wav", both, subtype="FLOAT"), RATE)
        assert sum(map(len, sound.blocks())) > 0
        assert "no numbers" in sound.remarks[0]


def test_bare_samples_are_refused(tmp_path: Path) -> None:
    """Nobody says how many a second they are."""
    (tmp_path / "talk.raw").write_bytes(bytes(2_000))
    assert stated_seconds(tmp_path / "talk.raw") is None
    with pytest.raises(DataError, match=r"talk\.raw: n(either|ot a sound file)"):
        read_samples(tmp_path / "talk.raw", 8_000)


def test_many_channels_come_in_short_blocks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audio, "MAX_BLOCK_VALUES", 1 << 16)
    both = np.stack([voice(200, 3.0), voice(200, 3.0)], axis=1)
    path = save(tmp_path / "two.wav", both)
    sizes = [len(block) for block in open_audio(path, RATE).blocks()]
    assert sum(sizes) == 3 * RATE
    assert max(sizes) <= 1 << 15


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg is not installed")
def test_many_complaints_of_ffmpeg_block_nothing(tmp_path: Path) -> None:
    """More than a pipe holds: it waited for ever for somebody to read them."""
    random = np.random.default_rng(1)
    frames = [b"\xff\xfb\x90\x64" + random.bytes(300) for _ in range(3_000)]
    (tmp_path / "noise.mp3").write_bytes(b"".join(frames))
    with suppress(DataError):  # whether it finds a sound in it does not matter
        read_samples(tmp_path / "noise.mp3", 16_000)


def test_very_short_files(tmp_path: Path) -> None:
    assert 0 < len(read_samples(save(tmp_path / "short.wav", voice(200, 0.1)), 16_000)) < 1_700


def test_files_without_sound_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no sound in it"):
        read_samples(save(tmp_path / "empty.wav", silence(0)), 8_000)
    with pytest.raises(UsageError, match="no such file"):
        open_audio(tmp_path / "nothing.wav", 8_000)


def test_text_that_is_called_sound_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "talk.wav"
    path.write_text("hello there\n" * 100, "utf-8")
    with pytest.raises(DataError, match=r"talk\.wav: n(either|ot a sound file)"):
        read_samples(path, 8_000)


def test_without_ffmpeg_other_kinds_say_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    (tmp_path / "film.mp4").write_bytes(b"\0\0\0\x18ftypmp42" + bytes(200))
    with pytest.raises(DataError, match="install the program ffmpeg for other kinds"):
        read_samples(tmp_path / "film.mp4", 8_000)


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg is not installed")
def test_films_go_through_ffmpeg(tmp_path: Path) -> None:
    save(tmp_path / "talk.wav", voice(200, 1.0))
    film = tmp_path / "film.m4a"
    command = ["ffmpeg", "-v", "error", "-i", str(tmp_path / "talk.wav"), str(film)]
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL)
    assert soundfile is not None
    assert len(read_samples(film, 16_000)) == pytest.approx(16_000, abs=2_500)
