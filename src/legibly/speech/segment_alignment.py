"""Words of one segment after another, found in its sound: for recognisers whose times are coarse.

The aligner is made once and learns the pronunciations that it meets; what does not fit keeps the
times that it had.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

from legibly.speech.audio import Samples
from legibly.speech.forced_alignment import fits, with_times
from legibly.speech.pronunciation import Phones, Pronunciations, read_dictionary
from legibly.speech.sphinx import SAMPLE_RATE, AcousticModel, Aligner, write_dictionary
from legibly.speech.spoken_text import spoken_forms
from legibly.transcript import Transcript

MAX_NAMES = 20_000  # pronunciations that are kept, so that memory does not grow
_SILENCE = {"silence": ("SIL",)}  # a dictionary must hold something


class SegmentAligner:
    def __init__(self, model: AcousticModel, language: str) -> None:
        self._model, self._language = model, language
        self._dictionary = read_dictionary(model.dictionary)
        self._aligner, self._names = self._fresh()

    def _fresh(self) -> tuple[Aligner, dict[tuple[Phones, ...], str]]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "names.dict"
            write_dictionary(path, _SILENCE)
            return Aligner(self._model, path), {}

    def timed(self, transcript: Transcript, samples: Samples) -> Transcript:
        """The words with the times at which they are heard; as they were where they do not fit, or
        where nobody knows to pronounce one of them.
        """
        forms = spoken_forms(transcript, self._language)
        known = Pronunciations(
            [word for form in forms for word in form], self._dictionary, self._language
        )
        if known.unknown:
            return transcript
        names: list[str] = []
        owners: list[int] = []
        for place, form in enumerate(forms):
            for ways in (ways for word in form for ways in known.of(word)):
                names.append(self._name(ways))
                owners.append(place)
        found = self._aligner.align(samples, names)
        if not found or not fits(found):
            return transcript
        spoken = (word for word in found if word.name)
        placed = {at: (word.start, word.end) for at, word in enumerate(spoken)}
        words = with_times(transcript.words, owners, placed, len(samples) / SAMPLE_RATE)
        return replace(transcript, words=words)

    def _name(self, ways: tuple[Phones, ...]) -> str:
        if len(self._names) >= MAX_NAMES:
            self._aligner, self._names = self._fresh()
        name = self._names.get(ways)
        if name is None:
            name = self._names[ways] = f"w{len(self._names)}"
            self._aligner.learn({name: ways})
        return name
