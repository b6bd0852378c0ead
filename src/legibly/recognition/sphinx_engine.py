"""pocketsphinx as a recogniser, with the English model that comes with it or one of the user's.

With a language model of the user's own, its marks are words that are said as silence, as in Kim &
Woodland (2003): they are heard where somebody pauses, and become marks behind the words.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from legibly.errors import DataError
from legibly.marks import MARKS
from legibly.recognition.engine import EngineSettings
from legibly.recognition.engines import only_file
from legibly.speech.audio import Samples
from legibly.speech.pronunciation import Pronunciations, read_dictionary
from legibly.speech.segment_alignment import SegmentAligner
from legibly.speech.sphinx import (
    AcousticModel,
    Dictation,
    Heard,
    default_language_model,
    english_model,
)
from legibly.transcript import Alternative, Token, Transcript, Word

SILENCE_PHONE = "SIL"
DRAWS_A_HYPOTHESIS = 4  # many of those that pocketsphinx gives differ in pauses alone
MAX_DICTIONARY_WORDS = 500_000
_SIGNS = frozenset({"<s>", "</s>", "<unk>", "<UNK>", "<sil>"})


class Hypothesis(NamedTuple):
    """A way to read a segment, words and marks as they stand in the language model, with its
    score in nats.
    """

    names: tuple[str, ...]
    score: float


class SphinxEngine:
    enough_seconds, longest_seconds = 8.0, 25.0
    coarse_times = False

    def __init__(self, settings: EngineSettings) -> None:
        self._language = settings.language
        self._alternatives = settings.alternatives
        self._model = _acoustic_model(settings.model)
        if settings.language_model is None:
            language_model = _bundled(settings.model)
            self._decoder = Dictation(self._model, self._model.dictionary, language_model)
        else:
            self._decoder = _with_own_words(self._model, settings.language_model, self._language)
        self._aligner: SegmentAligner | None = None

    def recognise(self, samples: Samples) -> Transcript:
        written = self._transcript(self._decoder.dictated(samples))
        if self._alternatives == 1 or not written.words:
            return written
        return self._with_alternatives(written, samples)

    def begin(self) -> None:
        self._decoder.begin()

    def hear(self, samples: Samples) -> Sequence[Word]:
        return self._transcript(self._decoder.hear(samples)).words

    def end(self) -> Transcript:
        return self._transcript(self._decoder.end())

    def hypotheses(self, count: int) -> Iterator[Hypothesis]:
        """Of what was recognised last: distinct ones, the best first. Python is given neither the
        times nor the best of all, which `recognise` has.
        """
        found: dict[tuple[str, ...], float] = {}
        draws = self._decoder.drawn(count * DRAWS_A_HYPOTHESIS)
        for text, score in draws:
            names = tuple(map(_bare, text.split()))
            found[names] = max(score, found.get(names, score))
            if len(found) == count:
                break
        ranked = sorted(found.items(), key=lambda item: -item[1])
        return (Hypothesis(names, score) for names, score in ranked)

    def timed(self, words: Sequence[str], samples: Samples) -> tuple[Word, ...]:
        """When words are heard that are thought to be in a segment."""
        if self._aligner is None:
            self._aligner = SegmentAligner(self._model, self._language)
        bare = Transcript(tuple(map(Word, words)), language=self._language)
        return tuple(self._aligner.timed(bare, samples).words)

    def _with_alternatives(self, written: Transcript, samples: Samples) -> Transcript:
        """Other words, each way once, with the score of its best marks."""
        heard = tuple(word.text for word in written.words)
        scores: dict[tuple[str, ...], float] = {}
        for names, score in self.hypotheses(self._alternatives):
            words = tuple(name for name in names if name not in MARKS)
            scores[words] = max(score, scores.get(words, score))
        # What was heard is the best by other means than the list is ranked by.
        best = max(scores.values(), default=0.0)
        scores[heard] = best
        ranked = sorted(scores.items(), key=lambda item: (-item[1], item[0] != heard))
        others = tuple(
            Alternative(
                0,
                len(written.words),
                tuple(written.words) if words == heard else self.timed(words, samples),
                round(score - best, 3),
            )
            for words, score in ranked
            if words
        )
        return Transcript(written.words, written.tokens, self._language, alternatives=others)

    def _transcript(self, found: Sequence[Heard]) -> Transcript:
        words: list[Word] = []
        marks: list[str] = []
        for item in found:
            if not item.name:
                continue
            if item.name in MARKS:
                if marks:
                    marks[-1] = item.name
                continue
            start, end = round(item.start, 3), round(item.end, 3)
            words.append(Word(item.name, start, end, round(item.confidence, 3)))
            marks.append("")
        tokens = [
            Token(word.text, i, i + 1, after=mark)
            for i, (word, mark) in enumerate(zip(words, marks, strict=True))
        ]
        return Transcript(tuple(words), tuple(tokens), self._language)


def _bare(name: str) -> str:
    """Without the number of its pronunciation."""
    return name.partition("(")[0]


def _acoustic_model(folder: Path | None) -> AcousticModel:
    if folder is None:
        return english_model()
    dictionary = only_file(folder, ("*.dict", "*.dic"))
    assert dictionary is not None
    return AcousticModel.of(folder, dictionary)


def _bundled(folder: Path | None) -> Path:
    if folder is None:
        return default_language_model()
    found = only_file(folder, ("*.lm.bin", "*.lm", "*.arpa"))
    if found is None:
        raise DataError(f"{folder}: no language model (*.lm, *.lm.bin, *.arpa); name one with --lm")
    return found


def _with_own_words(model: AcousticModel, language_model: Path, language: str) -> Dictation:
    """Its words with their pronunciations; those that nobody can pronounce are never heard."""
    words = list(arpa_words(language_model))
    known = Pronunciations(
        [word for word in words if word not in MARKS], read_dictionary(model.dictionary), language
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "words.dict"
        with path.open("w", encoding="utf-8") as out:
            for word in words:
                for number, phones in enumerate(_ways(word, known), 1):
                    out.write(f"{word}{'' if number == 1 else f'({number})'} {phones}\n")
        return Dictation(model, path, language_model)


def _ways(word: str, known: Pronunciations) -> list[str]:
    if word in MARKS:
        return [SILENCE_PHONE]
    parts = known.of(word)
    if len(parts) == 1:
        return list(parts[0])
    return [" ".join(ways[0] for ways in parts)] if parts else []


def arpa_words(path: Path) -> Iterator[str]:
    """The unigrams of an ARPA file."""
    try:
        with path.open(encoding="utf-8") as lines:
            inside, count = False, 0
            for line in lines:
                if line.startswith("\\"):
                    if inside:
                        return
                    inside = line.startswith("\\1-grams:")
                elif inside and len(fields := line.split()) >= 2:
                    count += 1
                    if count > MAX_DICTIONARY_WORDS:
                        raise DataError(f"{path}: more than {MAX_DICTIONARY_WORDS:,} words")
                    if fields[1] not in _SIGNS:
                        yield fields[1]
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: cannot be read ({error}); expected an ARPA file") from None
    if not inside:
        raise DataError(f"{path}: no \\1-grams: in it; expected an ARPA file")
