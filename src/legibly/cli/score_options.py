"""Reads what `score`, `align` and `agree` compare."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from legibly.cli.running import report
from legibly.files.source import open_source
from legibly.formats.transcripts import InputOptions, parts_of
from legibly.metrics.pairing import paired_files, paired_recordings
from legibly.metrics.pairs import AlignedPair, align_pair
from legibly.transcript import Transcript, join_recordings


def notice(text: str) -> None:
    click.echo(f"legibly: {text}", err=True)


def read_recordings(path: str, reading: InputOptions) -> list[Transcript]:
    with open_source(
        path,
        encoding=reading.encoding,
        language=reading.language,
        skip_bad_lines=reading.skip_bad_lines,
    ) as source:
        recordings = list(join_recordings(parts_of(source, reading.from_format)))
        report(source)
    return recordings


def read_pairs(
    sides: Sequence[str],
    reading: InputOptions,
    *,
    by_time: bool = False,
    allow_missing: bool = False,
) -> Iterator[list[AlignedPair]]:
    """For each recording of the first side its alignment with every other side."""
    for name, (ref, *others) in paired_files(*sides, allow_missing=allow_missing, notice=notice):
        reference = read_recordings(ref, reading)
        rows = [
            paired_recordings(reference, read_recordings(path, reading), name) for path in others
        ]
        if len({len(row) for row in rows}) > 1:  # one side lacks the names that pair the others
            rows = [[_whole(row)] for row in rows]
        for together in zip(*rows, strict=True):
            yield [
                align_pair(label, left, right, by_time=by_time) for label, left, right in together
            ]


def _whole(row: list[tuple[str, Transcript, Transcript]]) -> tuple[str, Transcript, Transcript]:
    from legibly.metrics.pairing import as_one

    return (
        row[0][0].split("/")[0],
        as_one([left for _, left, _ in row]),
        as_one([right for _, _, right in row]),
    )
