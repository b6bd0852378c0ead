"""legibly turns what a speech recogniser heard into text that people can read.

    >>> import legibly
    >>> legibly.format("hi bill it's tracy how are you")
    "Hi, Bill. It's Tracy. How are you?"

`load` gives a formatter with switches of your own; `read` and `write` know the files of recognisers
and subtitles; `score` compares a text with a reference.
"""

import sys

# `python -m legibly`: Ctrl-C ends it without a word while it loads.
if sys.argv[:1] == ["-m"] and sys.orig_argv[1:3] == ["-m", "legibly"]:
    import legibly_command  # noqa: F401

from typing import TYPE_CHECKING

from legibly.api import format, load, models, score
from legibly.errors import DataError, LegiblyError, UsageError
from legibly.formats import read, read_all, read_parts, write
from legibly.transcript import Alternative, Sentence, Span, Token, Transcript, Word
from legibly.version import __version__

if TYPE_CHECKING:
    from legibly.formatting.formatter import Formatter
    from legibly.formatting.options import Options
    from legibly.formatting.resuming import ResumePoint
    from legibly.formatting.stream import Stream, Update
    from legibly.metrics.score import Score

__all__ = [
    "Alternative",
    "DataError",
    "Formatter",
    "LegiblyError",
    "Options",
    "ResumePoint",
    "Score",
    "Sentence",
    "Span",
    "Stream",
    "Token",
    "Transcript",
    "Update",
    "UsageError",
    "Word",
    "__version__",
    "format",
    "load",
    "models",
    "read",
    "read_all",
    "read_parts",
    "score",
    "write",
]

# What needs numpy is looked up when it is asked for, so that `import legibly` is light.
_LATER = {
    "Formatter": "legibly.formatting.formatter",
    "Options": "legibly.formatting.options",
    "ResumePoint": "legibly.formatting.resuming",
    "Score": "legibly.metrics.score",
    "Stream": "legibly.formatting.stream",
    "Update": "legibly.formatting.stream",
}


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module 'legibly' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_LATER[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
