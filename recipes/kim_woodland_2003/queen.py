"""The sound of Flight of the Amazon Queen, out of the game's file (Debian's package
flight-of-the-amazon-queen).

At byte 13 stands the number of entries, each of 21 bytes: a name of 12, a byte, where it begins and
how long it is. The sound of `020006J1.mp3` is called `020006J1.SB` there.
"""

from __future__ import annotations

import struct
from pathlib import Path

from legibly.errors import DataError

_ENTRY = struct.Struct(">12sBII")
_TABLE = 13
MAX_ENTRIES = 50_000


class QueenFile:
    def __init__(self, path: Path) -> None:
        self._path = path
        with path.open("rb") as file:
            file.seek(_TABLE)
            (count,) = struct.unpack(">H", file.read(2))
            table = file.read(count * _ENTRY.size)
        if len(table) != count * _ENTRY.size or not 0 < count <= MAX_ENTRIES:
            raise DataError(f"{path}: no table of entries; expected the game's queen.1c")
        self._places = {
            name.rstrip(b"\0").decode("ascii", "replace"): (first, size)
            for name, _, first, size in _ENTRY.iter_unpack(table)
        }

    def sound(self, name: str) -> bytes | None:
        """The MP3 of a line; None where the game has none."""
        place = self._places.get(f"{Path(name).stem.upper()}.SB")
        if place is None:
            return None
        with self._path.open("rb") as file:
            file.seek(place[0])
            return file.read(place[1])
