"""A text and the sound that it is read out in: its words get the times at which they are heard.

A recogniser that knows only the text's own words hears them where they are (anchors); the aligner
then places all words of a piece at once. What does not fit, because it is not in the sound or
because the sound has something else there, stays without times.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from legibly.errors import DataError, UsageError
from legibly.languages import DEFAULT_LANGUAGE
from legibly.languages import language as find_language
from legibly.ngram.arpa import write_arpa
from legibly.ngram.from_texts import model_of
from legibly.speech.anchors import find_anchors
from legibly.speech.audio import FAINT, Audio, open_audio
from legibly.speech.chunks import SoundWindow, quiet_chunks
from legibly.speech.pieces import Piece, cut_pieces, divide
from legibly.speech.pronunciation import Phones, Pronunciations, read_dictionary
from legibly.speech.sphinx import (
    SAMPLE_RATE,
    SPHINX_FRAMES_A_SECOND,
    AcousticModel,
    Aligner,
    Heard,
    Recogniser,
    english_model,
    frame_scores,
    write_dictionary,
)
from legibly.speech.spoken_text import spoken_forms
from legibly.transcript import Transcript, Word

MODEL_LANGUAGE = DEFAULT_LANGUAGE  # of the acoustic model that comes with pocketsphinx
TEXT_ORDER = 3  # of the language model of the text
SHORT_SECONDS = 90.0  # sound up to this length is aligned as a whole, where that fits
WORST_MEAN_SCORE = -4.0  # nats a frame, over all words of a piece
WORST_SECOND_SCORE = -5.0  # over any second of a piece
WORST_PAUSE_SCORE = -3.2  # over all pauses of a piece
MANY_PAUSE_FRAMES = 50  # from which on they are looked at
TELLING_WORDS = 3  # fewer fit somewhere in any longer sound
MAX_SPOKEN_WORDS = 1_000_000

Report = Callable[[float], object]  # is told how many seconds have been listened to


@dataclass(frozen=True)
class Timed:
    """What came of a text."""

    transcript: Transcript
    spoken: int  # words that could be heard: tags and lone signs cannot
    found: int  # of them
    unpronounced: tuple[str, ...]  # words that nobody knows to pronounce
    remarks: tuple[str, ...]  # on the sound


class _Text:
    """The words that are said, by made-up names, with their pronunciations."""

    def __init__(self, transcript: Transcript, model: AcousticModel, language: str) -> None:
        forms = spoken_forms(transcript, language)
        distinct = {word for form in forms for word in form}
        known = Pronunciations(distinct, read_dictionary(model.dictionary), language)
        self.unpronounced = tuple(known.unknown)
        self.pronounced: dict[str, tuple[Phones, ...]] = {}
        self.names: list[str] = []
        self.owners: list[int] = []  # the word that each name belongs to
        by_ways: dict[tuple[Phones, ...], str] = {}
        silent = set(self.unpronounced)
        self.spoken = 0
        for place, form in enumerate(forms):
            parts = [ways for word in form for ways in known.of(word)]
            self.spoken += bool(parts) or not silent.isdisjoint(form)
            if not silent.isdisjoint(form):
                continue
            for ways in parts:
                name = by_ways.setdefault(ways, f"w{len(by_ways)}")
                self.pronounced[name] = ways
                self.names.append(name)
                self.owners.append(place)
        if len(self.names) > MAX_SPOKEN_WORDS:
            raise DataError(
                f"{len(self.names):,} words; expected at most {MAX_SPOKEN_WORDS:,} in one sound"
            )


def time_words(
    path: str | Path,
    transcript: Transcript,
    *,
    language: str | None = None,
    channel: int | None = None,
    acoustic_model: AcousticModel | None = None,
    report: Report = lambda seconds: None,
) -> Timed:
    """Every word as it is, with the time at which it is heard in the sound file, or none.

    Raises UsageError where there is no acoustic model for the language, or a library is missing.
    """
    code = language or transcript.language or MODEL_LANGUAGE
    model = acoustic_model or model_for(code)
    with tempfile.TemporaryDirectory() as folder:
        text = _Text(transcript, model, code)
        if not text.spoken:
            raise DataError("no words in the text that can be said; expected what is in the sound")
        work = _Alignment(text, model, Path(folder))
        audio = open_audio(path, SAMPLE_RATE, channel)
        placed = work.places(lambda: open_audio(path, SAMPLE_RATE, channel), audio, report)
    words = with_times(transcript.words, text.owners, placed, audio.seconds)
    found = sum(word.start is not None for word in words)
    timed = replace(transcript, words=words)
    return Timed(timed, text.spoken, found, text.unpronounced, tuple(audio.remarks))


def model_for(code: str) -> AcousticModel:
    """The acoustic model that is there for a language."""
    facts = find_language(code)
    if facts.code != MODEL_LANGUAGE:
        raise UsageError(
            f"there is no acoustic model for {facts.name}, only for English; name one of CMU "
            "Sphinx with --acoustic-model FOLDER --dictionary FILE"
        )
    return english_model()


class _Alignment:
    """One text in one sound."""

    def __init__(self, text: _Text, model: AcousticModel, folder: Path) -> None:
        self._model, self._folder = model, folder
        self._dictionary = folder / "words.dict"
        write_dictionary(self._dictionary, text.pronounced)
        self._aligner = Aligner(model, self._dictionary)
        # Phones that the acoustic model does not have make a word unknown to it.
        known = {name for name in text.pronounced if self._aligner.knows(name)}
        self._kept = [at for at, name in enumerate(text.names) if name in known]
        self._names = [text.names[at] for at in self._kept]

    def places(
        self, again: Callable[[], Audio], audio: Audio, report: Report
    ) -> dict[int, tuple[float, float]]:
        """Times by positions of spoken words, of those that were found."""
        placed: dict[int, tuple[float, float]] = {}
        for piece, found in self._found(again, audio, report):
            spoken = [word for word in found if word.name]
            for at, word in enumerate(spoken, piece.first):
                placed[self._kept[at]] = (piece.start + word.start, piece.start + word.end)
        return placed

    def _found(
        self, again: Callable[[], Audio], audio: Audio, report: Report
    ) -> Iterator[tuple[Piece, list[Heard]]]:
        opening, rest = _opening(audio)
        telling = len(self._names) >= TELLING_WORDS or audio.seconds <= TELLING_WORDS
        whole = len(opening) <= SHORT_SECONDS * SAMPLE_RATE and telling
        if whole and (found := self._fit(opening, self._names)):
            report(audio.seconds)
            yield Piece(0, len(self._names), 0.0, audio.seconds), found
            return
        if not self._names:
            for _ in rest:
                pass
            return
        anchors = find_anchors(self._names, self._heard(opening, rest, report))
        window = SoundWindow(again().blocks(), SAMPLE_RATE)
        for piece in cut_pieces(len(self._names), anchors, audio.seconds):
            window.forget_before(piece.start)
            waiting = [piece]
            while waiting:
                part = waiting.pop()
                samples = window.between(part.start, part.end)
                if found := self._fit(samples, self._names[part.first : part.last]):
                    yield part, found
                else:
                    waiting += divide(part, anchors)[::-1]

    def _heard(
        self, opening: np.ndarray, rest: Iterator[np.ndarray], report: Report
    ) -> list[Heard]:
        language_model = self._folder / "text.arpa"
        with language_model.open("w", encoding="ascii") as out:
            write_arpa(model_of([self._names], TEXT_ORDER), out)
        recogniser = Recogniser(self._model, self._dictionary, language_model)
        heard: list[Heard] = []
        for chunk in quiet_chunks(_chain(opening, rest), SAMPLE_RATE):
            heard += (
                word._replace(start=chunk.start + word.start, end=chunk.start + word.end)
                for word in recogniser.heard(chunk.samples)
            )
            report(chunk.start + len(chunk.samples) / SAMPLE_RATE)
        return heard

    def _fit(self, samples: np.ndarray, names: Sequence[str]) -> list[Heard]:
        """The words in the sound; empty where they do not fit. In no sound at all anything does."""
        if np.abs(samples).max(initial=0.0) < FAINT:
            return []
        found = self._aligner.align(samples, names)
        return found if found and fits(found) else []


def fits(found: Sequence[Heard]) -> bool:
    """Words sound like words, pauses like pauses, and most of what is no pause is the words."""
    words = [word for word in found if word.name]
    rest = [word for word in found if not word.name]
    if sum(word.seconds for word in rest if word.is_noise) > sum(word.seconds for word in words):
        return False
    if np.mean(frame_scores(words)) < WORST_MEAN_SCORE:
        return False
    pauses = frame_scores(rest)
    if len(pauses) > MANY_PAUSE_FRAMES and np.mean(pauses) < WORST_PAUSE_SCORE:
        return False
    scores = frame_scores(found)
    width = min(SPHINX_FRAMES_A_SECOND, len(scores))
    sums = np.concatenate([[0.0], np.cumsum(scores)])
    return bool(((sums[width:] - sums[:-width]) / width).min() >= WORST_SECOND_SCORE)


def _opening(audio: Audio) -> tuple[np.ndarray, Iterator[np.ndarray]]:
    """The beginning, a little longer than what is short; and what follows."""
    blocks = audio.blocks()
    held: list[np.ndarray] = []
    for block in blocks:
        held.append(block)
        if sum(map(len, held)) > SHORT_SECONDS * SAMPLE_RATE:
            break
    return np.concatenate(held), blocks


def _chain(opening: np.ndarray, rest: Iterator[np.ndarray]) -> Iterator[np.ndarray]:
    yield opening
    yield from rest


def with_times(
    words: Sequence[Word],
    owners: Sequence[int],
    placed: dict[int, tuple[float, float]],
    seconds: float,
) -> list[Word]:
    """A word lasts from its first spoken part to its last; one of which a part was not found has
    no time. Times never go back, and end with the sound.
    """
    parts: dict[int, list[tuple[float, float] | None]] = {}
    for at, owner in enumerate(owners):
        parts.setdefault(owner, []).append(placed.get(at))
    timed = [word._replace(start=None, end=None) for word in words]
    reached = 0.0
    for owner, times in parts.items():
        known = [time for time in times if time is not None]
        if len(known) < len(times):
            continue
        start = round(max(reached, known[0][0]), 3)
        end = round(min(seconds, known[-1][1]), 3)
        if start < end:
            timed[owner] = words[owner]._replace(start=start, end=end)
            reached = end
    return timed
