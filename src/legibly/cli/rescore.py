"""`legibly rescore`"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from legibly.cli import switches
from legibly.errors import DataError, UsageError
from legibly.formats.transcripts import InputOptions

if TYPE_CHECKING:
    from legibly.lattice.word_lattice import WordLattice
    from legibly.transcript import Transcript

SEARCH_BEAM = 8.0  # of the search, where n-gram models need one


@click.command("rescore")
@click.argument("inputs", nargs=-1, metavar="[FILE|FOLDER|-]...")
@click.option(
    "--weight", type=float, default=0.1, show_default=True, help="Of the recogniser's own scores."
)
@click.option("--penalty", type=float, default=0.0, show_default=True, help="What each word costs.")
@click.option(
    "--ways",
    type=click.IntRange(2, 1000),
    default=100,
    show_default=True,
    help="To read each stretch that are looked at.",
)
@switches.output_options
@switches.input_options
@switches.format_options
def command(
    inputs: tuple[str, ...],
    weight: float,
    penalty: float,
    ways: int,
    output: str | None,
    to_format: str | None,
    from_format: str | None,
    encoding: str | None,
    skip_bad_lines: bool,
    model: str | None,
    language: str | None,
    **settings: Any,
) -> int:
    """Choose words from N-best lists and lattices of a recogniser, by all that a model knows.

    Reads HTK lattices (.slf, .lat) and every format that has alternatives: Vosk, Google, Azure,
    AWS, DSTC10, legibly's JSON (legibly transcribe --alternatives). Each way to read a stretch is
    formatted on its own, with marks, numbers and what the voice says; the recogniser's score of it
    counts with --weight. An n-gram model without numbers goes through all of a lattice.

    \b
    Examples:
      legibly transcribe talk.wav --alternatives 100 -o talk.json
      legibly rescore talk.json -o talk.vtt
      legibly rescore utterance.slf --model models/talks --no-numbers
      legibly rescore vosk.jsonl --model models/talks --weight 0.5 -o chosen.ctm
    """
    from legibly.api import load
    from legibly.cli.jobs import list_jobs
    from legibly.formats.transcripts import write

    settings["beam"] = SEARCH_BEAM if settings["beam"] is None else settings["beam"]
    formatter = load(switches.chosen_model(model, language), **settings)
    reading = InputOptions(from_format, encoding, formatter.language.code, skip_bad_lines)

    def chosen(path: str) -> Iterator[Transcript]:
        for heard in _read(path, reading):
            yield formatter.rescore(heard, weight=weight, penalty=penalty, ways=ways)

    to_format = switches.chosen_format(output, to_format)
    jobs = list_jobs(inputs, output, to_format)
    for target in dict.fromkeys(job.target for job in jobs):
        sources = [job.source for job in jobs if job.target == target]
        write((written for source in sources for written in chosen(source)), target, to_format)

    return 0


def _read(path: str, reading: InputOptions) -> Iterator[WordLattice | Transcript]:
    """Lattices, or recordings with their alternatives; says so where there is nothing to choose."""
    from legibly.cli.running import report
    from legibly.files.source import open_source
    from legibly.formats.registry import find_format, guess_format
    from legibly.formats.slf import read_lattice
    from legibly.formats.transcripts import parts_of
    from legibly.transcript import join_recordings

    with open_source(
        path,
        encoding=reading.encoding,
        language=reading.language,
        skip_bad_lines=reading.skip_bad_lines,
    ) as source:
        named = reading.from_format
        kind = find_format(named) if named else guess_format(source.name, source.opening)
        if kind.name == "slf":
            yield read_lattice(source)
        else:
            choices = scored = 0
            for recording in join_recordings(parts_of(source, kind.name)):
                choices += len(recording.alternatives)
                scored += sum(item.score is not None for item in recording.alternatives)
                yield recording
            _check_choices(source.name, choices, scored)
        report(source)


def _check_choices(name: str, choices: int, scored: int) -> None:
    """Refuses what would change nothing."""
    if not choices:
        raise DataError(
            f"{name}: one way to read it; expected a lattice or alternatives, among which to "
            "choose (legibly format takes the rest)"
        )
    typed = click.get_current_context().get_parameter_source("weight")
    if not scored and typed is click.core.ParameterSource.COMMANDLINE:
        raise UsageError(f"{name}: its alternatives have no scores for --weight; leave it out")
