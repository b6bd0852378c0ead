"""`legibly agree`"""

from __future__ import annotations

import itertools
import json

import click

from legibly.cli import switches
from legibly.errors import UsageError
from legibly.languages import DEFAULT_LANGUAGE


@click.command("agree")
@click.argument("versions", nargs=-1, required=True, metavar="A B [C ...]")
@click.option(
    "--convention",
    default="iwslt",
    show_default=True,
    help="Marks: iwslt, gravano2, gravano4, luNg, fine.",
)
@click.option("--json", "as_json", is_flag=True, help="For machines.")
@click.option(
    "--allow-missing", is_flag=True, help="Folders: compare the files that have partners."
)
@click.option(
    "--language",
    default=DEFAULT_LANGUAGE,
    show_default=True,
    metavar="CODE",
    help="Language of the words.",
)
@switches.input_options
def command(
    versions: tuple[str, ...],
    convention: str,
    as_json: bool,
    allow_missing: bool,
    language: str,
    from_format: str | None,
    encoding: str | None,
    skip_bad_lines: bool,
) -> int:
    """How far versions of the same recording agree: each as reference, each other as hypothesis.

    What people disagree on is the ceiling for any system (Kim & Woodland 2003, Tables 10 and 11).

    \b
    Examples:
      legibly agree annotator1.txt annotator2.txt annotator3.txt
      legibly agree rev/ amberscript/ --json
    """
    from legibly.cli.score_options import read_pairs
    from legibly.formats.transcripts import InputOptions
    from legibly.metrics.report import as_json as score_json
    from legibly.metrics.score import Settings, score_aligned, sum_scores

    if len(versions) < 2:
        raise UsageError("agreement needs at least two versions")

    settings = Settings(convention, language=language)
    reading = InputOptions(from_format, encoding, language, skip_bad_lines)
    rows = []
    for ref, hyp in itertools.permutations(versions, 2):
        pairs = [row[0] for row in read_pairs([ref, hyp], reading, allow_missing=allow_missing)]
        score = sum_scores([score_aligned(pair, settings) for pair in pairs], settings)
        for name in score.doubtful:
            click.echo(
                f"legibly: {ref}, {hyp}: {name}: fewer than 30 % of the words match", err=True
            )
        rows.append((ref, hyp, score))

    if as_json:
        found = [
            {"reference": ref, "hypothesis": hyp, **score_json(score)} for ref, hyp, score in rows
        ]
        click.echo(json.dumps(found, ensure_ascii=False, indent=2))
        return 0

    width = max(len(version) for version in versions) + 2
    heads = "".join(f"{head:>9}" for head in ("P", "R", "F", "SER", "case F", "WER'"))
    click.echo(f"{'reference':{width}}{'hypothesis':{width}}{heads}")
    for ref, hyp, score in rows:
        marks, case = score.counts.marks["overall"], score.counts.case["matched"]
        rates = (
            marks.precision,
            marks.recall,
            marks.f1,
            marks.ser,
            case.f1,
            score.counts.words.wer,
        )
        cells = "".join(f"{'-' if rate is None else f'{100 * rate:.2f}':>9}" for rate in rates)
        click.echo(f"{ref:{width}}{hyp:{width}}{cells}")

    click.echo(f"signature {settings.signature}")
    return 0
