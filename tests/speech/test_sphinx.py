from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from legibly.errors import DataError, UsageError
from legibly.speech.sphinx import (
    SAMPLE_RATE,
    AcousticModel,
    Aligner,
    Heard,
    english_model,
    frame_scores,
    write_dictionary,
)
from tests.speech.made_speech import need_speech, spoken

SHIP = {
    "w0": ("DH AH", "DH IY"),
    "w1": ("SH IH P",),
    "w2": ("L EH F T",),
    "w3": ("HH AA R B ER",),
}


@pytest.fixture
def aligner(tmp_path: Path) -> Aligner:
    pytest.importorskip("pocketsphinx")
    path = tmp_path / "words.dict"
    write_dictionary(path, SHIP)
    return Aligner(english_model(), path)


def test_words_are_found_in_speech(aligner: Aligner, tmp_path: Path) -> None:
    need_speech()
    samples = spoken("the ship left the harbor", tmp_path)
    found = [word for word in aligner.align(samples, "w0 w1 w2 w0 w3".split()) if word.name]
    assert [word.name for word in found] == ["w0", "w1", "w2", "w0", "w3"]
    ends = [word.end for word in found]
    assert ends == sorted(ends)
    assert ends[-1] == pytest.approx(len(samples) / SAMPLE_RATE, abs=0.1)
    assert all(-8 < word.score <= 0 for word in found)


def test_other_words_score_worse(aligner: Aligner, tmp_path: Path) -> None:
    need_speech()
    samples = spoken("the ship left the harbor", tmp_path)
    right = aligner.align(samples, "w0 w1 w2 w0 w3".split())
    wrong = aligner.align(samples, "w3 w3 w1".split())
    assert not wrong or frame_scores(wrong).mean() < frame_scores(right).mean() - 1.5


@pytest.mark.parametrize("seconds", [0.0, 0.0001, 0.05, 0.1, 1.0, 20.0])
@pytest.mark.parametrize("loudness", [0.0, 0.1, 10.0])
def test_no_sound_is_too_odd(aligner: Aligner, seconds: float, loudness: float) -> None:
    noise = np.random.default_rng(1).normal(0, 1, int(seconds * SAMPLE_RATE))
    samples = (noise * loudness).astype(np.float32)
    for names in ([], ["w1"], ["w0", "w1"], ["nobody"], ["w1"] * 500):
        found = [word.name for word in aligner.align(samples, names) if word.name]
        assert found in ([], names)


def test_a_word_with_phones_of_another_model_is_unknown(tmp_path: Path) -> None:
    pytest.importorskip("pocketsphinx")
    path = tmp_path / "words.dict"
    write_dictionary(path, {"w0": ("DH AH",), "w1": ("XX YY",), "w2": ("ß",)})
    aligner = Aligner(english_model(), path)
    assert [aligner.knows(name) for name in ("w0", "w1", "w2")] == [True, False, False]


def test_nothing_is_said_on_stderr(aligner: Aligner, capfd: pytest.CaptureFixture[str]) -> None:
    aligner.align(np.zeros(16_000, np.float32), ["w1", "nobody"])
    assert capfd.readouterr() == ("", "")


def test_what_is_no_acoustic_model(tmp_path: Path) -> None:
    pytest.importorskip("pocketsphinx")
    dictionary = tmp_path / "x.dict"
    dictionary.write_text("the DH AH\n")
    with pytest.raises(UsageError, match="is no folder with mdef; expected an acoustic model"):
        AcousticModel.of(tmp_path, dictionary)
    (tmp_path / "mdef").write_text("nonsense")
    with pytest.raises(UsageError, match=r"none\.dict: is no file; expected its dictionary"):
        AcousticModel.of(tmp_path, tmp_path / "none.dict")
    with pytest.raises(DataError, match=r"cannot be loaded as an acoustic model \(.*nonsense"):
        AcousticModel.of(tmp_path, dictionary)
    english = english_model()
    assert AcousticModel.of(english.folder, english.dictionary) == english


def test_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pocketsphinx", None)
    with pytest.raises(UsageError, match=r"needs: pip install 'legibly\[speech\]'"):
        english_model()


def test_a_score_for_every_frame() -> None:
    found = [Heard("w0", 0.0078, 0.0278, -1.0), Heard("", 0.0278, 0.0578, -2.0)]
    assert frame_scores(found).tolist() == [-1.0, -1.0, -2.0, -2.0, -2.0]
    assert frame_scores([]).tolist() == []
