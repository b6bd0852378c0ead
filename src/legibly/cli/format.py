"""`legibly format`"""

from __future__ import annotations

import io
import itertools
import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import click

from legibly.cli import switches
from legibly.cli.jobs import STDIO, Job, list_jobs
from legibly.cli.other_language import LanguageWatch
from legibly.cli.prosody import as_heard_before, heard_with, sound_of
from legibly.cli.running import run_jobs, run_lines
from legibly.drawing import one_line
from legibly.errors import UsageError
from legibly.files.source import Source
from legibly.formats.carries import Carries
from legibly.formats.transcripts import InputOptions
from legibly.formatting.option_table import SUBTITLE_OPTIONS
from legibly.subtitles.rules import chosen_cue_rules
from legibly.transcript import Transcript

if TYPE_CHECKING:
    from legibly.formatting.formatter import Formatter


def say_existing(parts: Iterable[Transcript], formatter: Formatter) -> Iterator[Transcript]:
    """Says once on stderr what is left as it was, and which switch changes that."""
    from legibly.formatting.existing_marks import Existing

    options, said, begins = formatter.options, False, True
    for part in parts:
        if begins and not said and not options.redo:
            drop = options.left_out != "keep"
            found = Existing.judged(part.tokens, formatter.language, fillers=not drop)
            left = LEFT_AS_IT_WAS.get((found.punctuated, found.cased, found.partial))
            if left and (options.punctuation or options.case):
                click.echo(f"{part.name or 'text'}: {left} (--redo restores all anew)", err=True)
                said = True
        begins = not part.continued
        yield part


def _holds_times(job: Job, to_format: str | None) -> bool:
    """Whether somebody may miss something in the output; running text is to be read."""
    from legibly.formats.registry import find_format, writable_format

    if to_format is None and job.target == STDIO:
        return False
    target = find_format(to_format) if to_format else writable_format(job.target)
    return bool(target.carries & {Carries.WORD_TIMES, Carries.CUE_TIMES})


def _beside(audio: str, output: str | None, parts: Iterable[Transcript]) -> Iterator[Transcript]:
    """Transcripts that say where their sound lies, as seen from the file that is written."""
    folder = os.path.dirname(output) if output not in (None, STDIO) else ""
    address = quote(os.path.relpath(audio, folder or ".").replace(os.sep, "/"))
    for part in parts:
        yield replace(part, sound=address)


# By what was found: marks, capitals, some of either.
LEFT_AS_IT_WAS = {
    (True, True, False): "has its marks and capitals already, left as they are",
    (True, False, False): "has its marks already, left as they are",
    (False, False, True): "is partly written; what is there stays, what is missing is added",
}
LONG_LINE = 100_000  # characters; formatted in parts, so that memory stays small


@click.command("format")
@click.argument("inputs", nargs=-1, metavar="[FILE|FOLDER|-]...")
@click.option(
    "--lines", is_flag=True, help="Each line is a transcript of its own; line n answers line n."
)
@switches.output_options
@switches.format_options
@switches.input_options
@switches.speaker_options
@switches.subtitle_options
@click.option(
    "--audio",
    type=click.Path(),
    help="The sound of the transcript, whose words have times: what the voice says counts too, and "
    "a page (-o call.html) plays it.",
)
@click.option("--channel", type=click.IntRange(1, 64), help="Of the sound (default: all together).")
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
    speakers: str | None,
    names: tuple[str, ...],
    audio: str | None,
    channel: int | None,
    **settings: Any,
) -> int:
    """Turn transcripts into readable text.

    Input is guessed from name and content: text, CTM, STM, subtitles, TextGrid, the JSON of
    Whisper, Vosk, Google and others (docs/reference/formats.md has all); .gz and .xz too. Output is
    text, srt, vtt, markdown, json and more.

    \b
    Examples:
      legibly format call.ctm
      legibly format call.ctm --to sentences
      legibly format call.jsonl -o call.md --fillers drop
      legibly format call.ctm --audio call.wav -o call.html
      legibly format whisper.json -o talk.vtt --preset netflix
      legibly format call.ctm --speakers call.rttm --names SPEAKER_00=Chair -o minutes.md
      legibly format calls/ -o readable/ --to json
      legibly format --lines questions.txt -o questions.out
      echo "hi bill it's tracy" | legibly format - --no-punctuation
    """
    from legibly.api import load
    from legibly.languages import language as find_language

    to_format = switches.chosen_format(output, to_format)
    jobs = list_jobs(inputs, output, to_format)
    code = find_language(language).code if language is not None else None
    rules = chosen_cue_rules({fact.name: settings.pop(fact.name) for fact in SUBTITLE_OPTIONS})
    formatter = load(switches.chosen_model(model, language), **settings)
    if code not in (None, formatter.language.code):
        raise UsageError(
            f"model {model!r} is for {formatter.language.code!r}, not for {language!r}"
        )

    reading = InputOptions(from_format, encoding, formatter.language.code, skip_bad_lines)
    language_watch = LanguageWatch(formatter.language)
    if audio is not None and lines:
        raise UsageError("--audio goes with one transcript, not with --lines")
    sound = sound_of(audio, jobs, channel)
    if not lines:
        with_speakers = switches.with_speakers(speakers, names)

        def written(parts: Iterable[Transcript]) -> Iterable[Transcript]:
            heard = heard_with(sound, language_watch.watch(with_speakers(parts)))
            done = as_heard_before(sound, formatter.parts(say_existing(heard, formatter)))
            return _beside(audio, output, done) if audio is not None else done

        return run_jobs(
            jobs,
            reading,
            to_format,
            written,
            "formatting",
            rules=rules,
            say_losses=any(_holds_times(job, to_format) for job in jobs),
            expected_losses=[Carries.HEARD],
        )

    if len(jobs) != 1 or (to_format or "text") != "text":
        raise UsageError("--lines takes one file (or -) and writes text")

    def answer(texts: Iterable[str], source: Source) -> Iterator[str]:
        from legibly.formats.text import read_line, read_long_line, write_text

        texts = language_watch.watch_lines(texts, source.name)
        for is_long, group in itertools.groupby(texts, key=lambda text: len(text) > LONG_LINE):
            if not is_long:
                yield from (
                    one_line(written.text)
                    for written in formatter.each(read_line(text, source) for text in group)
                )
                continue
            for text in group:
                out = io.StringIO()
                write_text(formatter.parts(read_long_line(text, source)), out)
                yield out.getvalue().rstrip("\n")

    run_lines(jobs[0], reading, answer)
    return 0
