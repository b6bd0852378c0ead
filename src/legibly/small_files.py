"""Files that are small: settings, tables, lists. What is endless or huge is not read whole."""

from __future__ import annotations

from pathlib import Path

from legibly.errors import DataError

MAX_SMALL_FILE_CHARACTERS = 16 << 20


def small_text(
    path: Path, encoding: str = "utf-8", *, most: int = MAX_SMALL_FILE_CHARACTERS
) -> str:
    """The text of a file; raises what `Path.read_text` does, and DataError beyond so many
    characters.
    """
    with path.open(encoding=encoding) as file:
        text = file.read(most + 1)
    if len(text) > most:
        raise DataError(f"{path}: over {most:,} characters; expected a small file")
    return text
