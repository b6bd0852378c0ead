"""`legibly open`"""

from __future__ import annotations

import secrets
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

import click

from legibly.cli import switches
from legibly.cli.running import report
from legibly.cli.serve import need_server
from legibly.errors import UsageError

if TYPE_CHECKING:
    from legibly.server.page_routes import Opened

WORKERS = 2  # a long text does not keep the other questions of a page waiting
REQUEST_SECONDS = 300.0  # until an answer: hours of speech are formatted at once


@click.command("open")
@click.argument("transcript", required=False, type=click.Path(path_type=Path), metavar="[FILE]")
@click.option(
    "--audio", type=click.Path(path_type=Path), metavar="FILE", help="The sound of the transcript."
)
@click.option("--no-browser", is_flag=True, help="Say the address, and open no browser.")
@click.option(
    "--model",
    "models",
    multiple=True,
    metavar="NAME|FOLDER",
    help="Model to use (default: the one of the language); repeatable.",
)
@click.option("--language", metavar="CODE", help="Language of the words (default: the model's).")
def command(
    transcript: Path | None,
    audio: Path | None,
    no_browser: bool,
    models: tuple[str, ...],
    language: str | None,
) -> int:
    """Read and correct a transcript in the browser: raw beside readable, sound, subtitles.

    The page comes from a server of its own on this machine, which ends with Ctrl-C, and which only
    who has the address can ask. Nothing is written but what you save.

    \b
    Examples:
      legibly open call.ctm
      legibly open whisper.json --audio talk.wav
      legibly open
    """
    need_server()
    from legibly.formatting.options import make_options
    from legibly.server.access import LOCAL_NAMES, Access, Tokens
    from legibly.server.limits import Limits
    from legibly.server.page_routes import Opened
    from legibly.server.served_models import ServedModels
    from legibly.server.workers import Serving, can_fork, listen, serve

    sound = _checked(audio)
    opened = _opened(transcript, language, sound) if transcript is not None else Opened(sound=sound)
    token = secrets.token_urlsafe(24)
    limits = Limits(
        body_bytes=256 << 20, words=500_000, score_words=100_000, seconds=REQUEST_SECONDS
    )
    named = list(models) or [switches.chosen_model(None, language)]
    with listen("127.0.0.1", 0) as listener:
        address = f"http://127.0.0.1:{listener.getsockname()[1]}/"
        served = ServedModels.load(named, make_options())

        def ready() -> None:
            click.echo(f"{address}#token={token} (Ctrl-C ends it)", err=True)
            if not no_browser and not webbrowser.open(f"{address}#token={token}"):
                click.echo("no browser was found; open this address in one", err=True)

        access = Access(Tokens([token]), LOCAL_NAMES)
        workers = WORKERS if can_fork() else 1
        serve(Serving(served, limits, access, opened), listener, workers, ready)
    return 0


def _opened(path: Path, language: str | None, sound: Path | None) -> Opened:
    """Read before a browser asks for it: what is wrong is said here."""
    from legibly.files.source import open_source
    from legibly.formats.transcripts import parts_of
    from legibly.server.page_routes import Opened
    from legibly.transcript import Transcript, join_recordings

    with open_source(str(path), language=language) as source:
        recordings = list(join_recordings(parts_of(source))) or [Transcript(())]
        report(source)
    return Opened.of(path.name, recordings, sound)


def _checked(path: Path | None) -> Path | None:
    if path is None:
        return None
    try:
        with path.open("rb"):
            return path.resolve()
    except OSError as error:
        raise UsageError(f"{path}: cannot be read ({error.strerror})") from None
