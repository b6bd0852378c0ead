"""`legibly stream`"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from legibly.cli import switches
from legibly.cli.live_input import Line, replayed_lines, stdin_lines
from legibly.cli.live_views import View, view_named
from legibly.cli.other_language import LanguageWatch
from legibly.errors import DataError, UsageError
from legibly.formatting.option_table import SUBTITLE_OPTIONS
from legibly.subtitles.rules import chosen_cue_rules

if TYPE_CHECKING:
    from legibly.formatting.stream import Stream
    from legibly.languages import Language


@click.command("stream")
@switches.stream_options
@click.option(
    "--to",
    "to_format",
    type=click.Choice(["json", "vtt", "terminal"]),
    default="json",
    show_default=True,
    help="JSON lines, rolling captions, or a view for people.",
)
@click.option(
    "--replay",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Feed a timed file at speaking rate.",
)
@click.option(
    "--rate",
    type=click.FloatRange(0.01, 1e6),
    default=1.0,
    show_default=True,
    help="Speed of --replay.",
)
@click.option(
    "--skip-bad-lines",
    is_flag=True,
    help="Answer bad lines with an empty update, and say how many.",
)
@switches.format_options
@switches.subtitle_options
def command(
    max_delay: str,
    max_wait: float | None,
    hold_numbers: bool,
    provisional: bool,
    to_format: str,
    replay: Path | None,
    rate: float,
    skip_bad_lines: bool,
    model: str | None,
    language: str | None,
    **settings: Any,
) -> int:
    """Format words while they are spoken, each within a promised delay; what is written never
    changes.

    Lines in: plain words, or JSON, which is words, or the partial and final messages of Vosk,
    Google, Whisper servers and others. After each line one line out: {"committed": [tokens],
    "provisional": "text"}. A last line follows the end of the input. With --max-wait, tokens that
    the clock decides come in a line of their own, with "tick": true.

    \b
    Examples:
      my-recogniser | legibly stream
      echo "hi bill it's tracy" | legibly stream --to terminal
      legibly stream --max-delay 2 --max-wait 1.5 < words.jsonl
      legibly stream --replay call.ctm --to terminal
      my-recogniser | legibly stream --to vtt --no-provisional > captions.vtt
    """
    from legibly.api import load

    rules = chosen_cue_rules({fact.name: settings.pop(fact.name) for fact in SUBTITLE_OPTIONS})
    delay = _delay(max_delay)
    formatter = load(switches.chosen_model(model, language), **settings)
    stream = formatter.stream(
        max_delay=delay, max_wait=max_wait, partials=provisional, hold_numbers=hold_numbers
    )
    lines = replayed_lines(replay, rate) if replay is not None else stdin_lines(max_wait)
    chosen = view_named(to_format, rules, formatter.language.code)
    skipped = _run(stream, lines, chosen, formatter.language, provisional, skip_bad_lines)
    if skipped:
        click.echo(f"<stdin>: {skipped} bad lines skipped", err=True)
    return 0


def _delay(text: str) -> int | None:
    if text.lower() == "none":
        return None
    if not text.isdecimal() or len(text) > 9:
        raise UsageError(f"--max-delay {text!r}; expected a number of words, or none")
    return int(text)


def _run(
    stream: Stream,
    lines: Iterable[Line],
    view: View,
    language: Language,
    provisional: bool,
    skip_bad_lines: bool,
) -> int:
    """How many lines were left out."""
    from legibly.formats.live import EMPTY_MESSAGE
    from legibly.formats.word_lines import BadWordError, parse_object
    from legibly.formatting.message_stream import MessageStream

    fed = MessageStream(stream, language.code, previews=provisional)
    language_watch = LanguageWatch(language)
    plain: bool | None = None  # whether lines are words, which the first one says
    skipped = 0
    try:
        for number, line in lines:
            if line is None:
                if (update := stream.tick()).committed:
                    view.show(update, tick=True)
                view.tick()
                continue
            try:
                text = _decoded(line)
                plain = _is_plain(text) if plain is None and text.strip() else plain
                if plain:
                    language_watch.hear("<stdin>", text)
                    view.show(fed.hear_plain(text))
                    continue
                message = fed.read(parse_object(text)) if text.strip() else EMPTY_MESSAGE
            except BadWordError as error:
                if not skip_bad_lines:
                    raise DataError(
                        f"<stdin>:{number}: {error}; fix the line or pass --skip-bad-lines"
                    ) from None
                skipped += 1
                message = EMPTY_MESSAGE
            for part in message.final:
                language_watch.hear("<stdin>", " ".join(word.text for word in part.words))
            view.show(fed.hear(message))
    finally:
        language_watch.end("<stdin>")
        view.show(stream.close())
        view.close()

    return skipped + fed.left_out


def _decoded(line: bytes) -> str:
    from legibly.formats.word_lines import BadWordError

    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadWordError(f"not UTF-8 ({error.reason})") from None


def _is_plain(text: str) -> bool:
    """`[laughter] hello` is no JSON, but `[1]` is, if no message."""
    if not text.lstrip().startswith("["):
        return not text.lstrip().startswith("{")
    try:
        json.loads(text)
    except ValueError:
        return True
    return False
