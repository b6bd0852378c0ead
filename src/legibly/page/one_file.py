"""The page and a transcript as one file, which opens without a server.

Its modules become functions in one script, in the order in which they need each other: browsers do
not load modules from a disk. A policy allows this script and this style by their digests, and
nothing else; no sign of a transcript can end the element that holds it.
"""

from __future__ import annotations

import base64
import hashlib
import re
from functools import lru_cache

from legibly.page.page_files import page_files

SCRIPTS = "/page/scripts/"
# What may be written in a module, so that it can be put among others.
_IMPORT = re.compile(r'^import \{ ([\w, ]+) \} from "\./(\w+\.js)";$', re.M)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:class|const|function) (\w+))", re.M)
_COMMENT = re.compile(r"^\s*//.*\n", re.M)
_DATA = "<!-- transcript -->"


@lru_cache(maxsize=1)
def empty_page() -> str:
    """The file with a place for data."""
    page = page_files()["/"].content.decode()
    style, script = _text("/page/style.css"), bundled("main.js")
    policy = (
        f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}'; "
        "media-src file: blob: data:; img-src data:; base-uri 'none'; form-action 'none'"
    )
    return _replaced(
        page,
        {
            '<meta charset="utf-8">': '<meta charset="utf-8">\n<meta name="generator" '
            'content="legibly">\n<meta http-equiv="Content-Security-Policy" '
            f'content="{policy}">',
            '<meta name="legibly-server" content="yes">\n': "",
            '<link rel="stylesheet" href="page/style.css">': f"<style>{style}</style>",
            '<script type="module" src="page/scripts/main.js"></script>': (
                f'<script type="application/json" id="transcript">{_DATA}</script>\n'
                f'<script type="module">{script}</script>'
            ),
        },
    )


def page_with(document: str) -> str:
    """The file with a transcript, which is a document of legibly's JSON."""
    return empty_page().replace(_DATA, document.replace("<", "\\u003c"), 1)


def empty_document() -> str:
    """The file as the page itself fills it."""
    return empty_page().replace(_DATA, "", 1)


def bundled(name: str) -> str:
    """A module and all that it needs as one script."""
    order: list[str] = []
    _visit(name, order)
    return "\n".join(["const modules = {};", *map(_wrapped, order)]) + "\n"


def _visit(name: str, order: list[str]) -> None:
    for _, needed in _IMPORT.findall(_text(SCRIPTS + name)):
        if needed not in order:
            _visit(needed, order)
    order.append(name)


def _wrapped(name: str) -> str:
    text = _COMMENT.sub("", _text(SCRIPTS + name))
    exports = ", ".join(_EXPORT.findall(text))
    body = _EXPORT.sub("", _IMPORT.sub(r'const { \1 } = modules["\2"];', text))
    return f'modules["{name}"] = (() => {{\n{body}return {{ {exports} }};\n}})();'


def _text(address: str) -> str:
    return page_files()[address].content.decode()


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _replaced(page: str, changes: dict[str, str]) -> str:
    for old, new in changes.items():
        before, found, after = page.partition(old)
        assert found, old
        page = before + new + after
    return page
