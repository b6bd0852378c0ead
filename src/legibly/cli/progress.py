"""Progress on stderr, when somebody is looking and there is something to wait for."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

WORTH_SHOWING = 5 << 20  # bytes

Wrap = Callable[[BinaryIO], BinaryIO]


class Watched(io.RawIOBase):
    """Bytes that are counted as they are read."""

    def __init__(self, stream: BinaryIO, report: Callable[[int], object]) -> None:
        self._stream = cast(io.RawIOBase, stream)
        self._report = report

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int | None:  # type: ignore[override]
        count = self._stream.readinto(buffer)
        self._report(count or 0)
        return count


@contextmanager
def watch_bytes(paths: Sequence[str], title: str) -> Iterator[Wrap]:
    """A bar over the bytes of all files; the yielded function wraps each input stream."""
    total = sum(Path(path).stat().st_size for path in paths if Path(path).is_file())
    if not sys.stderr.isatty() or total < WORTH_SHOWING:
        yield lambda stream: stream
        return

    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(title, total=total)
        yield lambda stream: cast(
            BinaryIO, Watched(stream, lambda count: progress.advance(task, count))
        )


@contextmanager
def waiting(title: str) -> Iterator[None]:
    """Something that turns, where the end cannot be told."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(title):
        yield


@contextmanager
def steps(title: str) -> Iterator[Callable[[int, int, float], None]]:
    """A bar that is told how many steps of how many are done, and a figure to show beside it."""
    if not sys.stderr.isatty():
        yield lambda done, total, figure: None
        return

    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[figure]}"))
    with Progress(
        *columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True
    ) as progress:
        task = progress.add_task(title, total=None, figure="")
        yield lambda done, total, figure: progress.update(
            task, completed=done, total=total, figure=f"{figure:.4f}"
        )
