"""`legibly batch`"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from legibly.cli import switches
from legibly.errors import UsageError
from legibly.formatting.option_table import SUBTITLE_OPTIONS
from legibly.subtitles.rules import chosen_cue_rules

if TYPE_CHECKING:
    from legibly.batch.run import Engine
    from legibly.batch.work import Work


@click.command("batch")
@click.argument("inputs", nargs=-1, metavar="[FOLDER|GLOB|FILE|URL]...")
@click.argument("output", metavar="OUT")
@click.option(
    "--list",
    "lists",
    multiple=True,
    metavar="FILE",
    help="Files to do, one a line; may be repeated.",
)
@click.option(
    "--to", "to_format", metavar="FORMAT", default="text", show_default=True, help="Of the output."
)
@click.option(
    "--jobs", type=click.IntRange(1, 256), help="Processes (default: one a core).", metavar="N"
)
@click.option(
    "--retries",
    type=click.IntRange(0, 20),
    default=2,
    show_default=True,
    help="For files whose process died, took too long, or that could not be opened.",
)
@click.option(
    "--time-limit",
    type=click.FloatRange(0.01),
    default=3600.0,
    show_default=True,
    metavar="SECONDS",
    help="For one file.",
)
@click.option(
    "--again", is_flag=True, help="Try those again that could not be done in a run before."
)
@click.option(
    "--anew", is_flag=True, help="Forget what is done; with other settings, say, or another model."
)
@click.option(
    "--full-names", is_flag=True, help="a.ctm.txt for a.ctm, where others are called a too."
)
@click.option(
    "--journal",
    type=click.Path(path_type=Path),
    help="Where it is kept (default: OUT/_batch/journal.sqlite); OUT in a store needs one.",
)
@click.option("--json", "as_json", is_flag=True, help="The summary as JSON on stdout.")
@click.option(
    "--engine",
    type=click.Choice(["local", "spark"]),
    default="local",
    show_default=True,
    help="All cores here, or a Spark cluster.",
)
@click.option(
    "--master",
    metavar="URL",
    help="Of Spark: local[*], spark://..., yarn (default: that of spark-submit, or local[*]).",
)
@switches.format_options
@switches.input_options
@switches.subtitle_options
def command(
    inputs: tuple[str, ...],
    output: str,
    lists: tuple[str, ...],
    to_format: str,
    jobs: int | None,
    retries: int,
    time_limit: float,
    again: bool,
    anew: bool,
    full_names: bool,
    journal: Path | None,
    as_json: bool,
    engine: str,
    master: str | None,
    from_format: str | None,
    encoding: str | None,
    skip_bad_lines: bool,
    model: str | None,
    language: str | None,
    **settings: Any,
) -> int:
    """Format an archive: each file once, on all cores, whatever happens meanwhile.

    A run that ends in any way goes on where it was when it is begun again: OUT/_batch has a journal
    of what became of each file, a summary, and a table of those that could not be done and why.
    SIGTERM and Ctrl-C finish the files at work. Folders, quoted patterns, lists and object stores
    (s3://bucket/calls/) in; every format out; the text is that of `legibly format`.

    \b
    Examples:
      legibly batch calls/ readable/
      legibly batch "archive/**/*.json.gz" subtitles/ --to srt --preset netflix
      legibly batch --list todo.txt readable/ --to json --jobs 8
      legibly batch s3://bucket/calls/ s3://bucket/readable/ --journal calls.sqlite
      legibly batch calls/ readable/ --again
      legibly batch hdfs:///calls/ hdfs:///readable/ --journal calls.sqlite --engine spark
    """
    from legibly.batch.items import OWN_FOLDER, Listing
    from legibly.batch.journal import Journal
    from legibly.batch.run import conduct
    from legibly.batch.summary import summary, write_summaries
    from legibly.cli.progress import files_bar
    from legibly.files.places import check_store, is_url
    from legibly.formats.registry import ending_of

    if not inputs and not lists:
        raise UsageError("no input; name a folder, a pattern, or a --list")
    if journal is None and is_url(output):
        raise UsageError(f"{output}: its journal must lie on this machine; name it: --journal FILE")
    work = _work(model, language, to_format, from_format, encoding, skip_bad_lines, settings)
    check_store(output)
    if not is_url(output):
        _make_folder(output)

    book = Journal(journal or Path(output) / OWN_FOLDER / "journal.sqlite")
    try:
        said = _said()
        went_on = book.begin(engine, work.fingerprint(), said, anew=anew)
        listing = Listing(inputs, lists, output, ending_of(to_format), full_names=full_names)
        book.enrol(listing, again=again)
        if listing.left_out:
            click.echo(f"{listing.left_out} files with other endings left out", err=True)
        if not book.totals():
            raise UsageError("no files to do; name a folder that has transcripts")

        with _asked_to_stop() as stopping, files_bar("batch") as report:
            tally = conduct(
                book,
                _engine(engine, work, jobs, time_limit, stopping, master),
                retries=retries,
                output=output,
                went_on=went_on,
                report=lambda tally: report(tally.size, tally.all_size, tally.line()),
                stopping=stopping,
            )
            stopped = stopping.signal if tally.files < tally.all_files else None
        ending = "stopped" if stopped else "finished"
        book.end(ending)
        found = summary(book, tally, ending, said)
        write_summaries(book, found, output)
    finally:
        book.close()
    _say(found, output, as_json=as_json)
    if stopped:
        return 128 + stopped
    return 1 if found["files"]["quarantined"] else 0


def _work(
    model: str | None,
    language: str | None,
    to_format: str,
    from_format: str | None,
    encoding: str | None,
    skip_bad_lines: bool,
    settings: dict[str, Any],
) -> Work:
    from legibly.batch.work import Work
    from legibly.formats.registry import find_format
    from legibly.formats.transcripts import InputOptions
    from legibly.formatting.options import make_options
    from legibly.languages import language as find_language
    from legibly.model_folders.finding import find_model
    from legibly.model_folders.manifest import read_manifest

    rules = chosen_cue_rules({fact.name: settings.pop(fact.name) for fact in SUBTITLE_OPTIONS})
    if find_format(to_format).write is None:
        raise UsageError(f"format {to_format!r} can be read but not written")
    chosen = switches.chosen_model(model, language)
    code = find_language(read_manifest(find_model(chosen)).language).code
    if language is not None and find_language(language).code != code:
        raise UsageError(f"model {model!r} is for {code!r}, not for {language!r}")
    reading = InputOptions(from_format, encoding, code, skip_bad_lines)
    return Work(chosen, make_options(**settings), reading, to_format, rules)


def _engine(
    name: str,
    work: Work,
    jobs: int | None,
    time_limit: float,
    stopping: Callable[[], bool],
    master: str | None,
) -> Engine:
    if name == "local":
        from legibly.batch.run import local_engine

        if master is not None:
            raise UsageError("--master: says nothing without --engine spark; leave it out")
        return local_engine(work, jobs or _cores(), time_limit, stopping)

    from legibly.spark.archives import spark_engine
    from legibly.spark.sessions import spark_session

    return spark_engine(spark_session(master, "legibly batch"), work, jobs, stopping)


def _cores() -> int:
    """Those that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _make_folder(output: str) -> None:
    try:
        Path(output).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{output}: cannot be made ({error.strerror})") from None


def _said() -> str:
    """What was typed besides the inputs, for whoever reads the summary."""
    context = click.get_current_context()
    given = [
        f"--{name.replace('_', '-')} {value}"
        for name, value in context.params.items()
        if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
        and name not in ("inputs", "output", "as_json", "again", "anew", "jobs", "retries")
    ]
    return f"legibly batch {' '.join(given)}".strip()


class _Asked:
    """Whether somebody asked to stop, and by which signal; who asks twice does not wait."""

    def __init__(self) -> None:
        self.signal: int | None = None

    def __call__(self) -> bool:
        return self.signal is not None

    def hear(self, number: int, frame: object) -> None:
        if self.signal is not None:
            raise SystemExit(128 + number)
        self.signal = number
        click.echo("legibly: finishing the files at work; once more ends at once", err=True)


@contextmanager
def _asked_to_stop() -> Iterator[_Asked]:
    asked = _Asked()
    before = {
        number: signal.signal(number, asked.hear) for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield asked
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _say(found: dict[str, Any], output: str, *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False))
        return
    files, run = found["files"], found["run"]
    text = f"{output}: files done: {files['done']:,}, of {found['words']:,} words"
    text += f"; now {run['files']:,} in {run['seconds']:,.1f} s"
    text += f", {run['words_per_second']:,.0f} words/s"
    if files["waiting"]:
        text += f"; {files['waiting']:,} wait, begin again to go on"
    click.echo(text, err=True)
    if files["quarantined"]:
        first = found["quarantined"][0]["reason"]
        click.echo(
            f"legibly: could not be done: {files['quarantined']:,} (all in "
            f"{output}/_batch/quarantine.tsv); the first: {first}",
            err=True,
        )
