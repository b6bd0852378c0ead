"""Progress on stderr, when somebody is looking and there is something to wait for."""

from __future__ import annotations

import io
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

WORTH_SHOWING = 5 << 20  # bytes
SECONDS_BETWEEN_LINES = 10.0  # where stderr is a file

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
def watch_bytes(paths: Sequence[str], title: str, *, lines: bool = False) -> Iterator[Wrap]:
    """A bar over the bytes of all files; the yielded function wraps each input stream. With
    `lines`, a line now and then where stderr is a file.
    """
    total = sum(Path(path).stat().st_size for path in paths if Path(path).is_file())
    if not sys.stderr.isatty() and lines:
        yield _lines_of_bytes(title, total)
        return
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


def _lines_of_bytes(title: str, total: int) -> Wrap:
    read = 0
    now_and_then = NowAndThen()

    def count(size: int) -> None:
        nonlocal read
        read += size
        now_and_then.say(f"{title}: {read / max(1, total):.0%} of {total / 1e6:.1f} MB")

    return lambda stream: cast(BinaryIO, Watched(stream, count))


@contextmanager
def waiting(title: str) -> Iterator[None]:
    """Something that turns, where the end cannot be told; lines where nobody sees it turn."""
    if not sys.stderr.isatty():
        begin = time.monotonic()
        done = threading.Event()

        def say() -> None:
            while not done.wait(SECONDS_BETWEEN_LINES):
                _say_line(f"{title}: {time.monotonic() - begin:.0f} s")

        speaker = threading.Thread(target=say, daemon=True)
        speaker.start()
        try:
            yield
        finally:
            done.set()
            speaker.join()
        return
    from rich.console import Console

    with Console(stderr=True).status(title):
        yield


class NowAndThen:
    """Lines on stderr, not too many: for logs, and for whoever reads them."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._last = clock, clock()

    def say(self, text: str) -> None:
        if self._clock() - self._last >= SECONDS_BETWEEN_LINES:
            self._last = self._clock()
            _say_line(text)


def _say_line(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


@contextmanager
def steps(title: str) -> Iterator[Callable[[int, int, float], None]]:
    """A bar that is told how many steps of how many are done, and a figure to show beside it."""
    if not sys.stderr.isatty():
        now_and_then = NowAndThen()
        yield lambda done, total, figure: now_and_then.say(
            f"{title}: {done} of {total}, {figure:.4f}"
        )
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


@contextmanager
def sound_bar(title: str, total: float | None) -> Iterator[Callable[[float], None]]:
    """A bar that is told how many seconds of a sound have been listened to."""
    if not sys.stderr.isatty():
        now_and_then = NowAndThen()
        begin = time.monotonic()

        def say(seconds: float) -> None:
            known = total is not None and seconds > 0
            of = f" of {total / 60:.1f}" if total is not None else ""
            wait = (time.monotonic() - begin) * ((total or 0.0) / seconds - 1) if known else 0.0
            left = f", about {wait / 60:.1f} left" if known else ""
            now_and_then.say(f"{title}: {seconds / 60:.1f}{of} minutes{left}")

        yield say
        return

    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(title, total=total)
        yield lambda seconds: progress.update(task, completed=seconds)


@contextmanager
def files_bar(title: str) -> Iterator[Callable[[int, int, str], None]]:
    """A bar that is told how many bytes of how many are done, and a line to show; where stderr is
    a file, the line now and then.
    """
    if not sys.stderr.isatty():
        now_and_then = NowAndThen()
        yield lambda done, total, line: now_and_then.say(f"{title}: {line}")
        return

    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[line]}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(title, total=None, line="")
        yield lambda done, total, line: progress.update(
            task, completed=done, total=max(1, total), line=line
        )
