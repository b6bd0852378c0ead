"""`legibly serve`"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from legibly.cli import switches
from legibly.errors import UsageError

SERVE_EXTRA = "pip install 'legibly[serve]'"
MAX_WORKERS = 64
DEFAULT_WORKERS = 8  # at most, where nobody says how many


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen at.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="0: any that is free.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, MAX_WORKERS),
    help="Processes, which share the model (default: one a core, up to 8).",
)
@click.option(
    "--tokens",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Bearer tokens, one a line; or in LEGIBLY_TOKENS. Who has none is refused.",
)
@click.option(
    "--without-token",
    is_flag=True,
    help="Listen beyond this machine, and let everybody in who gets there.",
)
@click.option(
    "--allow-origin",
    "origins",
    multiple=True,
    metavar="ORIGIN",
    help="A web page that may ask from a browser, https://example.org; repeatable.",
)
@click.option(
    "--allow-host",
    "hosts",
    multiple=True,
    metavar="NAME",
    help="A name under which the server is reached; repeatable (default: local ones on a local "
    "address, else any).",
)
@click.option("--max-bytes", type=click.IntRange(1), metavar="N", help="Of a body (16777216).")
@click.option("--max-words", type=click.IntRange(1), metavar="N", help="Of a request (50000).")
@click.option(
    "--max-message",
    type=click.IntRange(64),
    metavar="BYTES",
    help="Of a message of a stream (65536).",
)
@click.option("--max-seconds", type=switches.Finite(0.1), metavar="S", help="Until an answer (60).")
@click.option(
    "--max-idle", type=switches.Finite(0.1), metavar="S", help="Silence of a stream (600)."
)
@click.option(
    "--max-connections", type=click.IntRange(1), metavar="N", help="Of all workers (1000)."
)
@click.option(
    "--max-waiting",
    type=click.IntRange(0),
    metavar="N",
    help="Requests that wait in a worker; others are answered 503 (32).",
)
@click.option(
    "--rate",
    type=switches.Finite(0),
    metavar="N",
    help="Requests and streams a second of one client; 0: no limit (200).",
)
@click.option(
    "--grace", type=switches.Finite(0.1), metavar="S", help="For what is under way at the end (20)."
)
@click.option(
    "--model",
    "models",
    multiple=True,
    metavar="NAME|FOLDER",
    help="Model to serve (default: the one of the language); repeatable, the first is the default.",
)
@click.option("--language", metavar="CODE", help="Language of the words (default: the model's).")
@switches.formatting_options
def command(
    host: str,
    port: int,
    workers: int | None,
    tokens: Path | None,
    without_token: bool,
    origins: tuple[str, ...],
    hosts: tuple[str, ...],
    models: tuple[str, ...],
    language: str | None,
    max_bytes: int | None,
    max_words: int | None,
    max_message: int | None,
    max_seconds: float | None,
    max_idle: float | None,
    max_connections: int | None,
    max_waiting: int | None,
    rate: float | None,
    grace: float | None,
    **settings: Any,
) -> int:
    """Serve formatting over HTTP and WebSocket: POST /v1/format, POST /v1/score, GET /v1/models,
    WebSocket /v1/stream, and /openapi.json, which describes them. At / is the page of `legibly
    open`.

    Options of formatting are what holds where a request says nothing. It listens at this machine
    alone; elsewhere it needs tokens.

    \b
    Examples:
      legibly serve
      curl -d "hi bill it's tracy" 127.0.0.1:8000/v1/format
      curl --data-binary @call.ctm "127.0.0.1:8000/v1/format?to=srt"
      legibly serve --port 9000 --workers 4 --mask profanity --lexicon names.txt
      legibly serve --host 0.0.0.0 --tokens /etc/legibly/tokens --allow-host text.example.org
    """
    need_server()
    from legibly.formatting.options import make_options
    from legibly.server.access import LOCAL_NAMES, Access, is_loopback, read_tokens
    from legibly.server.limits import Limits
    from legibly.server.served_models import ServedModels
    from legibly.server.workers import Serving, can_fork, listen, serve

    known = read_tokens(tokens)
    if not known and not is_loopback(host) and not without_token:
        raise UsageError(
            f"--host {host} is reached from elsewhere; expected tokens (--tokens FILE), or "
            "--without-token to let everybody in"
        )
    given = {
        "body_bytes": max_bytes,
        "words": max_words,
        "message_bytes": max_message,
        "seconds": max_seconds,
        "idle_seconds": max_idle,
        "connections": max_connections,
        "waiting": max_waiting,
        "rate": rate,
        "grace_seconds": grace,
    }
    limits = Limits(**{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]
    local = (*LOCAL_NAMES, host.lower()) if is_loopback(host) else ()
    access = Access(known, tuple(name.lower() for name in hosts) or local, origins)

    count = workers or min(DEFAULT_WORKERS, _cores())
    count = count if can_fork() else 1
    named = list(models) or [switches.chosen_model(None, language)]
    with listen(host, port) as listener:
        served = ServedModels.load(named, make_options(**settings))
        bound = listener.getsockname()[1]

        def ready() -> None:
            processes = "1 worker" if count == 1 else f"{count} workers"
            where = f"http://{_shown(host)}:{bound}"
            click.echo(
                f"legibly serves {', '.join(served.names)} at {where} ({processes})", err=True
            )

        serve(Serving(served, limits, access), listener, count, ready)
    return 0


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def need_server() -> None:
    try:
        import prometheus_client  # noqa: F401
        import python_multipart  # noqa: F401
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
        import websockets  # noqa: F401
    except ImportError as error:
        raise UsageError(f"the server needs: {SERVE_EXTRA} ({error})") from None
