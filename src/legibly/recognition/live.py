"""Captions while somebody speaks: sound in as it comes, what is written of it out.

An engine that hears along shows what it has at once, to be revised; words are firm when their
segment is over, which is when the speaker pauses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from legibly.formatting.stream import Stream, Update
from legibly.recognition.engine import HearsAlong
from legibly.recognition.recording import Recogniser, Say, shifted
from legibly.recognition.voice import Cutting, Piece, VoiceCutter
from legibly.speech.audio import Samples
from legibly.speech.sphinx import SAMPLE_RATE
from legibly.transcript import Transcript, Word

LIVE_PAUSE_SECONDS = 0.5  # after which a segment is over
HEARD_AT_ONCE_SECONDS = 0.25  # an engine that hears along is asked so often


class LiveTranscription:
    """`hear` sound, `tick` when nothing came, `close`."""

    def __init__(self, recogniser: Recogniser, stream: Stream, say: Say) -> None:
        self._recogniser, self._stream, self._say = recogniser, stream, say
        engine = recogniser.engine
        self._along = engine if isinstance(engine, HearsAlong) else None
        cutting = Cutting(LIVE_PAUSE_SECONDS, engine.enough_seconds, engine.longest_seconds)
        self._cutter = VoiceCutter(recogniser.voice(), cutting)
        self._pieces: list[Samples] = []  # of the open segment
        self._unheard: list[Samples] = []  # of them, what the engine has not been given
        self._first: int | None = None
        self._along_words: Sequence[Word] = ()  # of the open segment, so far
        self._shown = ""
        self.failures = 0
        self.ended_seconds = 0.0  # where the last segment was over

    def hear(self, samples: Samples) -> Iterator[Update]:
        for piece in self._cutter.hear(samples):
            yield from self._hear(piece)

    def tick(self) -> Update:
        """What is decided by the clock; what was heard along stays in sight."""
        update = self._stream.tick()
        if not self._along_words:
            return update
        if update.committed:
            self._shown = self._preview(self._along_words)
        return update._replace(provisional=self._shown)

    def close(self) -> Iterator[Update]:
        for piece in self._cutter.close():
            yield from self._hear(piece)
        yield self._stream.close()

    def _hear(self, piece: Piece) -> Iterator[Update]:
        if self._first is None:
            self._first = piece.first
            if self._along is not None:
                self._along.begin()
        self._pieces.append(piece.samples)
        self._unheard.append(piece.samples)
        waiting = sum(map(len, self._unheard)) / SAMPLE_RATE
        if piece.ends:
            yield self._over()
        elif self._along is not None and waiting >= HEARD_AT_ONCE_SECONDS:
            self._along_words = self._along.hear(self._taken())
            self._shown = self._preview(self._along_words)
            yield Update([], [], self._shown)

    def _preview(self, words: Sequence[Word]) -> str:
        return self._stream.preview(*words) if words else ""

    def _over(self) -> Update:
        """The segment as a whole: its words are firm."""
        assert self._first is not None
        start = self._first / SAMPLE_RATE
        sound = np.concatenate(self._pieces)
        try:
            found = self._recogniser.exact(self._whole(sound), sound)
        except Exception as error:  # of whatever kind the engine's are
            self.failures += 1
            end = start + len(sound) / SAMPLE_RATE
            self._say(
                f"nothing from {start:.1f} to {end:.1f} s, the engine failed "
                f"({type(error).__name__}: {error})"
            )
            found = Transcript(())
        self._pieces, self._unheard, self._first, self._along_words = [], [], None, ()
        self.ended_seconds = start + len(sound) / SAMPLE_RATE
        if not found.words:
            return self._stream.tick()
        return self._stream.push_tokens(shifted(found, start))

    def _whole(self, sound: Samples) -> Transcript:
        if self._along is None:
            return self._recogniser.engine.recognise(sound)
        self._along.hear(self._taken())
        return self._along.end()

    def _taken(self) -> Samples:
        samples = np.concatenate(self._unheard)
        self._unheard = []
        return samples
