"""Readers and writers of transcripts. One file a format; a new file here is all that a new format
needs.
"""

from legibly.files.source import Source, open_source
from legibly.formats.registry import Format, find_format, formats, guess_format
from legibly.formats.transcripts import read, read_all, read_parts, write

__all__ = [
    "Format",
    "Source",
    "find_format",
    "formats",
    "guess_format",
    "open_source",
    "read",
    "read_all",
    "read_parts",
    "write",
]
