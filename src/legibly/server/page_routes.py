"""The page at `/`, its files below `/page/`, and what `legibly open` was given to show.

The files say nothing of anybody, so that they need no token; what was opened does.
"""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from legibly.page.one_file import empty_document
from legibly.page.page_files import PageFile, page_files

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
    """A transcript and its sound, which the page shows when it comes."""

    transcript: Path | None = None
    sound: Path | None = None


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
    files = {"transcript": opened.transcript, "sound": opened.sound}

    async def names(request: Request) -> Response:
        return JSONResponse({part: path.name for part, path in files.items() if path is not None})

    async def content(request: Request) -> Response:
        path = files.get(request.path_params["part"])
        if path is None:
            raise HTTPException(404, "nothing of this kind was opened")
        return FileResponse(path, media_type="application/octet-stream")

    return [Route("/v1/opened", names), Route("/v1/opened/{part}", content)]
