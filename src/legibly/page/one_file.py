"""The page and a transcript as one file, which opens without a server.

A policy allows this script and this style by their digests, and nothing else; no sign of a
transcript can end the element that holds it.
"""

from __future__ import annotations

import base64
import hashlib
from functools import lru_cache

from legibly.page.page_files import page_files

_DATA = "<!-- transcript -->"


@lru_cache(maxsize=1)
def _page() -> str:
    """The file with a place for data."""
    page, style, script = (
        page_files()[address].content.decode()
        for address in ("/", "/page/style.css", "/page/legibly.js")
    )
    policy = (
        f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}'; "
        "media-src 'self' file: blob: data:; img-src data:; base-uri 'none'; form-action 'none'"
    )
    return _replaced(
        page,
        {
            '<meta charset="utf-8">': '<meta charset="utf-8">\n<meta name="generator" '
            'content="legibly">\n<meta http-equiv="Content-Security-Policy" '
            f'content="{policy}">',
            '<meta name="legibly-server" content="yes">\n': "",
            '<link rel="stylesheet" href="page/style.css">': f"<style>{style}</style>",
            '<script type="module" src="page/legibly.js"></script>': (
                f'<script type="application/json" id="transcript">{_DATA}</script>\n'
                f'<script type="module">{script}</script>'
            ),
        },
    )


def page_with(document: str) -> str:
    """The file with a transcript, which is a document of legibly's JSON."""
    return _page().replace(_DATA, document.replace("<", "\\u003c"), 1)


def empty_document() -> str:
    """The file as the page itself fills it."""
    return _page().replace(_DATA, "", 1)


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _replaced(page: str, changes: dict[str, str]) -> str:
    for old, new in changes.items():
        before, found, after = page.partition(old)
        assert found, old
        page = before + new + after
    return page
