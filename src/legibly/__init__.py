from legibly.api import load
from legibly.errors import DataError, LegiblyError, UsageError
from legibly.formats import read, read_all, read_parts, write
from legibly.transcript import Alternative, Sentence, Span, Token, Transcript, Word
from legibly.version import __version__

__all__ = [
    "Alternative",
    "DataError",
    "LegiblyError",
    "Sentence",
    "Span",
    "Token",
    "Transcript",
    "UsageError",
    "Word",
    "__version__",
    "load",
    "read",
    "read_all",
    "read_parts",
    "write",
]
