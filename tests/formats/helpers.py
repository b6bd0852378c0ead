from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

from legibly.files.source import Source
from legibly.formats import find_format
from legibly.transcript import Transcript, join_recordings


def source(content: str | bytes, name: str = "talk.x", **settings: Any) -> Source:
    raw = content.encode() if isinstance(content, str) else content
    return Source(name, io.BytesIO(raw), **settings)


def read(format_name: str, content: str | bytes, **settings: Any) -> list[Transcript]:
    reader = find_format(format_name).read
    assert reader is not None
    return list(join_recordings(reader(source(content, **settings))))


def write(format_name: str, transcripts: Iterable[Transcript]) -> str:
    writer = find_format(format_name).write
    assert writer is not None
    out = io.StringIO()
    writer(iter(transcripts), out)
    return out.getvalue()
