"""Lines of a live input: as they come on standard input, or a timed file played
at speaking rate.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from legibly.errors import UsageError
from legibly.transcript import Token, Word

Line = tuple[int, bytes | None]  # None: nothing came for a while
READ_BYTES = 1 << 16
IDLE_SECONDS = 0.25
UNTIMED_WORDS_PER_SECOND = 3


def stdin_lines(max_wait: float | None) -> Iterator[Line]:
    """Lines as they come; between them, where a limit runs by the clock, word that nothing came.

    Ctrl-C ends the input, as its end does: what was heard is still written. A slow consumer slows
    the reading.
    """
    if sys.stdin is None or sys.stdin.isatty():
        raise UsageError("no input; pipe words or JSON in, or name a timed file with --replay")

    stopped = False

    def stop(*_: object) -> None:
        nonlocal stopped
        stopped = True

    before = (
        signal.signal(signal.SIGINT, stop)
        if threading.current_thread() is threading.main_thread()
        else None
    )
    try:
        descriptor = sys.stdin.fileno()
        idle = IDLE_SECONDS if max_wait is None else max(0.02, min(IDLE_SECONDS, max_wait / 4))
        number, rest = 0, b""
        while not stopped:
            ready, _, _ = select.select([descriptor], [], [], idle)
            if not ready:
                yield number, None
                continue
            block = os.read(descriptor, READ_BYTES)
            *whole, rest = (rest + block).split(b"\n")
            for line in whole:
                number += 1
                yield number, line
                if stopped:
                    return
            if not block:
                if rest.strip():
                    yield number + 1, rest
                return
    finally:
        if before is not None:
            signal.signal(signal.SIGINT, before)


def replayed_lines(path: Path, rate: float) -> Iterator[Line]:
    """The words of a file as word objects, at the times at which they were said."""
    from legibly.formats.transcripts import read_parts

    begin = time.monotonic()
    number = 0
    said = 0.0
    for part in read_parts(path):
        for token in part.tokens:
            end = part.times(token)[1]
            said = said + 1 / UNTIMED_WORDS_PER_SECOND if end is None else end
            time.sleep(max(0.0, said / rate - (time.monotonic() - begin)))
            for word in part.words[token.first : token.last]:
                number += 1
                yield number, json.dumps(_word_object(word, token)).encode()


def _word_object(word: Word, token: Token) -> dict[str, object]:
    item: dict[str, object] = {
        "w": word.text,
        "s": word.start,
        "e": word.end,
        "conf": word.confidence,
        "spk": word.speaker,
    }
    if token.last - token.first == 1:
        item |= {"w": token.text, "p": token.after, "pre": token.before}
    return item
