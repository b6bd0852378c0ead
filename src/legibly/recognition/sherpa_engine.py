"""sherpa-onnx, with a model folder of the user's: what kind of model it is, its files tell. Its
answers are read as its format is.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from legibly.errors import DataError, UsageError
from legibly.files.source import Source
from legibly.formats.transcripts import parts_of
from legibly.recognition.engine import EngineSettings
from legibly.speech.audio import Samples
from legibly.speech.sphinx import SAMPLE_RATE
from legibly.transcript import Transcript, join_parts

# Of a kind of model: what to call, and what its files are called, by the names of the arguments.
_KINDS: tuple[tuple[str, dict[str, str]], ...] = (
    ("from_transducer", {"encoder": "*encoder*", "decoder": "*decoder*", "joiner": "*joiner*"}),
    (
        "from_moonshine",
        {
            "preprocessor": "*preprocess*",
            "encoder": "*encode*",
            "uncached_decoder": "*uncached_decode*",
            "cached_decoder": "cached_decode*",
        },
    ),
    ("from_whisper", {"encoder": "*encoder*", "decoder": "*decoder*"}),
)
# A single file is one of these, by a word in the name of the folder or the file.
_SINGLE = {
    "paraformer": ("from_paraformer", "paraformer"),
    "sense": ("from_sense_voice", "model"),
    "nemo": ("from_nemo_ctc", "model"),
    "parakeet": ("from_nemo_ctc", "model"),
    "zipformer": ("from_zipformer_ctc", "model"),
    "wenet": ("from_wenet_ctc", "model"),
}


class SherpaEngine:
    enough_seconds, longest_seconds = 12.0, 25.0
    coarse_times = True  # a piece has only the time at which it begins

    def __init__(self, settings: EngineSettings) -> None:
        import sherpa_onnx

        assert settings.model is not None
        self._language = settings.language
        call, files = _kind(settings.model)
        tokens = _file(settings.model, "*tokens.txt")
        try:
            self._recogniser = getattr(sherpa_onnx.OfflineRecognizer, call)(
                **files, tokens=tokens, num_threads=settings.threads
            )
        except (RuntimeError, ValueError) as error:
            raise DataError(
                f"{settings.model}: cannot be loaded by sherpa-onnx ({error})"
            ) from None

    def recognise(self, samples: Samples) -> Transcript:
        stream = self._recogniser.create_stream()
        stream.accept_waveform(SAMPLE_RATE, samples)
        self._recogniser.decode_stream(stream)
        return read_answer(str(stream.result), self._language)


def read_answer(answer: str, language: str) -> Transcript:
    """The JSON of one segment."""
    stream: Any = io.BufferedReader(io.BytesIO(answer.encode()))
    source = Source("sherpa-onnx", stream, language=language)
    parts = list(parts_of(source, "sherpa"))
    return join_parts(parts) if parts else Transcript((), language=language)


def _kind(folder: Path) -> tuple[str, dict[str, str]]:
    """What to call, with which files."""
    for call, names in _KINDS:
        files = {argument: _file(folder, f"{name}.onnx") for argument, name in names.items()}
        if all(files.values()):
            return call, files
    models = sorted(folder.glob("*.onnx"))
    for path in models if len(models) <= 2 else ():  # as it is, and in eight bits
        name = f"{folder.resolve().name} {path.name}".lower()
        for word, (call, argument) in _SINGLE.items():
            if word in name:
                return call, {argument: _file(folder, "*.onnx")}
    raise UsageError(
        f"{folder}: cannot tell which kind of model it is; expected encoder, decoder and joiner of "
        f"a transducer, or one of {', '.join(_SINGLE)} in the name of the folder"
    )


def _file(folder: Path, pattern: str) -> str:
    """The one in eight bits, where there are two."""
    found = sorted(folder.glob(pattern), key=lambda path: ("int8" not in path.name, path.name))
    return str(found[0]) if found else ""
