"""Whatever a reader makes of a damaged file can be written in every format, and read again."""

from __future__ import annotations

import io
from contextlib import suppress
from random import Random

from legibly.errors import LegiblyError
from legibly.files.source import Source
from legibly.formats import formats
from legibly.formats.transcripts import write_to
from legibly.transcript import Transcript, join_recordings
from tests.fuzz.mutations import damaged
from tests.fuzz.targets import Target, targets

WRITABLE = tuple(name for name, item in formats().items() if item.write)


def written_in(name: str, recordings: list[Transcript]) -> bytes | None:
    """None where the format says in one line that it cannot hold them."""
    out = io.StringIO()
    try:
        write_to(recordings, out, formats()[name])
    except LegiblyError:
        return None
    return out.getvalue().encode()


def read_again(name: str, content: bytes) -> None:
    reader = formats()[name].read
    if reader is None:
        return
    with suppress(LegiblyError):
        list(reader(Source("talk.x", io.BytesIO(content))))


def recordings_of(target: Target, content: bytes) -> list[Transcript]:
    try:
        found = target.run(content)
    except LegiblyError:
        return []
    assert isinstance(found, list)
    return list(join_recordings(found))


def check_writers(count: int, seed: int) -> tuple[int, int, list[str]]:
    """How often something was written, and refused, of so many damaged files; and what failed."""
    random = Random(seed)
    readers = [target for name, target in targets().items() if name.startswith("read ")]
    readers = [target for target in readers if target.name != "read live messages"]
    written, refused, failures = 0, 0, []
    for _ in range(count):
        target = random.choice(readers)
        recordings = recordings_of(target, damaged(random, target.seeds))
        for name in WRITABLE if any(item.words for item in recordings) else ():
            try:
                content = written_in(name, recordings)
                if content is not None:
                    read_again(name, content)
            except Exception as error:
                failures.append(f"{target.name} to {name}: {type(error).__name__}: {error}")
                continue
            written += content is not None
            refused += content is None
    return written, refused, failures
