"""Whisper by faster-whisper, with a model folder of the user's.

It writes marks and capitals, which stand in the tokens. Its word times are coarse. Each segment is
read on its own, so that an error does not travel.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from legibly.errors import DataError
from legibly.languages import language as find_language
from legibly.marks import is_only_marks, split_marks
from legibly.recognition.engine import EngineSettings
from legibly.speech.audio import Samples
from legibly.transcript import Token, Transcript, Word

WHISPER_BEAM = 5
# Whisper goes in circles on sound that is no speech; what it then repeats packs this well.
MOST_COMPRESSED = 2.4


class WhisperEngine:
    enough_seconds, longest_seconds = 18.0, 28.0
    coarse_times = True

    def __init__(self, settings: EngineSettings) -> None:
        from faster_whisper import WhisperModel

        self._language = settings.language
        self._abbreviations = find_language(settings.language).abbreviations
        try:
            self._model = WhisperModel(
                str(settings.model),
                device="cpu",
                compute_type="int8",
                cpu_threads=settings.threads,
                local_files_only=True,
            )
        except (RuntimeError, ValueError, OSError) as error:
            raise DataError(f"{settings.model}: cannot be loaded by Whisper ({error})") from None

    def recognise(self, samples: Samples) -> Transcript:
        found, _ = self._model.transcribe(
            samples,
            language=self._language if self._model.model.is_multilingual else "en",
            beam_size=WHISPER_BEAM,
            condition_on_previous_text=False,
            word_timestamps=True,
            vad_filter=False,
            compression_ratio_threshold=MOST_COMPRESSED,
        )
        words: list[Word] = []
        tokens: list[Token] = []
        for item in _whole_words(word for part in found for word in part.words or ()):
            self._add(item, words, tokens)
        return Transcript(tuple(words), tuple(tokens), self._language)

    def _add(self, item: Word, words: list[Word], tokens: list[Token]) -> None:
        if is_only_marks(item.text):
            if tokens:
                tokens[-1] = tokens[-1]._replace(after=tokens[-1].after + item.text)
            return
        before, text, after = split_marks(item.text, self._abbreviations)
        words.append(item._replace(text=text))
        tokens.append(Token(text, len(words) - 1, len(words), before, after))


def _whole_words(found: Iterable[Any]) -> Iterator[Word]:
    """What stands together without a blank, as MS-13 does, is one word."""
    open_word: Word | None = None
    for item in found:
        start, end = round(float(item.start), 3), round(float(max(item.start, item.end)), 3)
        sure = round(float(item.probability), 3)
        if open_word is not None and not item.word[:1].isspace():
            text, least = open_word.text + item.word.strip(), min(sure, open_word.confidence or 0)
            open_word = open_word._replace(text=text, end=end, confidence=least)
            continue
        if open_word is not None:
            yield open_word
        open_word = Word(item.word.strip(), start, end, sure) if item.word.strip() else None
    if open_word is not None:
        yield open_word
