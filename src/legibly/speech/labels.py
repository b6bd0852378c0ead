"""Words with what their sound says as labels, for scorers that look at those."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from legibly.errors import DataError
from legibly.prosody.features import NAMES, TIME_NAMES, Values, from_times, labelled
from legibly.speech.audio import open_audio
from legibly.speech.frames import RATE, Frames, measure
from legibly.speech.word_prosody import word_features
from legibly.transcript import (
    PART_WORDS,
    Transcript,
    Word,
    cut_parts,
    join_recordings,
)

Say = Callable[[str], None]
TOO_FEW = 0.5  # of the words within the sound: another file's


@dataclass(frozen=True)
class Sound:
    """Pitch and energy of a sound file."""

    name: str
    frames: Frames

    @classmethod
    def measured(cls, path: str, channel: int | None = None, say: Say = lambda line: None) -> Sound:
        audio = open_audio(path, RATE, channel)
        frames = measure(audio.blocks())
        for remark in audio.remarks:
            say(f"{path}: {remark}")
        return cls(path, frames)

    def check(self, words: Sequence[Word], say: Say) -> None:
        """Whether the words can have been said here."""
        timed = [word.end for word in words if word.end is not None]
        if not timed:
            raise DataError(
                f"{self.name}: the words have no times; expected times, to find them in the sound "
                "(legibly time gives them)"
            )
        behind = sum(end > self.frames.seconds + 0.5 for end in timed)
        if behind > TOO_FEW * len(timed):
            raise DataError(
                f"{self.name}: lasts {self.frames.seconds:.1f} s, and {behind} of {len(timed)} "
                "words end later; expected the sound that the words were heard in"
            )
        if behind:
            say(
                f"{self.name}: lasts {self.frames.seconds:.1f} s; {behind} words that end later "
                "have no features of sound"
            )


def with_labels(
    parts: Iterable[Transcript], sound: Sound | None, say: Say = lambda line: None
) -> Iterator[Transcript]:
    """Recordings whose words have their features as labels; of times alone without sound."""
    for recording in join_recordings(parts):
        yield from cut_parts(_labelled(recording, sound, say), PART_WORDS)


def _labelled(recording: Transcript, sound: Sound | None, say: Say) -> Transcript:
    words = recording.words
    if not words:
        return recording
    if sound is not None:
        sound.check(words, say)
    values = features_of(words, sound)
    labels = labelled(values, NAMES if sound is not None else TIME_NAMES)
    found = [
        word._replace(labels={**word.labels, **of_word})
        for word, of_word in zip(words, labels, strict=True)
    ]
    return replace(recording, words=found)


def features_of(words: Sequence[Word], sound: Sound | None) -> Values:
    """[words, NAMES], or [words, TIME_NAMES] without sound."""
    return from_times(words) if sound is None else word_features(words, sound.frames)


def without_labels(parts: Iterable[Transcript]) -> Iterator[Transcript]:
    """The words as they were before."""
    for part in parts:
        words = [
            word._replace(
                labels={key: value for key, value in word.labels.items() if key not in NAMES}
            )
            if word.labels
            else word
            for word in part.words
        ]
        yield replace(part, words=words)
