"""`legibly transcribe`"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from legibly.cli import switches
from legibly.cli.format import say_existing
from legibly.cli.jobs import STDIO, Job, list_jobs
from legibly.errors import LegiblyError, UsageError
from legibly.formatting.option_table import SUBTITLE_OPTIONS
from legibly.subtitles.rules import chosen_cue_rules
from legibly.transcript import Transcript

if TYPE_CHECKING:
    from legibly.formatting.formatter import Formatter
    from legibly.recognition.journal import Journal
    from legibly.recognition.pipe import PipeFormat
    from legibly.recognition.recording import Recogniser
    from legibly.subtitles.rules import CueRules

LIVE_VIEWS = ("terminal", "vtt", "json")
LIVE_DELAY_WORDS, LIVE_WAIT_SECONDS = 6, 1.0  # that a word waits for those behind it
SOUNDS = ".wav .flac .ogg .oga .opus .mp3 .m4a .aac .wma .aif .aiff .au"
FILMS = ".mp4 .mkv .webm .mov .avi"


@click.command("transcribe")
@click.argument("inputs", nargs=-1, metavar="[SOUND|FOLDER|-]...")
@click.option("--engine", metavar="NAME", help="Recogniser (legibly engines lists them).")
@click.option(
    "--engine-model", type=click.Path(path_type=Path), metavar="FOLDER", help="Its model."
)
@click.option(
    "--lm",
    "language_model",
    type=click.Path(path_type=Path),
    metavar="ARPA",
    help="Language model for pocketsphinx; marks in it are heard as silence.",
)
@click.option(
    "--alternatives",
    type=click.IntRange(1, 1000),
    default=1,
    show_default=True,
    help="Ways to read each segment, for legibly rescore; kept in JSON.",
)
@click.option("--live", is_flag=True, help="Captions while somebody speaks.")
@click.option("--rate", type=int, default=16_000, show_default=True, help="Of samples on stdin.")
@click.option("--channels", type=int, default=1, show_default=True, help="Of samples on stdin.")
@click.option("--channel", type=click.IntRange(1, 64), help="Of a file (default: all together).")
@click.option(
    "--threads",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Of the recogniser, where it can use several.",
)
@click.option("--skip-existing", is_flag=True, help="Leave out files whose output is there.")
@switches.output_options
@switches.format_options
@switches.speaker_options
@switches.subtitle_options
def command(
    inputs: tuple[str, ...],
    engine: str | None,
    engine_model: Path | None,
    language_model: Path | None,
    alternatives: int,
    live: bool,
    rate: int,
    channels: int,
    channel: int | None,
    threads: int,
    skip_existing: bool,
    output: str | None,
    to_format: str | None,
    model: str | None,
    language: str | None,
    speakers: str | None,
    names: tuple[str, ...],
    **settings: Any,
) -> int:
    """From sound to a readable transcript: who needs words, marks, numbers and times.

    Sound of any length and kind; memory stays small. Recognisers are found by what is installed,
    nothing is downloaded. An interrupted run with -o goes on where it was. What the recogniser
    writes itself is kept; --redo restores all anew. Needs pip install 'legibly[speech]'

    \b
    Examples:
      legibly transcribe talk.wav
      legibly transcribe talk.mp3 -o talk.vtt
      legibly transcribe talk.mp4 --engine whisper --engine-model tiny.en/ -o talk.md
      legibly transcribe meeting.flac --speakers meeting.rttm --names SPEAKER_00=Chair -o minutes.md
      legibly transcribe interviews/ -o texts/ --to json --skip-existing
      arecord -q -f S16_LE -r 16000 -c 1 | legibly transcribe --live
    """
    from legibly.api import load
    from legibly.recognition.engine import EngineSettings
    from legibly.recognition.engines import choose, load_engine
    from legibly.recognition.pipe import PipeFormat, check_format
    from legibly.recognition.recording import Recogniser, aligner_for

    rules = chosen_cue_rules({fact.name: settings.pop(fact.name) for fact in SUBTITLE_OPTIONS})
    to_format = switches.chosen_format(output, to_format)
    jobs = list_jobs(inputs, output, to_format, files_in=_sound_files)
    piped = check_format(PipeFormat(rate, channels))
    if live:
        _check_live(jobs, output, to_format)
        _refuse_with_live(
            {
                "--alternatives": alternatives > 1,
                "--speakers": bool(speakers),
                "--names": bool(names),
            }
        )
    if skip_existing and any(job.target == STDIO for job in jobs):
        raise UsageError("--skip-existing looks at files that are written; name where with -o")
    formatter = load(switches.chosen_model(model, language), **settings)
    code = formatter.language.code
    facts = choose(engine, engine_model)
    loaded = load_engine(
        facts, EngineSettings(engine_model, code, language_model, alternatives, threads)
    )
    recogniser = Recogniser(loaded, code, aligner_for(code, loaded), _hears_sound(formatter))
    if live:
        return _run_live(jobs[0], piped, channel, recogniser, formatter, rules, to_format)
    run = _Run(
        recogniser,
        formatter,
        switches.with_speakers(speakers, names),
        rules,
        to_format,
        piped,
        channel,
        {
            "engine": facts.name,
            "model": str(engine_model and engine_model.resolve()),
            "lm": str(language_model and language_model.resolve()),
            "alternatives": alternatives,
            "language": code,
            "channel": channel,
        },
    )
    return run.all(jobs, skip_existing)


def _say(line: str) -> None:
    click.echo(line, err=True)


def _sound_files(folder: Path) -> list[Path]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    known = {*SOUNDS.split(), *FILMS.split()}
    return [path for path in files if path.suffix.lower() in known]


def _hears_sound(formatter: Formatter) -> bool:
    """Whether a scorer looks at more than times tell."""
    from legibly.prosody.features import TIME_NAMES
    from legibly.scorers.prosody import ProsodyScorer

    return any(
        not set(item.scorer.features) <= set(TIME_NAMES)
        for item in formatter.scorers
        if isinstance(item.scorer, ProsodyScorer)
    )


@dataclass(frozen=True)
class _Run:
    """Files one after another; one that fails does not stop the others."""

    recogniser: Recogniser
    formatter: Formatter
    with_speakers: Callable[[Iterable[Transcript]], Iterable[Transcript]]
    rules: CueRules | None
    to_format: str | None
    piped: PipeFormat
    channel: int | None
    facts: dict[str, object]  # of the recogniser, for the journal

    def all(self, jobs: list[Job], skip_existing: bool) -> int:
        from legibly.formats.transcripts import write
        from legibly.recognition.journal import Journal

        if all(job.target == STDIO for job in jobs):
            nothing = Journal(None, {}, _say)
            parts = (part for job in jobs for part in self._written(job, nothing))
            write(parts, STDIO, self.to_format, rules=self.rules)
            return self._exit_code(0)
        failed = 0
        for job in jobs:
            if skip_existing and Path(job.target).exists():
                continue
            try:
                self._write(job)
            except LegiblyError as error:
                if len(jobs) == 1:
                    raise
                _say(f"legibly: {error}")
                failed = max(failed, error.exit_code)
        return self._exit_code(failed)

    def _write(self, job: Job) -> None:
        """The journal stays until all of the sound is in the output."""
        from legibly.formats.transcripts import write

        try:
            Path(job.target).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"{job.target}: cannot be made ({error.strerror})") from None
        journal = self._journal(job)
        missing, whole = self.recogniser.failures, False
        try:
            write(self._written(job, journal), job.target, self.to_format, rules=self.rules)
            whole = self.recogniser.failures == missing
        finally:
            journal.close(finished=whole)

    def _journal(self, job: Job) -> Journal:
        from legibly.recognition.journal import Journal, journal_beside

        if job.source == STDIO or not Path(job.source).is_file():
            return Journal(None, {}, _say)
        status = Path(job.source).stat()
        facts = {**self.facts, "bytes": status.st_size, "changed": status.st_mtime_ns}
        return Journal(journal_beside(job.target), facts, _say)

    def _exit_code(self, failed: int) -> int:
        if self.recogniser.failures:
            _say(
                f"legibly: {self.recogniser.failures} segments are missing; the rest was written. "
                "With -o, the same command tries them once more"
            )
        return max(failed, int(self.recogniser.failures > 0))

    def _written(self, job: Job, journal: Journal) -> Iterator[Transcript]:
        from legibly.speech.labels import without_labels

        heard = say_existing(self.with_speakers(self._heard(job, journal)), self.formatter)
        written = self.formatter.parts(heard)
        yield from without_labels(written) if self.recogniser.hears_sound else written

    def _heard(self, job: Job, journal: Journal) -> Iterator[Transcript]:
        from legibly.cli.progress import sound_bar
        from legibly.recognition.pipe import piped_sound
        from legibly.speech.audio import open_audio, stated_seconds
        from legibly.speech.sphinx import SAMPLE_RATE

        if job.source == STDIO:
            blocks = (block for block in piped_sound(_stdin(), self.piped) if block is not None)
            yield from self.recogniser.parts("stdin", blocks, journal, _say)
            return
        audio = open_audio(job.source, SAMPLE_RATE, self.channel)
        if journal.seconds:
            _say(f"{job.source}: goes on at {journal.seconds / 60:.1f} minutes")
        with sound_bar(f"transcribing {job.source}", stated_seconds(job.source)) as report:
            name = Path(job.source).stem
            yield from self.recogniser.parts(name, audio.blocks(), journal, _say, report)
        for remark in audio.remarks:
            _say(f"{job.source}: {remark}")


def _stdin() -> int:
    if sys.stdin is None or sys.stdin.isatty():
        raise UsageError("no sound on standard input; pipe samples of 16 bits in, or name a file")
    return sys.stdin.fileno()


def _check_live(jobs: list[Job], output: str | None, to_format: str | None) -> None:
    if len(jobs) != 1:
        raise UsageError("--live takes one sound: a pipe, or a file that is played as it is spoken")
    if output not in (None, STDIO):
        raise UsageError("--live writes to standard output as it goes; leave -o out")
    if to_format not in (None, *LIVE_VIEWS):
        raise UsageError(f"--live writes {', '.join(LIVE_VIEWS)}; found --to {to_format}")


def _refuse_with_live(given: dict[str, bool]) -> None:
    """What a live view would ignore."""
    for option, is_given in given.items():
        if is_given:
            raise UsageError(f"{option} needs the whole recording; leave out --live")


def _run_live(
    job: Job,
    piped: PipeFormat,
    channel: int | None,
    recogniser: Recogniser,
    formatter: Formatter,
    rules: CueRules | None,
    to_format: str | None,
) -> int:
    from legibly.cli.live_sound import played_sound, until_interrupted
    from legibly.cli.live_views import view_named
    from legibly.recognition.live import LiveTranscription
    from legibly.recognition.pipe import piped_sound

    stream = formatter.stream(max_delay=LIVE_DELAY_WORDS, max_wait=LIVE_WAIT_SECONDS)
    live = LiveTranscription(recogniser, stream, _say)
    view = view_named(to_format or LIVE_VIEWS[0], rules, formatter.language.code)
    sound = (
        piped_sound(_stdin(), piped, ticks=True)
        if job.source == STDIO
        else played_sound(job.source, channel)
    )
    try:
        for samples in until_interrupted(sound):
            if samples is None:
                if (update := live.tick()).committed:
                    view.show(update, tick=True)
                view.tick()
                continue
            for update in live.hear(samples):
                view.show(update)
    finally:
        for update in live.close():
            view.show(update)
        view.close()
    return int(live.failures > 0)
