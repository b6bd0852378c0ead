"""`legibly stream`"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

from legibly.cli import switches
from legibly.errors import DataError, UsageError


@click.command("stream")
@click.option("--max-delay", default="4", show_default=True, metavar="WORDS", help="Words a token may wait, or 'none'.")
@click.option("--max-wait", type=float, metavar="SECONDS", help="Seconds a token may wait (default: no limit).")
@click.option("--provisional/--no-provisional", default=True, help="Also write what is not firm yet, as such.")
@click.option(
    "--to",
    "view",
    type=click.Choice(["json", "vtt", "terminal"]),
    default="json",
    show_default=True,
    help="JSON lines, rolling captions, or a view for people.",
)
@click.option("--replay", type=click.Path(path_type=Path), metavar="FILE", help="Feed a timed file at speaking rate.")
@click.option("--rate", type=click.FloatRange(0.01, 1e6), default=1.0, show_default=True, help="Speed of --replay.")
@click.option("--skip-bad-lines", is_flag=True, help="Answer bad lines with an empty update, and say how many.")
@switches.formatting
@switches.subtitling
def command(
    max_delay: str,
    max_wait: float | None,
    provisional: bool,
    view: str,
    replay: Path | None,
    rate: float,
    skip_bad_lines: bool,
    model: str | None,
    language: str | None,
    **settings: Any,
) -> int:
    """Format words while they are spoken, each within a promised delay; what is written never changes.

    JSON lines in: words, or the partial and final messages of Vosk, Google, Whisper servers and others. After each
    line one line out: {"committed": [tokens], "provisional": "text"}. A last line follows the end of the input. With
    --max-wait, tokens that the clock decides come in a line of their own, with "tick": true.

    \b
    Examples:
      my-recogniser | legibly stream
      legibly stream --max-delay 2 --max-wait 1.5 < words.jsonl
      legibly stream --replay call.ctm --to terminal
      my-recogniser | legibly stream --to vtt --no-provisional > captions.vtt
    """
    from legibly.api import load
    from legibly.languages import language as find_language

    code = find_language(language).code if language is not None else None
    rules = switches.chosen_rules({key: settings.pop(key) for key in switches.SUBTITLING})
    delay = _delay(max_delay)
    formatter = load(model or code or "en", **settings)
    stream = formatter.stream(max_delay=delay, max_wait=max_wait, partials=provisional)
    lines = _replayed(replay, rate) if replay is not None else _stdin(max_wait)
    shown = {"json": _Json, "vtt": _Vtt, "terminal": _Terminal}[view](rules, formatter.language.code, provisional)
    skipped = _run(stream, lines, shown, formatter.language.code, skip_bad_lines)
    if skipped:
        click.echo(f"<stdin>: {skipped} bad lines skipped", err=True)
    return 0


def _delay(text: str) -> int | None:
    if text.lower() == "none":
        return None
    if not text.isdecimal() or len(text) > 9:
        raise UsageError(f"--max-delay {text!r}; expected a number of words, or none")
    return int(text)


Line = tuple[int, bytes | None]  # None: nothing came for a while


def _run(stream: Any, lines: Iterator[Line], view: _View, language: str, skip_bad_lines: bool) -> int:
    from legibly.formats.live import NOTHING, Messages
    from legibly.formats.word_lines import BadWordError

    messages = Messages(language)
    skipped = 0
    try:
        for number, line in lines:
            if line is None:
                if (update := stream.tick()).committed:
                    view.show(update, tick=True)
                view.tick()
                continue
            try:
                message = messages.read(_parsed(line)) if line.strip() else NOTHING
            except BadWordError as error:
                if not skip_bad_lines:
                    raise DataError(f"<stdin>:{number}: {error}; fix the line or pass --skip-bad-lines") from None
                skipped += 1
                message = NOTHING
            update = stream.mark(message.mark) if message.mark else stream.push_tokens(*message.final)
            if message.partial and view.partials:
                update = update._replace(provisional=f"{update.provisional} {message.partial}".strip())
            view.show(update)
    finally:
        view.show(stream.close())
        view.close()
    return skipped + messages.left_out


def _parsed(line: bytes) -> Any:
    from legibly.formats.word_lines import BadWordError, parse_object

    try:
        return parse_object(line.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BadWordError(f"not UTF-8 ({error.reason})") from None


def _stdin(max_wait: float | None) -> Iterator[Line]:
    """Lines as they come; between them, where a limit runs by the clock, word that nothing came.

    Ctrl-C ends the input, as its end does: what was heard is still written. A slow consumer slows the reading.
    """
    if sys.stdin is None or sys.stdin.isatty():
        raise UsageError("no input; pipe JSON lines in, or name a timed file with --replay")
    stopped = False

    def stop(*_: object) -> None:
        nonlocal stopped
        stopped = True

    before = signal.signal(signal.SIGINT, stop) if threading.current_thread() is threading.main_thread() else None
    try:
        descriptor = sys.stdin.fileno()
        waits = 0.25 if max_wait is None else max(0.02, min(0.25, max_wait / 4))
        number, rest = 0, b""
        while not stopped:
            ready, _, _ = select.select([descriptor], [], [], waits)
            if not ready:
                yield number, None
                continue
            block = os.read(descriptor, 1 << 16)
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


def _replayed(path: Path, rate: float) -> Iterator[Line]:
    """The words of a file as word objects, at the times at which they were said."""
    from legibly.formats.transcripts import read_parts

    begin = time.monotonic()
    number = 0
    said = 0.0
    for part in read_parts(path):
        for token in part.tokens:
            end = part.times(token)[1]
            said = said + 1 / 3 if end is None else end  # without times: three words a second
            time.sleep(max(0.0, said / rate - (time.monotonic() - begin)))
            for word in part.words[token.first : token.last]:
                own = {"w": word.text, "s": word.start, "e": word.end, "conf": word.confidence, "spk": word.speaker}
                if token.last - token.first == 1:
                    own |= {"w": token.text, "p": token.after, "pre": token.before}
                number += 1
                yield number, json.dumps(own).encode()


class _View:
    """Writes updates."""

    def __init__(self, rules: Any, language: str, partials: bool) -> None:
        self.rules, self.language, self.partials = rules, language, partials
        self.write: Callable[[str], object] = sys.stdout.write

    def show(self, update: Any, *, tick: bool = False) -> None:
        raise NotImplementedError

    def tick(self) -> None:
        """Nothing came for a while."""

    def close(self) -> None:
        """Nothing more comes."""


class _Json(_View):
    def show(self, update: Any, *, tick: bool = False) -> None:
        from legibly.formats.legibly_json import token_object
        from legibly.transcript import Transcript

        first = update.committed[0].first if update.committed else 0
        tokens = [token._replace(first=token.first - first, last=token.last - first) for token in update.committed]
        part = Transcript(update.words, tokens)
        found = [{**token_object(part, t), "first": t.first + first, "last": t.last + first} for t in part.tokens]
        answer: dict[str, Any] = {"committed": found, "provisional": update.provisional}
        if tick:  # no line of the input asked for it
            answer["tick"] = True
        self.write(json.dumps(answer, ensure_ascii=False) + "\n")
        sys.stdout.flush()


class _Vtt(_View):
    def __init__(self, rules: Any, language: str, partials: bool) -> None:
        from legibly.subtitles.rolling import RollingCaptions

        super().__init__(rules, language, partials)
        self._captions = RollingCaptions(rules.for_language(language), language)
        self.write("WEBVTT\n")

    def show(self, update: Any, *, tick: bool = False) -> None:
        self._write(self._captions.add(update.committed, update.words))

    def tick(self) -> None:
        self._write(self._captions.tick())

    def close(self) -> None:
        self._write(self._captions.close())

    def _write(self, cues: Iterator[Any]) -> None:
        from legibly.formats.vtt import cue_block

        for cue in cues:
            self.write(cue_block(cue))
        sys.stdout.flush()


class _Terminal(_View):
    """Firm text as it is, the rest dim; the last lines of it."""

    def __init__(self, rules: Any, language: str, partials: bool) -> None:
        from rich.console import Console
        from rich.live import Live

        super().__init__(rules, language, partials)
        self._console = Console()
        self._text = ""
        self._live = Live("", console=self._console, refresh_per_second=12)
        self._live.start()

    def show(self, update: Any, *, tick: bool = False) -> None:
        from rich.text import Text

        from legibly.drawing import draw, needs_space

        for token in update.committed:
            drawn = draw(token)
            self._text += f" {drawn}" if self._text and needs_space(self._text, drawn) else drawn
        room = max(200, self._console.width * max(3, self._console.height - 3))
        self._text = self._text[-room:]
        text = Text(self._text)
        if update.provisional:
            text.append(f" {update.provisional}", style="dim italic")
        self._live.update(text)

    def close(self) -> None:
        from rich.text import Text

        self._live.update(Text(self._text))
        self._live.stop()
