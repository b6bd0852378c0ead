from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.cli.helpers import Cli
from tests.speech.made_speech import SENTENCES, need_speech, write_speech

OTHER = "Our company sells garden furniture to people who like sitting outside in winter."
SPANISH = (
    "En un lugar de la Mancha, de cuyo nombre no quiero acordarme, no ha mucho tiempo que vivía un "
    "hidalgo de los de lanza en astillero, adarga antigua, rocín flaco y galgo corredor. Una olla "
    "de algo más vaca que carnero, salpicón las más noches, duelos y quebrantos los sábados."
)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    need_speech()
    path = tmp_path_factory.mktemp("talk") / "talk.wav"
    write_speech(path, SENTENCES[:4])
    return path


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "talk.txt"
    path.write_text("{} {}\n\n{} {}\n".format(*SENTENCES[:4]))
    return path


@pytest.fixture
def silence(tmp_path: Path) -> Path:
    soundfile = pytest.importorskip("soundfile")
    pytest.importorskip("pocketsphinx")
    path = tmp_path / "silence.wav"
    soundfile.write(path, np.zeros(16_000), 16_000)
    return path


def test_a_text_gets_times(cli: Cli, sound: Path, text: Path) -> None:
    result = cli("time", sound, text, "-o", "talk.ctm")
    assert (result.code, result.out, result.err) == (0, "", "")
    lines = [line.split() for line in Path("talk.ctm").read_text().splitlines()]
    assert [line[4] for line in lines] == " ".join(SENTENCES[:4]).split()
    assert {line[0] for line in lines} == {"talk"}
    starts = [float(line[2]) for line in lines]
    assert starts == sorted(starts)


def test_marks_and_numbers_stay(cli: Cli, sound: Path, text: Path) -> None:
    assert cli("time", sound, text).out.split() == text.read_text().split()
    assert cli("time", sound, "-", stdin=text.read_text()).out.split() == text.read_text().split()
    first = cli("time", sound, text, "--to", "srt").out.splitlines()
    assert first[0] == "1"
    assert "We met the captain" in first[2]


def test_words_that_are_not_there_are_counted(cli: Cli, sound: Path, text: Path) -> None:
    text.write_text(f"{SENTENCES[0]} {SENTENCES[1]} {OTHER} {SENTENCES[2]} {SENTENCES[3]}")
    result = cli("time", sound, text, "--to", "json")
    assert result.code == 0
    assert "words were not found in it and have no times; --spread gives" in result.err
    words = json.loads(result.out)["words"]
    furniture = next(word for word in words if word["text"] == "furniture")
    assert furniture.get("start") is None
    refused = cli("time", sound, text, "-o", "talk.ctm")
    assert refused.code == 1
    assert "has no time, and CTM needs one for every word" in refused.err
    assert not Path("talk.ctm").exists()


def test_times_between_neighbours(cli: Cli, sound: Path, text: Path) -> None:
    text.write_text(f"{SENTENCES[0]} {SENTENCES[1]} {OTHER} {SENTENCES[2]} {SENTENCES[3]}")
    result = cli("time", sound, text, "--spread", "--to", "json")
    words = json.loads(result.out)["words"]
    furniture = next(word for word in words if word["text"] == "furniture")
    assert furniture["labels"] == {"interpolated": True}
    starts = [word["start"] for word in words]
    assert starts == sorted(starts)
    assert "--spread" not in result.err


def test_a_text_of_another_talk(cli: Cli, sound: Path, text: Path) -> None:
    text.write_text(OTHER)
    result = cli("time", sound, text, "-o", "talk.json")
    assert (result.code, result.err) == (
        1,
        f"legibly: {sound}: no word of {text} was found in it (13 were looked for); is it the same "
        "talk?\n",
    )
    assert not Path("talk.json").exists()


def test_silence(cli: Cli, silence: Path, text: Path) -> None:
    result = cli("time", silence, text)
    assert result.code == 1
    assert f"{silence}: silent throughout" in result.err
    assert "was found in it" in result.err


@pytest.mark.parametrize(
    ("content", "code", "message"),
    [
        ("", 1, "no words in it; expected what is said in the sound"),
        ("—", 1, "no words in the text that can be said"),
        ("😀", 1, "no words in the text that can be said"),
        (SPANISH, 2, "reads like Spanish, and the acoustic model is for English; name one"),
    ],
)
def test_a_text_that_cannot_be_timed(
    cli: Cli, silence: Path, text: Path, content: str, code: int, message: str
) -> None:
    text.write_text(content)
    result = cli("time", silence, text)
    assert result.code == code
    assert message in result.err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--language", "es"], "there is no acoustic model for Spanish, only for English"),
        (["--acoustic-model", "am"], "--acoustic-model and --dictionary go together"),
        (["--dictionary", "x.dict"], "--acoustic-model and --dictionary go together"),
        (["--acoustic-model", "am", "--dictionary", "x"], "am: is no folder with mdef"),
        (["--channel", "2"], "channel 2 of 1; expected 1 to 1"),
    ],
)
def test_wrong_usage(cli: Cli, silence: Path, text: Path, options: list[str], message: str) -> None:
    result = cli("time", silence, text, *options)
    assert result.code == 2
    assert message in result.err
    assert result.err.count("\n") == 1


def test_several_recordings_are_not_one_sound(cli: Cli, silence: Path, tmp_path: Path) -> None:
    path = tmp_path / "two.ctm"
    path.write_text("a 1 0 1 hello\nb 1 0 1 hello\n")
    result = cli("time", silence, path)
    assert result.code == 1
    assert "holds 2 recordings; expected the one of the sound" in result.err


def test_without_a_library(cli: Cli, text: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pocketsphinx", None)
    result = cli("time", "talk.wav", text)
    assert result.code == 2
    assert "finding words in sound needs: pip install 'legibly[speech]'" in result.err


def test_without_espeak(
    cli: Cli, sound: Path, text: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    text.write_text(text.read_text().replace("the harbour", "Aurelivia harbour"))
    monkeypatch.setenv("PATH", str(tmp_path))
    result = cli("time", sound, text)
    assert (
        "no pronunciation of Aurelivia (1 in all); espeak-ng says words that are in" in result.err
    )
    assert "apt install espeak-ng" in result.err


def test_a_model_of_ones_own(cli: Cli, sound: Path, text: Path) -> None:
    pocketsphinx = pytest.importorskip("pocketsphinx")
    folder = Path(pocketsphinx.get_model_path("en-us"))
    own = ("--acoustic-model", folder / "en-us", "--dictionary", folder / "cmudict-en-us.dict")
    plain = cli("time", sound, text, "--to", "json")
    assert cli("time", sound, text, *own, "--to", "json") == plain
