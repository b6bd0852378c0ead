"""Files of arrays: a short head, then the arrays as they lie in memory, mapped rather than read.

    LEGIBLM1 | length of the head | head (JSON) | checksum of all that | arrays

Each array begins at a multiple of 64 bytes. The head has every array's place, kind, length and
checksum, and the file's size. A file that was not written to its end has another name, and never
opens.
"""

from __future__ import annotations

import json
import mmap
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from legibly.errors import DataError
from legibly.files.writing import atomic_path
from legibly.ngram.counting import MAX_ORDER
from legibly.ngram.validity import check_head

MAGIC = b"LEGIBLM1"
NGRAM_VERSION = 1
ALIGNMENT_BYTES = 64
MAX_HEADER_BYTES = 1 << 20


def write_file(
    path: Path, facts: Mapping[str, Any], arrays: Mapping[str, Sequence[NDArray[Any]]]
) -> None:
    """Arrays may come in pieces, of which one at a time is looked at."""
    places: dict[str, dict[str, Any]] = {}
    at = 0
    for name, pieces in arrays.items():
        checksum = length = 0
        for piece in pieces:
            checksum = (
                crc32(np.ascontiguousarray(piece).data.cast("B"), checksum)
                if len(piece)
                else checksum
            )
            length += len(piece)
        kind = pieces[0].dtype
        places[name] = {"at": at, "type": kind.str, "length": length, "crc": checksum}
        at += _aligned(length * kind.itemsize)

    head = {"version": NGRAM_VERSION, **facts, "arrays": places, "size": at}
    encoded = json.dumps(head, sort_keys=True).encode()
    with atomic_path(path) as temporary, temporary.open("wb") as out:
        opening = MAGIC + struct.pack("<I", len(encoded)) + encoded
        opening += struct.pack("<I", crc32(opening))
        out.write(opening + b"\0" * (_aligned(len(opening)) - len(opening)))
        for pieces in arrays.values():
            size = 0
            for piece in pieces:
                data = np.ascontiguousarray(piece)
                out.write(data.tobytes())
                size += data.nbytes
            out.write(b"\0" * (_aligned(size) - size))


def _aligned(size: int) -> int:
    return -(-size // ALIGNMENT_BYTES) * ALIGNMENT_BYTES


class NgramFile(NamedTuple):
    """A file that was opened: its head was checked, its arrays were not."""

    path: Path
    head: dict[str, Any]
    data: mmap.mmap
    first: int  # where the arrays begin

    @classmethod
    def open(cls, path: Path) -> NgramFile:
        try:
            with path.open("rb") as file:
                data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            raise DataError(f"{path}: cannot be opened as a language model ({error})") from None

        if data[: len(MAGIC)] != MAGIC:
            raise DataError(
                f"{path}: not a language model of legibly; expected a file that `legibly train "
                "ngram` wrote"
            )
        if len(data) < len(MAGIC) + 8:
            raise DataError(f"{path}: damaged ({len(data)} bytes); copy or train it anew")

        (length,) = struct.unpack_from("<I", data, len(MAGIC))
        end = len(MAGIC) + 4 + length
        if (
            length > MAX_HEADER_BYTES
            or end + 4 > len(data)
            or struct.unpack_from("<I", data, end)[0] != crc32(data[:end])
        ):
            raise DataError(
                f"{path}: damaged (its head has another checksum); copy or train it anew"
            )
        head = _read_head(path, data[len(MAGIC) + 4 : end])
        first = _aligned(end + 4)
        try:
            check_head(head, len(data) - first)
        except (ValueError, OverflowError) as error:
            raise DataError(f"{path}: damaged ({error}); copy or train it anew") from None
        return cls(path, head, data, first)

    @property
    def order(self) -> int:
        order = self.head["order"]
        if type(order) is not int or not 1 <= order <= MAX_ORDER:
            raise ValueError(f"order {str(order)[:20]}")
        return order

    def array(self, name: str) -> NDArray[Any]:
        place = self.head["arrays"][name]
        return np.frombuffer(self.data, place["type"], place["length"], self.first + place["at"])

    def check_arrays(self) -> None:
        for name, place in self.head["arrays"].items():
            start = self.first + place["at"]
            size = place["length"] * np.dtype(place["type"]).itemsize
            if crc32(memoryview(self.data)[start : start + size]) != place["crc"]:
                raise DataError(
                    f"{self.path}: damaged ({name} has another checksum); copy or train it anew"
                )


def _read_head(path: Path, encoded: bytes) -> dict[str, Any]:
    try:
        head: dict[str, Any] = json.loads(encoded)
    except (ValueError, RecursionError) as error:
        raise DataError(f"{path}: damaged (its head is no JSON: {str(error)[:60]})") from None
    if not isinstance(head, dict):
        raise DataError(f"{path}: damaged (its head is {type(head).__name__})")
    if head.get("version") != NGRAM_VERSION:
        raise DataError(
            f"{path}: version {head.get('version')!r}; this program reads version {NGRAM_VERSION}"
        )
    return head
