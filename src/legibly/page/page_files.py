"""The files of the page, by the address at which a server has them: the page at `/`, its style, and
its modules as one script, so that a browser asks three times and not thirty.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from legibly.page.bundle import bundled

FOLDER = Path(__file__).parent


class PageFile(NamedTuple):
    content: bytes
    media_type: str


@lru_cache(maxsize=1)
def page_files() -> dict[str, PageFile]:
    page, style = (FOLDER / name for name in ("index.html", "style.css"))
    return {
        "/": PageFile(page.read_bytes(), "text/html; charset=utf-8"),
        "/page/style.css": PageFile(style.read_bytes(), "text/css; charset=utf-8"),
        "/page/legibly.js": PageFile(bundled().encode(), "text/javascript; charset=utf-8"),
    }
