"""Words in sound by pocketsphinx: which ones are heard, and where those of a text are.

It sees made-up names ("w12") for the words of a text, with the pronunciations that it is given, so
that nothing odd in a text reaches it. A score is that of a frame's acoustic state against the best
of all states, in nats: nought is the best; speech that is what the text says lies about -1.5, other
speech about -5.
"""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from legibly.errors import DataError, UsageError
from legibly.speech.audio import SPEECH_EXTRA, Samples, pcm_bytes
from legibly.speech.pronunciation import Phones

SAMPLE_RATE = 16_000  # samples a second that acoustic models of pocketsphinx are made for
SPHINX_FRAMES_A_SECOND = 100
# A frame looks at 25.6 ms of sound, so the border between two lies 7.8 ms behind the second's
# beginning.
FRAME_SHIFT_SECONDS = 0.0078
LEAST_BATCH_SECONDS = 3.0  # of sound that can tell its own mean spectrum
LEAST_FRAMES_A_PHONE = 3
# Paths this much less likely than the best are given up: wide, so that a text that fits badly is
# judged by its score.
ALIGNING_BEAMS = {"beam": 1e-120, "wbeam": 1e-80, "pbeam": 1e-120}
# Anchors are wanted, not every word: one pass.
HEARING = {"fwdflat": False}
TRIAL_SECONDS = 120
_SHIFT = 1024  # pocketsphinx counts scores in 1024ths to the base 1.0001
_NATS = 1e-4 * _SHIFT


class Heard(NamedTuple):
    """A word, or a pause or other sound (`name` is empty), from `start` to `end` seconds."""

    name: str
    start: float
    end: float
    score: float  # nats a frame
    is_noise: bool = False  # or speech that is none of the words
    confidence: float = 1.0  # by the lattice, where one was made

    @property
    def seconds(self) -> float:
        return self.end - self.start


@dataclass(frozen=True)
class AcousticModel:
    """A folder that pocketsphinx can load, and a dictionary for its phones."""

    folder: Path
    dictionary: Path

    @classmethod
    def of(cls, folder: str | Path, dictionary: str | Path) -> AcousticModel:
        """The user's own; what is wrong with them is said at once."""
        _need_pocketsphinx()
        for path, inside in ((Path(folder), "mdef"), (Path(dictionary), "")):
            if not (path / inside).is_file():
                found = f"is no folder with {inside}" if inside else "is no file"
                expected = "an acoustic model of CMU Sphinx" if inside else "its dictionary"
                raise UsageError(f"{path}: {found}; expected {expected}")
        _try_out(Path(folder), Path(dictionary))
        return cls(Path(folder), Path(dictionary))


_TRIAL = """
import sys, pocketsphinx
pocketsphinx.Decoder(hmm=sys.argv[1], dict=sys.argv[2], lm=None, loglevel="FATAL")
"""


def _try_out(folder: Path, dictionary: Path) -> None:
    """In a process of its own: pocketsphinx ends the one that loads a damaged model."""
    command = [sys.executable, "-c", _TRIAL, str(folder), str(dictionary)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TRIAL_SECONDS)
    except subprocess.TimeoutExpired:
        raise DataError(f"{folder}: takes more than {TRIAL_SECONDS} s to load") from None
    if done.returncode:
        reasons = done.stderr.strip().splitlines() or ["no reason given"]
        raise DataError(
            f"{folder}: cannot be loaded as an acoustic model ({reasons[-1].strip()}); expected "
            "one of CMU Sphinx"
        )


def english_model() -> AcousticModel:
    """The one that comes with pocketsphinx."""
    folder = Path(_need_pocketsphinx().get_model_path("en-us"))
    return AcousticModel(folder / "en-us", folder / "cmudict-en-us.dict")


def _need_pocketsphinx() -> Any:
    try:
        import pocketsphinx
    except (ImportError, OSError) as error:
        raise UsageError(f"finding words in sound needs: {SPEECH_EXTRA} ({error})") from None
    return pocketsphinx


def write_dictionary(path: Path, words: Mapping[str, Sequence[Phones]]) -> None:
    """Names and all their pronunciations."""
    with path.open("w", encoding="ascii", errors="replace") as out:
        for name, ways in words.items():
            for number, phones in enumerate(ways, 1):
                out.write(f"{name}{'' if number == 1 else f'({number})'} {phones}\n")


class _Decoder:
    """pocketsphinx with some settings, and what it makes of samples."""

    def __init__(self, model: AcousticModel, dictionary: Path, **settings: Any) -> None:
        # The scores of the best path are those of a lattice, which may have lost words.
        chosen = {"bestpath": False, **settings}
        self.decoder = _need_pocketsphinx().Decoder(
            hmm=str(model.folder),
            dict=str(dictionary),
            samprate=float(SAMPLE_RATE),
            loglevel="FATAL",
            **chosen,
        )
        self._mean_spectrum = ""

    def knows(self, name: str) -> bool:
        return self.decoder.lookup_word(name) is not None

    def decode(self, samples: Samples) -> list[Heard]:
        """Empty where nothing came of it."""
        try:
            return self._decoded(samples)
        except RuntimeError:
            return []

    def _decoded(self, samples: Samples) -> list[Heard]:
        whole = len(samples) >= LEAST_BATCH_SECONDS * SAMPLE_RATE or not self._mean_spectrum
        if not whole:
            self.decoder.set_cmn(self._mean_spectrum)
        self.decoder.start_utt()
        self.decoder.process_raw(pcm_bytes(samples), full_utt=whole)
        self.decoder.end_utt()
        if whole:
            self._mean_spectrum = self.decoder.get_cmn(False)
        return self._segments()

    def _segments(self) -> list[Heard]:
        if self.decoder.hyp() is None:
            return []
        found = []
        for segment in self.decoder.seg():
            count = segment.end_frame - segment.start_frame + 1
            if count <= 0:
                continue
            name = "" if segment.word[0] in "<[" else segment.word.partition("(")[0]
            start, end = (
                frame / SPHINX_FRAMES_A_SECOND + FRAME_SHIFT_SECONDS
                for frame in (segment.start_frame, segment.end_frame + 1)
            )
            score = math.log(max(segment.ascore, 1e-300)) * 1e4 * _NATS / count
            noise = segment.word.startswith("[")
            found.append(Heard(name, start, end, score, noise, min(1.0, segment.prob)))
        return found


class Recogniser(_Decoder):
    """Says what is heard, by a language model."""

    def __init__(self, model: AcousticModel, dictionary: Path, language_model: Path) -> None:
        super().__init__(model, dictionary, lm=str(language_model), **HEARING)

    def heard(self, samples: Samples) -> list[Heard]:
        return [found for found in self.decode(samples) if found.name]


class Dictation(_Decoder):
    """Says what is heard, as well as it can: all passes, the best path through the lattice."""

    def __init__(self, model: AcousticModel, dictionary: Path, language_model: Path) -> None:
        _check_language_model(language_model)
        super().__init__(model, dictionary, lm=str(language_model), bestpath=True)

    def dictated(self, samples: Samples) -> list[Heard]:
        """Of a whole segment; a failure is one, and the next segment is begun afresh."""
        try:
            return self._decoded(samples)
        except RuntimeError:
            self._give_up()
            raise

    def _give_up(self) -> None:
        with suppress(RuntimeError):
            self.decoder.end_utt()

    def begin(self) -> None:
        """A segment whose sound comes bit by bit."""
        self._give_up()
        self.decoder.start_utt()

    def hear(self, samples: Samples) -> list[Heard]:
        """What the segment sounds like so far."""
        self.decoder.process_raw(pcm_bytes(samples))
        return self._segments()

    def end(self) -> list[Heard]:
        self.decoder.end_utt()
        return self._segments()

    def drawn(self, count: int) -> Iterator[tuple[str, float]]:
        """What else it may have been, with scores in nats; in no strict order."""
        for found in islice(self.decoder.nbest() or (), count):
            if found is not None and found.hypstr:
                yield found.hypstr, _in_nats(found.score)


def _in_nats(score: float) -> float:
    return _SHIFT * math.log(max(score, 1e-300))


def default_language_model() -> Path:
    """The one that comes with pocketsphinx, of American English."""
    return Path(_need_pocketsphinx().get_model_path("en-us")) / "en-us.lm.bin"


def _check_language_model(path: Path) -> None:
    if not path.is_file():
        raise UsageError(f"{path}: no such file; expected a language model")


class Aligner(_Decoder):
    """Says where words are heard, of which it is told that they are."""

    def __init__(self, model: AcousticModel, dictionary: Path) -> None:
        super().__init__(model, dictionary, lm=None, **ALIGNING_BEAMS)

    def learn(self, words: Mapping[str, Sequence[Phones]]) -> None:
        """More names with their pronunciations."""
        for name, ways in words.items():
            for number, phones in enumerate(ways, 1):
                known_as = name if number == 1 else f"{name}({number})"
                self.decoder.add_word(known_as, phones, False)

    def align(self, samples: Samples, names: Sequence[str]) -> list[Heard]:
        """The words with the pauses between them; empty where there is no way to say all of them
        in this sound.
        """
        if not names or len(samples) < SAMPLE_RATE // SPHINX_FRAMES_A_SECOND * len(names):
            return []
        try:
            self.decoder.set_align_text(" ".join(names))
        except RuntimeError:
            return []
        found = self.decode(samples)
        return found if [word.name for word in found if word.name] == list(names) else []


def frame_scores(found: Iterable[Heard]) -> np.ndarray:
    """The score of every frame."""
    parts = [np.full(round(word.seconds * SPHINX_FRAMES_A_SECOND), word.score) for word in found]
    return np.concatenate(parts) if parts else np.zeros(0)
