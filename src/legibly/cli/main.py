"""`legibly`: finds the command, hands out settings from legibly.toml, and turns errors into one
line.
"""

from __future__ import annotations

import importlib
import io
import os
import signal
import sys
from pathlib import Path
from typing import Any, NoReturn

import click

from legibly.errors import LegiblyError
from legibly.version import __version__

# Each command is imported only when it is asked for, so that `legibly --help` stays quick.
COMMANDS = {
    "format": "Turn transcripts into readable text.",
    "open": "Read and correct a transcript in the browser.",
    "batch": "Format an archive on all cores, each file once, whatever happens.",
    "transcribe": "From sound to a readable transcript.",
    "stream": "Format words while they are spoken, within a promised delay.",
    "serve": "Serve formatting over HTTP and WebSocket.",
    "convert": "Write the same words and marks in another format.",
    "check": "Check subtitles against the rules of a preset.",
    "score": "Compare a text with a reference: marks, case, words, numbers.",
    "align": "Align a text with a reference; give one what the other has.",
    "time": "Find when each word of a text is heard in its sound.",
    "agree": "How far versions of the same recording agree.",
    "prosody": "What the voice says at the end of each word.",
    "train": "Learn a model from your own text.",
    "adapt": "Adapt a model with a little text of the kind it will see.",
    "combine": "Put the scorers of several models into one.",
    "rescore": "Choose words from N-best lists and lattices, with case and marks.",
    "tune": "Choose the weights of a model's scorers on a development text.",
    "grammar": "Try the grammars of numbers, dates, times and money.",
    "verbalize": "Turn written numbers into spoken words.",
    "lm": "N-gram language models: perplexity, ARPA files, mixing.",
    "models": "List the models that are installed.",
    "engines": "List the recognisers that are installed, and what the others need.",
}


class Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"legibly.cli.{name}").command
        return command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            # The reader (head, less) has had enough; click would call that a failure.
            _give_up_stdout()
            return 0

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, prog_name="legibly")
@click.option(
    "--config",
    type=click.Path(path_type=Path),
    help="Settings file (default: legibly.toml here, if any).",
)
@click.option(
    "--language-path",
    metavar="FOLDER",
    help="Where languages of your own lie, before those of LEGIBLY_PATH.",
)
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
@click.pass_context
def cli(ctx: click.Context, config: Path | None, language_path: str | None, debug: bool) -> None:
    """Turn what a speech recogniser heard into text that people can read.

    \b
    Examples:
      legibly format call.ctm                     text on stdout
      legibly format call.jsonl -o call.md        paragraphs with speakers
      echo "hi bill it's tracy" | legibly format -
      legibly convert call.ctm -o call.json
    """
    from legibly.cli.config import settings_for

    if language_path is not None:
        known = os.environ.get("LEGIBLY_PATH")
        os.environ["LEGIBLY_PATH"] = os.pathsep.join(filter(None, (language_path, known)))
    if ctx.invoked_subcommand in COMMANDS:
        command = cli.get_command(ctx, ctx.invoked_subcommand)
        assert command is not None
        ctx.default_map = {
            ctx.invoked_subcommand: settings_for(ctx, command, ctx.invoked_subcommand, config)
        }


def main(arguments: list[str] | None = None) -> NoReturn:
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Transcripts are UTF-8, whatever the terminal's locale.
        sys.stdout.reconfigure(encoding="utf-8")
    for name in ("SIGTERM", "SIGHUP"):  # what is half-written is removed on the way out
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _stop)
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def _stop(number: int, frame: object) -> NoReturn:
    sys.exit(128 + number)


def run(arguments: list[str]) -> int:
    """The exit code: 0 done, 1 wrong data, 2 wrong usage."""
    try:
        result: Any = cli.main(arguments, prog_name="legibly", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except LegiblyError as error:
        if "--debug" in arguments:
            raise
        click.echo(f"legibly: {error}", err=True)
        return error.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("legibly: stopped", err=True)
        return 130
    except UnicodeEncodeError as error:
        from legibly.files.writing import not_text

        click.echo(f"legibly: {not_text(error)}", err=True)
        return 1
    except BrokenPipeError:
        _give_up_stdout()  # the reader (head, less) has had enough
        return 0
    except OSError as error:
        _give_up_stdout()
        click.echo(f"legibly: cannot read or write ({error.strerror or error})", err=True)
        return 1


def _give_up_stdout() -> None:
    """Nothing more can be said there; the interpreter must not try at its end."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
