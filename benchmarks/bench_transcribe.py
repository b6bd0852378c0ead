"""What everything but the recogniser costs, and how long the first caption takes, live.

    python -m benchmarks.bench_transcribe [--sound FILE] [--whisper FOLDER]

The overhead is processor time over the length of the sound, on one core: finding speech, finding
the words in the sound where the recogniser's times are coarse, and formatting. The recogniser's
answers are taken from a run before. Live delays are those of a core of its own at speaking rate,
from processor times; that of words that are shown is counted from when the first word was over,
that of firm ones from when their segment was, which is half a second behind the last word.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import legibly
from legibly.cli.live_sound import PORTION_SECONDS
from legibly.recognition.engine import Engine, EngineSettings, HearsAlong
from legibly.recognition.engines import facts_of, load_engine
from legibly.recognition.journal import Journal
from legibly.recognition.live import LiveTranscription
from legibly.recognition.recording import Recogniser
from legibly.recognition.voice import segments, silero
from legibly.speech.audio import Samples, open_audio, read_samples
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


class Delays(NamedTuple):
    shown: float | None  # seconds from the end of the first word until any is shown
    firm: list[float]  # seconds from the end of each segment until its words are firm


def live_delays(sound: Path, recogniser: Recogniser) -> Delays:
    """On a core of its own: what is done takes its processor time, and begins when the sound is
    there and what came before is done.
    """
    stream = legibly.load("en").stream(max_delay=6, max_wait=1.0)
    live = LiveTranscription(recogniser, stream, print)
    samples = read_samples(sound, SAMPLE_RATE)
    size = round(PORTION_SECONDS * SAMPLE_RATE)
    ready = 0.0
    shown: float | None = None
    first_end: float | None = None
    firm = []
    for first in range(0, len(samples), size):
        portion = samples[first : first + size]
        ready = max(ready, (first + len(portion)) / SAMPLE_RATE)
        begin = time.process_time()
        updates = list(live.hear(portion))
        ready += time.process_time() - begin
        for update in updates:
            if update.provisional and shown is None:
                shown = ready
            if update.committed:
                first_end = first_end or update.words[0].end
                firm.append(ready - live.ended_seconds)
    return Delays(None if shown is None or first_end is None else shown - first_end, firm)


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
        delays = live_delays(chosen.sound, Recogniser(engine, "en", aligner))
        if delays.shown is not None and isinstance(engine, HearsAlong):
            print(f"{name}: first words shown {delays.shown:.2f} s after the first was over")
        listed = ", ".join(f"{seconds:.2f}" for seconds in delays.firm)
        print(f"{name}: words firm {listed} s after the ends of their segments")


if __name__ == "__main__":
    main()
