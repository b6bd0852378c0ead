"""Which inputs there are and where each one's output goes."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from legibly.errors import UsageError
from legibly.formats.registry import ending_of, readable_files, with_ending

STDIO = "-"


@dataclass(frozen=True)
class Job:
    source: str  # a path, or - for stdin
    target: str  # a path, or - for stdout


def list_jobs(
    inputs: Sequence[str],
    output: str | None,
    to_format: str | None,
    *,
    files_in: Callable[[Path], list[Path]] = readable_files,
) -> list[Job]:
    """A file to a file or stdout; several files, or a folder, to a folder or one after another to
    stdout. `files_in` says which files of a folder are inputs.
    """
    if output == "":
        raise UsageError("-o is empty; name a file or a folder")
    if not inputs:
        if sys.stdin is None or sys.stdin.isatty():
            raise UsageError("no input; name a file, a folder, or - for standard input")
        inputs = [STDIO]

    pairs = [pair for item in inputs for pair in _files_of(item, files_in)]
    to_folder = (
        len(pairs) != 1
        or Path(inputs[0]).is_dir()
        or (output or "").endswith("/")
        or Path(output or "").is_dir()
    )
    if output is None or output == STDIO:
        return [Job(source, STDIO) for source, _ in pairs]
    if not to_folder:
        return _apart([Job(pairs[0][0], output)])

    ending = ending_of(to_format)
    jobs = [
        Job(source, str(Path(output) / with_ending(relative, ending))) for source, relative in pairs
    ]
    _check_distinct(jobs)
    return _apart(jobs)


def _apart(jobs: list[Job]) -> list[Job]:
    """No input is written over, its own job's or another's."""
    sources = {os.path.realpath(job.source) for job in jobs if job.source != STDIO}
    for job in jobs:
        if os.path.realpath(job.target) in sources:
            raise UsageError(f"{job.target}: is an input; name another output with -o")
    return jobs


def _files_of(item: str, files_in: Callable[[Path], list[Path]]) -> Iterator[tuple[str, Path]]:
    """The files of an argument, each with its name relative to it."""
    path = Path(item)
    if item == STDIO:
        yield item, Path("stdin")
    elif path.is_dir():
        files = files_in(path)
        yield from ((str(file), file.relative_to(path)) for file in files)
        if left_out := sum(file.is_file() for file in path.rglob("*")) - len(files):
            click.echo(f"{item}: {left_out} files with other endings left out", err=True)
    elif not path.exists():
        raise UsageError(f"{item}: no such file or folder")
    else:
        yield item, Path(path.name)


def _check_distinct(jobs: Sequence[Job]) -> None:
    sources: dict[str, str] = {}
    for job in jobs:
        if job.target in sources:
            raise UsageError(
                f"{job.source} and {sources[job.target]} would both be written to {job.target}"
            )
        sources[job.target] = job.source
