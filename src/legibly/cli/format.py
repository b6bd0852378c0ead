"""`legibly format`"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import click

from legibly.cli import switches
from legibly.cli.jobs import plan_jobs
from legibly.cli.running import Reading, run_jobs, run_lines
from legibly.errors import UsageError
from legibly.formats.source import Source


@click.command("format")
@click.argument("inputs", nargs=-1, metavar="[FILE|FOLDER|-]...")
@click.option("--lines", is_flag=True, help="Each line is a transcript of its own; line n answers line n.")
@switches.writing
@switches.formatting
@switches.reading
def command(
    inputs: tuple[str, ...],
    lines: bool,
    output: str | None,
    to_format: str | None,
    from_format: str | None,
    encoding: str | None,
    skip_bad_lines: bool,
    model: str | None,
    language: str | None,
    **settings: Any,
) -> int:
    """Turn transcripts into readable text.

    Input is guessed from name and content: text, CTM, STM, word lines (.jsonl), legibly's JSON; .gz and .xz too.
    Output is text, sentences, paragraphs, markdown, ctm, stm, words or json.

    \b
    Examples:
      legibly format call.ctm
      legibly format call.ctm --to sentences
      legibly format call.jsonl -o call.md --fillers drop
      legibly format calls/ -o readable/ --to json
      legibly format --lines questions.txt -o questions.out
      echo "hi bill it's tracy" | legibly format - --no-punctuation
    """
    from legibly.languages import language as find_language
    from legibly.loading import load

    if language is not None:
        find_language(language)
    jobs = plan_jobs(inputs, output, to_format)
    formatter = load(model or language or "en", **settings)
    reading = Reading(from_format, encoding, formatter.language.code, skip_bad_lines)
    if not lines:
        return run_jobs(jobs, reading, to_format, formatter.parts, "formatting")
    if len(jobs) > 1 or (to_format or "text") != "text":
        raise UsageError("--lines takes one file (or -) and writes text")

    def answer(texts: Iterable[str], source: Source) -> Iterator[str]:
        from legibly.formats.text import read_line, running_text

        for copy in formatter.each(read_line(text, source) for text in texts):
            yield running_text(copy)

    run_lines(jobs[0], reading, answer)
    return 0
