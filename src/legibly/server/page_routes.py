"""The page at `/`, its files below `/page/`, and what `legibly open` was given to show.

The files say nothing of anybody, so that they need no token; what was opened does.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import eq
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from legibly.formats.legibly_json import as_object
from legibly.page.one_file import empty_document
from legibly.page.page_files import PageFile, page_files
from legibly.transcript import Transcript, as_heard

ONE_FILE = "/page/one-file.html"
# The page's own scripts, styles and server; sounds from the user's disk; WebSockets of recognisers
# on this machine, or behind TLS. No text becomes HTML or a script.
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "media-src 'self' blob:; "
    "connect-src 'self' ws://127.0.0.1:* ws://localhost:* wss:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)


@dataclass(frozen=True)
class Opened:
    """What the page shows when it comes: a document of legibly's JSON and the name of its file, and
    a sound.
    """

    name: str | None = None
    document: bytes = b""
    sound: Path | None = None

    @classmethod
    def of(cls, name: str, recordings: Sequence[Transcript], sound: Path | None) -> Opened:
        items = [_words_and_tokens(recording) for recording in recordings]
        whole = items[0] if len(items) == 1 else {"transcripts": items}
        return cls(name, json.dumps({"legibly": 1, **whole}, ensure_ascii=False).encode(), sound)


def _words_and_tokens(recording: Transcript) -> dict[str, Any]:
    """What the page does not know by itself: no times of tokens, and no tokens that are the words
    as they were heard.
    """
    item = as_object(recording)
    del item["sentences"]
    if all(map(eq, recording.tokens, as_heard(recording.words))):
        del item["tokens"]
    else:
        item["tokens"] = [token._asdict() for token in recording.tokens]
    return item


def page_routes(opened: Opened | None) -> list[BaseRoute]:
    routes: list[BaseRoute] = [Route(path, _page_file) for path in (*page_files(), ONE_FILE)]
    return routes + (_opened_routes(opened) if opened is not None else [])


async def _page_file(request: Request) -> Response:
    path = request.url.path
    found = _one_file() if path == ONE_FILE else page_files()[path]
    headers = {
        "Content-Security-Policy": PAGE_POLICY,
        "Cross-Origin-Opener-Policy": "same-origin",
        "Vary": "Accept-Encoding",
    }
    content = found.content
    if "gzip" in request.headers.get("accept-encoding", ""):
        content = _packed(path, content)
        headers["Content-Encoding"] = "gzip"
    return Response(content, headers=headers, media_type=found.media_type)


@lru_cache(maxsize=1)
def _one_file() -> PageFile:
    return PageFile(empty_document().encode(), "text/html; charset=utf-8")


@lru_cache(maxsize=64)
def _packed(path: str, content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)


def _opened_routes(opened: Opened) -> list[BaseRoute]:
    async def names(request: Request) -> Response:
        sound = opened.sound.name if opened.sound is not None else None
        return JSONResponse({"transcript": opened.name, "sound": sound})

    async def document(request: Request) -> Response:
        if opened.name is None:
            raise HTTPException(404, "no transcript was opened")
        return Response(opened.document, media_type="application/json")

    async def sound(request: Request) -> Response:
        if opened.sound is None:
            raise HTTPException(404, "no sound was opened")
        return FileResponse(opened.sound, media_type="application/octet-stream")

    return [
        Route("/v1/opened", names),
        Route("/v1/opened/transcript", document),
        Route("/v1/opened/sound", sound),
    ]
