"""A whole recording: segments of speech, each recognised, its words found in the sound, put in
place. Nothing but the open segment and the one before it is held.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from legibly.errors import DataError
from legibly.languages import language as find_language
from legibly.recognition.engine import Engine
from legibly.recognition.journal import Journal
from legibly.recognition.voice import Cutting, Segment, Speech, segments, silero
from legibly.speech.audio import Samples
from legibly.speech.forced_alignment import MODEL_LANGUAGE
from legibly.speech.segment_alignment import SegmentAligner
from legibly.speech.segment_prosody import SegmentProsody
from legibly.speech.sphinx import english_model
from legibly.transcript import Alternative, Transcript, Word

FAILURES_IN_A_ROW = 5  # from which on it is no segment's fault
Say = Callable[[str], None]


@dataclass
class Recogniser:
    """An engine with what it needs around it; recordings one after another."""

    engine: Engine
    language: str
    aligner: SegmentAligner | None = None
    hears_sound: bool = False  # whether words get labels of what their sound says
    voice: Callable[[], Speech] = silero
    failures: int = field(default=0, init=False)

    @property
    def cutting(self) -> Cutting:
        return Cutting(
            enough_seconds=self.engine.enough_seconds, longest_seconds=self.engine.longest_seconds
        )

    def parts(
        self,
        name: str,
        blocks: Iterable[Samples],
        journal: Journal,
        say: Say,
        report: Callable[[float], object] = lambda seconds: None,
    ) -> Iterator[Transcript]:
        """What is said, segment by segment, as parts of one recording."""
        begun = (
            replace(part, name=name, language=self.language, continued=True)
            for part in self._labelled(self._recognised(name, blocks, journal, say, report))
            if part.words
        )
        held = next(begun, None)
        if held is None:
            say(f"{name}: no speech found in it")
            yield Transcript((), language=self.language, name=name)
            return
        for part in begun:
            yield held
            held = part
        yield replace(held, continued=False)

    def exact(self, found: Transcript, samples: Samples) -> Transcript:
        """With times by the aligner, where there is one."""
        return found if self.aligner is None else self.aligner.timed(found, samples)

    def _recognised(
        self,
        name: str,
        blocks: Iterable[Samples],
        journal: Journal,
        say: Say,
        report: Callable[[float], object],
    ) -> Iterator[tuple[Segment, Transcript]]:
        failed_in_a_row = 0
        for segment in segments(blocks, self.voice(), self.cutting):
            found = journal.known(segment) or self._attempt(segment, journal)
            if isinstance(found, Transcript):
                failed_in_a_row = 0
                yield segment, shifted(found, segment.start)
            else:
                where = f"{segment.start:.1f} to {segment.end:.1f} s"
                say(f"{name}: nothing from {where}, the engine failed ({found})")
                self.failures += 1
                failed_in_a_row += 1
                if failed_in_a_row == FAILURES_IN_A_ROW:
                    raise DataError(f"{name}: the engine failed {failed_in_a_row} times in a row")
            report(segment.end)

    def _attempt(self, segment: Segment, journal: Journal) -> Transcript | str:
        """What is said, or what went wrong."""
        if not journal.begins(segment):
            return "it ended the program before"
        try:
            found = self.exact(self.engine.recognise(segment.samples), segment.samples)
        except BaseException as error:
            journal.stopped(segment)
            if not isinstance(error, Exception):  # somebody ends the program
                raise
            return f"{type(error).__name__}: {error}"  # of whatever kind the engine's are
        journal.done(segment, found)
        return found

    def _labelled(self, found: Iterable[tuple[Segment, Transcript]]) -> Iterator[Transcript]:
        if not self.hears_sound:
            yield from (part for _, part in found)
            return
        prosody = SegmentProsody()
        for segment, part in found:
            yield from prosody.add(part, segment.samples, segment.start)
        yield from prosody.close()


def aligner_for(language: str, engine: Engine) -> SegmentAligner | None:
    """For coarse times, in the language of the acoustic model that is there."""
    if not engine.coarse_times or find_language(language).code != MODEL_LANGUAGE:
        return None
    return SegmentAligner(english_model(), language)


def shifted(found: Transcript, seconds: float) -> Transcript:
    """A segment's words at their place in the recording."""
    return replace(
        found,
        words=tuple(_later(word, seconds) for word in found.words),
        alternatives=tuple(
            Alternative(
                item.first, item.last, tuple(_later(w, seconds) for w in item.words), item.score
            )
            for item in found.alternatives
        ),
    )


def _later(word: Word, seconds: float) -> Word:
    return word._replace(
        start=None if word.start is None else round(word.start + seconds, 3),
        end=None if word.end is None else round(word.end + seconds, 3),
    )
