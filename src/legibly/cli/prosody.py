"""`legibly prosody`"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from legibly.cli import switches
from legibly.cli.jobs import STDIO, Job, list_jobs
from legibly.cli.running import run_jobs
from legibly.errors import UsageError
from legibly.formats.transcripts import InputOptions

if TYPE_CHECKING:
    from legibly.speech.labels import Sound
    from legibly.transcript import Transcript


@click.command("prosody")
@click.argument("inputs", nargs=-1, metavar="[SOUND] WORDS")
@click.option("-o", "--output", help="Word lines, or a table: .csv, .tsv (default: stdout).")
@click.option(
    "--channel",
    type=click.IntRange(1, 64),
    help="Of the sound (default: all channels together).",
)
@click.option("--features", "listing", is_flag=True, help="List the features, and stop.")
@switches.input_options
def command(
    inputs: tuple[str, ...],
    output: str | None,
    channel: int | None,
    listing: bool,
    from_format: str | None,
    encoding: str | None,
    skip_bad_lines: bool,
) -> int:
    """What the voice says at the end of each word: pauses, lengths, pitch, energy.

    The words need times; they become word lines with the features as labels, which `legibly train
    cart` and `train prosody` learn from. Without sound there are the features that times give.
    Sound needs: pip install 'legibly[speech]'

    \b
    Examples:
      legibly prosody talk.wav talk.ctm -o talk.jsonl
      legibly prosody talk.wav talk.ctm -o talk.csv
      legibly prosody talk.ctm -o talk.jsonl
      legibly prosody --features
    """
    if listing:
        _list_features()
        return 0
    if len(inputs) not in (1, 2):
        raise UsageError(
            f"{len(inputs)} files named; expected the sound and its words, or words alone"
        )

    from legibly.speech.labels import Sound, with_labels

    sound = Sound.measured(inputs[0], channel, _say) if len(inputs) == 2 else None
    reading = InputOptions(from_format, encoding, None, skip_bad_lines)
    jobs = list_jobs([inputs[-1]], output, "words")
    if len(jobs) != 1:
        raise UsageError(f"{inputs[-1]}: a folder; expected one file of words")
    if output is not None and Path(output).suffix.lower() in (".csv", ".tsv"):
        return _write_table(jobs[0], reading, sound)
    return run_jobs(
        jobs, reading, "words", lambda parts: with_labels(parts, sound, _say), "prosody"
    )


def _say(line: str) -> None:
    click.echo(line, err=True)


def _list_features() -> None:
    from legibly.prosody.features import FEATURES

    for feature in FEATURES:
        paper = f" ({feature.paper})" if feature.paper else ""
        click.echo(f"{feature.name:<16}{feature.about}{paper}")


def _write_table(job: Job, reading: InputOptions, sound: Sound | None) -> int:
    from legibly.cli.running import report
    from legibly.files.source import open_source
    from legibly.files.writing import atomic_text
    from legibly.formats.transcripts import parts_of
    from legibly.speech.labels import with_labels
    from legibly.speech.table import write_features

    delimiter = "\t" if Path(job.target).suffix.lower() == ".tsv" else ","
    with open_source(
        job.source, encoding=reading.encoding, skip_bad_lines=reading.skip_bad_lines
    ) as source:
        parts: Iterable[Transcript] = with_labels(
            parts_of(source, reading.from_format), sound, _say
        )
        with atomic_text(job.target) as out:
            write_features(parts, out, delimiter)
        report(source)
    return 0


def sound_of(audio: str | None, jobs: list[Job], channel: int | None = None) -> Sound | None:
    """The sound that `--audio` names for the only input."""
    if audio is None:
        return None
    if len(jobs) != 1 or (jobs[0].source == STDIO and not Path(audio).is_file()):
        raise UsageError("--audio is the sound of one transcript; name one input")
    from legibly.speech.labels import Sound

    return Sound.measured(audio, channel, _say)


def heard_with(sound: Sound | None, parts: Iterable[Transcript]) -> Iterator[Transcript]:
    """Transcripts whose words know their sound; as they are without one."""
    if sound is None:
        yield from parts
        return
    from legibly.speech.labels import with_labels

    yield from with_labels(parts, sound, _say)


def as_heard_before(sound: Sound | None, parts: Iterable[Transcript]) -> Iterable[Transcript]:
    """Words without what their sound said of them."""
    if sound is None:
        return parts
    from legibly.speech.labels import without_labels

    return without_labels(parts)
