"""What everything but the recogniser costs, and how long the first caption takes, live.

    python -m benchmarks.bench_transcribe [--sound FILE] [--whisper FOLDER]

The overhead is processor time over the length of the sound, on one core: finding speech, finding
the words in the sound where the recogniser's times are coarse, and formatting. The recogniser's
answers are taken from a run before. Live, the sound is played at speaking rate; the delay of words
is counted from when the first word was over, that of a segment from when it was.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import legibly
from legibly.cli.live_sound import played_sound
from legibly.recognition.engine import Engine, EngineSettings
from legibly.recognition.engines import facts_of, load_engine
from legibly.recognition.journal import Journal
from legibly.recognition.live import LiveTranscription
from legibly.recognition.recording import Recogniser
from legibly.recognition.voice import segments, silero
from legibly.speech.audio import Samples, open_audio
from legibly.speech.segment_alignment import SegmentAligner
from legibly.speech.sphinx import SAMPLE_RATE, english_model
from legibly.transcript import Transcript

SOUND = Path(__file__).parents[1] / "examples" / "weekly-address.opus"


class Answers:
    """An engine that says at once what another one said."""

    coarse_times = True

    def __init__(self, like: Engine, found: Sequence[Transcript]) -> None:
        self.enough_seconds, self.longest_seconds = like.enough_seconds, like.longest_seconds
        self._next: Iterator[Transcript] = iter(found)

    def recognise(self, samples: Samples) -> Transcript:
        return next(self._next)


def nothing(line: str) -> None:
    pass


def overhead(sound: Path, engine: Engine) -> Iterator[tuple[str, float]]:
    """Parts of the work, each with its share of real time."""
    audio = open_audio(sound, SAMPLE_RATE)
    cutting = Recogniser(engine, "en").cutting
    begin = time.process_time()
    found = list(segments(audio.blocks(), silero(), cutting))
    yield "finding speech", (time.process_time() - begin) / audio.seconds
    answers = [engine.recognise(segment.samples) for segment in found]
    formatter = legibly.load("en")
    aligner = SegmentAligner(english_model(), "en")
    for name, helper in (("without aligning", None), ("with aligning", aligner)):
        recogniser = Recogniser(Answers(engine, answers), "en", helper)
        blocks = open_audio(sound, SAMPLE_RATE).blocks()
        begin = time.process_time()
        parts = recogniser.parts("talk", blocks, Journal(None, {}, nothing), nothing)
        for _ in formatter.parts(parts):
            pass
        yield f"all but the recogniser, {name}", (time.process_time() - begin) / audio.seconds


def first_caption(sound: Path, recogniser: Recogniser) -> tuple[float | None, float | None]:
    """When words were first shown, and when some were first firm, in seconds of the sound's clock
    behind the end of the first word, and of the first segment.
    """
    live = LiveTranscription(
        recogniser, legibly.load("en").stream(max_delay=6, max_wait=1.0), print
    )
    begin = time.monotonic()
    shown: float | None = None
    first_word: float | None = None
    for samples in played_sound(str(sound), None):
        if samples is None:
            continue
        for update in live.hear(samples):
            now = time.monotonic() - begin
            if update.provisional and shown is None:
                shown = now
            if update.committed:
                first_word = update.words[0].end
                ended = live.ended_seconds
                return (
                    None if shown is None or first_word is None else shown - first_word,
                    now - ended,
                )
    return shown, None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sound", type=Path, default=SOUND)
    parser.add_argument("--whisper", type=Path)
    chosen = parser.parse_args()
    engines = {"pocketsphinx": load_engine(facts_of("pocketsphinx"), EngineSettings())}
    if chosen.whisper is not None:
        settings = EngineSettings(model=chosen.whisper)
        engines["whisper"] = load_engine(facts_of("whisper"), settings)
    for name, engine in engines.items():
        for part, share in overhead(chosen.sound, engine):
            print(f"{name}: {part}: {share:.1%} of real time")
        aligner = SegmentAligner(english_model(), "en") if engine.coarse_times else None
        shown, firm = first_caption(
            chosen.sound, replace(Recogniser(engine, "en"), aligner=aligner)
        )
        if shown is not None and not engine.coarse_times:
            print(f"{name}: first words shown {shown:.2f} s after the first was over")
        if firm is not None:
            print(f"{name}: first words firm {firm:.2f} s after the segment's end")


if __name__ == "__main__":
    main()
