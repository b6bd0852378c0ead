"""The files of the page, by the address at which a server has them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent
FILE_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
}


class PageFile(NamedTuple):
    content: bytes
    media_type: str


@lru_cache(maxsize=1)
def page_files() -> dict[str, PageFile]:
    """`/` is the page itself, everything else lies below `/page/`."""
    found = {
        f"/page/{path.relative_to(FOLDER).as_posix()}": _read(path)
        for path in sorted(FOLDER.rglob("*"))
        if path.suffix in FILE_TYPES
    }
    found["/"] = found.pop("/page/index.html")
    return found


def _read(path: Path) -> PageFile:
    return PageFile(path.read_bytes(), FILE_TYPES[path.suffix])
