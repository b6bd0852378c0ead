"""`legibly stream`"""

from __future__ import annotations

import json
import queue
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
@click.option("--to", "view", type=click.Choice(["json", "vtt", "terminal"]), default="json", show_default=True)
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
    line one line out: {"committed": [tokens], "provisional": "text"}. A last line follows the end of the input.

    \b
    Examples:
      my-recogniser | legibly stream
      legibly stream --max-delay 2 --max-wait 1.5 < words.jsonl
      legibly stream --replay call.ctm --to terminal
      my-recogniser | legibly stream --to vtt --no-provisional > captions.vtt
    """
    from legibly.languages import language as find_language
    from legibly.loading import load
    from legibly.streaming import Stream

    code = find_language(language).code if language is not None else None
    rules = switches.chosen_rules({key: settings.pop(key) for key in switches.SUBTITLING})
    delay = _delay(max_delay)
    formatter = load(model or code or "en", **settings)
    stream = Stream(formatter, max_delay=delay, max_wait=max_wait, partials=provisional)
    lines = _replayed(replay, rate) if replay is not None else _stdin()
    shown = {"json": _Json, "vtt": _Vtt, "terminal": _Terminal}[view](rules, formatter.language.code)
    skipped = _run(stream, lines, shown, formatter.language.code, max_wait, skip_bad_lines)
    if skipped:
        click.echo(f"<stdin>: {skipped} bad lines skipped", err=True)
    return 0


def _delay(text: str) -> int | None:
    if text.lower() == "none":
        return None
    if not text.isdigit():
        raise UsageError(f"--max-delay {text!r}; expected a number of words, or none")
    return int(text)


Line = tuple[int, str]


def _run(
    stream: Any, lines: Iterator[Line], view: _View, language: str, max_wait: float | None, skip_bad_lines: bool
) -> int:
    from legibly.formats.word_lines import BadWordError, parse_object
    from legibly.live_messages import Message, Messages

    messages = Messages(language)
    skipped = 0
    try:
        for number, line in _with_ticks(lines, max_wait):
            if number == 0:  # nothing came for a while
                if (update := stream.tick()).committed:
                    view.show(update)
                continue
            try:
                message = messages.read(parse_object(line)) if line.strip() else Message([])
            except BadWordError as error:
                if not skip_bad_lines:
                    raise DataError(f"<stdin>:{number}: {error}; fix the line or pass --skip-bad-lines") from None
                skipped += 1
                message = Message([])
            update = stream.push(*message.final)
            if message.partial:
                update = update._replace(provisional=f"{update.provisional} {message.partial}".strip())
            view.show(update)
    except KeyboardInterrupt:
        pass
    finally:
        view.show(stream.close())
        view.close()
    return skipped + messages.left_out


def _stdin() -> Iterator[Line]:
    if sys.stdin is None or sys.stdin.isatty():
        raise UsageError("no input; pipe JSON lines in, or name a timed file with --replay")
    for number, raw in enumerate(sys.stdin.buffer, 1):
        try:
            yield number, raw.decode("utf-8")
        except UnicodeDecodeError as error:
            raise DataError(f"<stdin>:{number}: not UTF-8 ({error.reason}); expected JSON lines") from None


def _replayed(path: Path, rate: float) -> Iterator[Line]:
    """The words of a file as word objects, at the times at which they were said."""
    from legibly.formats.files import read_parts
    from legibly.formats.legibly_json import word_object

    begin = time.monotonic()
    number = 0
    said = 0.0
    for part in read_parts(path):
        for token in part.tokens:
            word = part.words[token.first]
            end = part.times(token)[1]
            said = said + 1 / 3 if end is None else end  # without times: three words a second
            time.sleep(max(0.0, said / rate - (time.monotonic() - begin)))
            number += 1
            yield number, json.dumps({**word_object(word), "text": token.written})


def _with_ticks(lines: Iterator[Line], max_wait: float | None) -> Iterator[Line]:
    """The lines; where a limit runs by the clock, also (0, "") while none comes. A slow consumer slows the reading."""
    if max_wait is None:
        yield from lines
        return
    waiting: queue.Queue[Line | Exception | None] = queue.Queue(maxsize=256)

    def read() -> None:
        try:
            for line in lines:
                waiting.put(line)
            waiting.put(None)
        except Exception as error:
            waiting.put(error)

    threading.Thread(target=read, daemon=True).start()
    while True:
        try:
            item = waiting.get(timeout=max(0.02, max_wait / 4))
        except queue.Empty:
            yield 0, ""
            continue
        if item is None:
            return
        if isinstance(item, Exception):
            raise item
        yield item


class _View:
    """Writes updates."""

    def __init__(self, rules: Any, language: str) -> None:
        self.rules, self.language = rules, language
        self.write: Callable[[str], object] = sys.stdout.write

    def show(self, update: Any) -> None:
        raise NotImplementedError

    def close(self) -> None:
        """Nothing more comes."""


class _Json(_View):
    def show(self, update: Any) -> None:
        from legibly.formats.legibly_json import token_object
        from legibly.model import Transcript

        first = update.committed[0].first if update.committed else 0
        tokens = [token._replace(first=token.first - first, last=token.last - first) for token in update.committed]
        part = Transcript(update.words, tokens)
        found = [{**token_object(part, t), "first": t.first + first, "last": t.last + first} for t in part.tokens]
        self.write(json.dumps({"committed": found, "provisional": update.provisional}, ensure_ascii=False) + "\n")
        sys.stdout.flush()


class _Vtt(_View):
    def __init__(self, rules: Any, language: str) -> None:
        from legibly.captions import RollingCaptions

        super().__init__(rules, language)
        self._captions = RollingCaptions(rules.for_language(language), language)
        self.write("WEBVTT\n")

    def show(self, update: Any) -> None:
        self._write(self._captions.add(update))

    def close(self) -> None:
        self._write(self._captions.close())

    def _write(self, cues: Iterator[Any]) -> None:
        from legibly.formats.vtt import cue_block

        for cue in cues:
            self.write(cue_block(cue))
        sys.stdout.flush()


class _Terminal(_View):
    """Firm text as it is, the rest dim; the last lines of it."""

    def __init__(self, rules: Any, language: str) -> None:
        from rich.console import Console
        from rich.live import Live

        super().__init__(rules, language)
        self._console = Console()
        self._text = ""
        self._live = Live("", console=self._console, refresh_per_second=12)
        self._live.start()

    def show(self, update: Any) -> None:
        from rich.text import Text

        from legibly.formats.text import draw, needs_space

        for token in update.committed:
            drawn = draw(token)
            self._text += f" {drawn}" if self._text and needs_space(self._text, drawn) else drawn
        room = max(200, self._console.width * max(3, self._console.height - 3))
        text = Text(self._text[-room:])
        if update.provisional:
            text.append(f" {update.provisional}", style="dim italic")
        self._live.update(text)

    def close(self) -> None:
        self._live.update(self._text)
        self._live.stop()
