"""The modules of the page as one script: each becomes a function, in the order in which they need
each other. Browsers do not load modules from a disk, and one request is quicker than many.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

SCRIPTS = Path(__file__).parent / "scripts"
MAIN = "main.js"
# What may be written in a module, so that it can be put among others.
_IMPORT = re.compile(r'^import \{ ([\w, ]+) \} from "\./(\w+\.js)";$', re.M)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:class|const|function) (\w+))", re.M)
_COMMENT = re.compile(r"^\s*//.*\n", re.M)


@lru_cache(maxsize=1)
def bundled() -> str:
    order: list[str] = []
    _visit(MAIN, order)
    return "\n".join(["const modules = {};", *map(_wrapped, order)]) + "\n"


def _visit(name: str, order: list[str]) -> None:
    for _, needed in _IMPORT.findall(_text(name)):
        if needed not in order:
            _visit(needed, order)
    order.append(name)


def _wrapped(name: str) -> str:
    text = _COMMENT.sub("", _text(name))
    exports = ", ".join(_EXPORT.findall(text))
    body = _EXPORT.sub("", _IMPORT.sub(r'const { \1 } = modules["\2"];', text))
    return f'modules["{name}"] = (() => {{\n{body}return {{ {exports} }};\n}})();'


def _text(name: str) -> str:
    return (SCRIPTS / name).read_text("utf-8")
