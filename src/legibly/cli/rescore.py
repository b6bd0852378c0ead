"""`legibly rescore`"""

from __future__ import annotations

from collections.abc import Iterator

import click

from legibly.cli import switches


@click.command("rescore")
@click.argument("inputs", nargs=-1, metavar="[FILE|FOLDER|-]...")
@click.option(
    "--model", required=True, metavar="NAME|FOLDER", help="An n-gram model (legibly train ngram)."
)
@click.option(
    "--weight", type=float, default=0.1, show_default=True, help="Of the recogniser's own scores."
)
@click.option("--penalty", type=float, default=0.0, show_default=True, help="What each word costs.")
@click.option(
    "--beam",
    type=float,
    default=8.0,
    show_default=True,
    help="Give up readings that score this much less.",
)
@click.option("--marks", default=",.?!", show_default=True, help="Marks that may be written.")
@switches.output_options
@switches.input_options
def command(
    inputs: tuple[str, ...],
    model: str,
    weight: float,
    penalty: float,
    beam: float,
    marks: str,
    output: str | None,
    to_format: str | None,
    from_format: str | None,
    encoding: str | None,
    skip_bad_lines: bool,
) -> int:
    """Choose words, case and marks together from N-best lists and lattices of a recogniser.

    Reads HTK lattices (.slf, .lat) and every format that has alternatives: Vosk, Google, Azure,
    AWS, DSTC10, legibly's JSON.

    \b
    Examples:
      legibly rescore utterance.slf --model models/talks
      legibly rescore vosk.jsonl --model models/talks --weight 0.5 -o chosen.ctm
    """
    from legibly.api import load
    from legibly.cli.jobs import list_jobs
    from legibly.cli.running import report
    from legibly.files.source import open_source
    from legibly.formats.registry import find_format, guess_format
    from legibly.formats.slf import read_lattice
    from legibly.formats.transcripts import parts_of, write
    from legibly.lattice.word_lattice import WordLattice
    from legibly.transcript import Transcript, join_recordings

    formatter = load(model, beam=beam, marks=marks, numbers=False)

    def chosen(path: str) -> Iterator[Transcript]:
        with open_source(path, encoding=encoding, skip_bad_lines=skip_bad_lines) as source:
            kind = (
                find_format(from_format)
                if from_format
                else guess_format(source.name, source.opening)
            )
            if kind.name == "slf":
                lattices = iter([read_lattice(source)])
            else:
                recordings = join_recordings(parts_of(source, kind.name))
                lattices = (WordLattice.of_alternatives(recording) for recording in recordings)
            for lattice in lattices:
                yield formatter.rescore(lattice, weight=weight, penalty=penalty)
            report(source)

    to_format = switches.chosen_format(output, to_format)
    jobs = list_jobs(inputs, output, to_format)
    for target in dict.fromkeys(job.target for job in jobs):
        sources = [job.source for job in jobs if job.target == target]
        write((written for source in sources for written in chosen(source)), target, to_format)

    return 0
