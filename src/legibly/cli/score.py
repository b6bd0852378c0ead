"""`legibly score`"""

from __future__ import annotations

import json
from pathlib import Path

import click

from legibly.cli import switches
from legibly.formatting.option_table import SCORE_OPTIONS

SCORE = {fact.name: switches.from_table(fact) for fact in SCORE_OPTIONS}


@click.command("score")
@click.argument("ref")
@click.argument("hyp")
@click.option(
    "--against",
    metavar="HYP2",
    help="A second hypothesis, compared with the first (paired bootstrap).",
)
@SCORE["convention"]
@click.option(
    "--by",
    metavar="LABEL",
    help="Break down by a label of the reference: focus, speaker, file, corpus ...",
)
@SCORE["by_time"]
@SCORE["accept_spoken"]
@SCORE["half_credit"]
@SCORE["bootstrap"]
@click.option(
    "--json",
    "as_json_text",
    is_flag=True,
    help="For machines: counts, rates as fractions, intervals.",
)
@click.option(
    "--html",
    type=click.Path(path_type=Path),
    help="Write the texts side by side, errors in colour.",
)
@click.option("--allow-missing", is_flag=True, help="Folders: score the files that have partners.")
@SCORE["language"]
@switches.input_options
def command(
    ref: str,
    hyp: str,
    against: str | None,
    convention: str,
    by: str | None,
    by_time: bool,
    accept_spoken: bool,
    half_credit: bool,
    bootstrap: int,
    as_json_text: bool,
    html: Path | None,
    allow_missing: bool,
    language: str,
    from_format: str | None,
    encoding: str | None,
    skip_bad_lines: bool,
) -> int:
    """Compare a text with a reference: marks, case, words, numbers.

    REF and HYP are files or folders in any readable format, IWSLT label files among them; they need
    not be of the same format nor have the same words. Files of folders are paired by name.

    \b
    Examples:
      legibly score ref.txt hyp.txt
      legibly score ref/ hyp/ --by speaker --json
      legibly score ref.stm system1.ctm --against system2.ctm
      legibly score test2011 out.labels --convention iwslt
      legibly score ref.json hyp.json --html diff.html
    """
    from legibly.cli.score_options import read_pairs
    from legibly.formats.transcripts import InputOptions
    from legibly.languages import language as find_language
    from legibly.metrics.bootstrap import compare, intervals
    from legibly.metrics.conventions import convention as find_convention
    from legibly.metrics.report import Report, Scored
    from legibly.metrics.score import Settings, score_aligned, sum_scores

    find_convention(convention)
    code = find_language(language).code
    settings = Settings(convention, by_time, accept_spoken, code, by, half_credit)
    input_options = InputOptions(from_format, encoding, language, skip_bad_lines)
    sides = [ref, hyp] if against is None else [ref, hyp, against]
    aligned = list(read_pairs(sides, input_options, by_time=by_time, allow_missing=allow_missing))
    scores = [
        sum_scores([score_aligned(pairs[k], settings) for pairs in aligned], settings)
        for k in range(len(sides) - 1)
    ]
    for side, score in zip(sides[1:], scores, strict=True):
        for name in score.doubtful:
            click.echo(
                f"legibly: {side}: {name}: fewer than 30 % of the words match; is it the same "
                "text?",
                err=True,
            )

    if bootstrap and not as_json_text and scores[0].drawn < 2:
        note = "they are drawn from pieces of 100 words, and there is one"
        click.echo(f"legibly: no intervals (±): {note}", err=True)

    if html is not None:
        from legibly.files.writing import atomic_text
        from legibly.metrics.html import write_html

        with atomic_text(html) as out:
            write_html([pairs[0] for pairs in aligned], settings, scores[0], out)

    systems = [
        Scored(side, score, intervals(score, bootstrap))
        for side, score in zip(sides[1:], scores, strict=True)
    ]
    both = against is not None and bootstrap
    report = Report(systems, compare(scores[0], scores[1], bootstrap) if both else None, by)
    if as_json_text:
        click.echo(json.dumps(report.as_json(), ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(report.lines()))
    return 0
