"""Vosk, with a model folder of the user's; its answers are read as its format is."""

from __future__ import annotations

import json
from collections.abc import Sequence

from legibly.errors import DataError
from legibly.recognition.engine import EngineSettings
from legibly.speech.audio import Samples, pcm_bytes
from legibly.speech.sphinx import SAMPLE_RATE
from legibly.transcript import Alternative, Transcript, Word


class VoskEngine:
    enough_seconds, longest_seconds = 8.0, 25.0
    coarse_times = False

    def __init__(self, settings: EngineSettings) -> None:
        import vosk

        vosk.SetLogLevel(-1)
        self._language, self._alternatives = settings.language, settings.alternatives
        try:
            self._recogniser = vosk.KaldiRecognizer(vosk.Model(str(settings.model)), SAMPLE_RATE)
        except Exception as error:  # what Vosk raises has no class of its own
            raise DataError(f"{settings.model}: cannot be loaded by Vosk ({error})") from None
        self._recogniser.SetWords(True)
        self._recogniser.SetPartialWords(True)
        if settings.alternatives > 1:
            self._recogniser.SetMaxAlternatives(settings.alternatives)

    def recognise(self, samples: Samples) -> Transcript:
        self.begin()
        self._recogniser.AcceptWaveform(pcm_bytes(samples))
        return self.end()

    def begin(self) -> None:
        self._recogniser.Reset()
        self._before: list[Word] = []

    def hear(self, samples: Samples) -> Sequence[Word]:
        if self._recogniser.AcceptWaveform(pcm_bytes(samples)):
            self._before += self._read(json.loads(self._recogniser.Result())).words
            return self._before
        partial = json.loads(self._recogniser.PartialResult())
        return [*self._before, *_words(partial.get("partial_result", []))]

    def end(self) -> Transcript:
        last = self._read(json.loads(self._recogniser.FinalResult()))
        if not self._before:
            return last
        return Transcript((*self._before, *last.words), language=self._language)

    def _read(self, answer: dict[str, object]) -> Transcript:
        listed = answer.get("alternatives")
        if not isinstance(listed, list):
            return Transcript(_words(answer.get("result", [])), language=self._language)
        words = [_words(item.get("result", [])) for item in listed]
        if not words:
            return Transcript((), language=self._language)
        top = float(listed[0].get("confidence", 0.0))
        others = tuple(
            Alternative(0, len(words[0]), found, float(item.get("confidence", 0.0)) - top)
            for item, found in zip(listed, words, strict=True)
        )
        return Transcript(words[0], language=self._language, alternatives=others)


def _words(items: object) -> tuple[Word, ...]:
    assert isinstance(items, list)
    return tuple(Word(item["word"], item["start"], item["end"], item.get("conf")) for item in items)
