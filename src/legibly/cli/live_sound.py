"""Sound that comes while it is spoken: a file at the speed at which it was, until Ctrl-C."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator

from legibly.speech.audio import Samples, open_audio
from legibly.speech.sphinx import SAMPLE_RATE

PORTION_SECONDS = 0.1


def played_sound(path: str, channel: int | None) -> Iterator[Samples | None]:
    """A file's samples, each portion when it would have been spoken."""
    begin = time.monotonic()
    size = round(PORTION_SECONDS * SAMPLE_RATE)
    heard = 0
    for block in open_audio(path, SAMPLE_RATE, channel).blocks():
        for first in range(0, len(block), size):
            portion = block[first : first + size]
            heard += len(portion)
            wait = heard / SAMPLE_RATE - (time.monotonic() - begin)
            if wait > 0:
                time.sleep(wait)
            yield portion
            yield None


def until_interrupted(sound: Iterator[Samples | None]) -> Iterator[Samples | None]:
    """Ctrl-C ends the sound, as its end does: what was heard is still written."""
    stopped = False

    def stop(*_: object) -> None:
        nonlocal stopped
        stopped = True

    if threading.current_thread() is not threading.main_thread():
        yield from sound
        return
    before = signal.signal(signal.SIGINT, stop)
    try:
        for samples in sound:
            yield samples
            if stopped:
                return
    finally:
        signal.signal(signal.SIGINT, before)
