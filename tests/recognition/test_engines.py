from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from legibly.errors import DataError, UsageError
from legibly.recognition.engine import EngineSettings
from legibly.recognition.engines import ENGINES, choose, facts_of, load_engine, missing_libraries
from legibly.recognition.sherpa_engine import read_answer
from tests.recognition.made_up import noise

needs_speech = pytest.mark.skipif(
    bool(missing_libraries()), reason="needs pip install 'legibly[speech]'"
)


def folder_with(folder: Path, *names: str) -> Path:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("")
    return folder


def test_the_engine_is_told_by_its_model(tmp_path: Path) -> None:
    assert choose(None, None).name == "pocketsphinx"
    assert choose("vosk", tmp_path).name == "vosk"
    models = {
        "whisper": ("model.bin", "config.json", "vocabulary.json"),
        "vosk": ("am/final.mdl", "conf/mfcc.conf"),
        "sherpa-onnx": ("tokens.txt", "encoder.onnx"),
        "pocketsphinx": ("mdef", "words.dict"),
    }
    for name, files in models.items():
        assert choose(None, folder_with(tmp_path / name, *files)).name == name


def test_what_is_no_model_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no model of an engine; expected an acoustic model"):
        choose(None, tmp_path)
    with pytest.raises(UsageError, match="no such folder"):
        choose(None, tmp_path / "nothing")
    with pytest.raises(UsageError, match="unknown engine 'whispr'; did you mean 'whisper'"):
        choose("whispr", None)


def test_an_engine_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(
        "importlib.util.find_spec", lambda name: None if name == "vosk" else found(name)
    )
    monkeypatch.setattr("legibly.recognition.engines.SPEECH_LIBRARIES", ())
    with pytest.raises(
        UsageError, match=r"vosk is not installed: pip install 'legibly\[speech,vosk\]'"
    ):
        load_engine(facts_of("vosk"), EngineSettings())
    monkeypatch.setattr("legibly.recognition.engines.SPEECH_LIBRARIES", ("not_there",))
    with pytest.raises(UsageError, match="recognising needs not_there"):
        load_engine(facts_of("vosk"), EngineSettings())


@pytest.mark.parametrize(
    ("engine", "settings", "message"),
    [
        ("pocketsphinx", EngineSettings(language="es"), "has only English inside"),
        ("whisper", EngineSettings(), "whisper needs --engine-model FOLDER: a Whisper model"),
        ("whisper", EngineSettings(model=Path("MODEL"), alternatives=9), "nothing of alternatives"),
        (
            "whisper",
            EngineSettings(model=Path("MODEL"), language_model=Path("x")),
            "nothing of a language model; pocketsphinx does",
        ),
        ("vosk", EngineSettings(model=Path("MODEL")), "no model for vosk; expected a Vosk model"),
        ("vosk", EngineSettings(model=Path("nothing")), "nothing: no such folder"),
    ],
)
def test_what_an_engine_cannot_do_is_refused(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    engine: str,
    settings: EngineSettings,
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    folder_with(tmp_path / "MODEL", "model.bin", "config.json", "vocabulary.txt")
    facts = facts_of(engine)
    monkeypatch.setattr("legibly.recognition.engines.SPEECH_LIBRARIES", ())
    monkeypatch.setattr(type(facts), "installed", True)
    with pytest.raises(UsageError, match=message):
        load_engine(facts, settings)


def test_every_engine_says_what_it_needs() -> None:
    assert [facts.name for facts in ENGINES if not facts.needs_model] == ["pocketsphinx"]
    assert all("legibly[" in facts.install for facts in ENGINES)


# The libraries of other engines, as far as they are called.


def whisper_word(word: str, start: float, end: float, probability: float) -> SimpleNamespace:
    return SimpleNamespace(
        word=word, start=np.float64(start), end=np.float64(end), probability=probability
    )


def test_whisper_gives_words_marks_and_confidences(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [
        whisper_word(" Hello,", 0.0, 0.5, 0.9),
        whisper_word(" MS", 0.6, 0.8, 0.8),
        whisper_word("-13", 0.8, 1.1, 0.4),
        whisper_word(" works", 1.2, 1.1, 0.7),
        whisper_word(" .", 1.3, 1.3, 0.7),
    ]

    class Model:
        model = SimpleNamespace(is_multilingual=False)

        def __init__(self, folder: str, **settings: Any) -> None:
            if "broken" in folder:
                raise RuntimeError("no model")
            assert settings["local_files_only"]

        def transcribe(self, samples: object, **settings: Any) -> tuple[list[Any], None]:
            assert settings["language"] is None  # it knows one
            return [SimpleNamespace(words=words), SimpleNamespace(words=None)], None

    library = ModuleType("faster_whisper")
    library.WhisperModel = Model  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "faster_whisper", library)
    from legibly.recognition.whisper_engine import WhisperEngine

    found = WhisperEngine(EngineSettings(model=tmp_path)).recognise(noise(1))
    assert found.text == "Hello, MS-13 works."
    assert [word.confidence for word in found.words] == [0.9, 0.4, 0.7]
    assert (found.words[1].start, found.words[1].end, found.words[2].end) == (0.6, 1.1, 1.2)
    with pytest.raises(DataError, match="cannot be loaded by Whisper"):
        WhisperEngine(EngineSettings(model=tmp_path / "broken"))


def test_vosk_gives_words_and_alternatives(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def word(text: str) -> dict[str, object]:
        return {"word": text, "start": 0.1, "end": 0.4, "conf": 0.5}

    plain = json.dumps({"result": [word("hello")], "text": "hello"})
    listed = json.dumps(
        {
            "alternatives": [
                {"result": [word("hello")], "confidence": 9.0},
                {"result": [word("fellow")], "confidence": 7.5},
            ]
        }
    )
    partial = json.dumps({"partial_result": [word("hell")]})

    class Recogniser:
        def __init__(self, model: object, rate: int) -> None:
            self.several = False

        def SetWords(self, on: bool) -> None: ...  # noqa: N802

        def SetPartialWords(self, on: bool) -> None: ...  # noqa: N802

        def SetMaxAlternatives(self, count: int) -> None:  # noqa: N802
            self.several = True

        def Reset(self) -> None: ...  # noqa: N802

        def AcceptWaveform(self, data: bytes) -> bool:  # noqa: N802
            return len(data) > 40_000

        def Result(self) -> str:  # noqa: N802
            return plain

        def PartialResult(self) -> str:  # noqa: N802
            return partial

        def FinalResult(self) -> str:  # noqa: N802
            return listed if self.several else plain

    library = ModuleType("vosk")
    library.SetLogLevel = lambda level: None  # type: ignore[attr-defined]
    library.Model = lambda folder: folder  # type: ignore[attr-defined]
    library.KaldiRecognizer = Recogniser  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "vosk", library)
    from legibly.recognition.vosk_engine import VoskEngine

    engine = VoskEngine(EngineSettings(model=tmp_path))
    assert engine.recognise(noise(1)).text == "hello"
    engine.begin()
    assert [one.text for one in engine.hear(noise(1))] == ["hell"]
    assert [one.text for one in engine.hear(noise(2))] == ["hello"]
    assert engine.end().text == "hello hello"
    several = VoskEngine(EngineSettings(model=tmp_path, alternatives=2)).recognise(noise(1))
    assert several.text == "hello"
    assert [(item.words[0].text, item.score) for item in several.alternatives] == [
        ("hello", 0.0),
        ("fellow", -1.5),
    ]


def test_answers_of_sherpa_onnx() -> None:
    answer = (
        '{"text": "hello world", "tokens": ["▁hel", "lo", "▁world"], "timestamps": [0.1, 0.2, 0.5]}'
    )
    found = read_answer(answer, "en")
    assert [(word.text, word.start) for word in found.words] == [("hello", 0.1), ("world", 0.5)]
    assert read_answer('{"text": "", "tokens": [], "timestamps": []}', "en").words == ()


@pytest.mark.parametrize(
    ("files", "call"),
    [
        (("encoder.onnx", "decoder.onnx", "joiner.onnx"), "from_transducer"),
        (("tiny-encoder.onnx", "tiny-decoder.onnx"), "from_whisper"),
        (("sense-voice.onnx",), "from_sense_voice"),
        (("model.int8.onnx", "paraformer.onnx"), "from_paraformer"),
    ],
)
def test_the_kind_of_a_sherpa_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: tuple[str, ...], call: str
) -> None:
    called: list[str] = []

    class Offline:
        def __getattr__(self, name: str) -> Any:
            called.append(name)
            return lambda **settings: settings

    library = ModuleType("sherpa_onnx")
    library.OfflineRecognizer = Offline()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "sherpa_onnx", library)
    from legibly.recognition.sherpa_engine import SherpaEngine

    SherpaEngine(EngineSettings(model=folder_with(tmp_path / "m", "tokens.txt", *files)))
    assert called == [call]


def test_an_unknown_sherpa_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sherpa_onnx", ModuleType("sherpa_onnx"))
    from legibly.recognition.sherpa_engine import SherpaEngine

    with pytest.raises(UsageError, match="cannot tell which kind of model it is"):
        SherpaEngine(EngineSettings(model=folder_with(tmp_path, "tokens.txt", "thing.onnx")))
