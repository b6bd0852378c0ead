"""Runs jobs: open, read, transform, write, report; one bad file does not stop the others."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from legibly.cli.jobs import STDIO, Job
from legibly.cli.progress import Wrap, watch_bytes
from legibly.errors import LegiblyError, UsageError
from legibly.files.source import Source, open_source
from legibly.files.writing import atomic_text
from legibly.formats.carries import Carries
from legibly.formats.losses import LossWatch
from legibly.formats.registry import find_format, writable_format
from legibly.formats.transcripts import InputOptions, parts_of, write, write_to
from legibly.transcript import Transcript

if TYPE_CHECKING:
    from legibly.subtitles.rules import CueRules

Transform = Callable[[Iterable[Transcript]], Iterable[Transcript]]


def run_jobs(
    jobs: Sequence[Job],
    reading: InputOptions,
    to_format: str | None,
    transform: Transform,
    title: str,
    *,
    rules: CueRules | None = None,
    say_losses: bool = False,
    expected_losses: Collection[Carries] = (),
) -> int:
    """The exit code: that of the worst job. `say_losses` tells on stderr what the target cannot
    hold.
    """
    failed = 0
    losses = LossWatch(expected_losses)
    if say_losses:
        plain = transform

        def transform(parts: Iterable[Transcript]) -> Iterable[Transcript]:
            return losses.watch(plain(parts))

    with watch_bytes([job.source for job in jobs], title) as wrap:
        if all(job.target == STDIO for job in jobs):
            if sys.stdout is None:
                raise UsageError("standard output is closed; name a file with -o")
            chosen = find_format(to_format or "text")
            write_to(_all_parts(jobs, reading, transform, wrap), sys.stdout, chosen, rules)
            _say_losses(losses, {chosen.name}, rules)
            return 0
        for job in jobs:
            try:
                _run(job, reading, to_format, transform, wrap, rules)
            except LegiblyError as error:
                if len(jobs) == 1:
                    raise
                click.echo(f"legibly: {error}", err=True)
                failed = max(failed, error.exit_code)

    if len(jobs) > 1 and failed:
        click.echo("legibly: some files could not be done; the others were written", err=True)
    targets = {
        to_format or writable_format(job.target).name for job in jobs if to_format or not failed
    }
    _say_losses(losses, targets, rules)
    return failed


def _say_losses(losses: LossWatch, targets: Iterable[str], rules: CueRules | None) -> None:
    for name in sorted(targets):
        if lost := losses.lost_in(find_format(name), rules):
            click.echo(f"{name} cannot hold {', '.join(lost)}: left out", err=True)


def _run(
    job: Job,
    reading: InputOptions,
    to_format: str | None,
    transform: Transform,
    wrap: Wrap,
    rules: CueRules | None,
) -> None:
    folder = Path(job.target).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{folder}: cannot be made ({error.strerror})") from None
    write(_parts(job.source, reading, transform, wrap), job.target, to_format, rules=rules)


def _all_parts(
    jobs: Sequence[Job], reading: InputOptions, transform: Transform, wrap: Wrap
) -> Iterator[Transcript]:
    for job in jobs:
        yield from _parts(job.source, reading, transform, wrap)


def _parts(
    path: str, reading: InputOptions, transform: Transform, wrap: Wrap
) -> Iterator[Transcript]:
    with open_source(
        path,
        encoding=reading.encoding,
        language=reading.language,
        skip_bad_lines=reading.skip_bad_lines,
        wrap=wrap,
    ) as source:
        yield from transform(parts_of(source, reading.from_format))
        report(source)


def run_lines(
    job: Job, reading: InputOptions, transform: Callable[[Iterable[str], Source], Iterable[str]]
) -> None:
    """Line by line: the n-th line out answers the n-th line in."""
    with (
        watch_bytes([job.source], "formatting") as wrap,
        open_source(
            job.source, encoding=reading.encoding, language=reading.language, wrap=wrap
        ) as source,
    ):
        answers = transform((line for _, line in source.lines()), source)
        if job.target == STDIO:
            sys.stdout.writelines(f"{answer}\n" for answer in answers)
        else:
            with atomic_text(job.target) as out:
                out.writelines(f"{answer}\n" for answer in answers)
        report(source)


def report(source: Source) -> None:
    """What was left out or repaired, on stderr."""
    if source.skipped:
        click.echo(f"{source.name}: {source.skipped} bad lines skipped", err=True)
    for what, count in source.repairs.items():
        times = f" ({count} times)" if count > 1 else ""
        click.echo(f"{source.name}: {what}{times}", err=True)
