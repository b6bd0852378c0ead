"""`legibly convert`"""

from __future__ import annotations

from typing import Any

import click

from legibly.cli import switches
from legibly.cli.jobs import list_jobs
from legibly.cli.running import run_jobs
from legibly.formats.transcripts import InputOptions
from legibly.subtitles.rules import chosen_cue_rules


@click.command("convert")
@click.argument("inputs", nargs=-1, metavar="[FILE|FOLDER|-]...")
@switches.output_options
@switches.input_options
@switches.speaker_options
@switches.subtitle_options
@click.option("--language", metavar="CODE", help="Language of the words: en, pt, es, zh.")
def command(
    inputs: tuple[str, ...],
    output: str | None,
    to_format: str | None,
    from_format: str | None,
    encoding: str | None,
    skip_bad_lines: bool,
    language: str | None,
    speakers: str | None,
    names: tuple[str, ...],
    **rules: Any,
) -> int:
    """Write the same words and marks in another format; nothing is restored.

    \b
    Examples:
      legibly convert call.ctm -o call.json
      legibly convert call.json --to stm
      legibly convert calls/ -o words/ --to words
      legibly convert whisper.json -o talk.srt --preset netflix
      legibly convert call.ctm --speakers call.rttm --names SPEAKER_00=Chair -o call.md
    """
    to_format = switches.chosen_format(output, to_format)
    jobs = list_jobs(inputs, output, to_format)
    reading = InputOptions(from_format, encoding, language, skip_bad_lines)
    transform = switches.with_speakers(speakers, names)
    return run_jobs(
        jobs,
        reading,
        to_format,
        transform,
        "converting",
        rules=chosen_cue_rules(rules),
        say_losses=True,
    )
