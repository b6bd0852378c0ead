"""Examples of what programs and services write: whether all words, times and speakers are read."""

from __future__ import annotations

import io
from collections.abc import Iterator

from legibly.files.source import Source, open_source
from legibly.formats import guess_format
from legibly.formats.transcripts import parts_of
from legibly.transcript import join_recordings
from tests.formats.real_shapes import FILES, TEXTS, Shape
from tests.formats.recognisers.helpers import FIXTURES, drawn


def rows() -> Iterator[list[str]]:
    """What it is, the format that it is taken for, how many words, and whether all is right."""
    for shape in (*FILES, *TEXTS):
        name, words, found = _read(shape)
        yield [shape.what, name, str(words), "yes" if found == shape.expected else "no"]


def _read(shape: Shape) -> tuple[str, int, str]:
    if shape.content:
        return shape.file, *_words(Source("talk.x", io.BytesIO(shape.content.encode())), shape.file)
    with open_source(FIXTURES / shape.file) as source:
        return guess_format(source.name, source.opening).name, *_words(source, None)


def _words(source: Source, name: str | None) -> tuple[int, str]:
    recordings = list(join_recordings(parts_of(source, name)))
    words = sum(len(recording.words) for recording in recordings)
    return words, " | ".join(map(drawn, recordings))
