"""`legibly align`"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from legibly.cli import switches
from legibly.errors import UsageError
from legibly.languages import DEFAULT_LANGUAGE

if TYPE_CHECKING:
    from legibly.metrics.pairs import AlignedPair


@click.command("align")
@click.argument("ref")
@click.argument("hyp")
@click.option(
    "--project",
    is_flag=True,
    help="Write HYP's words with the marks, case, speakers and labels of REF.",
)
@click.option("--retime", is_flag=True, help="Write REF with the times and confidences of HYP.")
@click.option(
    "--by-time", is_flag=True, help="Align by times as well as words; both sides need times."
)
@click.option("--allow-missing", is_flag=True, help="Folders: align the files that have partners.")
@click.option(
    "--language",
    default=DEFAULT_LANGUAGE,
    show_default=True,
    metavar="CODE",
    help="Language of the words.",
)
@switches.output_options
@switches.input_options
def command(
    ref: str,
    hyp: str,
    project: bool,
    retime: bool,
    by_time: bool,
    allow_missing: bool,
    language: str,
    output: str | None,
    to_format: str | None,
    from_format: str | None,
    encoding: str | None,
    skip_bad_lines: bool,
) -> int:
    """Align a text with a reference, and let one give the other what it has.

    Alone, the alignment is printed: = match, S substituted, D deleted, I inserted, then both words
    and both marks.

    \b
    Examples:
      legibly align human.txt recogniser.ctm
      legibly align human.stm recogniser.ctm --project -o training.jsonl
      legibly align corrected.txt recogniser.ctm --retime -o corrected.json
    """
    from legibly.cli.score_options import read_pairs
    from legibly.files.writing import atomic_text
    from legibly.formats.transcripts import InputOptions, write
    from legibly.metrics import projection

    if project and retime:
        raise UsageError("--project and --retime exclude each other")

    reading = InputOptions(from_format, encoding, language, skip_bad_lines)
    pairs = [
        row[0]
        for row in read_pairs([ref, hyp], reading, by_time=by_time, allow_missing=allow_missing)
    ]
    for pair in pairs:
        if pair.is_doubtful:
            click.echo(
                f"legibly: {pair.name}: fewer than 30 % of the words match; is it the same text?",
                err=True,
            )

    if project or retime:
        done = [projection.project(pair) if project else projection.retime(pair) for pair in pairs]
        write(done, output or "-", to_format or (None if output else "words"))
    elif output is None or output == "-":
        click.echo("".join(_lines(pairs)), nl=False)
    else:
        with atomic_text(output) as out:
            out.writelines(_lines(pairs))

    return 0


def _lines(pairs: Sequence[AlignedPair]) -> Iterator[str]:
    for pair in pairs:
        ref_words, hyp_words = pair.ref.words, pair.hyp.words
        for i, j in pair.pairs:
            sign = (
                "D"
                if j is None
                else "I"
                if i is None
                else "="
                if ref_words[i] == hyp_words[j]
                else "S"
            )
            left = pair.ref.tokens[i] if i is not None else None
            right = pair.hyp.tokens[j] if j is not None else None
            cells = [
                sign,
                *(t.text if t else "" for t in (left, right)),
                *(t.after if t else "" for t in (left, right)),
            ]
            yield "\t".join(cells) + "\n"
